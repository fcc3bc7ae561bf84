// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import DocumentJSON

/// The note about ink that lies outside of the picture.
enum CutInkNote {
  /// The device pixels of ink that may be lost without a note: a picture's edge is a whole pixel.
  private static let tolerance = 0.5

  /// Notes the edges at which ink is cut off.
  ///
  /// - Parameter ink: The ink, in points of the layout.
  static func write(
    _ ink: Rect, in geometry: PictureGeometry, _ settings: RenderSettings,
    to console: CommandConsole
  ) {
    let over = geometry.overflow(of: ink)
    let edges = [
      ("left", over.left), ("top", over.top), ("right", over.right), ("bottom", over.bottom),
    ]
    let cut = edges.filter { $0.1 * settings.scale > tolerance }
    if cut.isEmpty { return }
    let list = cut.map { "\($0.0) (\(DecimalNumber.text(($0.1 * 10).rounded(.up) / 10)) px)" }
    let cure =
      if settings.canvas != nil {
        "the --canvas is too small"
      } else {
        "\(settings.pageHeight == nil ? "--fit-ink" : "--padding") makes room for it"
      }
    console.note("ink is cut off at the \(list.joined(separator: ", ")); \(cure)")
  }
}
