// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
internal import TextFonts
internal import TextGraphics
internal import TextModel
internal import TextTypesetting

/// `render`: text to pictures.
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

  /// A picture of a given size with the first line's pen at a given place.
  private struct Canvas {
    var size: Size
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
    // Black on nothing would not be seen on a dark terminal.
    let paper: Color? = arguments.contains(.preview) && path == nil ? .white : nil
    background = try arguments.color(.background) ?? paper
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

  func run(_ console: CommandConsole) throws(CommandError) {
    if format == .png && output == nil && !preview && console.outputIsTerminal {
      throw .usage(
        nil, "a PNG is not written to a terminal; give -o FILE, or --preview to look at it")
    }
    let terminal = preview ? try PictureTerminal.detect(console) : nil
    let document = try arguments.document(console)
    let fonts = try FontLibrary.shared.collection(for: document)
    let lane = RenderLane(fonts: fonts)
    let layout = try lane.layout(try document.attributedText(), in: document.container)
    if arguments.contains(.explain) {
      FontExplanation(layout: layout, text: document.text).write(to: console)
    }
    FamilyReport.write(layout, to: console)
    MissingReport.write(layout.missing, to: console)
    if format == .svg {
      let picture = SVGWriter.document(layout)
      try deliver(picture, console)
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
    try deliver(png, console)
  }

  private func deliver(_ bytes: [UInt8], _ console: CommandConsole) throws(CommandError) {
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

  /// Refuses a picture of which a side is too long, before anything is drawn.
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

  /// Draws the layout in slices that end between lines, each to a file of its own.
  private func writePages(
    of layout: TextLayout, height: Double, _ lane: RenderLane
  ) throws(CommandError) {
    let names = PageNames(output ?? "")
    let width = max(layout.size.width + 2 * padding, 1 / scale)
    let room = height - 2 * padding
    guard room > 0 else {
      throw .usage(CommandOption.pageHeight.typed, "leaves no room between the --padding")
    }
    var number = 0
    var line = 0
    let lines = layout.lines
    while line < lines.count {
      let top = lines[line].origin.y
      var next = line + 1
      while next < lines.count,
        lines[next].origin.y + lines[next].height <= top + room + 1e-6
      {
        next += 1
      }
      number += 1
      let bottom = next < lines.count ? lines[next].origin.y : layout.size.height
      // What belongs to other pages is not drawn: the page is cut where its lines end. Ink above the first line of
      // all and below the last one belongs to nobody else.
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

/// Names of pages: `out-%03d.png`, or from `out.png` `out-001.png`.
struct PageNames {
  private let before: String
  private let digits: Int
  private let after: String

  init(_ pattern: String) {
    if let percent = pattern.firstIndex(of: "%"),
      let letter = pattern[percent...].firstIndex(of: "d"),
      let width = Self.width(pattern[pattern.index(after: percent)..<letter])
    {
      before = String(pattern[..<percent])
      digits = width
      after = String(pattern[pattern.index(after: letter)...])
      return
    }
    let folder = pattern.lastIndex(of: "/").map { pattern.index(after: $0) } ?? pattern.startIndex
    let dot = pattern[folder...].lastIndex(of: ".").flatMap { $0 > folder ? $0 : nil }
    before = String(pattern[..<(dot ?? pattern.endIndex)]) + "-"
    digits = 3
    after = String(pattern[(dot ?? pattern.endIndex)...])
  }

  private static func width(_ text: Substring) -> Int? {
    if text.isEmpty { return 1 }
    guard let value = Int(text), (0...20).contains(value) else { return nil }
    return value
  }

  /// The name of a page, counted from 1.
  func name(_ number: Int) -> String {
    let text = String(number)
    return before + String(repeating: "0", count: max(0, digits - text.count)) + text + after
  }
}
