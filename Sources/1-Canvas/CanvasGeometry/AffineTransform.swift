// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// An affine map of the plane: x′ = a·x + c·y + tx, y′ = b·x + d·y + ty.
///
/// With x to the right and y downwards a positive angle turns clockwise as seen. Source: Core
/// Graphics' `CGAffineTransform`, whose numbers and operations these are.
///
/// Foundation for Linux has a type of this name: a program whose files import both chooses one of
/// them by `typealias AffineTransform = AsyncTextLayer.AffineTransform`.
public struct AffineTransform: Hashable, Sendable {
  /// The factor from x to x′.
  public var a: Double
  /// The factor from x to y′.
  public var b: Double
  /// The factor from y to x′.
  public var c: Double
  /// The factor from y to y′.
  public var d: Double
  /// The horizontal translation.
  public var tx: Double
  /// The vertical translation.
  public var ty: Double

  /// Creates a map from its six numbers.
  @inlinable
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The identity.
  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// A translation.
  @inlinable
  package static func translation(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// A scaling about the origin.
  @inlinable
  package static func scale(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// A rotation about the origin, in radians, clockwise as seen; quarter turns are exact.
  package static func rotation(_ angle: Double) -> AffineTransform {
    AffineTransform(rotationAngle: angle)
  }

  /// The map that applies this one first and `next` second, as `concat(self, next)` does.
  @inlinable
  public func concatenating(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
  }

  /// The image of a point.
  @inlinable
  package func apply(_ p: Point) -> Point {
    Point(x: a * p.x + c * p.y + tx, y: b * p.x + d * p.y + ty)
  }

  /// The determinant: the factor of areas, negative if the map mirrors.
  @inlinable public var determinant: Double { a * d - b * c }

  /// The inverse map; `nil` if the map is singular or a number is not finite.
  ///
  /// (Core Graphics returns a singular map unchanged.)
  public func inverted() -> AffineTransform? {
    let det = determinant
    guard det != 0, det.isFinite, (1 / det).isFinite else { return nil }
    return AffineTransform(
      a: d / det, b: -b / det, c: -c / det, d: a / det,
      tx: (c * ty - d * tx) / det, ty: (b * tx - a * ty) / det)
  }
}
