// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// A part of a transform that a key path names: `rotation`, `scale`, `translation` and their axes.
///
/// The upper left 3 × 3 elements count as a scaling, then rotations about x, y and z. A mirror is a
/// negative scale along the axis with which the rotations turn the least; two negative scales are a
/// rotation by half a turn. A shear is lost when a rotation or scale is set. `rotation` alone is
/// that about z, `scale` alone the mean of the three, `translation` alone a size of x and y.
/// Source: Core Animation's key paths.
struct TransformField {
  private enum Part: String { case rotation, scale, translation }
  private enum Axis: String { case x, y, z }

  private let part: Part
  private let axis: Axis?

  /// Reads a name such as `rotation.z`; `nil` for an unknown one.
  init?(name: String) {
    let names = name.split(separator: ".", omittingEmptySubsequences: false)
    guard names.count <= 2, let part = Part(rawValue: String(names[0])) else { return nil }
    self.part = part
    if names.count == 1 {
      axis = nil
    } else {
      guard let axis = Axis(rawValue: String(names[1])) else { return nil }
      self.axis = axis
    }
  }

  /// The value in a transform: an angle in radians, a factor, or a length.
  func value(in map: Transform3D) -> LayerValue {
    let parts = TransformParts(map)
    return switch (part, axis) {
    case (.rotation, .x): .number(parts.x.angle)
    case (.rotation, .y): .number(parts.y.angle)
    case (.rotation, _): .number(parts.z.angle)
    case (.scale, .x): .number(parts.scale.x)
    case (.scale, .y): .number(parts.scale.y)
    case (.scale, .z): .number(parts.scale.z)
    case (.scale, nil): .number((parts.scale.x + parts.scale.y + parts.scale.z) / 3)
    case (.translation, .x): .number(map.m41)
    case (.translation, .y): .number(map.m42)
    case (.translation, .z): .number(map.m43)
    case (.translation, nil): .size(Size(width: map.m41, height: map.m42))
    }
  }

  /// A transform with the part set; `nil` if the value is of another type.
  func setting(_ value: LayerValue, in map: Transform3D) -> Transform3D? {
    if part == .translation { return translating(value, map) }
    guard case .number(let number) = value else { return nil }
    var parts = TransformParts(map)
    switch (part, axis) {
    case (.rotation, .x): parts.x = .init(angle: number)
    case (.rotation, .y): parts.y = .init(angle: number)
    case (.rotation, _): parts.z = .init(angle: number)
    case (_, .x): parts.scale.x = number
    case (_, .y): parts.scale.y = number
    case (_, .z): parts.scale.z = number
    case (_, nil): parts.scale = SIMD3(repeating: number)
    }
    return parts.transform(keeping: map)
  }

  private func translating(_ value: LayerValue, _ map: Transform3D) -> Transform3D? {
    var map = map
    switch (axis, value) {
    case (.x, .number(let number)): map.m41 = number
    case (.y, .number(let number)): map.m42 = number
    case (.z, .number(let number)): map.m43 = number
    case (nil, .size(let size)): (map.m41, map.m42) = (size.width, size.height)
    default: return nil
    }
    return map
  }
}

/// A scaling followed by rotations about x, y and z.
private struct TransformParts {
  /// An angle as its sine and cosine, so that setting one angle leaves the bits of the others.
  struct Turn {
    var sine = 0.0
    var cosine = 1.0

    init(sine: Double, cosine: Double) { (self.sine, self.cosine) = (sine, cosine) }

    init(angle: Double) { (sine, cosine) = Angle.sineAndCosine(angle) }

    /// The angle in radians, −π to π.
    var angle: Double { Angle.arctangent(sine, cosine) }
  }

  var scale: SIMD3<Double>
  var x, y, z: Turn

  init(_ m: Transform3D) {
    let lengths = SIMD3(
      (m.m11 * m.m11 + m.m12 * m.m12 + m.m13 * m.m13).squareRoot(),
      (m.m21 * m.m21 + m.m22 * m.m22 + m.m23 * m.m23).squareRoot(),
      (m.m31 * m.m31 + m.m32 * m.m32 + m.m33 * m.m33).squareRoot())
    scale = lengths
    let determinant =
      m.m11 * (m.m22 * m.m33 - m.m23 * m.m32) - m.m12 * (m.m21 * m.m33 - m.m23 * m.m31)
      + m.m13 * (m.m21 * m.m32 - m.m22 * m.m31)
    if determinant < 0 { scale *= Self.mirror(SIMD3(m.m11, m.m22, m.m33) / lengths) }
    let (sx, sy, sz) = (
      scale.x == 0 ? 1 : scale.x, scale.y == 0 ? 1 : scale.y, scale.z == 0 ? 1 : scale.z
    )
    let (r11, r12, r13) = (m.m11 / sx, m.m12 / sx, m.m13 / sx)
    let flat = (r11 * r11 + r12 * r12).squareRoot()
    y = Turn(sine: -r13, cosine: flat)
    if flat > 1e-12 {
      z = Turn(sine: r12 / flat, cosine: r11 / flat)
      x = Turn(sine: m.m23 / sy / flat, cosine: m.m33 / sz / flat)
    } else {
      // Gimbal lock: x and z turn about the same axis, so the whole turn counts as one about x.
      z = Turn(sine: 0, cosine: 1)
      x = Turn(sine: -m.m32 / sz, cosine: m.m22 / sy)
    }
  }

  /// The signs of the scales of a mirror: those with which the rotations turn the least, so that a
  /// negative scale along one axis stays one along that axis.
  ///
  /// - Parameter cosines: The cosines between each axis and its image.
  private static func mirror(_ cosines: SIMD3<Double>) -> SIMD3<Double> {
    let least = cosines.min()
    // Negating all three scales turns least if it makes the sum of the cosines the greatest.
    if -cosines.sum() > cosines.sum() - 2 * least { return SIMD3(repeating: -1) }
    if cosines.x == least { return SIMD3(-1, 1, 1) }
    return cosines.y == least ? SIMD3(1, -1, 1) : SIMD3(1, 1, -1)
  }

  /// The scaling and rotations as a matrix, with the other elements of a given transform.
  func transform(keeping old: Transform3D) -> Transform3D {
    var map = old
    let (sx, cx, sy, cy, sz, cz) = (x.sine, x.cosine, y.sine, y.cosine, z.sine, z.cosine)
    map.m11 = scale.x * (cy * cz)
    map.m12 = scale.x * (cy * sz)
    map.m13 = scale.x * -sy
    map.m21 = scale.y * (sx * sy * cz - cx * sz)
    map.m22 = scale.y * (sx * sy * sz + cx * cz)
    map.m23 = scale.y * (sx * cy)
    map.m31 = scale.z * (cx * sy * cz + sx * sz)
    map.m32 = scale.z * (cx * sy * sz - sx * cz)
    map.m33 = scale.z * (cx * cy)
    return map
  }
}
