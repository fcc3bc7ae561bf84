// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry

extension ValueReader {
  /// How `round()` rounds (CSS Values 4, §10.3).
  static let strategies: Set = ["nearest", "up", "down", "to-zero"]

  /// The value of a function of numbers (CSS Values 4, §10.3 to §10.6); `nil` for arguments that it
  /// does not take, and for percentages.
  static func value(of name: String, _ arguments: [Quantity], _ strategy: String) -> Quantity? {
    let values = arguments.compactMap(scalar)
    guard let first = arguments.first, values.count == arguments.count,
      arguments.allSatisfy({ like($0, 0) == like(first, 0) })
    else { return nil }
    let (a, b) = (values[0], values.count > 1 ? values[1] : 1)
    var (isNumber, isAngle) = (false, false)
    if case .number = first { isNumber = true }
    if case .angle = first { isAngle = true }
    let radians = isAngle ? a * .pi / 180 : a
    func degrees(_ radians: Double) -> Quantity { .angle((radians * 180 / .pi).bounded) }
    switch (name, values.count) {
    case ("abs", 1): return like(first, abs(a))
    case ("sign", 1): return .number(a > 0 ? 1 : a < 0 ? -1 : 0)
    case ("round", 2),
      ("round", 1) where isNumber || values.count == 2:
      return like(first, rounded(a, abs(b), strategy).bounded)
    case ("rem", 2): return like(first, a.truncatingRemainder(dividingBy: b).bounded)
    case ("mod", 2): return like(first, (a - (a / b).rounded(.down) * b).bounded)
    case ("hypot", _): return like(first, values.reduce(0) { $0 + $1 * $1 }.squareRoot().bounded)
    case ("atan2", 2): return degrees(Angle.arctangent(a, b))
    case ("sin", 1) where isNumber || isAngle:
      return .number(Angle.sineAndCosine(radians).sine.bounded)
    case ("cos", 1) where isNumber || isAngle:
      return .number(Angle.sineAndCosine(radians).cosine.bounded)
    case ("tan", 1) where isNumber || isAngle:
      let (sine, cosine) = Angle.sineAndCosine(radians)
      return .number((sine / cosine).bounded)
    default: break
    }
    guard isNumber else { return nil }
    switch (name, values.count) {
    case ("sqrt", 1): return .number(a.squareRoot().bounded)
    case ("exp", 1): return .number(NaturalExponential.value(of: a).bounded)
    case ("log", 1): return .number(a.logarithm.bounded)
    case ("log", 2): return .number((a.logarithm / b.logarithm).bounded)
    case ("pow", 2): return .number(a.power(b).bounded)
    case ("asin", 1): return degrees(Angle.arctangent(a, (1 - a * a).squareRoot()))
    case ("acos", 1): return degrees(Angle.arctangent((1 - a * a).squareRoot(), a))
    case ("atan", 1): return degrees(Angle.arctangent(a, 1))
    default: return nil
    }
  }

  /// A number to a multiple of a step.
  private static func rounded(_ value: Double, _ step: Double, _ strategy: String) -> Double {
    let steps = value / step
    switch strategy {
    case "up": return steps.rounded(.up) * step
    case "down": return steps.rounded(.down) * step
    case "to-zero": return steps.rounded(.towardZero) * step
    default: return (steps + 0.5).rounded(.down) * step
    }
  }
}

extension Double {
  /// The natural logarithm by its series; NaN below 0.
  var logarithm: Double {
    guard self > 0, isFinite else { return self == 0 ? -.infinity : self < 0 ? .nan : self }
    var (m, exponent) = (significand, Double(self.exponent))
    if m > 1.414_213_562_373_095_1 { (m, exponent) = (m / 2, exponent + 1) }
    let z = (m - 1) / (m + 1)
    var sum = 0.0
    for n in stride(from: 25, through: 1, by: -2) { sum = 1 / Double(n) + z * z * sum }
    return 2 * z * sum + exponent * 0.693_147_180_559_945_3
  }

  /// The number to a power; whole powers of up to 64 are products, those of a negative number with
  /// a fraction NaN.
  func power(_ y: Double) -> Double {
    if y == y.rounded(), abs(y) <= 64 {
      let product = (0..<Int(abs(y))).reduce(1.0) { product, _ in product * self }
      return y < 0 ? 1 / product : product
    }
    if self == 0 { return y > 0 ? 0 : .infinity }
    return NaturalExponential.value(of: y * logarithm)
  }
}
