// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextShaping

extension TextLayout {
  /// The left and right end of a line's text in line space, with the punctuation that hangs beyond
  /// its edges, without white space at its end.
  package func markedExtent(ofLine index: Int) -> (left: Double, right: Double) {
    markedExtent(of: records[index])
  }

  /// The extent of ``markedExtent(ofLine:)`` for a record.
  func markedExtent(of record: LineRecord) -> (left: Double, right: Double) {
    let (left, right) = (record.x, record.x + record.width)
    let paragraph = shaped.paragraphs[Int(record.paragraph)]
    guard paragraph.style.storage.hangsPunctuation,
      record.flags.isDisjoint(with: [.extra, .truncated, .shortened])
    else { return (left, right) }
    let base = paragraph.range.start
    let mark = Int(record.visibleEnd) - base
    let end = min(Int(record.end) - base, paragraph.contentLength)
    var (lead, trail) = (0.0, 0.0)
    let pieces = record.special >= 0 ? specials[Int(record.special)] : []
    if let first = pieces.first, first.hangs { lead = first.width }
    if mark < end, !BreakTable.hangs(text.utf16[base + mark]) {
      var run = paragraph.run(at: mark).map { paragraph.runs[$0] }
      if let piece = pieces.last(where: { $0.range.start <= mark && mark < $0.range.end }) {
        run = piece.run
      }
      trail = run.map { $0.width(of: $0.glyphRange(for: TextRange(mark, mark + 1))) } ?? 0
    }
    return paragraph.baseLevel & 1 == 1
      ? (left - trail, right + lead) : (left - lead, right + trail)
  }
}
