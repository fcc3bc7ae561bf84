// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A length in px, or in em sizes.
package struct Length: Hashable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// The number of px or, if ``isRelative``, of ems.
  package var value: Double
  /// Whether ``value`` counts em sizes.
  package var isRelative = false

  /// A length in px.
  package init(_ pixels: Double) { value = pixels }
  package init(floatLiteral value: Double) { self.value = value }
  package init(integerLiteral value: Int) { self.value = Double(value) }

  /// A length in em sizes.
  package init(ems: Double) {
    value = ems
    isRelative = true
  }

  /// The px per pt and per rem, as in CSS.
  private static let units: [(suffix: String, pixels: Double)] = [
    ("px", 1), ("rem", 16), ("pt", 4.0 / 3),
  ]

  /// Parses `12`, `12px`, `9pt`, `1rem` or `1.5em`.
  ///
  /// - Parameter allowsPercentage: Whether `150%` is `1.5em`, as in CSS for sizes and line heights;
  ///   in most other properties of CSS a percentage refers to a width, and is not accepted.
  /// - Returns: `nil` for anything else.
  package init?(_ text: String, allowsPercentage: Bool = false) {
    // "rem" is tested before "em", since "em" is its ending.
    for (suffix, pixels) in Self.units where text.hasSuffix(suffix) {
      guard let number = Double(decimal: String(text.dropLast(suffix.count))),
        (number * pixels).isFinite
      else { return nil }
      self.init(number * pixels)
      return
    }
    if text.hasSuffix("em") || allowsPercentage && text.hasSuffix("%") {
      let isPercentage = text.hasSuffix("%")
      guard let number = Double(decimal: String(text.dropLast(isPercentage ? 1 : 2))) else {
        return nil
      }
      self.init(ems: isPercentage ? number / 100 : number)
      return
    }
    guard let number = Double(decimal: text) else { return nil }
    self.init(number)
  }

  /// The length in px.
  ///
  /// - Parameter em: The em size, in px.
  package func pixels(em: Double) -> Double { isRelative ? value * em : value }

  package mutating func resolve(em: Double) { self = Length(pixels(em: em)) }
}

extension Double {
  /// Parses a finite decimal number; hexadecimal is not accepted.
  package init?(decimal text: String) {
    let allowed = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard allowed, let value = Double(text), value.isFinite else { return nil }
    self = value
  }
}

extension LineHeight {
  /// Parses `24px`, `18pt`, `1.5`, `1.5em`, `150%`, `natural` or `normal`.
  ///
  /// - Returns: `nil` for anything else.
  package init?(_ text: String) {
    if text == "natural" || text == "normal" {
      self = .natural
      return
    }
    guard let length = Length(text, allowsPercentage: true), length.value > 0 else { return nil }
    if length.isRelative {
      self = .relative(toSize: length.value)
    } else if Double(decimal: text) != nil {
      self = .multiple(length.value)
    } else {
      self = .fixed(length.value)
    }
  }
}
