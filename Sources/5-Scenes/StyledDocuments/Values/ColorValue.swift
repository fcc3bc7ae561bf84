// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

/// Parsing of colours as CSS writes them. Source: CSS Color 4.
package enum ColorValue {
  /// The accepted forms, for messages.
  package static let forms =
    "#rgb, #rrggbb, #rrggbbaa, rgb(204 0 0), hsl(0 100% 40%), a CSS name such as red, "
    + "or transparent"

  /// Parses a colour; `nil` for anything else.
  package static func color(_ text: String) -> Color? {
    if text.utf8.first == UInt8(ascii: "#") { return Color(hex: text) }
    let word = text.lowercased()
    if word == "none" { return .clear }
    if let color = Color(cssName: word) { return color }
    if let arguments = arguments(of: "rgb", word) { return rgb(arguments) }
    if let arguments = arguments(of: "hsl", word) { return hsl(arguments) }
    if let color = spaceColor(word) { return color }
    return Color(hex: text)
  }

  /// The arguments of `NAME(…)` or `NAMEa(…)`, separated by commas, spaces and a slash.
  private static func arguments(of name: String, _ text: String) -> [String]? {
    for prefix in ["\(name)(", "\(name)a("] where text.hasPrefix(prefix) && text.hasSuffix(")") {
      let parts = text.dropFirst(prefix.count).dropLast().split { ", /".contains($0) }
      return (3...4).contains(parts.count) ? parts.map(String.init) : nil
    }
    return nil
  }

  /// Parses a number from 0 to `most`, or a percentage, and maps it to 0…1.
  static func part(_ text: String, of most: Double) -> Double? {
    if text == "none" { return 0 }
    let isPercentage = text.hasSuffix("%")
    guard let number = OptionValue.number(isPercentage ? String(text.dropLast()) : text) else {
      return nil
    }
    return max(0, min(1, number / (isPercentage ? 100 : most)))
  }

  static func color(_ parts: [Double]) -> Color {
    func byte(_ part: Double) -> UInt8 { UInt8((part * 255).rounded()) }
    return Color(
      red8: byte(parts[0]), green8: byte(parts[1]), blue8: byte(parts[2]),
      alpha8: parts.count > 3 ? byte(parts[3]) : 255)
  }

  private static func rgb(_ arguments: [String]) -> Color? {
    var parts: [Double] = []
    for (i, argument) in arguments.enumerated() {
      guard let part = part(argument, of: i < 3 ? 255 : 1) else { return nil }
      parts.append(part)
    }
    return color(parts)
  }

  private static func hsl(_ arguments: [String]) -> Color? {
    guard let hue = degrees(arguments[0]), let saturation = part(arguments[1], of: 100),
      let lightness = part(arguments[2], of: 100)
    else { return nil }
    var parts = [0.0, 8, 4].map { offset in
      var k = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      if k < 0 { k += 12 }
      return lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(k - 3, 9 - k, 1))
    }
    if arguments.count > 3 {
      guard let alpha = part(arguments[3], of: 1) else { return nil }
      parts.append(alpha)
    }
    return color(parts)
  }
}
