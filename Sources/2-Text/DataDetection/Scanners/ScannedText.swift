// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The code units of a text, read as scalars in both directions; lone surrogates are U+FFFD.
struct ScannedText {
  let units: [UInt16]

  var count: Int { units.count }

  /// The unit at an offset, and 0 outside the text.
  func unit(_ offset: Int) -> UInt16 {
    offset >= 0 && offset < units.count ? units[offset] : 0
  }

  /// The scalar at an offset and its length in code units; U+0000 at the end.
  func scalar(at offset: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let first = unit(offset)
    if let scalar = Unicode.Scalar(first) { return (scalar, 1) }
    let second = unit(offset + 1)
    if first < 0xDC00, second & 0xFC00 == 0xDC00 {
      let value = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
      if let scalar = Unicode.Scalar(value) { return (scalar, 2) }
    }
    return ("\u{FFFD}", 1)
  }

  /// The scalar before an offset and its length in code units; U+0000 at the start.
  func scalar(before offset: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let last = unit(offset - 1)
    if let scalar = Unicode.Scalar(last) { return (scalar, 1) }
    if last >= 0xDC00, unit(offset - 2) & 0xFC00 == 0xD800 { return scalar(at: offset - 2) }
    return ("\u{FFFD}", 1)
  }

  /// The text of a range.
  func string(_ range: Range<Int>) -> String { String(decoding: units[range], as: UTF16.self) }

  /// The links of a text in its order, one more than wanted at most.
  ///
  /// - Parameter step: Takes an offset, the scalar there and the offset behind it; appends the link
  ///   that begins there, if one does, and returns the offset at which the search goes on.
  func links(
    limits: LinkSearchLimits,
    _ step: (
      _ offset: Int, _ scalar: Unicode.Scalar, _ next: Int, _ links: inout [LinkCandidate]
    ) -> Int
  ) throws -> [LinkCandidate] {
    var links: [LinkCandidate] = []
    var (offset, polled) = (0, 0)
    while offset < count, links.count <= limits.maximumCount {
      if offset - polled >= 4096 {
        try limits.check()
        polled = offset
      }
      let (scalar, length) = scalar(at: offset)
      offset = step(offset, scalar, offset + length, &links)
    }
    return links
  }

  /// Whether the text at an offset begins with an ASCII word, in upper or lower case; `word` itself
  /// is given in lower case.
  func hasPrefix(_ word: StaticString, at offset: Int) -> Bool {
    guard offset >= 0, offset + word.utf8CodeUnitCount <= units.count else { return false }
    return word.withUTF8Buffer { bytes in
      for i in 0..<bytes.count {
        let unit = units[offset + i]
        let lower = unit >= 0x41 && unit <= 0x5A ? unit | 0x20 : unit
        if unsafe lower != UInt16(bytes[i]) { return false }
      }
      return true
    }
  }
}

extension UInt16 {
  /// Whether the unit is an ASCII digit.
  var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
  /// Whether the unit is an ASCII letter or digit.
  var isASCIIAlphanumeric: Bool {
    isASCIIDigit || (self | 0x20 >= 0x61 && self | 0x20 <= 0x7A && self < 0x80)
  }

  /// The unit of an ASCII character.
  static func ascii(_ character: Unicode.Scalar) -> UInt16 { UInt16(character.value) }
}

extension Unicode.Scalar {
  /// Whether the scalar belongs to a script that puts no spaces between words, punctuation
  /// included: Chinese, Japanese, Korean, Yi, Thai, Lao, Khmer, Myanmar. Such a scalar ends an
  /// address, and may stand right before one.
  var isOfUnspacedScript: Bool {
    switch value {
    case 0..<0x0E00: false
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF: true
    case 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF: true
    case 0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x1B000...0x1B16F, 0x20000...0x3FFFF: true
    default: false
    }
  }

  /// Whether the scalar is a letter, combining mark or digit.
  var isWordScalar: Bool {
    if value < 0x80 { return UInt16(value).isASCIIAlphanumeric }
    if value < 0xC0 { return value == 0xAA || value == 0xB5 || value == 0xBA }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .spacingMark, .decimalNumber:
      return true
    case .nonspacingMark:
      // Variation selectors belong to emoji, not to words.
      return !(0xFE00...0xFE0F ~= value)
    default:
      return false
    }
  }

  /// Whether the scalar is a letter, combining mark or digit of a script with spaces.
  var isSpacedWordScalar: Bool {
    value < 0x80
      ? UInt16(value).isASCIIAlphanumeric : isWordScalar && !isOfUnspacedScript
  }

  /// The value of a decimal digit of any script, `nil` for other scalars.
  var decimalDigit: Int? {
    if value < 0x80 { return value >= 0x30 && value <= 0x39 ? Int(value) - 0x30 : nil }
    guard properties.generalCategory == .decimalNumber else { return nil }
    return properties.numericValue.map { Int($0) }
  }
}
