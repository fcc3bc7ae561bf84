// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextFonts
public import TextModel

/// What the runs of one font in one style have in common, kept alive by one reference.
///
/// Each scratch set makes its own, with a font and a style of its own: what one thread shapes shares no counted
/// reference with what others shape. Runs may still go to any thread.
@usableFromInline
package final class RunOrigin: Sendable {
  /// Where the font was looked for.
  package let fonts: FontCollection
  @usableFromInline package let font: Font
  @usableFromInline package let style: ShapingStyle

  /// - Parameter style: Of the scratch set's own.
  init(font: Font, style: ShapingStyle, fonts: FontCollection) {
    self.fonts = fonts
    self.font = font.copied()
    self.style = style
  }
}
