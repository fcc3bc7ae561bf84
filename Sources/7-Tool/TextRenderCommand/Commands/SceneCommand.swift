// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import ImageCodecs
internal import LayerCompositing
internal import LayerScenes
internal import Pictures
internal import StyledDocuments
internal import SystemLanes
internal import TextFonts

/// The `scene` command: layers from JSON to a picture.
struct SceneCommand {
  private let arguments: Arguments
  /// The file that is read; - for standard input.
  private let file: String
  /// The file that is written; `nil` for standard output.
  private let output: String?
  private let options: PictureOptions
  private let tolerance: Int
  /// The lanes that help to draw; `nil` in a batch, whose threads draw several pictures at a time.
  private let lanes: RenderLanes?

  init(_ arguments: Arguments, inBatch: Bool) throws(CommandError) {
    guard let file = arguments.words.first else {
      throw .usage(nil, "no scene; name a file, or - for standard input")
    }
    self.arguments = arguments
    self.file = file
    lanes = inBatch ? nil : .shared
    let path = arguments.value(.output)
    output = path == "-" ? nil : path
    let options = try arguments.pictureOptions()
    self.options = options
    if inBatch, output == nil, let format = options.format {
      throw .usage(CommandOption.output.typed, "is missing: a \(format.name) needs it in a batch")
    }
    tolerance = try arguments.integer(.tolerance, 0...255) ?? 0
    try CommandError.converting { () throws(DocumentError) in
      try options.check(for: .scene) { CommandOption.named($0) }
    }
    if arguments.contains(.compare), let format = options.format, format != .png {
      throw .usage(CommandOption.compare.typed, "compares PNG pictures only")
    }
    for other in [CommandOption.compare, .explain]
    where arguments.contains(.frames) && arguments.contains(other) {
      throw .usage(CommandOption.frames.typed, "draws no picture, so \(other.typed) has no effect")
    }
    if arguments.contains(.tolerance), !arguments.contains(.compare) {
      throw .usage(CommandOption.tolerance.typed, "needs --compare")
    }
  }

  /// Draws the scene and writes the picture.
  func run(_ console: CommandConsole) throws(CommandError) {
    let writesFrames = arguments.contains(.frames)
    if output == nil, console.outputIsTerminal, let format = options.format {
      throw .usage(nil, "a \(format.name) is not written to a terminal; give -o FILE")
    }
    var reading = arguments.sceneOptions(of: file)
    (reading.scale, reading.time) = (options.scale, options.time)
    let scene = try Scene(file: file, reading, console)
    let open = try wrapping {
      try PictureRequest(.scene(scene), options)
        .open(in: arguments.environment(of: file, lanes: lanes))
    }
    for note in writesFrames ? open.notesOfFrames : open.notes { console.note(note) }
    if writesFrames {
      return try console.write(try wrapping { try open.frames() } + [0x0A], to: output)
    }
    let clock = ContinuousClock()
    let start = clock.now
    let drawn = try wrapping { try open.draw(reporting: arguments.contains(.explain)) }
    let duration = clock.now - start
    for note in try wrapping({ try drawn.notes() }) { console.note(note) }
    if let frame = drawn.frame, let report = frame.report {
      SceneExplanation(
        frame: frame, report: report, duration: duration, tree: scene.tree.presented
      ).write(to: console)
    }
    if let golden = arguments.value(.compare), let image = drawn.image {
      try compare(image, with: golden, console)
    } else {
      try console.write(try wrapping { try drawn.bytes() }, to: output)
    }
  }

  /// Runs a body, and converts its errors to those of the file.
  private func wrapping<R>(_ body: () throws -> R) throws(CommandError) -> R {
    try CommandError.wrapping(subject: file, body)
  }

  private func compare(
    _ image: Bitmap, with golden: String, _ console: CommandConsole
  ) throws(CommandError) {
    let expected: Bitmap
    do {
      expected = try Bitmap(pngFile: golden)
    } catch {
      throw CommandError(.unreadable, golden, error.message)
    }
    let difference = try PictureDifference(image, expected, tolerance: tolerance)
    guard difference.count > 0 else {
      return try console.write(try RenderCommand.png(image), to: output)
    }
    // The output is a picture of the differences, although the command fails.
    if let output { try console.write(try RenderCommand.png(difference.picture), to: output) }
    throw CommandError(.failed, golden, difference.description)
  }
}
