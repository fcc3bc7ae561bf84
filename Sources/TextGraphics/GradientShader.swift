// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A gradient prepared for one transform, which computes colours of device pixels.
struct GradientShader {
  private static let steps = 1024

  private enum Kind {
    case linear(x: Double, y: Double, offset: Double)
    case radial(dx: Double, dy: Double, dr: Double, r0: Double, a: Double)
    case sweep(start: Double, span: Double)
  }

  private let kind: Kind
  /// The map from device pixels to the gradient's axes, with its first point, circle or centre at
  /// the origin.
  private let toGradient: AffineTransform
  /// The map from device pixels to the plane that ``toGradient`` begins at, if that is seen in
  /// perspective.
  private let toPlane: Projection?
  /// Offsets are normalised to the colour line: 0 at the first stop, 1 at the last.
  private let first: Double
  private let perLength: Double
  private let extend: Gradient.Extend
  /// Premultiplied samples of the colour line from its first to its last stop.
  private let table: [UInt32]

  /// - Returns: `nil` for a gradient that draws nothing: without stops, with numbers that are not
  ///   finite, or without extent.
  init?(_ gradient: Gradient, transform: AffineTransform, projection: Projection? = nil) {
    var stops = gradient.stops.filter { $0.offset.isFinite }
    // Sorted by offset, then by position: `sorted` is not stable.
    stops = stops.enumerated().sorted {
      ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
    }.map(\.element)
    guard let head = stops.first, let tail = stops.last,
      var inverse = transform.concatenated(with: gradient.transform).inverted
    else { return nil }
    if let projection {
      guard let inverse = projection.inverted else { return nil }
      toPlane = inverse
    } else {
      toPlane = nil
    }
    let length = tail.offset - head.offset
    if length <= 0 {
      // All stops at one offset: only padding is defined, with a hard edge there.
      guard gradient.extend == .pad else { return nil }
    }
    extend = gradient.extend
    first = head.offset
    perLength = length > 0 ? 1 / length : .infinity

    switch gradient.geometry {
    case .linear(let p, let q):
      let (dx, dy) = (q.x - p.x, q.y - p.y)
      let square = dx * dx + dy * dy
      guard square > 0, square.isFinite else { return nil }
      kind = .linear(x: dx / square, y: dy / square, offset: -(p.x * dx + p.y * dy) / square)
    case .radial(let c, let r0, let d, let r1):
      let (dx, dy, dr) = (d.x - c.x, d.y - c.y, r1 - r0)
      let a = dx * dx + dy * dy - dr * dr
      guard a.isFinite, r0 >= 0, r1 >= 0, dx != 0 || dy != 0 || dr != 0 else { return nil }
      kind = .radial(dx: dx, dy: dy, dr: dr, r0: r0, a: a)
      inverse = AffineTransform.translation(x: -c.x, y: -c.y).concatenated(with: inverse)
    case .sweep(let c, let start, let end):
      guard start.isFinite, end.isFinite, start != end || gradient.extend == .pad else {
        return nil
      }
      kind = .sweep(start: start, span: end - start)
      inverse = AffineTransform.translation(x: -c.x, y: -c.y).concatenated(with: inverse)
    }
    toGradient = inverse
    table = Self.table(stops, length: length)
  }

  private static func table(_ stops: [Gradient.Stop], length: Double) -> [UInt32] {
    guard length > 0 else {
      // The colours before and after the one offset.
      return [stops[0].color.premultiplied8, stops[stops.count - 1].color.premultiplied8]
    }
    var result = [UInt32](repeating: 0, count: steps + 1)
    var k = 0
    for i in 0...steps {
      let offset = stops[0].offset + length * Double(i) / Double(steps)
      while k + 1 < stops.count - 1, stops[k + 1].offset <= offset { k += 1 }
      let (s, e) = (stops[k], stops[min(k + 1, stops.count - 1)])
      let span = e.offset - s.offset
      let t = Float(span > 0 ? max(0, min(1, (offset - s.offset) / span)) : 1)
      result[i] = mixed(s.color, e.color, t)
    }
    result[0] = stops[0].color.premultiplied8
    result[steps] = stops[stops.count - 1].color.premultiplied8
    return result
  }

  /// The premultiplied interpolation of two colours.
  private static func mixed(_ a: Color, _ b: Color, _ t: Float) -> UInt32 {
    func unit(_ v: Double) -> Float { v > 0 ? min(Float(v), 1) : 0 }
    let (p, q) = (unit(a.alpha), unit(b.alpha))
    let alpha = p + (q - p) * t
    func byte(_ v: Float) -> UInt32 { UInt32(v * 255 + 0.5) }
    func channel(_ u: Double, _ v: Double) -> UInt32 {
      let (x, y) = (unit(u) * p, unit(v) * q)
      return byte(min(x + (y - x) * t, alpha))
    }
    return channel(a.red, b.red) | channel(a.green, b.green) << 8
      | channel(a.blue, b.blue) << 16 | byte(alpha) << 24
  }

  /// Writes the premultiplied colours of the pixels from a device position to the right.
  func shade(x: Int, y: Int, into row: inout [UInt32]) {
    let m = toGradient
    for i in row.indices {
      var (px, py) = (Double(x + i) + 0.5, Double(y) + 0.5)
      if let toPlane {
        let (u, v, w) = toPlane.homogeneous(Point(x: px, y: py))
        guard w > 0 else {
          row[i] = 0
          continue
        }
        (px, py) = (u / w, v / w)
      }
      let gx = m.a * px + m.c * py + m.tx, gy = m.b * px + m.d * py + m.ty
      let t: Double?
      switch kind {
      case .linear(let kx, let ky, let offset): t = kx * gx + ky * gy + offset
      case .radial(let dx, let dy, let dr, let r0, let a):
        t = Self.radial(gx, gy, dx: dx, dy: dy, dr: dr, r0: r0, a: a)
      case .sweep(let start, let span): t = Self.sweep(gx, gy, start: start, span: span)
      }
      row[i] = t.map(color(at:)) ?? 0
    }
  }

  /// The greatest t whose circle passes through a point and has a radius of at least 0.
  private static func radial(
    _ x: Double, _ y: Double, dx: Double, dy: Double, dr: Double, r0: Double, a: Double
  ) -> Double? {
    let b = x * dx + y * dy + r0 * dr
    let c = x * x + y * y - r0 * r0
    if abs(a) < 1e-12 * (dx * dx + dy * dy + dr * dr) {
      guard b != 0 else { return nil }
      let t = c / (2 * b)
      return r0 + t * dr >= 0 ? t : nil
    }
    let q = b * b - a * c
    guard q >= 0 else { return nil }
    let root = q.squareRoot()
    let (t0, t1) = ((b + root) / a, (b - root) / a)
    let (more, less) = (max(t0, t1), min(t0, t1))
    if r0 + more * dr >= 0 { return more }
    if r0 + less * dr >= 0 { return less }
    return nil
  }

  private static func sweep(_ x: Double, _ y: Double, start: Double, span: Double) -> Double {
    var angle = atan2(y, x)
    if angle < 0 { angle += 2 * .pi }
    if span == 0 { return angle < start ? -.infinity : .infinity }
    return (angle - start) / span
  }

  private func color(at t: Double) -> UInt32 {
    let last = table.count - 1
    if perLength == .infinity { return t < first ? table[0] : table[last] }
    var u = (t - first) * perLength
    switch extend {
    case .pad: break
    case .repeat: u -= u.rounded(.down)
    case .reflect:
      u = abs(u)
      u -= 2 * (u / 2).rounded(.down)
      if u > 1 { u = 2 - u }
    }
    guard u > 0 else { return table[0] }
    guard u < 1 else { return table[last] }
    return table[Int(u * Double(last) + 0.5)]
  }
}
