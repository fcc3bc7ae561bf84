// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// Red, green, blue and alpha, premultiplied, 0 to 1.
typealias ReferencePixel = SIMD4<Double>

extension ReferencePixel {
  init(of color: Color) {
    func clamped(_ x: Double) -> Double { x.isNaN ? 0 : Swift.min(1, Swift.max(0, x)) }
    let a = clamped(color.alpha)
    self.init(clamped(color.red) * a, clamped(color.green) * a, clamped(color.blue) * a, a)
  }

  /// The colour without its alpha; black where there is none.
  var straight: SIMD3<Double> { w > 0 ? SIMD3(x, y, z) / w : .zero }

  /// This pixel over another.
  func over(_ backdrop: ReferencePixel) -> ReferencePixel { self + backdrop * (1 - w) }

  /// This pixel joined with another by an operator: Porter and Duff's, and those of CSS Compositing
  /// 1, each written as the specification has it.
  func joined(with backdrop: ReferencePixel, by mode: BlendMode) -> ReferencePixel {
    let (s, b) = (self, backdrop)
    func duff(_ fs: Double, _ fb: Double) -> ReferencePixel { s * fs + b * fb }
    switch mode {
    case .clear: return .zero
    case .source: return s
    case .destination: return b
    case .sourceOver: return duff(1, 1 - s.w)
    case .destinationOver: return duff(1 - b.w, 1)
    case .sourceIn: return duff(b.w, 0)
    case .destinationIn: return duff(0, s.w)
    case .sourceOut: return duff(1 - b.w, 0)
    case .destinationOut: return duff(0, 1 - s.w)
    case .sourceAtop: return duff(b.w, 1 - s.w)
    case .destinationAtop: return duff(1 - b.w, s.w)
    case .xor: return duff(1 - b.w, 1 - s.w)
    case .plus: return (s + b).clamped(lowerBound: .zero, upperBound: .one)
    default:
      let mixed = Self.mix(b.straight, s.straight, mode)
      return s * (1 - b.w) + b * (1 - s.w)
        + ReferencePixel(mixed * (s.w * b.w), s.w * b.w)
    }
  }

  /// B(cb, cs) of CSS Compositing 1, sections 9.1 and 9.2.
  private static func mix(
    _ b: SIMD3<Double>, _ s: SIMD3<Double>, _ mode: BlendMode
  ) -> SIMD3<Double> {
    func each(_ f: (Double, Double) -> Double) -> SIMD3<Double> {
      SIMD3(f(b.x, s.x), f(b.y, s.y), f(b.z, s.z))
    }
    func hardLight(_ b: Double, _ s: Double) -> Double {
      s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1)
    }
    switch mode {
    case .multiply: return b * s
    case .screen: return b + s - b * s
    case .overlay: return each { hardLight($1, $0) }
    case .darken: return each(Swift.min)
    case .lighten: return each(Swift.max)
    case .colorDodge: return each { $0 == 0 ? 0 : $1 >= 1 ? 1 : Swift.min(1, $0 / (1 - $1)) }
    case .colorBurn: return each { $0 >= 1 ? 1 : $1 <= 0 ? 0 : 1 - Swift.min(1, (1 - $0) / $1) }
    case .hardLight: return each(hardLight)
    case .softLight:
      return each { b, s in
        if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
        let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
        return b + (2 * s - 1) * (d - b)
      }
    case .difference: return each { abs($0 - $1) }
    case .exclusion: return b + s - 2 * b * s
    case .hue: return luminous(saturated(s, saturation(b)), luminosity(b))
    case .saturation: return luminous(saturated(b, saturation(s)), luminosity(b))
    case .color: return luminous(s, luminosity(b))
    case .luminosity: return luminous(b, luminosity(s))
    default: preconditionFailure("\(mode) mixes no colours")
    }
  }

  private static func luminosity(_ c: SIMD3<Double>) -> Double {
    0.3 * c.x + 0.59 * c.y + 0.11 * c.z
  }

  private static func saturation(_ c: SIMD3<Double>) -> Double { c.max() - c.min() }

  private static func luminous(_ c: SIMD3<Double>, _ l: Double) -> SIMD3<Double> {
    let moved = c + (l - luminosity(c))
    let (light, least, most) = (luminosity(moved), moved.min(), moved.max())
    var result = moved
    if least < 0 { result = light + (result - light) * light / (light - least) }
    if most > 1 { result = light + (result - light) * (1 - light) / (most - light) }
    return result
  }

  private static func saturated(_ c: SIMD3<Double>, _ s: Double) -> SIMD3<Double> {
    let (least, most) = (c.min(), c.max())
    return most > least ? (c - least) * s / (most - least) : .zero
  }
}

extension SIMD4<Double> {
  init(_ xyz: SIMD3<Double>, _ w: Double) { self.init(xyz.x, xyz.y, xyz.z, w) }
}
