// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// A rectangle by its sides, empty at first; y downwards.
struct InkExtent {
  private var left = Double.infinity
  private var top = Double.infinity
  private var right = -Double.infinity
  private var bottom = -Double.infinity

  init() {}

  /// - Parameter rect: A rectangle; it counts as empty if its numbers are not finite.
  init(_ rect: Rect) {
    guard rect.width > 0, rect.height > 0, rect.minX.isFinite, rect.minY.isFinite,
      rect.maxX.isFinite, rect.maxY.isFinite
    else { return }
    (left, top, right, bottom) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
  }

  /// A rectangle whose y runs upwards.
  init(upwards rect: Rect) {
    self.init(Rect(x: rect.minX, y: -rect.maxY, width: rect.width, height: rect.height))
  }

  init(_ pixels: PixelRect) {
    self.init(
      Rect(
        x: Double(pixels.x), y: Double(pixels.y), width: Double(pixels.width),
        height: Double(pixels.height)))
  }

  var isEmpty: Bool { !(left < right && top < bottom) }

  mutating func add(_ other: InkExtent) {
    left = min(left, other.left)
    top = min(top, other.top)
    right = max(right, other.right)
    bottom = max(bottom, other.bottom)
  }

  func placed(x: Double, y: Double, scale: Double) -> InkExtent {
    var result = self
    (result.left, result.right) = (x + left * scale, x + right * scale)
    (result.top, result.bottom) = (y + top * scale, y + bottom * scale)
    return result
  }

  /// The extent around a glyph's origin, mapped to line space.
  ///
  /// - Parameter map: A map that keeps sides parallel to the axes.
  func mapped(by map: AffineTransform) -> InkExtent {
    if isEmpty { return self }
    return InkExtent(
      map.boundingBox(of: Rect(x: left, y: top, width: right - left, height: bottom - top)))
  }

  /// The sides on whole pixels. A pixel that is covered by less than 1/1024 stays blank.
  var roundedOutwards: InkExtent {
    let least = 1.0 / 1024
    var result = self
    result.left = (left + least).rounded(.down)
    result.top = (top + least).rounded(.down)
    result.right = (right - least).rounded(.up)
    result.bottom = (bottom - least).rounded(.up)
    return result
  }

  /// The part between two sides; empty if there is none.
  func clipped(from low: Double, to high: Double) -> InkExtent {
    var result = self
    result.left = max(left, low)
    result.right = min(right, high)
    return result.isEmpty ? InkExtent() : result
  }

  /// The part above a line across; empty if there is none.
  func clipped(above edge: Double) -> InkExtent {
    var result = self
    result.bottom = min(bottom, edge)
    return result.isEmpty ? InkExtent() : result
  }

  /// The extent with each side moved outwards.
  func enlarged(by distance: Double) -> InkExtent {
    if isEmpty { return self }
    var result = self
    result.left -= distance
    result.top -= distance
    result.right += distance
    result.bottom += distance
    return result
  }

  /// An extent in pixels, rounded outwards; a part that is far beyond all pixels is cut.
  var pixels: PixelRect {
    if isEmpty { return PixelRect(width: 0, height: 0) }
    func pixel(_ value: Double) -> Int { Int(max(-PixelGrid.far, min(PixelGrid.far, value))) }
    let (x, y) = (pixel(left.rounded(.down)), pixel(top.rounded(.down)))
    return PixelRect(
      x: x, y: y, width: pixel(right.rounded(.up)) - x, height: pixel(bottom.rounded(.up)) - y)
  }

  /// The rectangle in points.
  func rect(scale: Double) -> Rect {
    if isEmpty { return .zero }
    return Rect(
      x: left / scale, y: top / scale, width: (right - left) / scale,
      height: (bottom - top) / scale)
  }
}
