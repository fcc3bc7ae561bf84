// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The kind of glyph that a grapheme cluster requires. Source: UTS #51.
public enum EmojiPresentation: UInt8, Hashable, Sendable {
  /// The first glyph in the order of the cascade.
  case unspecified
  /// A glyph without colour (VS15).
  case text
  /// A colour glyph (VS16, or emoji presentation by default).
  case emoji
}
