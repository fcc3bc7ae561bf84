// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The place of small letters beside the others, such as exponents and the numbers of notes.
///
/// The letters take the size and the place that the style's first font gives for them. If the font
/// gives none, or a size over that of the text, the size is 0.65 em, and the letters are raised by
/// 0.48 em or lowered by 0.14 em. All fonts of the span are scaled alike.
/// ``ShapingStyle/baselineOffset`` is added.
///
/// Source: OpenType, `OS/2.ySuperscriptYSize`, `ySuperscriptYOffset`, `ySubscriptYSize`,
/// `ySubscriptYOffset`; the table `MVAR` varies them.
public enum ScriptPosition: UInt8, Hashable, Codable, Sendable, CaseIterable {
  /// On the baseline, in full size.
  case normal
  /// Small and raised.
  case superscript
  /// Small and lowered.
  case `subscript`
}
