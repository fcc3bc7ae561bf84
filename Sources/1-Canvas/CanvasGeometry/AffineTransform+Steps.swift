// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension AffineTransform {
  /// Creates a translation.
  @inlinable
  public init(translationX x: Double, y: Double) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Creates a scaling about the origin.
  @inlinable
  public init(scaleX x: Double, y: Double) {
    self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Creates a rotation about the origin.
  ///
  /// - Parameter angle: The angle, in radians, clockwise as seen (y down); quarter turns are exact.
  public init(rotationAngle angle: Double) {
    let (sine, cosine) = Angle.sineAndCosine(angle)
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Whether the map leaves every point where it is.
  @inlinable public var isIdentity: Bool { self == .identity }

  /// The map that translates first and applies this map second.
  @inlinable
  public func translatedBy(x: Double, y: Double) -> AffineTransform {
    AffineTransform(translationX: x, y: y).concatenating(self)
  }

  /// The map that scales first and applies this map second.
  @inlinable
  public func scaledBy(x: Double, y: Double) -> AffineTransform {
    AffineTransform(scaleX: x, y: y).concatenating(self)
  }

  /// The map that rotates first and applies this map second; the angle is in radians, clockwise as
  /// seen.
  public func rotated(by angle: Double) -> AffineTransform {
    AffineTransform(rotationAngle: angle).concatenating(self)
  }
}

extension Point {
  /// The image of the point under a map.
  @inlinable
  public func applying(_ map: AffineTransform) -> Point { map.apply(self) }
}

extension Size {
  /// The image of the vector (width, height) under a map without its translation.
  @inlinable
  public func applying(_ map: AffineTransform) -> Size {
    Size(width: map.a * width + map.c * height, height: map.b * width + map.d * height)
  }
}

extension Rect {
  /// The smallest upright rectangle around the image of the rectangle under a map.
  public func applying(_ map: AffineTransform) -> Rect {
    var (left, top) = (Double.infinity, Double.infinity)
    var (right, bottom) = (-Double.infinity, -Double.infinity)
    for corner in corners.map(map.apply) {
      (left, right) = (min(left, corner.x), max(right, corner.x))
      (top, bottom) = (min(top, corner.y), max(bottom, corner.y))
    }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
