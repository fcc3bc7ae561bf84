// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Which kind of glyph a grapheme cluster asks for. Source: UTS #51.
public enum EmojiPresentation: UInt8, Hashable, Sendable {
  /// Whatever the cascade finds first.
  case unspecified
  /// A glyph without colour (VS15).
  case text
  /// A colour glyph (VS16, or emoji presentation by default).
  case emoji
}
