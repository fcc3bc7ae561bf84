// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry

extension Gradient {
  /// The stops between two others with a hint: CSS Images 4, §3.5.3. The curve between them is
  /// approximated by straight lines, as browsers do.
  ///
  /// - Parameter hint: The offset at which the colour is the mean of both.
  package static func stops(between first: Stop, _ second: Stop, hint: Double) -> [Stop] {
    let length = second.offset - first.offset
    let middle = (hint - first.offset) / length
    guard length > 0, middle > 0 else { return [Stop(offset: hint, color: second.color)] }
    guard middle < 1 else { return [Stop(offset: hint, color: first.color)] }
    if middle == 0.5 { return [] }
    // Two places on the shorter side of the hint, and seven on the longer one.
    let rest = 1 - middle
    let steps = (0..<7).map { Double($0) / 13 }
    var places: [Double] = middle > 0.5 ? [] : [middle / 3, middle * 2 / 3]
    for step in steps {
      places.append(middle > 0.5 ? middle * (7.0 / 13 + step) : middle + rest * step)
    }
    if middle > 0.5 { places += [middle + rest / 3, middle + rest * 2 / 3] }
    let exponent = -logarithm(2) / logarithm(middle)
    return places.map { place in
      let weight = NaturalExponential.value(of: exponent * logarithm(place))
      return Stop(
        offset: first.offset + place * length, color: first.color.mixed(second.color, weight))
    }
  }

  /// The natural logarithm of a positive number, by a series: the same bits everywhere.
  private static func logarithm(_ x: Double) -> Double {
    // x = m · 2ⁿ with m from 1 to 2, and ln m = 2 artanh((m − 1) / (m + 1)).
    let t = (x.significand - 1) / (x.significand + 1)
    var (sum, power) = (0.0, t)
    for k in stride(from: 1.0, through: 45, by: 2) {
      sum += power / k
      power *= t * t
    }
    return 2 * sum + Double(x.exponent) * 0.693_147_180_559_945_3
  }
}

extension Color {
  /// The premultiplied mixture with another colour.
  fileprivate func mixed(_ other: Color, _ weight: Double) -> Color {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * weight }
    let alpha = mix(self.alpha, other.alpha)
    if alpha <= 0 { return .clear }
    return Color(
      red: mix(red * self.alpha, other.red * other.alpha) / alpha,
      green: mix(green * self.alpha, other.green * other.alpha) / alpha,
      blue: mix(blue * self.alpha, other.blue * other.alpha) / alpha, alpha: alpha)
  }
}
