// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
internal import DocumentJSON

extension PictureGeometry {
  /// The device pixels of ink that may be cut off without a note, since a picture ends at whole
  /// pixels.
  private static let tolerance = 0.5

  /// The note about ink that lies outside of the picture; `nil` if all ink lies inside.
  ///
  /// - Parameters:
  ///   - ink: The ink, in points of the layout.
  ///   - scale: Device pixels per point.
  package func cutInkNote(_ ink: Rect, scale: Double) -> String? {
    let over = overflow(of: ink)
    let edges = [
      ("left", over.left), ("top", over.top), ("right", over.right), ("bottom", over.bottom),
    ]
    let cut = edges.filter { $0.1 * scale > Self.tolerance }
    if cut.isEmpty { return nil }
    let list = cut.map { "\($0.0) (\(DecimalNumber.text(($0.1 * 10).rounded(.up) / 10)) px)" }
    return "ink is cut off at the \(list.joined(separator: ", "))"
  }
}
