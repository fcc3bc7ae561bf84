// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

extension Transform3D {
  /// The map at a fraction of the way to another one: scaling, shear, rotation, translation and
  /// perspective are interpolated separately.
  ///
  /// Source: CSS Transforms Level 2, section 13 (decomposition of 4 × 4 matrices).
  ///
  /// - Returns: `nil` if one of the maps is singular.
  func mixed(with other: Transform3D, _ fraction: Double) -> Transform3D? {
    if self == other { return self }
    if fraction == 0 { return self }
    if fraction == 1 { return other }
    // Translations are mixed directly: a decomposition would add rounding errors to other elements.
    if isTranslation, other.isTranslation {
      return .translation(
        x: m41 + (other.m41 - m41) * fraction, y: m42 + (other.m42 - m42) * fraction,
        z: m43 + (other.m43 - m43) * fraction)
    }
    guard let a = TransformDecomposition(self), let b = TransformDecomposition(other) else {
      return nil
    }
    return a.mixed(with: b, fraction).transform
  }

  private var isTranslation: Bool {
    self == .translation(x: m41, y: m42, z: m43)
  }
}

extension Transform3D {
  /// Whether the map moves nothing out of the plane, as an affine one does.
  fileprivate var isPlane: Bool {
    affine.map { Transform3D($0) == self } ?? false
  }
}

/// A map of space as scaling, shears, a rotation, a translation and a perspective.
private struct TransformDecomposition {
  private var translation: SIMD3<Double>
  private var scale: SIMD3<Double>
  /// Shears of xy, xz and yz.
  private var shear: SIMD3<Double>
  private var perspective: SIMD4<Double>
  /// The rotation as a quaternion: x, y, z and w.
  private var rotation: SIMD4<Double>

  init?(_ map: Transform3D) {
    guard map.isFinite, map.m44 != 0 else { return nil }
    let w = map.m44
    var rows = [
      SIMD3(map.m11, map.m12, map.m13) / w, SIMD3(map.m21, map.m22, map.m23) / w,
      SIMD3(map.m31, map.m32, map.m33) / w,
    ]
    translation = SIMD3(map.m41, map.m42, map.m43) / w
    var affine = map
    (affine.m14, affine.m24, affine.m34, affine.m44) = (0, 0, 0, w)
    guard let inverse = affine.inverted() else { return nil }
    if map.m14 != 0 || map.m24 != 0 || map.m34 != 0 {
      // The perspective is the column p with A · p = the last column of the map, where A is the map
      // without its perspective.
      let column = SIMD4(map.m14, map.m24, map.m34, map.m44)
      func row(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
        (SIMD4(a, b, c, d) * column).sum()
      }
      perspective = SIMD4(
        row(inverse.m11, inverse.m12, inverse.m13, inverse.m14),
        row(inverse.m21, inverse.m22, inverse.m23, inverse.m24),
        row(inverse.m31, inverse.m32, inverse.m33, inverse.m34),
        row(inverse.m41, inverse.m42, inverse.m43, inverse.m44))
    } else {
      perspective = SIMD4(0, 0, 0, 1)
    }
    func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }
    func length(_ a: SIMD3<Double>) -> Double { dot(a, a).squareRoot() }
    // Gram–Schmidt orthogonalisation of the rows gives the scales, the shears and the rotation.
    scale = .zero
    shear = .zero
    scale.x = length(rows[0])
    guard scale.x > 0 else { return nil }
    rows[0] /= scale.x
    shear.x = dot(rows[0], rows[1])
    rows[1] -= rows[0] * shear.x
    scale.y = length(rows[1])
    guard scale.y > 0 else { return nil }
    rows[1] /= scale.y
    shear.x /= scale.y
    shear.y = dot(rows[0], rows[2])
    rows[2] -= rows[0] * shear.y
    shear.z = dot(rows[1], rows[2])
    rows[2] -= rows[1] * shear.z
    scale.z = length(rows[2])
    guard scale.z > 0 else { return nil }
    rows[2] /= scale.z
    shear.y /= scale.z
    shear.z /= scale.z
    let cross = SIMD3(
      rows[1].y * rows[2].z - rows[1].z * rows[2].y, rows[1].z * rows[2].x - rows[1].x * rows[2].z,
      rows[1].x * rows[2].y - rows[1].y * rows[2].x)
    if dot(rows[0], cross) < 0 {
      if map.isPlane {
        // The map mirrors within the plane. Only one axis is negated, so that mixtures of this map
        // with others in the plane stay in the plane.
        if map.m11 < map.m22 {
          (scale.x, rows[0]) = (-scale.x, -rows[0])
        } else {
          (scale.y, rows[1]) = (-scale.y, -rows[1])
        }
        shear.x = -shear.x
      } else {
        scale = -scale
        for i in rows.indices { rows[i] = -rows[i] }
      }
    }
    rotation = Self.quaternion(rows[0], rows[1], rows[2])
  }

  /// The quaternion of a rotation, from its largest component.
  private static func quaternion(
    _ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>
  ) -> SIMD4<Double> {
    func root(_ a: Double) -> Double { max(0, a).squareRoot() }
    let trace = x.x + y.y + z.z
    if trace > 0 {
      let s = 2 * root(1 + trace)
      return SIMD4((y.z - z.y) / s, (z.x - x.z) / s, (x.y - y.x) / s, s / 4)
    }
    if x.x > y.y, x.x > z.z {
      let s = 2 * root(1 + x.x - y.y - z.z)
      return SIMD4(s / 4, (x.y + y.x) / s, (z.x + x.z) / s, (y.z - z.y) / s)
    }
    if y.y > z.z {
      let s = 2 * root(1 + y.y - x.x - z.z)
      return SIMD4((x.y + y.x) / s, s / 4, (y.z + z.y) / s, (z.x - x.z) / s)
    }
    let s = 2 * root(1 + z.z - x.x - y.y)
    return SIMD4((z.x + x.z) / s, (y.z + z.y) / s, s / 4, (x.y - y.x) / s)
  }

  func mixed(with other: TransformDecomposition, _ f: Double) -> TransformDecomposition {
    var result = self
    result.translation += (other.translation - translation) * f
    result.scale += (other.scale - scale) * f
    result.shear += (other.shear - shear) * f
    result.perspective += (other.perspective - perspective) * f
    result.rotation = Self.turned(rotation, other.rotation, f)
    return result
  }

  /// The rotation on the shorter way between two: a spherical interpolation.
  private static func turned(
    _ a: SIMD4<Double>, _ b: SIMD4<Double>, _ f: Double
  ) -> SIMD4<Double> {
    var cosine = (a * b).sum()
    let b = cosine < 0 ? -b : b
    cosine = min(1, abs(cosine))
    if cosine > 1 - 1e-12 { return a }
    let angle = Angle.arctangent((1 - cosine * cosine).squareRoot(), cosine)
    let (sine, _) = Angle.sineAndCosine(angle)
    let (first, _) = Angle.sineAndCosine((1 - f) * angle)
    let (second, _) = Angle.sineAndCosine(f * angle)
    return a * (first / sine) + b * (second / sine)
  }

  /// The map of the parts.
  var transform: Transform3D {
    let (x, y, z, w) = (rotation.x, rotation.y, rotation.z, rotation.w)
    var rows = [
      SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
      SIMD3(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)),
      SIMD3(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)),
    ]
    rows[2] = (rows[2] + rows[0] * shear.y + rows[1] * shear.z) * scale.z
    rows[1] = (rows[1] + rows[0] * shear.x) * scale.y
    rows[0] *= scale.x
    let p = SIMD3(perspective.x, perspective.y, perspective.z)
    func weight(_ row: SIMD3<Double>) -> Double { (row * p).sum() }
    var map = Transform3D()
    (map.m11, map.m12, map.m13, map.m14) = (rows[0].x, rows[0].y, rows[0].z, weight(rows[0]))
    (map.m21, map.m22, map.m23, map.m24) = (rows[1].x, rows[1].y, rows[1].z, weight(rows[1]))
    (map.m31, map.m32, map.m33, map.m34) = (rows[2].x, rows[2].y, rows[2].z, weight(rows[2]))
    (map.m41, map.m42, map.m43) = (translation.x, translation.y, translation.z)
    map.m44 = weight(translation) + perspective.w
    return map
  }
}
