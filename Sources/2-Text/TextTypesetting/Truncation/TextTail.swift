// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextModel
import TextShaping

/// The end of a text, which a line that is truncated at its start or in the middle shows after the
/// token.
struct TextTail {
  private var breaker: LineBreaker
  /// The index of the paragraph that ends with the text's last visible character.
  let paragraphIndex: Int
  /// The start of the paragraph in the whole text.
  let base: Int
  /// The end of the visible text, in offsets of the paragraph.
  let end: Int

  /// Finds the last paragraph with visible text.
  ///
  /// - Parameter first: The index of the first paragraph that may be found.
  /// - Returns: `nil` if no text is visible from that paragraph on.
  /// - Throws: `CancellationError`.
  init?(
    _ shaped: ShapedText, from first: Int, units: [UInt16], _ cancellation: Cancellation
  ) throws {
    var index = shaped.paragraphs.count
    while index > first {
      index -= 1
      if index & 0x3FF == 0 { try cancellation.check() }
      let paragraph = shaped.paragraphs[index]
      let text = ParagraphText(units, paragraph)
      let end = try text.visibleEnd(from: 0, to: text.count, cancellation)
      if end == 0 { continue }
      breaker = try LineBreaker(shaped, paragraph, units: units, cancellation: cancellation)
      (paragraphIndex, base, self.end) = (index, paragraph.range.start, end)
      return
    }
    return nil
  }

  /// The least offset from which the text up to ``end`` fits into a width: a boundary of clusters
  /// and graphemes at which no white space follows; ``end`` if not even the last cluster fits.
  ///
  /// - Parameters:
  ///   - floor: The least offset that may be returned, a grapheme boundary.
  ///   - atLeastOne: Whether the start of the last cluster is returned if it does not fit.
  mutating func start(
    fitting width: Double, from floor: Int, atLeastOne: Bool = false
  ) throws -> Int {
    let paragraph = breaker.paragraph
    guard floor < end, var index = paragraph.run(at: end - 1) else { return end }
    let limit = width + LineBreaker.tolerance
    let shown = TextRange(floor, end)
    // After the loop, `index` is the run in which the width is exceeded, and `behind` the width of
    // the text after that run.
    var behind = 0.0
    while index > 0, paragraph.runs[index].textRange.start > floor {
      if index & 0xFF == 0 { try breaker.cancellation.check() }
      let part = LinePiece(paragraph.runs[index], shown).width
      if behind + part > limit { break }
      behind += part
      index -= 1
    }
    let run = paragraph.runs[index]
    let from = max(floor, run.textRange.start)
    let graphemes = try breaker.graphemes(from: opportunity(upTo: from) ?? floor, to: end)
    let total = LinePiece(run, TextRange(from, end)).width + behind
    var cursor = ClusterCursor(paragraph, at: from)
    var clusters = 0
    var start = end
    while let cluster = cursor.next(), cluster.range.start < end {
      clusters += 1
      if clusters & 0x3FF == 0 { try breaker.cancellation.check() }
      guard cluster.range.start >= floor, graphemes.isBoundary(cluster.range.start) else {
        continue
      }
      let fits = total - cluster.before <= limit
      if fits || atLeastOne { start = cluster.range.start }
      if fits { break }
    }
    return skippingSpace(from: start, graphemes)
  }

  /// The next grapheme boundary after an offset at which no white space follows; ``end`` if there
  /// is none.
  mutating func next(after start: Int) throws -> Int {
    guard start < end else { return end }
    let graphemes = try breaker.graphemes(from: start, to: end)
    return skippingSpace(from: graphemes.next(after: start), graphemes)
  }

  private func skippingSpace(from start: Int, _ graphemes: GraphemeBoundaries) -> Int {
    var start = start
    while start < end, BreakTable.hangs(breaker.text[start]), graphemes.isBoundary(start + 1) {
      start += 1
    }
    return start
  }

  /// The width of the text from an offset on, tabs aside.
  func width(from start: Int) throws -> Double {
    try breaker.widthOfText(from: start, to: end)
  }

  /// The last break opportunity up to an offset; `nil` if there is none.
  private func opportunity(upTo offset: Int) throws -> Int? {
    try breaker.paragraph.findBreaks(breaker.cancellation)
    let index = breaker.paragraph.breaks.firstIndex(after: offset)
    return index > 0 ? breaker.paragraph.breaks.offset(at: index - 1) : nil
  }

  /// The pieces of the text from an offset on, in logical order.
  ///
  /// - Parameters:
  ///   - indent: The place of the first piece, from the container's start edge.
  ///   - baseLevel: The level of the line's paragraph. Text of a left-to-right paragraph is
  ///     embedded in a right-to-left line.
  func pieces(from start: Int, indent: Double, baseLevel: UInt8) throws -> [LinePiece] {
    guard start < end else { return [] }
    let paragraph = breaker.paragraph
    var pieces = try breaker.pieces(
      start, end, cutsStart: !paragraph.isSafeToBreak(at: start),
      cutsEnd: !paragraph.isSafeToBreak(at: end))
    if let tabs = breaker.tabs { try tabs.resolve(&pieces, indent: indent, visibleEnd: end) }
    let raised: UInt8 = paragraph.baseLevel < baseLevel ? 2 : 0
    for index in pieces.indices {
      if index & 0xFFF == 0xFFF { try breaker.cancellation.check() }
      pieces[index].tailBase = base
      pieces[index].level += raised
    }
    return pieces
  }
}

extension BreakTable {
  /// The index of the first opportunity after an offset; ``count`` if there is none.
  func firstIndex(after offset: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self.offset(at: middle) > offset { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
