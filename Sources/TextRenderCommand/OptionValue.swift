// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

/// Values of options and keys, checked as they are read.
enum OptionValue {
  /// Reads a decimal number; no NaN, no infinity, no hexadecimal.
  static func number(_ text: String) -> Double? {
    let allowed = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard allowed, let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// Reads two numbers with a comma between them.
  static func pair(_ text: String) -> (Double, Double)? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let a = number(String(parts[0])), let b = number(String(parts[1]))
    else { return nil }
    return (a, b)
  }

  /// Reads code points: `U+0041,U+20,1F600`, also with blanks between them.
  ///
  /// A surrogate is read as U+FFFD, as ill-formed text is.
  static func codePoints(_ text: String, option: CommandOption) throws(CommandError) -> ScalarText {
    var scalars: [UInt32] = []
    for part in text.split(whereSeparator: { $0 == "," || $0 == " " }) {
      let digits = part.hasPrefix("U+") || part.hasPrefix("u+") ? part.dropFirst(2) : part
      guard !digits.isEmpty, digits.utf8.count <= 8, digits.allSatisfy(\.isHexDigit),
        let value = UInt32(digits, radix: 16), value <= 0x10FFFF
      else {
        throw .usage(option.typed, "'\(part)' is no code point; write U+0041 or 41, up to 10FFFF")
      }
      scalars.append(value)
    }
    return ScalarText(scalars: scalars)
  }

  /// Reads a weight: a number from 1 to 1000 or one of CSS's names.
  static func weight(_ text: String) -> Double? {
    let names: KeyValuePairs<String, Double> = [
      "thin": 100, "extra-light": 200, "light": 300, "normal": 400, "regular": 400, "medium": 500,
      "semi-bold": 600, "bold": 700, "extra-bold": 800, "black": 900,
    ]
    if let named = names.first(where: { $0.key == text }) { return named.value }
    guard let value = number(text), value >= 1, value <= 1000 else { return nil }
    return value
  }

  /// Reads a line height: `24px`, `1.5` or `natural`.
  static func lineHeight(_ text: String) -> LineHeight? {
    if text == "natural" || text == "normal" { return .natural }
    if text.hasSuffix("px") {
      guard let value = number(String(text.dropLast(2))), value > 0 else { return nil }
      return .fixed(value)
    }
    guard let value = number(text), value > 0 else { return nil }
    return .multiple(value)
  }

  /// Reads a language: letters, digits and hyphens, as BCP 47 has them; underscores are let pass, as in locales.
  static func language(_ text: String) -> String? {
    let isTag = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    return isTag ? StyledDocumentReader.language(text) : nil
  }

  /// Reads tab stops: `80,160:end`, and `every:64` for the distance of those after the last.
  static func tabs(_ text: String) -> (stops: [TabStop], interval: Double)? {
    var stops: [TabStop] = []
    var interval = 0.0
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let pieces = part.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      if pieces.count == 2, pieces[0] == "every" {
        guard let value = number(pieces[1]), value > 0 else { return nil }
        interval = value
        continue
      }
      guard pieces.count <= 2, let position = number(pieces[0]), position >= 0 else { return nil }
      var alignment = TabStop.Alignment.start
      if pieces.count == 2 {
        guard let named = TabStop.Alignment(keyword: pieces[1]) else { return nil }
        alignment = named
      }
      stops.append(TabStop(position: position, alignment: alignment))
    }
    stops.sort { $0.position < $1.position }
    return (stops, interval)
  }

  /// Reads family names with commas between them; quotes are not needed.
  static func families(_ text: String) -> [String] {
    text.split(separator: ",").map { part in
      var name = part[...]
      while name.first == " " { name = name.dropFirst() }
      while name.last == " " { name = name.dropLast() }
      return String(name)
    }.filter { !$0.isEmpty }
  }
}

extension Arguments {
  /// The value of an option as a number within bounds.
  func number(
    _ option: CommandOption, over least: Double? = nil, from first: Double? = nil,
    to most: Double? = nil
  ) throws(CommandError) -> Double? {
    guard let text = value(option) else { return nil }
    guard let value = OptionValue.number(text) else {
      throw .usage(option.typed, "'\(text)' is not a number")
    }
    if let least, value <= least {
      throw .usage(option.typed, "\(text) is not above \(DecimalNumber.text(least))")
    }
    if let first, value < first {
      throw .usage(option.typed, "\(text) is below \(DecimalNumber.text(first))")
    }
    if let most, value > most {
      throw .usage(option.typed, "\(text) is above \(DecimalNumber.text(most))")
    }
    return value
  }

  /// The value of an option as a whole number within bounds.
  func integer(
    _ option: CommandOption, _ bounds: ClosedRange<Int>
  ) throws(CommandError) -> Int? {
    guard let text = value(option) else { return nil }
    guard let value = Int(text) else {
      throw .usage(option.typed, "'\(text)' is not a whole number")
    }
    guard bounds.contains(value) else {
      throw .usage(
        option.typed, "\(text) is not from \(bounds.lowerBound) to \(bounds.upperBound)")
    }
    return value
  }

  /// The value of an option that accepts a list of words.
  func choice<Choice: Keyword>(
    _ option: CommandOption, as type: Choice.Type = Choice.self
  ) throws(CommandError) -> Choice? {
    guard let text = value(option) else { return nil }
    guard let choice = Choice(keyword: text) else {
      throw .usage(option.typed, "'\(text)' is none of \(Choice.keywords)")
    }
    return choice
  }

  /// The value of an option that accepts a list of words, as the word.
  func word(_ option: CommandOption) throws(CommandError) -> String? {
    guard let text = value(option) else { return nil }
    let choices = option.choices(for: command)
    guard choices.contains(text) else {
      throw .usage(option.typed, "'\(text)' is none of \(choices.joined(separator: ", "))")
    }
    return text
  }

  /// The value of an option as a colour.
  func color(_ option: CommandOption) throws(CommandError) -> Color? {
    guard let text = value(option) else { return nil }
    guard let color = Color(hex: text) else {
      throw .usage(option.typed, "'\(text)' is no colour; write #rrggbb or #rrggbbaa")
    }
    return color
  }

  /// The value of an option as two numbers.
  func pair(_ option: CommandOption) throws(CommandError) -> (Double, Double)? {
    guard let text = value(option) else { return nil }
    guard let pair = OptionValue.pair(text) else {
      throw .usage(option.typed, "'\(text)' is not two numbers with a comma between them")
    }
    return pair
  }
}
