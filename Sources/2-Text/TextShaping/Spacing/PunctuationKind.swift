// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A class of characters. Source: CSS Text 4, 8.4.2.
enum PunctuationKind: UInt8 {
  case other
  /// A full-width opening bracket, blank on its left half.
  case opening
  /// A full-width closing bracket, blank on its right half.
  case closing
  /// A punctuation mark with blanks on both sides, or the ideographic space.
  case middle
  /// An opening mark that is not full-width.
  case narrowOpening
  /// A closing mark that is not full-width.
  case narrowClosing
  /// `closing` or `middle`, by the font and the language.
  case stop, colon, semicolon
  /// Full-width or narrow, by the font.
  case openingQuote, closingQuote

  /// The class of a code unit, whatever the font.
  init(of unit: UInt16) {
    self =
      switch unit {
      case 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0x3018, 0x301A, 0x301D, 0xFF08,
        0xFF3B, 0xFF5B, 0xFF5F:
        .opening
      case 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3019, 0x301B, 0x301E, 0x301F,
        0xFF09, 0xFF3D, 0xFF5D, 0xFF60:
        .closing
      case 0x3000, 0x30FB, 0x00B7, 0x2027: .middle
      case 0x3001, 0x3002, 0xFF0C, 0xFF0E: .stop
      case 0xFF1A: .colon
      case 0xFF1B: .semicolon
      case 0x28, 0x5B, 0x7B, 0x201A, 0x201E, 0xFF62: .narrowOpening
      case 0x29, 0x5D, 0x7D, 0xFF63: .narrowClosing
      case 0x2018, 0x201C: .openingQuote
      case 0x2019, 0x201D: .closingQuote
      default: .other
      }
  }

  /// Whether a code unit may be a full-width punctuation mark; few others pass.
  @inline(__always)
  private static func mayBeMark(_ unit: UInt16) -> Bool {
    unit >= 0x3000 && unit < 0x3020 || unit >= 0xFF08 && unit < 0xFF61
      || unit >= 0x2018 && unit < 0x201E
  }

  /// Whether a code unit is a full-width opening punctuation mark in some font.
  static func mayOpen(_ unit: UInt16) -> Bool {
    if !mayBeMark(unit) { return false }
    let kind = PunctuationKind(of: unit)
    return kind == .opening || kind == .openingQuote
  }

  /// Whether a code unit is a full-width closing punctuation mark in some font.
  static func mayClose(_ unit: UInt16) -> Bool {
    if !mayBeMark(unit) { return false }
    switch PunctuationKind(of: unit) {
    case .closing, .closingQuote, .stop, .colon, .semicolon: return true
    default: return false
    }
  }

  /// Whether a text has a punctuation mark that may be trimmed.
  static func hasMarks(_ text: Span<UInt16>, _ range: Range<Int>) -> Bool {
    for i in range where mayBeMark(text[i]) { return true }
    return false
  }
}
