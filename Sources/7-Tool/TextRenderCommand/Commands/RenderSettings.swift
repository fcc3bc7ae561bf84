// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
import DocumentPictures
internal import TextPainting

/// The options of `render` about the picture.
struct RenderSettings: Sendable {
  let format: PictureFormat
  /// The file that is written; `nil` for standard output.
  let output: String?
  let preview: Bool
  let picture: PictureOptions
  /// Whether the places of the text are written in place of a picture.
  let writesFrames: Bool
  let pageHeight: Double?

  /// Reads the options.
  ///
  /// - Throws: ``CommandError`` with `usage`, or `tooLarge`.
  init(_ arguments: Arguments, inBatch: Bool) throws(CommandError) {
    writesFrames = arguments.contains(.frames)
    let path = arguments.value(.output)
    output = path == "-" ? nil : path
    preview = arguments.contains(.preview)
    let named: PictureFormat? = try arguments.choice(.format)
    format = writesFrames ? .png : try .format(named: named, file: output)
    var picture = PictureOptions()
    picture.scale = try arguments.scale(.scale) ?? 1
    picture.padding = try arguments.length(.padding, from: 0) ?? 0
    if inBatch && format == .png && output == nil && !preview && !writesFrames {
      throw .usage(CommandOption.output.typed, "is missing: a PNG needs it in a batch")
    }
    // Black text on a transparent background is invisible in a dark terminal.
    let previewBackground: Color? = preview && path == nil ? .white : nil
    picture.background = try arguments.color(.background) ?? previewBackground
    picture.canvas = try Self.canvas(arguments, scale: picture.scale)
    picture.fitsInk = arguments.contains(.fitInk)
    picture.drawing = TextDrawingOptions(
      gridFitting: try arguments.choice(.gridFitting) ?? .heights)
    self.picture = picture
    pageHeight = try arguments.length(.pageHeight, over: 0)
    try checkCombinations()
  }

  private func checkCombinations() throws(CommandError) {
    func refuse(
      _ option: CommandOption, _ conflicts: [(Bool, String)]
    ) throws(CommandError) {
      if let conflict = conflicts.first(where: \.0) { throw .usage(option.typed, conflict.1) }
    }
    if writesFrames {
      try refuse(
        .frames,
        [
          (preview, "draws no picture, so --preview has no effect"),
          (pageHeight != nil, "tells the places in one picture, not on pages"),
        ])
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
          (format != .png, "makes PNG pictures only"),
          (picture.canvas != nil, "does not go with --canvas"),
          (preview, "does not go with --preview"), (picture.fitsInk, "does not go with --fit-ink"),
        ])
    }
    if picture.fitsInk {
      try refuse(.fitInk, [(picture.canvas != nil, "does not go with --canvas")])
    }
    if preview { try refuse(.preview, [(format != .png, "shows PNG pictures only")]) }
  }

  private static func canvas(
    _ arguments: Arguments, scale: Double
  ) throws(CommandError) -> PictureOptions.Canvas? {
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
    return PictureOptions.Canvas(
      size: Size(width: width, height: height), place: place, anchor: anchor)
  }

  /// Notes ink that the edges of a picture cut off.
  ///
  /// - Parameter ink: The ink, in points of the layout.
  func note(cut ink: Rect?, in geometry: PictureGeometry, to console: CommandConsole) {
    guard let ink, let note = geometry.cutInkNote(ink, scale: picture.scale) else { return }
    let cure =
      if picture.canvas != nil {
        "the --canvas is too small"
      } else {
        "\(pageHeight == nil ? "--fit-ink" : "--padding") makes room for it"
      }
    console.note("\(note); \(cure)")
  }
}
