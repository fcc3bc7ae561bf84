// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextAnalysis
import TextModel

/// The parts of a paragraph within which no line breaks: those of `TextWrap.noWrap`, and characters
/// that stand side by side in the room of one.
///
/// After a space, the style of the space decides. Between two other characters, no line breaks if
/// neither of their styles allows breaks. Source: CSS Text 3, 5.1.
package struct UnbrokenSpans: Sendable {
  /// The offsets before which no line begins: those above the lower bound and below the upper one,
  /// ascending.
  private var spans: [Range<Int>] = []

  /// - Throws: `CancellationError`.
  init(
    _ runs: [ShapedRun], _ text: Span<UInt16>, _ parts: InlineParts? = nil,
    _ cancellation: Cancellation
  ) throws {
    var start: Int?
    var end = 0
    func span(_ start: Int) -> Range<Int> {
      // No line begins after the last space of a span, so the range includes the next offset.
      var last = end - 1
      while last > start, parts?.isAbsent(at: last) == true { last -= 1 }
      let hangs = end < text.count && BreakTable.hangs(text[last])
      // No line begins with the first space of a span, so the range includes the offset before the
      // space.
      let follows = start > 0 && BreakTable.hangs(text[start])
      let next = hangs ? parts?.end(behind: end) ?? end : end
      return (follows ? start - 1 : start)..<(hangs ? min(next + 1, text.count) : end)
    }
    try runs.forEachUncounted { run, index in
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      if run.style.storage.fields.textWrap == .noWrap {
        if start == nil { start = run.textRange.start }
        end = run.textRange.end
        return
      }
      if let from = start {
        append(span(from))
        start = nil
      }
      if run.isCombined { append(run.textRange.range) }
    }
    if let start { append(span(start)) }
    if let parts { try add(parts, length: text.count, cancellation) }
  }

  /// Adds the offsets at which the parts of an inline formatting context stay with their neighbours.
  private mutating func add(
    _ parts: InlineParts, length: Int, _ cancellation: Cancellation
  ) throws {
    var isJoined = try [UInt8](repeating: 0, count: length + 1, cancellation)
    try forEachOffset(cancellation) { isJoined[$0] = 1 }
    parts.forEachJoin { if $0 < length { isJoined[$0] = 1 } }
    spans.removeAll()
    var start: Int?
    for offset in 0...length {
      if offset & 0x3FFF == 0x3FFF { try cancellation.check() }
      if isJoined[offset] != 0 {
        start = start ?? offset
      } else if let from = start {
        spans.append(from - 1..<offset)
        start = nil
      }
    }
  }

  private mutating func append(_ span: Range<Int>) {
    if span.count > 1 { spans.append(span) }
  }

  /// Whether no line begins at an offset.
  ///
  /// - Complexity: O(log *n*).
  package func holds(_ offset: Int) -> Bool {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < spans.count && spans[low].lowerBound < offset
  }

  /// Calls a function for each offset before which no line begins.
  ///
  /// - Throws: `CancellationError`.
  func forEachOffset(_ cancellation: Cancellation, _ body: (Int) -> Void) throws {
    for (index, span) in spans.enumerated() {
      if index & 0xFF == 0xFF { try cancellation.check() }
      for offset in span.dropFirst() {
        if offset & 0x3FFF == 0 { try cancellation.check() }
        body(offset)
      }
    }
  }
}

extension LineBreaks {
  /// Removes the opportunities within spans that are not broken.
  ///
  /// - Throws: `CancellationError`.
  mutating func remove(in spans: UnbrokenSpans, _ cancellation: Cancellation) throws {
    var flags = self.flags
    self.flags = []
    defer { self.flags = flags }
    try spans.forEachOffset(cancellation) { offset in
      if flags[offset] == LineBreaks.allowed { flags[offset] = LineBreaks.none }
    }
  }
}
