// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

/// The layout of a pixel in a bitmap.
public enum PixelFormat: UInt8, Hashable, Sendable {
  /// Four bytes R, G, B, A, premultiplied; red has the lowest address.
  case rgba8
  /// One byte of coverage or opacity.
  case alpha8

  /// The size of a pixel, in bytes.
  @inlinable public var bytesPerPixel: Int { self == .rgba8 ? 4 : 1 }

  /// The size of a row, in bytes: a multiple of 16.
  func bytesPerRow(ofPixels width: Int) -> Int { (width * bytesPerPixel + 15) & ~15 }
}

/// A rectangle of whole device pixels, half-open at its right and lower edges.
public struct PixelRect: Hashable, Sendable {
  /// The leftmost column.
  public var x: Int
  /// The topmost row.
  public var y: Int
  /// The number of columns, never negative in results of this library.
  public var width: Int
  /// The number of rows, never negative in results of this library.
  public var height: Int

  /// Creates a rectangle from its corner and extent, in pixels.
  @inlinable
  public init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The column after the last one.
  @inlinable public var maxX: Int { x + width }
  /// The row after the last one.
  @inlinable public var maxY: Int { y + height }
  /// Whether the rectangle contains no pixel.
  @inlinable public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The common part of two rectangles; empty if there is none.
  @inlinable
  public func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x), top = max(y, other.y)
    let right = min(maxX, other.maxX), bottom = min(maxY, other.maxY)
    guard right > left, bottom > top else { return PixelRect(x: left, y: top, width: 0, height: 0) }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The rectangle moved by whole pixels.
  package func offset(dx: Int, dy: Int) -> PixelRect {
    PixelRect(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// The rectangle with each side moved inwards, or outwards for a negative distance; no side gets
  /// a negative length.
  package func inset(by distance: Int) -> PixelRect {
    PixelRect(
      x: x + distance, y: y + distance, width: max(0, width - 2 * distance),
      height: max(0, height - 2 * distance))
  }

  /// The smallest rectangle around both; an empty one adds nothing.
  package func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Whether another rectangle lies within this one; an empty one always does.
  package func contains(_ other: PixelRect) -> Bool {
    other.isEmpty
      || other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
  }

  /// The rectangle without an inner one: up to four parts.
  package func strips(around inner: PixelRect) -> [PixelRect] {
    var strips: [PixelRect] = []
    forEachStrip(around: [inner]) { strips.append($0) }
    return strips
  }

  /// Calls a closure for each part of the rectangle outside others: up to four for each of them.
  package func forEachStrip(
    around others: ArraySlice<PixelRect>, _ body: (PixelRect) -> Void
  ) {
    if isEmpty { return }
    guard let inner = others.first else { return body(self) }
    let (hole, others) = (intersection(inner), others.dropFirst())
    if hole.isEmpty { return forEachStrip(around: others, body) }
    PixelRect(x: x, y: y, width: width, height: hole.y - y).forEachStrip(around: others, body)
    PixelRect(x: x, y: hole.y, width: hole.x - x, height: hole.height)
      .forEachStrip(around: others, body)
    PixelRect(x: hole.maxX, y: hole.y, width: maxX - hole.maxX, height: hole.height)
      .forEachStrip(around: others, body)
    PixelRect(x: x, y: hole.maxY, width: width, height: maxY - hole.maxY)
      .forEachStrip(around: others, body)
  }

  /// The pixels that a rectangle touches: its sides rounded outwards and clamped to ±10^9. A NaN
  /// gives the empty rectangle.
  package init(covering rect: Rect) {
    let far = 1.0e9
    let (left, top) = (rect.minX, rect.minY)
    let (right, bottom) = (rect.maxX, rect.maxY)
    guard !rect.isEmpty, !left.isNaN, !top.isNaN, !right.isNaN, !bottom.isNaN else {
      self.init(width: 0, height: 0)
      return
    }
    let x = Int(max(-far, min(far, left.rounded(.down))))
    let y = Int(max(-far, min(far, top.rounded(.down))))
    self.init(
      x: x, y: y, width: Int(max(-far, min(far, right.rounded(.up)))) - x,
      height: Int(max(-far, min(far, bottom.rounded(.up)))) - y)
  }
}
