// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A position in points, x to the right and y downwards.
public struct Point: Hashable, Codable, Sendable {
  /// The horizontal coordinate, in points.
  public var x: Double
  /// The vertical coordinate, in points, downwards.
  public var y: Double

  /// Creates a point from its coordinates.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin.
  public static let zero = Point(x: 0, y: 0)
}

/// A width and a height in points.
public struct Size: Hashable, Codable, Sendable {
  /// The horizontal extent, in points.
  public var width: Double
  /// The vertical extent, in points.
  public var height: Double

  /// Creates a size; nothing is checked.
  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The empty size.
  public static let zero = Size(width: 0, height: 0)
}

/// A width and a height in whole device pixels.
public struct PixelSize: Hashable, Sendable {
  /// The horizontal extent, in pixels.
  public var width: Int
  /// The vertical extent, in pixels.
  public var height: Int

  /// Creates a pixel size; nothing is checked.
  @inlinable
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

extension Size {
  /// Whether both sides are finite and at least one device pixel at the given scale.
  ///
  /// - Parameter scale: Device pixels per point.
  package func isDrawable(scale: Double) -> Bool {
    let (w, h) = (width * scale, height * scale)
    return w.isFinite && h.isFinite && w >= 1 && h >= 1
  }

  /// The pixels that cover this size, each side rounded up.
  ///
  /// - Parameter scale: Device pixels per point.
  /// - Returns: `nil` unless the size is drawable and within ``CanvasLimits/bitmapSide``.
  public func pixels(scale: Double) -> PixelSize? {
    guard isDrawable(scale: scale) else { return nil }
    let (w, h) = ((width * scale).rounded(.up), (height * scale).rounded(.up))
    guard w <= Double(CanvasLimits.bitmapSide), h <= Double(CanvasLimits.bitmapSide) else {
      return nil
    }
    return PixelSize(width: Int(w), height: Int(h))
  }
}

/// A rectangle in points: the corner nearest the origin and a size.
public struct Rect: Hashable, Sendable {
  /// The corner with the least coordinates.
  public var origin: Point
  /// The size; never negative in results of this library.
  public var size: Size

  /// Creates a rectangle from its corner and size.
  @inlinable
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from four numbers in points.
  @inlinable
  public init(x: Double = 0, y: Double = 0, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The empty rectangle at the origin.
  public static let zero = Rect(width: 0, height: 0)

  /// The least x.
  @inlinable public var minX: Double { origin.x }
  /// The least y, the upper edge.
  @inlinable public var minY: Double { origin.y }
  /// The greatest x.
  @inlinable public var maxX: Double { origin.x + size.width }
  /// The greatest y, the lower edge.
  @inlinable public var maxY: Double { origin.y + size.height }
  /// The x of the middle.
  @inlinable public var midX: Double { origin.x + size.width / 2 }
  /// The y of the middle.
  @inlinable public var midY: Double { origin.y + size.height / 2 }
  /// The horizontal extent.
  @inlinable public var width: Double { size.width }
  /// The vertical extent.
  @inlinable public var height: Double { size.height }
  /// Whether the rectangle covers no area; one with a NaN is empty.
  @inlinable public var isEmpty: Bool { !(size.width > 0 && size.height > 0) }

  /// Whether a point lies inside; points on the right and lower edges do not.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Whether two rectangles have an area in common.
  public func intersects(_ other: Rect) -> Bool { !intersection(other).isEmpty }

  /// The intersection of two rectangles; ``zero`` if there is none.
  public func intersection(_ other: Rect) -> Rect {
    let x = max(minX, other.minX), y = max(minY, other.minY)
    let right = min(maxX, other.maxX), bottom = min(maxY, other.maxY)
    guard right > x, bottom > y else { return .zero }
    return Rect(x: x, y: y, width: right - x, height: bottom - y)
  }

  /// The smallest rectangle around both; an empty one adds nothing.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let x = min(minX, other.minX), y = min(minY, other.minY)
    return Rect(
      x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y)
  }

}

extension Rect {
  /// The rectangle moved by a vector.
  public func offsetBy(dx: Double, dy: Double) -> Rect {
    Rect(x: minX + dx, y: minY + dy, width: width, height: height)
  }

  /// The rectangle with each side moved inwards, outwards by negative numbers; a side that would
  /// pass the opposite one leaves no width or height.
  public func insetBy(dx: Double, dy: Double) -> Rect {
    Rect(
      x: minX + dx, y: minY + dy, width: max(0, width - 2 * dx), height: max(0, height - 2 * dy))
  }

  /// The same rectangle with a width and a height that are not negative.
  public var standardized: Rect {
    Rect(x: min(minX, maxX), y: min(minY, maxY), width: abs(width), height: abs(height))
  }

  /// The smallest rectangle around this one whose edges are whole numbers.
  public var integral: Rect {
    let (left, top) = (minX.rounded(.down), minY.rounded(.down))
    return Rect(
      x: left, y: top, width: maxX.rounded(.up) - left, height: maxY.rounded(.up) - top)
  }
}

extension Point: CustomStringConvertible {
  /// `(x, y)`.
  public var description: String { "(\(short(x)), \(short(y)))" }
}

extension Size: CustomStringConvertible {
  /// `width × height`.
  public var description: String { "\(short(width)) × \(short(height))" }
}

extension PixelSize: CustomStringConvertible {
  /// `width × height`.
  public var description: String { "\(width) × \(height)" }
}

extension Rect: CustomStringConvertible {
  /// `(x, y, width × height)`.
  public var description: String { "(\(short(minX)), \(short(minY)), \(size))" }
}

/// A number without `.0`.
private func short(_ value: Double) -> String {
  Int(exactly: value).map(String.init) ?? String(value)
}
