// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A font that every line of a paragraph is at least as high as, as if each line began with a
/// character of it that has no width.
///
/// Without it a line is as high as the fonts of its own characters: one of small notes alone is
/// lower than the others.
///
/// Source: CSS 2.2, 10.8.1, strut.
public struct LineStrut: Hashable, Sendable {
  /// The font and its size.
  public var style: ShapingStyle
  /// Whether the lines have the height of this font alone, whatever is in them: fonts and
  /// attachments that are higher reach into the lines beside.
  public var isForced: Bool

  /// Creates a strut.
  public init(_ style: ShapingStyle, isForced: Bool = false) {
    (self.style, self.isForced) = (style, isForced)
  }
}
