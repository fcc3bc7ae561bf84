// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
internal import TextFonts
internal import TextGraphics
internal import TextModel
internal import TextTypesetting

/// The `render` command: text to PNG or SVG.
struct RenderCommand {
  private enum Format: String, CaseIterable, Keyword {
    case png
    case svg
    var keyword: String { rawValue }
  }

  private enum Anchor: String, CaseIterable, Keyword {
    case start
    case middle
    case end
    var keyword: String { rawValue }
  }

  /// A fixed picture size, with the place of the first line.
  private struct Canvas {
    /// Points.
    var size: Size
    /// The start of the first line's baseline, in points from the top left.
    var origin: Point?
    var anchor: Anchor
  }

  private let arguments: Arguments
  private let format: Format
  private let output: String?
  private let preview: Bool
  private let scale: Double
  private let padding: Double
  private let background: Color?
  private let canvas: Canvas?
  private let pageHeight: Double?

  init(_ arguments: Arguments, inBatch: Bool) throws(CommandError) {
    self.arguments = arguments
    let path = arguments.value(.output)
    output = path == "-" ? nil : path
    preview = arguments.contains(.preview)
    let named = try arguments.choice(.format, as: Format.self)
    format = named ?? (path?.hasSuffix(".svg") == true ? .svg : .png)
    scale = try arguments.number(.scale, over: 0) ?? 1
    padding = try arguments.number(.padding, from: 0) ?? 0
    if inBatch && format == .png && output == nil && !preview {
      throw .usage(CommandOption.output.typed, "is missing: a PNG needs it in a batch")
    }
    // Black text on a transparent background is invisible in a dark terminal.
    let previewBackground: Color? = arguments.contains(.preview) && path == nil ? .white : nil
    background = try arguments.color(.background) ?? previewBackground
    canvas = try Self.canvas(arguments, scale: scale)
    pageHeight = try arguments.number(.pageHeight, over: 0)
    if pageHeight != nil {
      let pages = CommandOption.pageHeight.typed
      if output == nil { throw .usage(pages, "needs --output FILE, from which pages are named") }
      if format == .svg { throw .usage(pages, "makes PNG pictures only") }
      if canvas != nil { throw .usage(pages, "does not go with --canvas") }
      if preview { throw .usage(pages, "does not go with --preview") }
    }
    if preview && format == .svg {
      throw .usage(CommandOption.preview.typed, "shows PNG pictures only")
    }
  }

  private static func canvas(
    _ arguments: Arguments, scale: Double
  ) throws(CommandError) -> Canvas? {
    let origin = try arguments.pair(.origin).map { Point(x: $0.0, y: $0.1) }
    let anchor: Anchor = try arguments.choice(.anchor) ?? .start
    guard let (width, height) = try arguments.pair(.canvas) else {
      if origin != nil { throw .usage(CommandOption.origin.typed, "needs --canvas") }
      return nil
    }
    guard width > 0, height > 0 else {
      throw .usage(CommandOption.canvas.typed, "both sides must be above 0")
    }
    let size = Size(width: width, height: height)
    guard max(width, height) * scale <= Double(TextLimits.bitmapSide) else {
      throw CommandError(
        .tooLarge, CommandOption.canvas.typed,
        "a side is over \(TextLimits.bitmapSide) pixels, the most that is drawn")
    }
    return Canvas(size: size, origin: origin, anchor: anchor)
  }

  // MARK: - Running

  /// Draws the text and writes the picture, or the pages.
  func run(_ console: CommandConsole) throws(CommandError) {
    if format == .png && output == nil && !preview && console.outputIsTerminal {
      throw .usage(
        nil, "a PNG is not written to a terminal; give -o FILE, or --preview to look at it")
    }
    let terminal = preview ? try PictureTerminal.detect(console) : nil
    let document = try arguments.document(console)
    let fonts = try FontCache.shared.collection(for: document)
    let lane = RenderLane(fonts: fonts)
    let layout = try lane.layout(try document.attributedText(), in: document.container)
    if arguments.contains(.explain) {
      FontExplanation(layout: layout, text: document.text).write(to: console)
    }
    MissingFamilyNote.write(layout, to: console)
    MissingCharacterNote.write(layout.missing, to: console)
    if format == .svg {
      let picture = SVGWriter.document(layout)
      try write(picture, console)
      return
    }
    if let pageHeight {
      try writePages(of: layout, height: pageHeight, lane)
      return
    }
    try checkSize(of: layout)
    let image = try lane.draw(layout, options: options(for: layout))
    let png = try Self.png(image)
    if let terminal {
      try console.write(terminal.sequence(for: image, png: png))
      if output == nil { return }
    }
    try write(png, console)
  }

  private func write(_ bytes: [UInt8], _ console: CommandConsole) throws(CommandError) {
    if let output {
      try FileWriter.write(bytes, to: output)
    } else {
      try console.write(bytes)
    }
  }

  private static func png(_ image: Bitmap) throws(CommandError) -> [UInt8] {
    do {
      return try image.pngData()
    } catch {
      throw CommandError.wrapping(error)
    }
  }

  /// Throws if a side of the picture exceeds the limit, before memory is allocated.
  private func checkSize(of layout: TextLayout) throws(CommandError) {
    guard canvas == nil else { return }
    let width = ((layout.size.width + 2 * padding) * scale).rounded(.up)
    let height = ((layout.size.height + 2 * padding) * scale).rounded(.up)
    guard max(width, height) > Double(TextLimits.bitmapSide) else { return }
    throw CommandError(
      .tooLarge, nil,
      "the picture would have \(DecimalNumber.text(width))×\(DecimalNumber.text(height)) pixels, "
        + "but a side has at most \(TextLimits.bitmapSide); --width breaks lines, and --page-height "
        + "cuts a long text into pages")
  }

  private func options(for layout: TextLayout) -> RenderOptions {
    guard let canvas else {
      return RenderOptions(scale: scale, background: background, padding: padding)
    }
    var origin = Point(x: padding, y: padding)
    if let place = canvas.origin, let line = layout.lines.first {
      let start = line.runs.first.map { min($0.x, line.origin.x) } ?? line.origin.x
      let anchored: Double =
        switch canvas.anchor {
        case .start: start
        case .middle: line.origin.x + line.width / 2
        case .end: line.origin.x + line.width
        }
      origin = Point(x: place.x - anchored, y: place.y - line.baseline)
    }
    return RenderOptions(
      scale: scale, background: background, canvas: canvas.size, origin: origin)
  }

  // MARK: - Pages

  /// Draws the layout as pages that end between lines, each into a file.
  private func writePages(
    of layout: TextLayout, height: Double, _ lane: RenderLane
  ) throws(CommandError) {
    let names = PageNames(output ?? "")
    let width = max(layout.size.width + 2 * padding, 1 / scale)
    let contentHeight = height - 2 * padding
    guard contentHeight > 0 else {
      throw .usage(CommandOption.pageHeight.typed, "leaves no room between the --padding")
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
      // Clipped between lines, so that lines of other pages do not show. The ink above the very
      // first and below the very last line is on no other page and stays.
      let clipTop = number == 1 ? 0 : padding
      let clipBottom = next < lines.count ? padding + bottom - top : height
      let options = RenderOptions(
        scale: scale, background: background, canvas: Size(width: width, height: height),
        origin: Point(x: padding, y: padding - top),
        clip: Rect(x: 0, y: clipTop, width: width, height: clipBottom - clipTop))
      let image = try lane.draw(layout, options: options)
      try FileWriter.write(try Self.png(image), to: names.name(number))
      line = next
    }
  }
}
