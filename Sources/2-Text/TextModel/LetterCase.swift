// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The case in which letters are shown, whatever the case in which they are written.
///
/// The characters of the text stay: offsets, selections, copies and searches are those of the text
/// as it is written. The letters are shown by the rules of ``ShapingStyle/language``: `i` has its
/// dot in Turkish capitals, Greek capitals have no accents, `ij` is one Dutch letter. A letter
/// whose counterpart the font lacks is shown as it is written.
///
/// Source: CSS Text 3, 2.1, `text-transform`; Unicode, `SpecialCasing.txt`.
public enum LetterCase: UInt8, Hashable, Codable, Sendable, CaseIterable {
  /// As they are written.
  case asWritten
  /// All letters as capitals.
  case uppercase
  /// All letters as small letters.
  case lowercase
  /// The first letter of each word as a capital.
  case capitalize
}

/// Whether small letters are shown as small capitals.
///
/// A font that has small capitals (`smcp`, `c2sc`) shows its own. In place of those that it lacks,
/// capitals of 0.7 times the size are made, as in browsers. The characters of the text stay, as
/// with ``LetterCase``.
///
/// Source: CSS Fonts 4, 6.6, `font-variant-caps`.
public enum SmallCapitals: UInt8, Hashable, Codable, Sendable, CaseIterable {
  /// Letters are shown in their case.
  case none
  /// Small letters are small capitals.
  case ofSmallLetters
  /// Small letters and capitals are small capitals.
  case ofAllLetters
}
