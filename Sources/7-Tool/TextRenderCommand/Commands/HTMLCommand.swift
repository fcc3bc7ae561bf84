// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import ImageCodecs
internal import LayerScenes
internal import Markup
internal import Pictures
internal import StyledDocuments
internal import SystemLanes

/// The `html` command: a page of HTML or Markdown to a picture.
struct HTMLCommand {
  private let arguments: Arguments
  /// The file that is read; - for standard input.
  private let file: String
  private let language: MarkupLanguage
  private let options: PictureOptions
  /// The lanes that help to draw; `nil` in a batch, whose threads draw several pictures at a time.
  private let lanes: RenderLanes?

  init(_ arguments: Arguments, inBatch: Bool) throws(CommandError) {
    guard let file = arguments.words.first else {
      throw .usage(nil, "no page; name a file, or - for standard input")
    }
    self.arguments = arguments
    self.file = file
    language =
      arguments.contains(.markdown) || MarkupLanguage(file: file) == .markdown ? .markdown : .html
    lanes = inBatch ? nil : .shared
    var options = try arguments.pictureOptions()
    try CommandError.converting { () throws(DocumentError) in
      for (option, side) in [(CommandOption.width, PictureOption.width), (.height, .height)] {
        guard let word = arguments.value(option) else { continue }
        try side.read(.string(word), DocumentKey(option.typed), into: &options)
      }
      try options.check(for: .html) { CommandOption.named($0) }
    }
    self.options = options
  }

  /// Draws the page and writes the picture.
  func run(_ console: CommandConsole) throws(CommandError) {
    if console.outputIsTerminal, let format = options.format {
      throw .usage(nil, "a \(format.name) is not written to a terminal; give -o FILE")
    }
    let source = try DecodedText.json(file, console)
    let fonts = try FontCache.shared.collection(for: arguments.fontRequest())
    var environment = arguments.environment(of: file, lanes: lanes)
    environment.reading.fonts = { _ in fonts }
    try CommandError.wrapping(subject: file) {
      let writesFrames = arguments.contains(.frames)
      let open = try PictureRequest(.page(source, language), options).open(in: environment)
      for note in writesFrames ? open.notesOfFrames : open.notes { console.note(note) }
      if writesFrames { return try console.write(try open.frames() + [0x0A]) }
      let drawn = try open.draw()
      for note in try drawn.notes() { console.note(note) }
      try console.write(try drawn.bytes())
    }
  }
}
