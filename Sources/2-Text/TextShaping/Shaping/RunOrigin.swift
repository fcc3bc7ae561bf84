// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextFonts
public import TextModel

/// The font and style that runs have in common, kept alive by one reference.
///
/// Each scratch set makes its own, with copies of the font and the style, so that threads that
/// shape count no reference in common. Runs may still go to any thread.
@usableFromInline
package final class RunOrigin: Sendable {
  /// The collection in which the font was found.
  package let fonts: FontCollection
  @usableFromInline package let font: Font
  @usableFromInline package let style: ShapingStyle

  /// Whether a full-width closing bracket at the end of a line may be set half as wide.
  let trimsLineEnds: Bool
  /// The element whose attachment the run is; none for text.
  package let element: TextElement

  /// - Parameter style: A copy, for the scratch set alone.
  init(
    font: Font, style: ShapingStyle, fonts: FontCollection, trimsLineEnds: Bool = false,
    element: TextElement = .none
  ) {
    self.fonts = fonts
    self.trimsLineEnds = trimsLineEnds
    self.element = element
    self.font = font.copied()
    self.style = style
  }
}
