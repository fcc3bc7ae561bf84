// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
internal import DocumentJSON
package import StyledDocuments
internal import TextTypesetting

/// The size of a picture and the place of the layout box in it, in points.
package struct PictureGeometry: Hashable, Sendable {
  package var size: Size
  /// The upper left corner of the layout box.
  package var origin: Point

  /// A picture around a layout box, with at least one pixel.
  package init(box: Size, padding: Double, scale: Double) {
    let pixel = Self.pixel(scale: scale)
    size = Size(
      width: max(pixel, box.width + 2 * padding), height: max(pixel, box.height + 2 * padding))
    origin = Point(x: padding, y: padding)
  }

  /// The side of a device pixel in points, rounded up if needed, so that the side times `scale` is
  /// never below 1.
  package static func pixel(scale: Double) -> Double {
    let side = 1 / scale
    return side * scale < 1 ? side.nextUp : side
  }

  /// A picture of a given size, with a place for the first line.
  ///
  /// - Parameter place: The point on the canvas for the anchor on the first line's baseline, in
  ///   vertical text on its central line; `nil` to put the box at the corner, within the padding.
  init(
    canvas: Size, place: Point?, anchor: PictureAnchor, padding: Double, layout: TextLayout
  ) {
    size = canvas
    origin = Point(x: padding, y: padding)
    guard let place, let line = layout.lines.first else { return }
    let start = line.runs.first.map { min($0.x, line.inlineStart) } ?? line.inlineStart
    let anchored: Double =
      switch anchor {
      case .start: start
      case .middle: line.inlineStart + line.inlineExtent / 2
      case .end: line.inlineStart + line.inlineExtent
      }
    let anchorPoint = layout.axes.point(Point(x: anchored, y: line.blockBaseline))
    origin = Point(x: place.x - anchorPoint.x, y: place.y - anchorPoint.y)
  }

  /// Enlarges the picture by whole device pixels, so that ink has the padding around it and glyphs
  /// keep their places relative to the pixels.
  ///
  /// - Parameter ink: The ink, in points of the layout.
  mutating func fit(_ ink: Rect, padding: Double, scale: Double) {
    func whole(_ points: Double) -> Double { max(0, (points * scale).rounded(.up) / scale) }
    let left = whole(padding - origin.x - ink.minX)
    let top = whole(padding - origin.y - ink.minY)
    let right = whole(ink.maxX + padding + origin.x - size.width)
    let bottom = whole(ink.maxY + padding + origin.y - size.height)
    origin = Point(x: origin.x + left, y: origin.y + top)
    size = Size(width: size.width + left + right, height: size.height + top + bottom)
  }

  /// The distances by which ink reaches beyond the edges, in points.
  func overflow(of ink: Rect) -> (left: Double, top: Double, right: Double, bottom: Double) {
    (
      -origin.x - ink.minX, -origin.y - ink.minY, ink.maxX + origin.x - size.width,
      ink.maxY + origin.y - size.height
    )
  }

  /// The size in device pixels.
  ///
  /// - Throws: `DocumentError` with `tooLarge` if a side exceeds the limit.
  package func pixels(scale: Double) throws(DocumentError) -> PixelSize {
    let width = (size.width * scale).rounded(.up)
    let height = (size.height * scale).rounded(.up)
    guard max(width, height) <= Double(CanvasLimits.bitmapSide) else {
      throw DocumentError(
        .tooLarge, nil,
        "the picture would have \(DecimalNumber.text(width))×\(DecimalNumber.text(height)) pixels, "
          + "but a side has at most \(CanvasLimits.bitmapSide)")
    }
    return size.pixels(scale: scale) ?? PixelSize(width: Int(width), height: Int(height))
  }
}
