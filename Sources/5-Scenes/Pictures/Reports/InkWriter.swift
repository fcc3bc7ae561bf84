// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import DocumentJSON

/// Writes quads of ink in pixels of a picture, rounded to whole pixels unless the text is turned,
/// mirrored or skewed.
struct InkWriter {
  /// The map from the plane of a text to the pixels of the picture.
  let map: Projection
  /// The upper left corner of the layout in the plane of the text.
  let origin: Point
  /// Whether rectangles are given in pixels of the picture; otherwise in points of the layout.
  let isInPixels: Bool

  /// The rectangle around two rectangles; `nil` if there is none.
  static func union(_ first: Rect?, _ second: Rect?) -> Rect? {
    guard let second else { return first }
    return first?.union(second) ?? second
  }

  /// Writes a quad; `null` for no ink.
  func write(_ rect: Rect?, _ writer: inout JSONWriter) {
    guard let rect else { return writer.null() }
    if isInPixels { return writer.quad(rect) }
    let placed = rect.offsetBy(dx: origin.x, dy: origin.y)
    if let map = map.affine, map.b == 0, map.c == 0, map.a > 0, map.d > 0 {
      let (left, right) = Self.pixels(placed.minX * map.a + map.tx, placed.maxX * map.a + map.tx)
      let (top, bottom) = Self.pixels(placed.minY * map.d + map.ty, placed.maxY * map.d + map.ty)
      return writer.quad(Rect(x: left, y: top, width: right - left, height: bottom - top))
    }
    writer.quad(placed, map)
  }

  /// The edges of the pixels around an interval. A pixel is left out if less than 1/1024 of it is
  /// covered.
  private static func pixels(_ low: Double, _ high: Double) -> (low: Double, high: Double) {
    ((low + 1.0 / 1024).rounded(.down), (high - 1.0 / 1024).rounded(.up))
  }
}

extension JSONWriter {
  /// Writes the corners of a rectangle.
  mutating func quad(_ rect: Rect) {
    quad(left: rect.minX, top: rect.minY, right: rect.maxX, bottom: rect.maxY)
  }

  /// Writes the corners of a rectangle; `null` if the perspective maps a corner nowhere.
  mutating func quad(_ rect: Rect, _ map: Projection) {
    guard let upperLeft = map.apply(Point(x: rect.minX, y: rect.minY)),
      let lowerRight = map.apply(Point(x: rect.maxX, y: rect.maxY))
    else { return null() }
    if let map = map.affine, map.b == 0, map.c == 0 {
      return quad(left: upperLeft.x, top: upperLeft.y, right: lowerRight.x, bottom: lowerRight.y)
    }
    guard let upperRight = map.apply(Point(x: rect.maxX, y: rect.minY)),
      let lowerLeft = map.apply(Point(x: rect.minX, y: rect.maxY))
    else { return null() }
    beginArray()
    point(upperLeft)
    point(upperRight)
    point(lowerRight)
    point(lowerLeft)
    endArray()
  }

  private mutating func point(_ point: Point) {
    number(point.x)
    number(point.y)
  }
}
