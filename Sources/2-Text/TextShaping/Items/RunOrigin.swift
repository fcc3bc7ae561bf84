// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextFonts
public import TextModel

/// The font, style and element that shaped runs share, kept alive by one reference.
///
/// Each scratch set makes its own, with copies of the font and the style: threads that shape at the
/// same time then count references to different objects, and do not contend for a cache line. The
/// runs themselves may be passed to any thread.
@usableFromInline
package final class RunOrigin: Sendable {
  /// The collection in which the font was found.
  package let fonts: FontCollection
  @usableFromInline package let font: Font
  @usableFromInline package let style: ShapingStyle

  /// Whether a full-width closing bracket at the end of a line may give up half of its width.
  let trimsLineEnds: Bool
  /// Whether a full-width closing bracket of upright text at the end of a vertical line may give
  /// up half of its height.
  let trimsColumnEnds: Bool
  /// The element with the attachment that the run stands for; `.none` for a run of text.
  package let element: TextElement
  /// The annotations beside the characters; `nil` for most runs.
  package let annotations: RunAnnotations?

  /// - Parameter style: A copy of the style that belongs to the scratch set alone.
  init(
    font: Font, style: ShapingStyle, fonts: FontCollection, trimsLineEnds: Bool = false,
    trimsColumnEnds: Bool = false, element: TextElement = .none,
    annotations: RunAnnotations? = nil
  ) {
    self.fonts = fonts
    self.trimsLineEnds = trimsLineEnds
    self.trimsColumnEnds = trimsColumnEnds
    self.element = element
    self.annotations = annotations
    self.font = font.copied()
    self.style = style
  }

  /// The origin of runs that differ from others in their annotations alone.
  convenience init(_ other: RunOrigin, _ annotations: RunAnnotations) {
    self.init(
      font: other.font, style: other.style, fonts: other.fonts,
      trimsLineEnds: other.trimsLineEnds, trimsColumnEnds: other.trimsColumnEnds,
      element: other.element, annotations: annotations)
  }
}
