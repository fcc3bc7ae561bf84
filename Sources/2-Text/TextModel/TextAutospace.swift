// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The space between ideographs or kana and the letters or numbers of other scripts beside them: an
/// eighth of the width of an ideograph.
///
/// Nothing is added where a line ends or begins, beside punctuation or a space, beside characters
/// that are as wide as ideographs or stand upright in vertical lines, and beside letters that run
/// from right to left. The style of the character before the space decides.
///
/// The default is ``none``; in CSS it is ``normal``. Source: CSS Text 4, 8.3, `text-autospace`.
public enum TextAutospace: UInt8, Hashable, Codable, Sendable, CaseIterable {
  /// No space.
  case none
  /// Beside letters alone.
  case ideographAlpha
  /// Beside numbers alone.
  case ideographNumeric
  /// Beside letters and numbers.
  case normal

  /// Whether ideographs and letters are set apart.
  package var spacesLetters: Bool { rawValue & 1 != 0 }
  /// Whether ideographs and numbers are set apart.
  package var spacesNumbers: Bool { rawValue & 2 != 0 }
}

/// Whether lines break within a span.
///
/// Source: CSS Text 4, 5.2, `text-wrap-mode`.
public enum TextWrap: UInt8, Hashable, Codable, Sendable, CaseIterable {
  /// At all opportunities.
  case wrap
  /// Nowhere: not at spaces, not at hyphens, and not in a line that is too narrow for the span; the
  /// span then overflows the line. Adjacent spans count as one span.
  ///
  /// Before and behind the span the usual rules for line breaks apply, but no line breaks behind a
  /// space with which the span ends.
  case noWrap
}

/// ``TextWrap`` as a flag, true if lines break; archives of version 0.2.0 hold the number of the
/// case.
struct CodedWrap: CodedForm {
  let value: TextWrap

  init(_ value: TextWrap) { self.value = value }

  init(from decoder: any Decoder) throws {
    let flag = try? Bool(from: decoder)
    value = try flag.map { $0 ? .wrap : .noWrap } ?? TextWrap(from: decoder)
  }

  func encode(to encoder: any Encoder) throws { try (value == .wrap).encode(to: encoder) }
}

/// Whether a span has a direction of its own, so that the span and the text around it do not change
/// each other's visual order: for example a name or a number in a text that runs the other way.
///
/// Adjacent spans with equal isolation count as one span. The visual order is the same as with FSI,
/// LRI or RLI before the span and PDI behind it, but no characters are added. Source: UAX #9, 2.7;
/// CSS Writing Modes 4, 2.2, `unicode-bidi: isolate`.
public enum TextIsolation: UInt8, Hashable, Codable, Sendable, CaseIterable {
  /// The span is a part of the text around it.
  case none
  /// The direction of the span's first strong character; left to right if there is none.
  case auto
  /// Left to right.
  case leftToRight
  /// Right to left.
  case rightToLeft
}
