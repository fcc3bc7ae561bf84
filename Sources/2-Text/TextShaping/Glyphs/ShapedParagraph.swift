// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency
package import TextAnalysis
public import TextFonts
public import TextModel

/// One paragraph, shaped: all that line breaking needs, at any width.
///
/// A paragraph with line separators, U+2028, makes one value for each of its hard lines: they have
/// the style, the direction and the bidi levels of the whole paragraph.
///
/// Immutable and shared freely. Offsets inside it count UTF-16 code units from its own beginning.
@usableFromInline
package struct ShapedParagraph: Sendable {
  /// The paragraph's place in the text, its terminator included.
  @usableFromInline package let range: TextRange
  /// All that does not depend on the place.
  @usableFromInline package let content: ShapedContent
  /// Whether this value continues the paragraph of the value before it, after a line separator.
  package let isContinuation: Bool
  /// Whether this value ends with a line separator, after which the paragraph goes on.
  package let endsWithLineSeparator: Bool

  package init(
    range: TextRange, content: ShapedContent, isContinuation: Bool = false,
    endsWithLineSeparator: Bool = false
  ) {
    self.range = range
    self.content = content
    self.isContinuation = isContinuation
    self.endsWithLineSeparator = endsWithLineSeparator
  }

  /// The number of code units before the terminator.
  @inlinable package var contentLength: Int { content.length }
  /// The bidi level of the paragraph: 0 left to right, 1 right to left.
  @inlinable package var baseLevel: UInt8 { content.baseLevel }
  /// Whether some run has a ruby.
  package var hasRuby: Bool { content.hasRuby }
  /// The style of the paragraph's first character.
  @inlinable package var style: ParagraphStyle { content.style }
  /// The runs in logical order; together they cover the content without gaps.
  @inlinable package var runs: [ShapedRun] { content.runs }
  /// The font that gives an empty paragraph its height: the first one of its first style.
  @inlinable package var strutFont: Font { content.strut.font }
  /// The shaping style of the paragraph's first character.
  @inlinable package var strutStyle: ShapingStyle { content.strut.style }
  /// Whether the first line has the indent of a paragraph's first line.
  package var beginsIndented: Bool {
    !isContinuation || style.storage.fields.indentsEachLine
  }
  /// The attachments that are parts of an inline formatting context; `nil` if there is none.
  package var inlineParts: InlineParts? { content.inlineParts }
  /// The marker before the first line of a list's item.
  package var marker: AnnotationLine? { content.marker }
  /// The break opportunities with the widths up to each.
  package var breaks: BreakTable { content.breaks }
  /// The resolved levels, or nil when every code unit has the paragraph's.
  package var bidi: BidiParagraph? { content.bidi }
  /// Whether there is a tab, so that widths depend on where a line begins.
  package var hasTabs: Bool { content.hasTabs }
  /// The width of the whole paragraph on one line, tabs aside, in points.
  package var advance: Double { content.advance }
  /// ``advance`` if the runs, unchanged, make up one line: no white space hangs at the line's end,
  /// there is no tab, and no part of the line is wider than the whole. Otherwise NaN.
  package var plainWidth: Double { content.plainWidth }

  /// Finds the break opportunities, if that was not done.
  ///
  /// Any thread may call it.
  ///
  /// - Throws: `CancellationError`.
  /// - Complexity: O(*n*) once, then O(1).
  package func findBreaks(_ cancellation: Cancellation) throws {
    _ = try content.findBreaks(cancellation)
  }

  /// Whether the paragraph ends with a line terminator.
  @inlinable package var endsWithTerminator: Bool { content.length < range.count }

  /// The index of the run that holds an offset; at the content's end, the last one; nil if there is
  /// none.
  ///
  /// - Complexity: O(log runs).
  package func run(at offset: Int) -> Int? {
    let runs = content.runs
    if runs.isEmpty { return nil }
    var low = 0
    var high = runs.count - 1
    while low < high {
      let mid = (low + high) >> 1
      if runs[mid].textRange.end > offset { high = mid } else { low = mid + 1 }
    }
    return low
  }

  /// Whether a line can end at an offset without any glyph changing.
  package func isSafeToBreak(at offset: Int) -> Bool {
    guard let i = run(at: offset) else { return true }
    if i > 0, runs[i].textRange.start == offset,
      runs[i - 1].endsInAutospace || runs[i - 1].trimmedEdges.contains(.end)
    {
      return false
    }
    return runs[i].isSafeToBreak(at: offset)
  }
}
