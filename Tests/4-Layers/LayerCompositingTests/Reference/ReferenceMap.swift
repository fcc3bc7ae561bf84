// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

@testable import CanvasGeometry
@testable import LayerCompositing

/// A map of space as four rows, for row vectors, with arithmetic of its own.
struct ReferenceMap {
  var rows: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

  static let identity = translation(0, 0, 0)

  static func translation(_ x: Double, _ y: Double, _ z: Double) -> ReferenceMap {
    ReferenceMap(
      rows: (
        SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(x, y, z, 1)
      ))
  }

  init(rows: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)) { self.rows = rows }

  init(_ t: Transform3D) {
    rows = (
      SIMD4(t.m11, t.m12, t.m13, t.m14), SIMD4(t.m21, t.m22, t.m23, t.m24),
      SIMD4(t.m31, t.m32, t.m33, t.m34), SIMD4(t.m41, t.m42, t.m43, t.m44)
    )
  }

  /// The image of (x, y, 0, 1).
  func image(of p: SIMD2<Double>) -> SIMD4<Double> { rows.0 * p.x + rows.1 * p.y + rows.3 }

  /// This map first, then another.
  func then(_ next: ReferenceMap) -> ReferenceMap {
    // Each number by itself: products of vectors take twenty times as long in a debug build.
    let (a, b, c, d) = next.rows
    func row(_ r: SIMD4<Double>) -> SIMD4<Double> {
      SIMD4(
        a.x * r.x + b.x * r.y + c.x * r.z + d.x * r.w,
        a.y * r.x + b.y * r.y + c.y * r.z + d.y * r.w,
        a.z * r.x + b.z * r.y + c.z * r.z + d.z * r.w,
        a.w * r.x + b.w * r.y + c.w * r.z + d.w * r.w)
    }
    return ReferenceMap(rows: (row(rows.0), row(rows.1), row(rows.2), row(rows.3)))
  }

  /// The determinant of the map of the plane z = 0, with weights: positive where the plane shows
  /// its front.
  var facing: Double {
    let (a, b, c) = (rows.0, rows.1, rows.3)
    return a.x * (b.y * c.w - b.w * c.y) - a.y * (b.x * c.w - b.w * c.x)
      + a.w * (b.x * c.y - b.y * c.x)
  }

  /// The point of the plane z = 0 that is seen at a point, and how near it is to the eye; `nil` if
  /// there is none before the eye.
  func source(of q: SIMD2<Double>) -> (point: SIMD2<Double>, depth: Double)? {
    // x (a - q a.w) + y (b - q b.w) = q c.w - c, in x and in y, by Cramer's rule.
    let (a, b, c) = (rows.0, rows.1, rows.3)
    let (p1, p2) = (a.x - q.x * a.w, b.x - q.x * b.w)
    let (p3, p4) = (a.y - q.y * a.w, b.y - q.y * b.w)
    let (r1, r2) = (q.x * c.w - c.x, q.y * c.w - c.y)
    let determinant = p1 * p4 - p2 * p3
    guard determinant != 0 else { return nil }
    let point = SIMD2(
      (r1 * p4 - p2 * r2) / determinant, (p1 * r2 - r1 * p3) / determinant)
    let there = image(of: point)
    guard there.w > 1.0 / 1024 else { return nil }
    return (point, there.z / there.w)
  }
}

extension LayerProperties {
  /// The map from the layer to its superlayer: the anchor point goes to the origin, is transformed,
  /// and goes to the position.
  var referenceMap: ReferenceMap {
    let x = bounds.origin.x + anchorPoint.x * bounds.size.width
    let y = bounds.origin.y + anchorPoint.y * bounds.size.height
    return ReferenceMap.translation(-x, -y, -anchorPointZ).then(ReferenceMap(transform))
      .then(.translation(position.x, position.y, zPosition))
  }

  /// The map of the sublayers within the layer's space.
  var referenceSublayerMap: ReferenceMap {
    var map = ReferenceMap.identity
    if isGeometryFlipped {
      map.rows.1.y = -1
      map.rows.3.y = 2 * bounds.origin.y + bounds.size.height
    }
    let x = bounds.origin.x + anchorPoint.x * bounds.size.width
    let y = bounds.origin.y + anchorPoint.y * bounds.size.height
    return map.then(.translation(-x, -y, 0)).then(ReferenceMap(sublayerTransform))
      .then(.translation(x, y, 0))
  }
}
