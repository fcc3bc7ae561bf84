// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// A map from layout points to device pixels that only scales, alike in x and y, and moves.
///
/// The whole pixels of the translation are kept apart from the fractions, and only the fractions
/// are rounded, so a tile rounds as the whole picture does.
struct PixelGrid {
  /// Device pixels per point.
  let scale: Double
  /// The pixel that contains the layout's origin.
  let x: Int
  let y: Int
  /// The origin's place in that pixel, 0 up to 1.
  let fractionX: Double
  let fractionY: Double
  /// The distance from the origin down to the layout, in points. Added before the scale applies:
  /// sums of points are exact, products with a scale are not.
  var below = 0.0
  /// Whether baselines lie on whole pixels.
  var snapsBaselines = true

  /// The limit of coordinates, in pixels; nothing is visible beyond it.
  static let far = 1.0e8

  /// Creates the grid of a context whose user space has an origin at a point.
  ///
  /// - Returns: `nil` for other transforms, and for numbers that are not finite or too large.
  init?(_ context: borrowing GraphicsContext, origin: Point) {
    guard context.projection == nil else { return nil }
    self.init(transform: context.transform, origin: origin)
  }

  /// - Returns: `nil` for other transforms, and for numbers that are not finite or too large.
  init?(transform t: AffineTransform, origin: Point) {
    guard t.b == 0, t.c == 0, t.a == t.d, t.a > 0, t.a.isFinite else { return nil }
    if origin == .zero, t.tx == 0, t.ty == 0 {
      (scale, x, y, fractionX, fractionY) = (t.a, 0, 0, 0, 0)
      return
    }
    // The translation and the origin are split separately, so that a translation by whole pixels
    // adds exactly.
    let (ox, oy) = (origin.x * t.a, origin.y * t.a)
    guard abs(ox) < Self.far, abs(oy) < Self.far, abs(t.tx) < Self.far, abs(t.ty) < Self.far else {
      return nil
    }
    func split(_ a: Double, _ b: Double) -> (Int, Double) {
      let (wholeA, wholeB) = (a.rounded(.down), b.rounded(.down))
      let fraction = (a - wholeA) + (b - wholeB)
      let carry = fraction >= 1 ? 1.0 : 0
      return (Int(wholeA) + Int(wholeB) + Int(carry), fraction - carry)
    }
    scale = t.a
    (x, fractionX) = split(t.tx, ox)
    (y, fractionY) = split(t.ty, oy)
  }

  /// The map from points of the layout to device pixels.
  var transform: AffineTransform {
    AffineTransform(
      a: scale, b: 0, c: 0, d: scale, tx: Double(x) + fractionX,
      ty: Double(y) + fractionY + below * scale)
  }

  /// The rectangle of the layout, in points, that device pixels cover.
  func layoutRect(_ pixels: PixelRect) -> Rect {
    Rect(
      x: layoutX(pixels.x), y: layoutY(pixels.y), width: Double(pixels.width) / scale,
      height: Double(pixels.height) / scale)
  }

  /// The y of a pixel row's upper edge in the layout, in points.
  func layoutY(_ row: Int) -> Double { (Double(row - y) - fractionY) / scale - below }

  /// The x of a pixel column's left edge in the layout, in points.
  func layoutX(_ column: Int) -> Double { (Double(column - x) - fractionX) / scale }

  /// The nearest whole pixels to a rectangle in the layout, in points. Rectangles that meet still
  /// meet.
  ///
  /// - Parameter isLine: Whether the rectangle's height is rounded by itself, to at least one
  ///   pixel, as for an underline.
  func snapped(_ rect: Rect, isLine: Bool) -> PixelRect {
    let left = edge(rect.minX, fractionX)
    let right = edge(rect.maxX, fractionX)
    let top = edge(rect.minY + below, fractionY)
    let height = isLine ? max(1, edge(rect.height, 0)) : edge(rect.maxY + below, fractionY) - top
    return PixelRect(
      x: left + x, y: top + y, width: max(0, right - left), height: max(0, height))
  }

  /// The nearest edge between columns of pixels to an x in the layout, in points.
  func column(_ points: Double) -> Int { edge(points, fractionX) + x }

  /// The nearest edge between rows of pixels to a y in the layout, in points.
  func row(_ points: Double) -> Int { edge(points + below, fractionY) + y }

  private func edge(_ points: Double, _ fraction: Double) -> Int {
    Int(max(-Self.far, min(Self.far, (points * scale + fraction + 0.5).rounded(.down))))
  }
}
