// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The strictness of line breaking between small kana, iteration marks and the like.
///
/// Source: CSS Text 3, `line-break`.
public enum LineBreakStrictness: UInt8, Hashable, Codable, Sendable, CaseIterable {
  /// UAX #14 of Unicode 16.0, with its special rules for Chinese, Japanese and Korean.
  case auto
  /// The strictest rules: UAX #14, and no line begins with a small kana.
  case strict
  /// The usual rules: small kana begin lines.
  case normal
  /// The least restrictive rules, for short lines.
  case loose
}

/// The rule for line breaks inside words.
///
/// Source: CSS Text 3, `word-break`.
public enum WordBreak: UInt8, Hashable, Codable, Sendable, CaseIterable {
  /// By the rules of each script.
  case normal
  /// Between any two letters.
  case breakAll
  /// Not between letters, also in Chinese, Japanese and Korean; dictionary breaks stay.
  case keepAll
  /// In Japanese between phrases, which a statistical model of the language finds; in other
  /// languages, and within a phrase that is longer than its line, as with ``normal``. The language
  /// must be set: see `ShapingStyle.language`.
  ///
  /// Source: CSS Text 4, `word-break: auto-phrase`.
  case autoPhrase
}

/// The treatment of a word that is wider than its line.
///
/// Source: CSS Text 3, `overflow-wrap`.
public enum OverflowWrap: UInt8, Hashable, Codable, Sendable, CaseIterable {
  /// The word is broken at grapheme boundaries where a line needs it. These breaks count for the
  /// least width of the text, which is the width of its widest character.
  case anywhere
  /// The word overflows its line.
  case normal
  /// The word is broken at grapheme boundaries where a line needs it; the least width of the text
  /// is that of its widest word.
  case breakWord
}
