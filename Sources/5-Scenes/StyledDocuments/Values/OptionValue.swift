// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextModel

/// Parsers for the values of options and of document keys; `nil` means a malformed value.
package enum OptionValue {
  /// Parses a finite decimal number; hexadecimal is not accepted.
  package static func number(_ text: String) -> Double? { Double(decimal: text) }

  /// Parses two lengths separated by a comma, or two numbers with an `x` between them.
  package static func pair(_ text: String) -> (Double, Double)? {
    let separator: Character = text.contains(",") ? "," : "x"
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count == 2, let a = absoluteLength(String(parts[0])),
      let b = absoluteLength(String(parts[1]))
    else { return nil }
    return (a, b)
  }

  /// The names of weights. Source: CSS Fonts 4, OpenType `usWeightClass`.
  package static let weights: [(name: String, value: Double)] = [
    ("thin", 100), ("extra-light", 200), ("light", 300), ("normal", 400), ("regular", 400),
    ("medium", 500), ("semi-bold", 600), ("bold", 700), ("extra-bold", 800), ("black", 900),
  ]

  /// The names of widths, in per cent. Source: CSS Fonts 4, `font-stretch`.
  package static let stretches: [(name: String, value: Double)] = [
    ("ultra-condensed", 50), ("extra-condensed", 62.5), ("condensed", 75),
    ("semi-condensed", 87.5), ("normal", 100), ("semi-expanded", 112.5), ("expanded", 125),
    ("extra-expanded", 150), ("ultra-expanded", 200),
  ]

  /// The value with a name, ignoring case, hyphens and spaces: `SemiBold` is `semi-bold`.
  private static func named(_ text: String, _ names: [(name: String, value: Double)]) -> Double? {
    func plain(_ name: String) -> [UInt8] {
      name.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
    }
    let word = plain(text)
    return names.first { plain($0.name) == word }?.value
  }

  /// Parses a font weight: a number from 1 to 1000, or a name.
  package static func weight(_ text: String) -> Double? {
    guard let value = number(text) else { return named(text, weights) }
    return value >= 1 && value <= 1000 ? value : nil
  }

  /// Parses a font width: a percentage above 0 with or without `%`, or a name.
  package static func stretch(_ text: String) -> Double? {
    if let value = named(text, stretches) { return value }
    guard let value = number(text.hasSuffix("%") ? String(text.dropLast()) : text), value > 0
    else { return nil }
    return value
  }

  /// Parses a scale above 0: `2`, `2x` or `150%`.
  package static func scale(_ text: String) -> Double? {
    let isPercentage = text.hasSuffix("%")
    let digits = isPercentage || text.hasSuffix("x") ? String(text.dropLast()) : text
    guard let value = number(digits), value > 0 else { return nil }
    return isPercentage ? value / 100 : value
  }

  /// Parses a length that is not relative to an em size.
  package static func absoluteLength(_ text: String) -> Double? {
    guard let length = Length(text), !length.isRelative else { return nil }
    return length.value
  }

  /// Parses a BCP 47 language; underscores are accepted too, as in locale names. The undetermined
  /// language, `und`, is the empty string.
  package static func language(_ text: String) -> String? {
    let isTag = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isTag else { return nil }
    return text == "und" ? "" : text
  }

  /// The words for the characters that stand side by side in vertical lines.
  package static let combinations = ["none", "all", "digits"]

  /// Parses tab stops: `80,160:end`, and `every:64` for the interval after the last one.
  package static func tabs(_ text: String) -> TabStops? {
    guard var tabs = TabStops(notation: text), tabs.stops.allSatisfy({ $0.position >= 0 }) else {
      return nil
    }
    tabs.stops.sort { $0.position < $1.position }
    return tabs
  }

  /// Parses font family names separated by commas; a name may stand in quotes, as in CSS.
  package static func families(_ text: String) -> [String] {
    let (space, quotes) = (UInt8(ascii: " "), [UInt8(ascii: "'"), UInt8(ascii: "\"")])
    return text.utf8.split(separator: UInt8(ascii: ",")).map { part in
      var name = part
      while name.first == space { name = name.dropFirst() }
      while name.last == space { name = name.dropLast() }
      if let quote = name.first, quotes.contains(quote), name.count > 1, name.last == quote {
        name = name.dropFirst().dropLast()
      }
      return String(Substring(name))
    }.filter { !$0.isEmpty }
  }
}
