// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Glibc

/// Colours that CSS writes in other colour spaces than sRGB. They are converted to sRGB, and each
/// channel is clamped, as in browsers. Source: CSS Color 4, 8, 9, 10.1 and its sample code.
extension ColorValue {
  /// Parses `hwb(…)`, `lab(…)`, `lch(…)`, `oklab(…)` or `oklch(…)`; `nil` for anything else.
  static func spaceColor(_ text: String) -> Color? {
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "("), !text.contains(","),
      let space = Space(rawValue: String(text[..<open]))
    else { return nil }
    let inside = text[text.index(after: open)...].dropLast()
    let halves = inside.split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count <= 2 else { return nil }
    let words = halves[0].split(separator: " ").map(String.init)
    guard words.count == 3 else { return nil }
    var alpha = 1.0
    if halves.count == 2 {
      let word = halves[1].filter { $0 != " " }
      guard let given = word == "none" ? 0 : part(word, of: 1) else { return nil }
      alpha = given
    }
    return space.channels(words).map { color($0.map { max(0, min(1, $0)) } + [alpha]) }
  }

  /// Parses an angle to degrees: a number with `deg`, `grad`, `rad`, `turn` or no unit, or `none`.
  static func degrees(_ text: String) -> Double? {
    if text == "none" { return 0 }
    let units: [(String, Double)] = [
      ("deg", 1), ("grad", 0.9), ("rad", 180 / .pi), ("turn", 360),
    ]
    for (unit, factor) in units where text.hasSuffix(unit) {
      return OptionValue.number(String(text.dropLast(unit.count))).map { $0 * factor }
    }
    return OptionValue.number(text)
  }

  /// The red, green or blue channel of a hue at full saturation, from 0 to 1.
  ///
  /// - Parameter offset: 0 for red, 8 for green, 4 for blue.
  static func channel(_ offset: Double, hue: Double) -> Double {
    var k = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
    if k < 0 { k += 12 }
    return 0.5 - 0.5 * max(-1, min(k - 3, 9 - k, 1))
  }

  /// A colour space whose colours have three coordinates.
  private enum Space: String {
    case hwb, lab, lch, oklab, oklch

    /// Red, green and blue in sRGB, which may lie beyond 0…1; `nil` if a word is malformed.
    func channels(_ words: [String]) -> [Double]? {
      switch self {
      case .hwb:
        guard let hue = degrees(words[0]), var white = number(words[1], 1),
          var black = number(words[2], 1)
        else { return nil }
        (white, black) = (max(0, white / 100), max(0, black / 100))
        if white + black >= 1 {
          return [Double](repeating: white / (white + black), count: 3)
        }
        return [0, 8, 4].map { white + channel($0, hue: hue) * (1 - white - black) }
      case .lab:
        guard let l = number(words[0], 1), let a = number(words[1], 1.25),
          let b = number(words[2], 1.25)
        else { return nil }
        return Self.lab(l, a, b)
      case .lch:
        guard let l = number(words[0], 1), let (a, b) = polar(words, 1.5) else { return nil }
        return Self.lab(l, a, b)
      case .oklab:
        guard let l = number(words[0], 0.01), let a = number(words[1], 0.004),
          let b = number(words[2], 0.004)
        else { return nil }
        return Self.oklab(l, a, b)
      case .oklch:
        guard let l = number(words[0], 0.01), let (a, b) = polar(words, 0.004) else { return nil }
        return Self.oklab(l, a, b)
      }
    }

    /// Parses a number or a percentage; 1 % stands for the number `percent`, and `none` for 0.
    private func number(_ text: String, _ percent: Double) -> Double? {
      if text == "none" { return 0 }
      if !text.hasSuffix("%") { return OptionValue.number(text) }
      return OptionValue.number(String(text.dropLast())).map { $0 * percent }
    }

    /// The coordinates *a* and *b* for the chroma in `words[1]` and the hue in `words[2]`;
    /// `percent` is the chroma that 1 % stands for.
    private func polar(_ words: [String], _ percent: Double) -> (Double, Double)? {
      guard let chroma = number(words[1], percent), let hue = degrees(words[2]) else { return nil }
      let (sine, cosine) = Angle.sineAndCosine(
        hue.truncatingRemainder(dividingBy: 360) * .pi / 180)
      return (max(0, chroma) * cosine, max(0, chroma) * sine)
    }

    private static func lab(_ lightness: Double, _ a: Double, _ b: Double) -> [Double] {
      let l = max(0, min(100, lightness))
      // The lightnesses 0 and 100 are black and white, whatever *a* and *b* are.
      if l == 0 || l == 100 { return [Double](repeating: l / 100, count: 3) }
      let (kappa, epsilon) = (24389.0 / 27, 216.0 / 24389)
      let f1 = (l + 16) / 116
      let (f0, f2) = (f1 + a / 500, f1 - b / 200)
      func light(_ f: Double) -> Double {
        f * f * f > epsilon ? f * f * f : (116 * f - 16) / kappa
      }
      // The coordinates X, Y and Z, relative to the white point D50.
      let x = light(f0) * 0.3457 / 0.3585
      let y = l > kappa * epsilon ? f1 * f1 * f1 : l / kappa
      let z = light(f2) * (1 - 0.3457 - 0.3585) / 0.3585
      // Converts a colour from D50 to D65 by Bradford's method.
      let u = 0.955473421488075 * x - 0.02309845494876471 * y + 0.06325924320057072 * z
      let v = -0.0283697093338637 * x + 1.0099953980813041 * y + 0.021041441191917323 * z
      let w = 0.012314014864481998 * x - 0.020507649298898964 * y + 1.330365926242124 * z
      return [
        12831.0 / 3959 * u - 329.0 / 214 * v - 1974.0 / 3959 * w,
        -851781.0 / 878810 * u + 1648619.0 / 878810 * v + 36519.0 / 878810 * w,
        705.0 / 12673 * u - 2585.0 / 12673 * v + 705.0 / 667 * w,
      ].map(encoded)
    }

    private static func oklab(_ lightness: Double, _ a: Double, _ b: Double) -> [Double] {
      let light = max(0, min(1, lightness))
      if light == 0 || light == 1 { return [Double](repeating: light, count: 3) }
      func cube(_ v: Double) -> Double { v * v * v }
      let l = cube(light + 0.3963377774 * a + 0.2158037573 * b)
      let m = cube(light - 0.1055613458 * a - 0.0638541728 * b)
      let s = cube(light - 0.0894841775 * a - 1.291485548 * b)
      return [
        4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
        -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
        -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
      ].map(encoded)
    }

    /// A linear component of a colour, encoded as in sRGB.
    private static func encoded(_ light: Double) -> Double {
      light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
  }
}
