// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextFonts
public import TextModel

/// One paragraph, shaped: all that line breaking needs, at any width.
///
/// Immutable and shared freely. Offsets inside it count UTF-16 code units from its own beginning.
public final class ShapedParagraph: Sendable {
  /// The paragraph's place in the text, its terminator included.
  public let range: TextRange
  /// The number of code units before the terminator.
  public let contentLength: Int
  /// The bidi level of the paragraph: 0 left to right, 1 right to left.
  public let baseLevel: UInt8
  /// The style of the paragraph's first character.
  public let style: ParagraphStyle
  /// The runs in logical order; together they cover the content without gaps.
  public let runs: [ShapedRun]
  /// The font that gives an empty paragraph its height: the first one of its first style.
  public let strutFont: Font
  /// The shaping style of the paragraph's first character.
  public let strutStyle: ShapingStyle
  /// Where lines may end, with the widths up to there.
  package let breaks: BreakTable
  /// The resolved levels, or nil when every code unit has the paragraph's.
  package let bidi: BidiParagraph?
  /// Whether there is a tab, so that widths depend on where a line begins.
  package let hasTabs: Bool

  package init(
    range: TextRange, contentLength: Int, baseLevel: UInt8, style: ParagraphStyle,
    runs: [ShapedRun], strutFont: Font, strutStyle: ShapingStyle, breaks: BreakTable,
    bidi: BidiParagraph?, hasTabs: Bool
  ) {
    self.range = range
    self.contentLength = contentLength
    self.baseLevel = baseLevel
    self.style = style
    self.runs = runs
    self.strutFont = strutFont
    self.strutStyle = strutStyle
    self.breaks = breaks
    self.bidi = bidi
    self.hasTabs = hasTabs
  }

  /// Whether the paragraph ends with a line terminator.
  public var endsWithTerminator: Bool { contentLength < range.count }

  /// The index of the run that holds an offset; at the content's end, the last one; nil if there is none.
  ///
  /// - Complexity: O(log runs).
  public func run(at offset: Int) -> Int? {
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
    return runs[i].isSafeToBreak(at: offset)
  }
}
