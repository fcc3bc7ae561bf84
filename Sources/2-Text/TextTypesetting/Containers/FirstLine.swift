// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency
package import TextFonts
package import TextModel
import TextShaping

/// A text whose first line has a style of its own, which decides how much text the line takes.
///
/// Source: CSS Pseudo-Elements 4, 2.1, `::first-line`.
package struct FirstLine: Sendable {
  /// The text with the style of its first line.
  package let text: AttributedText
  /// The container, which ends the first line where that style ends.
  package let container: TextContainer

  /// Sets the text up to its first line terminator in the style of the first line, and changes the
  /// style of what the first line then holds.
  ///
  /// - Parameter change: Changes the style of a range, for example its size.
  /// - Throws: `FontError`, `ShapingError`, ``TypesettingError``, or `CancellationError`.
  package init(
    _ text: AttributedText, in container: TextContainer, fonts: FontCollection,
    cancellation: Cancellation = .never,
    _ change: (inout AttributedText, TextRange) throws -> Void
  ) throws {
    var styled = text
    try change(&styled, text.range)
    let layout = try TextLayout(styled, in: container, fonts: fonts, cancellation: cancellation)
    let end = layout.records.first.map { Int($0.end) } ?? 0
    var first = text
    try change(&first, TextRange(0, end))
    self.text = first
    var bounded = container
    bounded.firstLineEnd = end
    self.container = bounded
  }
}
