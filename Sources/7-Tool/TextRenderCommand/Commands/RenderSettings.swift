// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import TextPainting
internal import TextTypesetting

/// The options of `render` about the picture.
struct RenderSettings: Sendable {
  /// A fixed picture size, with the place of the first line.
  struct Canvas: Sendable {
    /// Points.
    var size: Size
    /// The start of the first line's baseline, in points from the top left.
    var place: Point?
    var anchor: PictureAnchor
  }

  let format: PictureFormat
  /// The file that is written; `nil` for standard output.
  let output: String?
  let preview: Bool
  /// Device pixels per point.
  let scale: Double
  let padding: Double
  let background: Color?
  let canvas: Canvas?
  let fitsInk: Bool
  let drawing: TextDrawingOptions
  let pageHeight: Double?

  /// Reads the options.
  ///
  /// - Throws: ``CommandError`` with `usage`, or `tooLarge`.
  init(_ arguments: Arguments, inBatch: Bool) throws(CommandError) {
    let path = arguments.value(.output)
    output = path == "-" ? nil : path
    preview = arguments.contains(.preview)
    let named: PictureFormat? = try arguments.choice(.format)
    format = try .format(named: named, file: output)
    scale = try arguments.scale(.scale) ?? 1
    padding = try arguments.length(.padding, from: 0) ?? 0
    if inBatch && format == .png && output == nil && !preview {
      throw .usage(CommandOption.output.typed, "is missing: a PNG needs it in a batch")
    }
    // Black text on a transparent background is invisible in a dark terminal.
    let previewBackground: Color? = preview && path == nil ? .white : nil
    background = try arguments.color(.background) ?? previewBackground
    canvas = try Self.canvas(arguments, scale: scale)
    fitsInk = arguments.contains(.fitInk)
    drawing = TextDrawingOptions(gridFitting: try arguments.choice(.gridFitting) ?? .heights)
    pageHeight = try arguments.length(.pageHeight, over: 0)
    try checkCombinations()
  }

  private func checkCombinations() throws(CommandError) {
    func refuse(
      _ option: CommandOption, _ conflicts: [(Bool, String)]
    ) throws(CommandError) {
      if let conflict = conflicts.first(where: \.0) { throw .usage(option.typed, conflict.1) }
    }
    let conversions = PageNames.conversions(in: output ?? "")
    if pageHeight == nil, let first = conversions.first(where: { $0.hasSuffix("d") }) {
      let pattern = "a name with \(first) is a pattern for pages, which needs --page-height"
      throw .usage(CommandOption.output.typed, pattern)
    }
    if pageHeight != nil {
      if conversions.count > 1 || conversions.first?.hasSuffix("s") == true {
        let list = conversions.joined(separator: " and ")
        throw .usage(CommandOption.output.typed, "a pattern has one %d or %03d, not \(list)")
      }
      try refuse(
        .pageHeight,
        [
          (output == nil, "needs --output FILE, from which pages are named"),
          (format != .png, "makes PNG pictures only"), (canvas != nil, "does not go with --canvas"),
          (preview, "does not go with --preview"), (fitsInk, "does not go with --fit-ink"),
        ])
    }
    if fitsInk { try refuse(.fitInk, [(canvas != nil, "does not go with --canvas")]) }
    if preview { try refuse(.preview, [(format != .png, "shows PNG pictures only")]) }
  }

  private static func canvas(
    _ arguments: Arguments, scale: Double
  ) throws(CommandError) -> Canvas? {
    let place = try arguments.pair(.origin).map { Point(x: $0.0, y: $0.1) }
    let anchor: PictureAnchor = try arguments.choice(.anchor) ?? .start
    guard let (width, height) = try arguments.pair(.canvas) else {
      if place != nil { throw .usage(CommandOption.origin.typed, "needs --canvas") }
      return nil
    }
    guard width > 0, height > 0 else {
      throw .usage(CommandOption.canvas.typed, "both sides must be above 0")
    }
    guard max(width, height) * scale <= Double(CanvasLimits.bitmapSide) else {
      throw CommandError(
        .tooLarge, CommandOption.canvas.typed,
        "a side is over \(CanvasLimits.bitmapSide) pixels, the most that is drawn")
    }
    return Canvas(size: Size(width: width, height: height), place: place, anchor: anchor)
  }

  /// The ink of a layout in points; with `--fit-ink` all pixels that are drawn. `nil` if nothing
  /// is.
  func ink(of layout: TextLayout) throws(CommandError) -> Rect? {
    do {
      let ink = try layout.inkBounds(scale: fitsInk ? scale : nil, options: drawing)
      return ink.isEmpty ? nil : ink
    } catch {
      throw CommandError.wrapping(error)
    }
  }

  /// The size of the picture of a layout, and the place of the layout in it.
  ///
  /// - Parameter ink: The ink of the layout, in points.
  func geometry(for layout: TextLayout, ink: Rect?) -> PictureGeometry {
    if let canvas {
      return PictureGeometry(
        canvas: canvas.size, place: canvas.place, anchor: canvas.anchor, padding: padding,
        layout: layout)
    }
    var geometry = PictureGeometry(box: layout.size, padding: padding, scale: scale)
    if fitsInk, let ink { geometry.fit(ink, padding: padding, scale: scale) }
    return geometry
  }
}
