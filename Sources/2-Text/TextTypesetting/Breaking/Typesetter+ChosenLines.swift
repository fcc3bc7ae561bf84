// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextModel
import TextShaping

/// A line that was chosen with regard to the others of its paragraph.
struct ChosenLine {
  /// The chosen line; nil to take the greedy line.
  var line: BrokenLine?
  /// The share of its width that each space loses, as a negative number; 0 for none.
  var shrink = 0.0
}

// The lines of paragraphs whose `lineBreaking` is not greedy.
extension Typesetter {
  /// The most candidates that are considered for a paragraph, as a multiple of its opportunities:
  /// three passes are usual, and each line that turns out too wide needs further passes.
  private static let workLimit = 8

  /// Sets the lines of a paragraph at the breaks that were chosen for it.
  ///
  /// - Returns: `.line` if the paragraph is to be broken greedily in any case.
  mutating func setChosenLines(
    _ open: inout OpenParagraph, _ breaker: inout LineBreaker
  ) throws -> Next {
    guard let width, container.isWrapped else { return .line }
    let (paragraph, frame) = (open.paragraph, open.frame)
    try paragraph.findBreaks(cancellation)
    let table = paragraph.breaks
    guard breaker.tabs == nil, table.count > 0,
      table.advance(at: table.count - 1) < ParagraphBreaks.greatestAdvance
    else { return try setFallbackLines(&open, &breaker) }
    let rest = frame.available(width, isFirst: false)
    let measure = ParagraphBreaks.Measure(
      first: open.isFirst ? frame.available(width, isFirst: true) : rest, rest: rest)
    // A punctuation mark that hangs before the first line does not count for the line's width.
    let lead = breaker.leadWidth(open.start) ?? 0
    switch paragraph.style.storage.fields.lineBreaking {
    case .greedy:
      return .line
    case .balanced:
      let balanced = BalancedBreaks(breaker, firstExtra: measure.first + lead - rest)
      if let ends = try balanced.ends(width: rest), hasRoom(forLines: ends.count) {
        let next = try setLines(at: ends, measure, &open, &breaker)
        if next != .line { return next }
      }
      return try setFallbackLines(&open, &breaker)
    case .optimal(let costs):
      let breaks = try ParagraphBreaks(breaker, costs, isJustified: frame.isJustified)
      var work = 0
      while work <= Self.workLimit * table.count {
        let choice = try breaks.choose(
          from: open.start,
          ParagraphBreaks.Measure(
            first: open.isFirst ? measure.first + lead : rest, rest: rest))
        work += choice.work
        var next = try setLines(at: choice.ends, measure, &open, &breaker)
        // No choice makes the next line narrow enough, so that line is broken greedily.
        if next == .line { next = try setLine(&open, &breaker, ChosenLine()) }
        if next != .line { return next }
      }
      return try setFallbackLines(&open, &breaker)
    }
  }

  /// Whether the container has room for `count` more lines.
  private func hasRoom(forLines count: Int) -> Bool { count <= maximumLines - records.count }

  /// Sets lines that end at given opportunities.
  ///
  /// - Returns: `.line` if not all lines were set, since the next one is too wide.
  private mutating func setLines(
    at ends: [Int32], _ measure: ParagraphBreaks.Measure, _ open: inout OpenParagraph,
    _ breaker: inout LineBreaker
  ) throws -> Next {
    for end in ends where Int(end) >= open.start.next {
      let available = open.isFirst ? measure.first : measure.rest
      guard let chosen = try chosenLine(open, breaker, at: Int(end), available) else {
        return .line
      }
      let next = try setLine(&open, &breaker, chosen)
      if next != .line { return next }
    }
    return .line
  }

  /// The next line of a paragraph, if it ends at a given opportunity and fits, with spaces that are
  /// up to a third narrower if it is justified.
  private func chosenLine(
    _ open: borrowing OpenParagraph, _ breaker: LineBreaker, at end: Int, _ available: Double
  ) throws -> ChosenLine? {
    let (paragraph, start) = (open.paragraph, open.start)
    let indent = open.frame.indent(isFirst: open.isFirst)
    var line = try breaker.finish(start, at: end, indent: indent, available: available)
    let limit = available + LineBreaker.tolerance
    if line.width <= limit { return ChosenLine(line: line) }
    if breaker.endsInTrimmableMark(line) {
      var trimmed = try breaker.finish(
        start, at: end, indent: indent, available: available, trimsEnd: true)
      if trimmed.width <= limit {
        try line.release(cancellation)
        return ChosenLine(line: trimmed)
      }
      try trimmed.release(cancellation)
    }
    if open.frame.isJustified, paragraph.style.storage.fields.justification.shrinksSpaces {
      let visible = TextRange(start.offset, line.visibleEnd)
      let pieces = line.pieces.map { LinePieces($0) } ?? LinePieces(paragraph, visible)
      let justification = Justification(text: breaker.text, visible: visible, isOfSpaces: true)
      let spaces = try justification.spaceWidth(in: pieces, cancellation)
      let excess = line.width - available
      if excess <= spaces / 3 + LineBreaker.tolerance {
        return ChosenLine(line: line, shrink: -excess / spaces)
      }
    }
    try line.release(cancellation)
    return nil
  }

  /// Sets all further lines of a paragraph greedily, where chosen breaks cannot be used.
  private mutating func setFallbackLines(
    _ open: inout OpenParagraph, _ breaker: inout LineBreaker
  ) throws -> Next {
    var next = Next.line
    while next == .line { next = try setLine(&open, &breaker, ChosenLine()) }
    return next
  }
}
