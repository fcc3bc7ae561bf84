// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextShaping

// Punctuation that hangs beyond the edges of lines.
extension LineBreaker {
  /// The line that ends at an opportunity, with the punctuation marks that hang.
  ///
  /// - Parameters:
  ///   - available: The width between the indents; `nil` for no bound.
  ///   - trimsEnd: Whether the line's last character is a full-width punctuation mark that is
  ///     trimmed to half of its width.
  func finish(
    _ start: LineStart, at index: Int, indent: Double, available: Double?, trimsEnd: Bool = false
  ) throws -> BrokenLine {
    var line = try finish(start, at: index, indent: indent, trimsEnd: trimsEnd)
    if hanging != nil { try hangMarks(of: &line, from: start, available: available) }
    return line
  }

  /// The width of the punctuation mark that hangs before a line; `nil` if there is none.
  func leadWidth(_ start: LineStart) -> Double? {
    guard let hanging, hanging.kinds.contains(.first), start.offset == 0, text.count > 0,
      !paragraph.isContinuation, HangingMarks.opens(text[0]), let index = paragraph.run(at: 0)
    else { return nil }
    let width = hanging.width(of: 0, in: paragraph.runs[index])
    return width > 0 ? width : nil
  }

  /// The width of the punctuation mark before an opportunity that may hang, in points; the trimmed
  /// advance of the opportunity does not include it.
  ///
  /// - Complexity: O(log runs + log glyphs).
  func hungWidth(at index: Int) -> Double {
    let breaks = paragraph.breaks
    let count = breaks.traits(at: index).hangingCount
    let offset = breaks.offset(at: index)
    guard let hanging, breaks.traits(at: index).isUnsafe else { return 0 }
    var end = offset - count
    if count == BreakTable.LineEndTraits.maximumHangingCount {
      // The greatest count stands for several numbers, so the white space is counted anew.
      end = offset
      while end > 0, offset - end < count, BreakTable.hangs(text[end - 1]) { end -= 1 }
    }
    guard end > 0, hanging.mayHang(text[end - 1], isLast: index == breaks.count - 1),
      let run = paragraph.run(at: end - 1)
    else { return 0 }
    // A mark that can be trimmed is always shaped again; its width is taken from that shaping.
    if end == offset, paragraph.runs[run].trimsAtLineEnd(text[end - 1], at: end - 1) { return 0 }
    return hanging.width(of: end - 1, in: paragraph.runs[run])
  }

  /// Subtracts the widths of the punctuation marks that hang from the width of a line.
  func hangMarks(
    of line: inout BrokenLine, from start: LineStart, available: Double?
  ) throws {
    guard let hanging, line.visibleEnd > start.offset else { return }
    if let width = leadWidth(start), try separateLead(of: &line, from: start) {
      line.width = max(0, line.width - width)
    }
    let last = line.visibleEnd - 1
    let leadEnd = line.pieces?.first?.hangs == true ? 1 : 0
    guard last >= max(start.offset, leadEnd),
      hanging.mayHang(text[last], isLast: line.end >= text.count),
      let index = paragraph.run(at: last)
    else { return }
    let overflows = available.map { line.width > $0 + Self.tolerance } ?? false
    guard overflows || hanging.mustHang(text[last]) else { return }
    var width = hanging.width(of: last, in: paragraph.runs[index])
    if width <= 0 { return }
    if let pieces = line.pieces {
      // The mark may be shaped again in a piece, where its width differs.
      guard let piece = pieces.last(where: { $0.range.start <= last && last < $0.range.end }),
        piece.kind == .text
      else { return }
      width = piece.run.width(of: piece.run.glyphRange(for: TextRange(last, last + 1)))
    }
    line.visibleEnd = last
    line.width = max(0, line.width - width)
  }

  /// Makes the punctuation mark with which a line begins a piece of its own, which hangs.
  ///
  /// - Returns: Whether the line begins with text.
  private func separateLead(of line: inout BrokenLine, from start: LineStart) throws -> Bool {
    var pieces =
      try line.pieces ?? pieces(start.offset, line.end, cutsStart: false, cutsEnd: false)
    guard let first = pieces.first, first.kind == .text, first.range.start == 0 else {
      return false
    }
    var lead = LinePiece(first.run, TextRange(0, 1))
    lead.hangs = true
    pieces[0] = lead
    if first.range.end > 1 {
      pieces.insert(LinePiece(first.run, TextRange(1, first.range.end)), at: 1)
    }
    line.pieces = pieces
    return true
  }
}
