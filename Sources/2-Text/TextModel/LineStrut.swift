// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A font that sets the least height of every line of a paragraph, as if each line began with a
/// character of the font that has no width.
///
/// Without a strut, a line is only as high as the fonts of its own characters: a line of small text
/// alone is lower than the others.
///
/// Source: CSS 2.2, 10.8.1, strut.
public struct LineStrut: Hashable, Sendable {
  /// The font and its size.
  public var style: ShapingStyle
  /// Whether all lines have exactly the height of this font: higher fonts and attachments reach
  /// into the neighbouring lines.
  public var isForced: Bool

  /// Creates a strut.
  public init(_ style: ShapingStyle, isForced: Bool = false) {
    (self.style, self.isForced) = (style, isForced)
  }
}
