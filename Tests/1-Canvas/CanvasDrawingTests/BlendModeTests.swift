// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels
import CanvasDrawing
import Testing

/// All 28 modes against the formulas of Compositing and Blending Level 1, in `Double`.
@Suite struct BlendModeTests {
  typealias Pixel = (r: Double, g: Double, b: Double, a: Double)

  /// The formulas of the specification, colours not premultiplied.
  enum Formula {
    static func separable(_ mode: BlendMode, _ cb: Double, _ cs: Double) -> Double {
      switch mode {
      case .screen: return cb + cs - cb * cs
      case .overlay: return separable(.hardLight, cs, cb)
      case .darken: return min(cb, cs)
      case .lighten: return max(cb, cs)
      case .colorDodge: return cb == 0 ? 0 : cs == 1 ? 1 : min(1, cb / (1 - cs))
      case .colorBurn: return cb == 1 ? 1 : cs == 0 ? 0 : 1 - min(1, (1 - cb) / cs)
      case .hardLight:
        return cs <= 0.5 ? cb * (2 * cs) : separable(.screen, cb, 2 * cs - 1)
      case .softLight:
        if cs <= 0.5 { return cb - (1 - 2 * cs) * cb * (1 - cb) }
        let d = cb <= 0.25 ? ((16 * cb - 12) * cb + 4) * cb : cb.squareRoot()
        return cb + (2 * cs - 1) * (d - cb)
      case .difference: return abs(cb - cs)
      case .exclusion: return cb + cs - 2 * cb * cs
      case .multiply: return cb * cs
      default: return cs
      }
    }

    static func lum(_ c: [Double]) -> Double { 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] }

    static func sat(_ c: [Double]) -> Double { max(c[0], c[1], c[2]) - min(c[0], c[1], c[2]) }

    static func clip(_ c: [Double]) -> [Double] {
      let (l, n, x) = (lum(c), min(c[0], c[1], c[2]), max(c[0], c[1], c[2]))
      var result = c
      if n < 0 { result = result.map { l + ($0 - l) * l / (l - n) } }
      if x > 1 { result = result.map { l + ($0 - l) * (1 - l) / (x - l) } }
      return result
    }

    static func setLum(_ c: [Double], _ l: Double) -> [Double] {
      let d = l - lum(c)
      return clip(c.map { $0 + d })
    }

    static func setSat(_ c: [Double], _ s: Double) -> [Double] {
      let order = [0, 1, 2].sorted { c[$0] < c[$1] }
      let (low, middle, high) = (order[0], order[1], order[2])
      var result = [0.0, 0, 0]
      if c[high] > c[low] {
        result[middle] = (c[middle] - c[low]) * s / (c[high] - c[low])
        result[high] = s
      }
      return result
    }

    static func blended(_ mode: BlendMode, _ cb: [Double], _ cs: [Double]) -> [Double] {
      switch mode {
      case .hue: return setLum(setSat(cs, sat(cb)), lum(cb))
      case .saturation: return setLum(setSat(cb, sat(cs)), lum(cb))
      case .color: return setLum(cs, lum(cb))
      case .luminosity: return setLum(cb, lum(cs))
      default: return (0..<3).map { separable(mode, cb[$0], cs[$0]) }
      }
    }

    /// Fa and Fb of Porter and Duff.
    static func factors(_ mode: BlendMode, _ sa: Double, _ ba: Double) -> (Double, Double) {
      switch mode {
      case .clear: (0, 0)
      case .source: (1, 0)
      case .destination: (0, 1)
      case .destinationOver: (1 - ba, 1)
      case .sourceIn: (ba, 0)
      case .destinationIn: (0, sa)
      case .sourceOut: (1 - ba, 0)
      case .destinationOut: (0, 1 - sa)
      case .sourceAtop: (ba, 1 - sa)
      case .destinationAtop: (1 - ba, sa)
      case .xor: (1 - ba, 1 - sa)
      case .plus: (1, 1)
      default: (1, 1 - sa)
      }
    }

    /// Premultiplied source and backdrop to the premultiplied result, 0 to 1.
    static func joined(_ mode: BlendMode, _ s: [Double], _ b: [Double]) -> [Double] {
      let (sa, ba) = (s[3], b[3])
      let cs = (0..<3).map { sa > 0 ? min(1, s[$0] / sa) : 0 }
      let cb = (0..<3).map { ba > 0 ? min(1, b[$0] / ba) : 0 }
      let mixed = blended(mode, cb, cs)
      let (fa, fb) = factors(mode, sa, ba)
      var result = (0..<3).map { k in
        // The colour is blended where there is backdrop, then composited.
        let c = mode.rawValue > BlendMode.plus.rawValue ? (1 - ba) * cs[k] + ba * mixed[k] : cs[k]
        return min(1, sa * fa * c + ba * fb * cb[k])
      }
      result.append(min(1, sa * fa + ba * fb))
      return result
    }
  }

  static func pixels(_ count: Int, _ random: inout AreaOracle.Random) -> [UInt8] {
    var result: [UInt8] = []
    for _ in 0..<count {
      func oneOf(_ choices: [UInt8]) -> UInt8 {
        choices[Int.random(in: 0..<choices.count, using: &random)]
      }
      let a = oneOf([0, 255, 128, .random(in: 0...255, using: &random)])
      for _ in 0..<3 {
        result.append(oneOf([0, a, a / 2, .random(in: 0...a, using: &random)]))
      }
      result.append(a)
    }
    return result
  }

  @Test(arguments: BlendMode.allCases)
  func agreesWithTheSpecification(mode: BlendMode) {
    var random = AreaOracle.Random(UInt64(mode.rawValue) + 100)
    let n = 3000
    let source = Self.pixels(n, &random), backdrop = Self.pixels(n, &random)
    var result = backdrop
    ctk_blend_row_rgba8(&result, source, nil, Int32(n), Int32(mode.rawValue), 255)
    var (worst, brighter) = (0.0, 0)
    for i in 0..<n {
      func unit(_ v: [UInt8]) -> [Double] { (0..<4).map { Double(v[4 * i + $0]) / 255 } }
      let expected = Formula.joined(mode, unit(source), unit(backdrop))
      for k in 0..<4 { worst = max(worst, abs(expected[k] * 255 - Double(result[4 * i + k]))) }
      for k in 0..<3 where result[4 * i + k] > result[4 * i + 3] { brighter += 1 }
    }
    #expect(worst <= 1.01)
    #expect(brighter == 0, "colours are no brighter than opaque")
  }

  @Test(arguments: BlendMode.allCases)
  func masksAndOpacityFadeTheEffect(mode: BlendMode) {
    var random = AreaOracle.Random(UInt64(mode.rawValue) + 200)
    let n = 1000
    let source = Self.pixels(n, &random), backdrop = Self.pixels(n, &random)
    let mask = (0..<n).map { _ in UInt8.random(in: 0...255, using: &random) }
    let alpha = 100
    var worst = 0.0
    var result = backdrop
    ctk_blend_row_rgba8(&result, source, mask, Int32(n), Int32(mode.rawValue), Int32(alpha))
    for i in 0..<n {
      let b = (0..<4).map { Double(backdrop[4 * i + $0]) / 255 }
      // The faded source is rounded to bytes, as a layer is.
      let s = (0..<4).map { (Double(source[4 * i + $0]) * Double(alpha) / 255).rounded() / 255 }
      let full = Formula.joined(mode, s, b), m = Double(mask[i]) / 255
      for k in 0..<4 {
        let expected = full[k] * m + b[k] * (1 - m)
        worst = max(worst, abs(expected * 255 - Double(result[4 * i + k])))
      }
    }
    #expect(worst <= 2)
  }

  @Test(arguments: BlendMode.allCases)
  func opacityAloneIsJoinedLikeTheAlphaOfColours(mode: BlendMode) {
    var random = AreaOracle.Random(UInt64(mode.rawValue) + 300)
    let n = 500
    let source = (0..<n).map { _ in UInt8.random(in: 0...255, using: &random) }
    let backdrop = (0..<n).map { _ in UInt8.random(in: 0...255, using: &random) }
    var result = backdrop
    ctk_blend_row_alpha8(&result, source, nil, Int32(n), Int32(mode.rawValue), 255)
    for i in 0..<n {
      let (sa, ba) = (Double(source[i]) / 255, Double(backdrop[i]) / 255)
      let (fa, fb) = Formula.factors(mode, sa, ba)
      #expect(abs(min(1, sa * fa + ba * fb) * 255 - Double(result[i])) <= 1.01)
    }
  }
}
