// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A projective map of space as a 4 × 4 matrix, for row vectors: (x, y, z, 1) · M.
///
/// The first index is the row: the translation lies in ``m41``, ``m42``, ``m43``, the perspective
/// in ``m34``. x points to the right, y downwards, z towards the viewer; a positive angle about z
/// turns clockwise as seen. Source: Core Animation's `CATransform3D`.
public struct Transform3D: Hashable, Sendable {
  /// The elements of the first row.
  public var m11, m12, m13, m14: Double
  /// The elements of the second row.
  public var m21, m22, m23, m24: Double
  /// The elements of the third row.
  public var m31, m32, m33, m34: Double
  /// The elements of the fourth row.
  public var m41, m42, m43, m44: Double

  /// The identity.
  public static let identity = Transform3D()

  /// Creates the identity.
  public init() {
    (m11, m12, m13, m14) = (1, 0, 0, 0)
    (m21, m22, m23, m24) = (0, 1, 0, 0)
    (m31, m32, m33, m34) = (0, 0, 1, 0)
    (m41, m42, m43, m44) = (0, 0, 0, 1)
  }

  /// Creates a map from 16 numbers, row by row.
  ///
  /// - Returns: `nil` unless there are 16.
  public init?(elements e: [Double]) {
    guard e.count == 16 else { return nil }
    (m11, m12, m13, m14) = (e[0], e[1], e[2], e[3])
    (m21, m22, m23, m24) = (e[4], e[5], e[6], e[7])
    (m31, m32, m33, m34) = (e[8], e[9], e[10], e[11])
    (m41, m42, m43, m44) = (e[12], e[13], e[14], e[15])
  }

  /// Creates the map that acts on the plane as an affine one, and leaves z as it is.
  public init(_ map: AffineTransform) {
    self.init()
    (m11, m12) = (map.a, map.b)
    (m21, m22) = (map.c, map.d)
    (m41, m42) = (map.tx, map.ty)
  }

  /// A translation, in points.
  public static func translation(x: Double, y: Double, z: Double = 0) -> Transform3D {
    var map = Transform3D()
    (map.m41, map.m42, map.m43) = (x, y, z)
    return map
  }

  /// A scaling about the origin.
  public static func scale(x: Double, y: Double, z: Double = 1) -> Transform3D {
    var map = Transform3D()
    (map.m11, map.m22, map.m33) = (x, y, z)
    return map
  }

  /// A rotation about an axis through the origin; the identity for an axis of no length.
  ///
  /// Quarter turns are exact.
  ///
  /// - Parameters:
  ///   - angle: The angle, in radians.
  ///   - x: The axis' extent along x.
  ///   - y: The axis' extent along y.
  ///   - z: The axis' extent along z.
  public static func rotation(
    _ angle: Double, x: Double = 0, y: Double = 0, z: Double = 1
  ) -> Transform3D {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0, length.isFinite else { return .identity }
    let (x, y, z) = (x / length, y / length, z / length)
    let (sine, cosine) = Angle.sineAndCosine(angle)
    let rest = 1 - cosine
    var map = Transform3D()
    map.m11 = cosine + rest * x * x
    map.m12 = rest * x * y + sine * z
    map.m13 = rest * x * z - sine * y
    map.m21 = rest * x * y - sine * z
    map.m22 = cosine + rest * y * y
    map.m23 = rest * y * z + sine * x
    map.m31 = rest * x * z + sine * y
    map.m32 = rest * y * z - sine * x
    map.m33 = cosine + rest * z * z
    return map
  }

  /// The map that applies this one first and `next` second, as `CATransform3DConcat(self, next)`
  /// does: this matrix times that of `next`.
  public func concatenating(_ next: Transform3D) -> Transform3D {
    let (a, b) = (self, next)
    func row(
      _ r1: Double, _ r2: Double, _ r3: Double, _ r4: Double
    ) -> (Double, Double, Double, Double) {
      (
        r1 * b.m11 + r2 * b.m21 + r3 * b.m31 + r4 * b.m41,
        r1 * b.m12 + r2 * b.m22 + r3 * b.m32 + r4 * b.m42,
        r1 * b.m13 + r2 * b.m23 + r3 * b.m33 + r4 * b.m43,
        r1 * b.m14 + r2 * b.m24 + r3 * b.m34 + r4 * b.m44
      )
    }
    var map = Transform3D()
    (map.m11, map.m12, map.m13, map.m14) = row(a.m11, a.m12, a.m13, a.m14)
    (map.m21, map.m22, map.m23, map.m24) = row(a.m21, a.m22, a.m23, a.m24)
    (map.m31, map.m32, map.m33, map.m34) = row(a.m31, a.m32, a.m33, a.m34)
    (map.m41, map.m42, map.m43, map.m44) = row(a.m41, a.m42, a.m43, a.m44)
    return map
  }

  /// The map that translates first and applies this map second.
  public func translated(x: Double, y: Double, z: Double = 0) -> Transform3D {
    Transform3D.translation(x: x, y: y, z: z).concatenating(self)
  }

  /// The map that scales first and applies this map second.
  public func scaled(x: Double, y: Double, z: Double = 1) -> Transform3D {
    Transform3D.scale(x: x, y: y, z: z).concatenating(self)
  }

  /// The map that rotates first and applies this map second; the angle is in radians.
  public func rotated(
    _ angle: Double, x: Double = 0, y: Double = 0, z: Double = 1
  ) -> Transform3D {
    Transform3D.rotation(angle, x: x, y: y, z: z).concatenating(self)
  }

  /// The 16 elements, row by row.
  public var elements: [Double] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44]
  }

  /// Whether the map leaves every point where it is.
  public var isIdentity: Bool { self == .identity }

  /// Whether all elements are finite.
  package var isFinite: Bool { elements.allSatisfy(\.isFinite) }

  /// Whether points of the plane z = 0 keep a weight of 1: the map is affine there.
  public var isAffine: Bool { m14 == 0 && m24 == 0 && m44 == 1 }

  /// The map of the plane z = 0 to the plane, seen along z.
  ///
  /// - Returns: `nil` unless ``isAffine``.
  public var affine: AffineTransform? {
    guard isAffine else { return nil }
    return AffineTransform(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42)
  }
}

extension Transform3D {
  /// The determinant: 0 for a map that cannot be inverted, such as one that makes space flat.
  public var determinant: Double {
    // Laplace expansion: 2 × 2 minors of the first two rows times those of the last two.
    let (a, b, c) = (m11 * m22 - m12 * m21, m11 * m23 - m13 * m21, m11 * m24 - m14 * m21)
    let (d, e, f) = (m12 * m23 - m13 * m22, m12 * m24 - m14 * m22, m13 * m24 - m14 * m23)
    let (g, h, i) = (m31 * m42 - m32 * m41, m31 * m43 - m33 * m41, m31 * m44 - m34 * m41)
    let (j, k, l) = (m32 * m43 - m33 * m42, m32 * m44 - m34 * m42, m33 * m44 - m34 * m43)
    return a * l - b * k + c * j + d * i - e * h + f * g
  }

  /// The inverse map; `nil` if the map is singular or a number is not finite.
  ///
  /// By Gauss–Jordan elimination with partial pivoting.
  public func inverted() -> Transform3D? {
    guard isFinite else { return nil }
    var rows = InlineArray<4, SIMD8<Double>>(repeating: .zero)
    rows[0] = SIMD8(m11, m12, m13, m14, 1, 0, 0, 0)
    rows[1] = SIMD8(m21, m22, m23, m24, 0, 1, 0, 0)
    rows[2] = SIMD8(m31, m32, m33, m34, 0, 0, 1, 0)
    rows[3] = SIMD8(m41, m42, m43, m44, 0, 0, 0, 1)
    for column in 0..<4 {
      var pivot = column
      for row in column..<4 where abs(rows[row][column]) > abs(rows[pivot][column]) { pivot = row }
      rows.swapAt(column, pivot)
      let divisor = rows[column][column]
      guard divisor != 0 else { return nil }
      rows[column] /= divisor
      for row in 0..<4 where row != column {
        let factor = rows[row][column]
        rows[row] -= factor * rows[column]
      }
    }
    let inverse = Transform3D(elements: (0..<4).flatMap { row in (4..<8).map { rows[row][$0] } })
    guard let inverse, inverse.isFinite else { return nil }
    return inverse
  }
}
