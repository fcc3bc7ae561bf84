// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextShaping

extension ShapedParagraph {
  /// The glyphs of a range of text, as they were shaped, in logical order.
  ///
  /// - Throws: `CancellationError`.
  func pieces(_ range: TextRange, _ cancellation: Cancellation) throws -> [LinePiece] {
    guard !range.isEmpty, var index = run(at: range.start) else { return [] }
    var pieces: [LinePiece] = []
    pieces.reserveCapacity((run(at: range.end - 1) ?? index) - index + 1)
    while index < runs.count, runs[index].textRange.start < range.end {
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      pieces.append(LinePiece(runs[index], range))
      index += 1
    }
    return pieces
  }
}

extension TextLayout {
  /// The runs of a line in visual order.
  ///
  /// - Throws: `CancellationError`.
  func composeRuns(_ record: LineRecord, _ cancellation: Cancellation) throws -> [LineRun] {
    if record.flags.contains(.extra) { return [] }
    let paragraph = shaped.paragraphs[Int(record.paragraph)]
    let base = paragraph.range.start
    let visibleEnd = Int(record.visibleEnd) - base
    var pieces: [LinePiece]
    if record.special >= 0 {
      pieces = specials[Int(record.special)]
    } else {
      let end = min(Int(record.end) - base, paragraph.contentLength)
      pieces = try paragraph.pieces(TextRange(Int(record.start) - base, end), cancellation)
    }
    if pieces.isEmpty { return [] }
    Self.levelTrailingSpace(&pieces, visibleEnd: visibleEnd, baseLevel: paragraph.baseLevel)
    let expansions =
      record.flags.contains(.justified)
      ? stretch(&pieces, record, paragraph) : []
    let order = try Self.visualOrder(pieces, cancellation)
    var total = 0.0
    for position in pieces.indices {
      if position & 0xFFF == 0xFFF { try cancellation.check() }
      total += pieces[position].width
    }
    var x =
      paragraph.baseLevel & 1 == 1 ? record.x + record.width - total : record.x
    var runs: [LineRun] = []
    runs.reserveCapacity(pieces.count)
    for position in pieces.indices {
      if position & 0x3FF == 0x3FF { try cancellation.check() }
      let index = order.isEmpty ? position : order[position]
      let piece = pieces[index]
      runs.append(
        LineRun(
          kind: piece.kind, level: piece.level, run: piece.run, glyphs: piece.glyphs,
          range: TextRange(piece.range.start + base, piece.range.end + base), x: x,
          y: record.baseline - piece.run.style.baselineOffset, width: piece.width,
          expansions: expansions.isEmpty ? [] : expansions[index], base: base))
      x += piece.width
    }
    // Those of a special line belong to the layout.
    if record.special < 0 { try pieces.release(cancellation) }
    return runs
  }

  /// Gives the white space at a line's end the level of the paragraph. Source: UAX #9 L1.
  private static func levelTrailingSpace(
    _ pieces: inout [LinePiece], visibleEnd: Int, baseLevel: UInt8
  ) {
    var index = pieces.count - 1
    while index >= 0 {
      let piece = pieces[index]
      if piece.kind == .ellipsis || piece.range.end <= visibleEnd { return }
      if piece.level != baseLevel {
        if piece.range.start >= visibleEnd {
          pieces[index].level = baseLevel
        } else {
          var tail = LinePiece(piece.run, TextRange(visibleEnd, piece.range.end))
          tail.level = baseLevel
          pieces[index] = LinePiece(piece.run, TextRange(piece.range.start, visibleEnd))
          pieces.insert(tail, at: index + 1)
        }
      }
      index -= 1
    }
  }

  /// Widens the pieces of a justified line.
  ///
  /// - Returns: For each piece what each of its glyphs gains; empty lists for those that gain nothing.
  private func stretch(
    _ pieces: inout [LinePiece], _ record: LineRecord, _ paragraph: ShapedParagraph
  ) -> [[Double]] {
    var expansions = [[Double]](repeating: [], count: pieces.count)
    let base = paragraph.range.start
    unsafe text.utf16.withUnsafeBufferPointer { text in
      let justification = unsafe Justification(
        text: UnsafeBufferPointer(rebasing: text[paragraph.range.range]),
        visible: TextRange(Int(record.start) - base, Int(record.visibleEnd) - base))
      for index in justification.firstStretched(pieces)..<pieces.count {
        let piece = pieces[index]
        var added: [Double] = []
        justification.forEachOpportunity(in: piece) { glyph in
          if added.isEmpty { added = [Double](repeating: 0, count: piece.glyphs.count) }
          added[glyph - piece.glyphs.lowerBound] += record.expansion
          pieces[index].width += record.expansion
        }
        expansions[index] = added
      }
    }
    return expansions
  }

  /// The indexes of the pieces from left to right; empty if they are in that order.
  ///
  /// Source: UAX #9 L2.
  static func visualOrder(
    _ pieces: [LinePiece], _ cancellation: Cancellation = .never
  ) throws -> [Int] {
    var highest: UInt8 = 0
    var lowestOdd: UInt8 = .max
    for position in pieces.indices {
      if position & 0xFFF == 0xFFF { try cancellation.check() }
      let piece = pieces[position]
      highest = max(highest, piece.level)
      if piece.level & 1 == 1 { lowestOdd = min(lowestOdd, piece.level) }
    }
    if highest < lowestOdd || pieces.count == 1 { return [] }
    var order: [Int] = []
    order.reserveCapacity(pieces.count)
    for position in pieces.indices {
      if position & 0xFFF == 0xFFF { try cancellation.check() }
      order.append(position)
    }
    var level = highest
    while level >= lowestOdd {
      var i = 0
      var polled = 0
      while i < order.count {
        if i - polled > 0xFFF {
          polled = i
          try cancellation.check()
        }
        if pieces[order[i]].level < level {
          i += 1
          continue
        }
        var end = i + 1
        while end < order.count && pieces[order[end]].level >= level {
          end += 1
          if end & 0xFFF == 0 { try cancellation.check() }
        }
        // In place and in steps: a slice would be a copy of the whole.
        var (left, right) = (i, end - 1)
        while left < right {
          order.swapAt(left, right)
          left += 1
          right -= 1
          if left & 0xFFF == 0 { try cancellation.check() }
        }
        i = end
      }
      level -= 1
    }
    return order
  }
}
