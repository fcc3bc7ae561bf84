// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
internal import CanvasDrawing
internal import CanvasGeometry
internal import ImageCodecs
internal import Pictures
internal import StyledDocuments
internal import TextTypesetting

/// The `render` command: text to a picture.
struct RenderCommand {
  private let arguments: Arguments
  private let settings: RenderSettings

  init(_ arguments: Arguments, inBatch: Bool) throws(CommandError) {
    self.arguments = arguments
    settings = try RenderSettings(arguments, inBatch: inBatch)
  }

  /// Draws the text and writes the picture, or the pages.
  func run(_ console: CommandConsole) throws(CommandError) {
    if !settings.format.isVector && settings.output == nil && !settings.preview
      && console.outputIsTerminal && !settings.writesFrames
    {
      throw .usage(
        nil,
        "a \(settings.format.name) is not written to a terminal; give -o FILE, or --preview to look "
          + "at it")
    }
    let terminal = settings.preview ? try PictureTerminal.detect(console) : nil
    let document = try arguments.document(console)
    if settings.pageHeight != nil, let reason = Self.undivided(document) {
      throw .usage(CommandOption.pageHeight.typed, reason)
    }
    let open = try CommandError.wrapping {
      try PictureRequest(.document(document), settings.picture).open(in: arguments.environment())
    }
    guard case .document(let drawing) = open.content else { return }
    if arguments.contains(.explain) {
      FontExplanation(layout: drawing.layout, text: document.text).write(to: console)
    }
    for note in settings.writesFrames ? open.notesOfFrames : open.notes { console.note(note) }
    IdleOptionNote.write(arguments, document, to: console)
    if settings.writesFrames {
      let frames = try CommandError.wrapping { try open.frames() }
      return try console.write(frames + [0x0A], to: settings.output)
    }
    if let height = settings.pageHeight {
      return try writePages(of: drawing, height: height, console)
    }
    let drawn = try Self.draw(open)
    for note in try CommandError.wrapping({ try drawn.notes() }) { console.note(note) }
    let bytes = try CommandError.wrapping { try drawn.bytes() }
    if let terminal {
      try console.write(terminal.sequence(for: bytes))
      if settings.output == nil { return }
    }
    try console.write(bytes, to: settings.output)
  }

  /// The reason why a document is not cut into pages; `nil` if there is none.
  private static func undivided(_ document: StyledDocument) -> String? {
    if document.writingMode.isVertical {
      return "cuts between lines below each other, but vertical lines lie side by side"
    }
    if let columns = document.columns, columns.count > 1 {
      return "cuts between lines below each other, but those of columns lie side by side"
    }
    if document.shape != .rectangle || !document.exclusions.isEmpty {
      return "does not go with a shape and exclusions, whose places count from the upper edge"
    }
    return nil
  }

  /// Draws the picture; the error for one that is too large says how to make it smaller.
  private static func draw(_ open: OpenPicture) throws(CommandError) -> DrawnPicture {
    do {
      return try open.draw()
    } catch let error as DocumentError where error.code == .tooLarge {
      throw CommandError(
        .tooLarge, nil,
        "\(error.message); --width breaks lines, and --page-height cuts a long text into pages")
    } catch {
      throw CommandError.wrapping(error)
    }
  }

  static func png(_ image: Bitmap) throws(CommandError) -> [UInt8] {
    try CommandError.wrapping { try image.pngData() }
  }

  // MARK: - Pages

  /// Draws the layout as pages that end between lines, each into a file.
  private func writePages(
    of drawing: DocumentDrawing, height: Double, _ console: CommandConsole
  ) throws(CommandError) {
    let layout = drawing.layout
    let names = PageNames(settings.output ?? "")
    let padding = settings.picture.padding
    let scale = settings.picture.documentScale
    let pixel = PictureGeometry.pixel(scale: scale)
    let width = max(layout.size.width + 2 * padding, pixel)
    let contentHeight = height - 2 * padding
    guard contentHeight > 0 else {
      throw .usage(CommandOption.pageHeight.typed, "leaves no room between the --padding")
    }
    _ = try CommandError.wrapping {
      try PictureGeometry(
        box: Size(width: layout.size.width, height: contentHeight), padding: padding, scale: scale
      ).pixels(scale: scale)
    }
    let ink = try CommandError.wrapping { try settings.picture.ink(of: layout) }
    // Only ink beyond the outer edges of the text is noted; between pages, ink is always cut off.
    let whole = PictureGeometry(box: layout.size, padding: padding, scale: scale)
    if let note = ink.flatMap({ whole.cutInkNote($0, scale: scale) }) {
      console.note("\(note); \(CommandOption.named(.padding)) makes room for it")
    }
    var number = 0
    var line = 0
    let lines = layout.lines
    while line < lines.count {
      let top = lines[line].origin.y
      var next = line + 1
      while next < lines.count,
        lines[next].origin.y + lines[next].height <= top + contentHeight + 1e-6
      {
        next += 1
      }
      number += 1
      let bottom = next < lines.count ? lines[next].origin.y : layout.size.height
      // Pages are clipped between lines, so that lines of other pages do not show. Ink above the
      // first line and below the last line of the text is not clipped: it is on no other page.
      let clipTop = number == 1 ? 0 : padding
      let clipBottom = next < lines.count ? padding + bottom - top : height
      var geometry = PictureGeometry(
        box: Size(width: layout.size.width, height: contentHeight), padding: padding,
        scale: scale)
      geometry.size = Size(width: width, height: height)
      geometry.origin.y -= top
      let clip = Rect(x: 0, y: clipTop, width: width, height: clipBottom - clipTop)
      let page = drawing.options(for: geometry, clip: clip)
      let image = try CommandError.wrapping { try drawing.image(page) }
      try console.write(try Self.png(image), to: names.name(number))
      line = next
    }
  }
}
