// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextAnalysis
import TextFonts
import TextModel
import TextShaping

/// The x coordinates of the edges of each grapheme of a line.
///
/// The leading edge is the left one in left-to-right text, and the right one in right-to-left text.
/// A grapheme without glyphs, such as a line terminator, has width 0 at the trailing edge of its
/// predecessor.
struct LineEdges {
  /// The grapheme boundaries of the line, in code units of the whole text; the last is the line's
  /// end.
  let offsets: [Int]
  /// The leading edge of each grapheme.
  private(set) var leading: [Double]
  /// The trailing edge of each grapheme.
  private(set) var trailing: [Double]
  private let fallback: Double
  /// The grapheme after the one that was given edges last, where the next cluster mostly begins.
  private var next = 0
  /// The index of the entry for text that a token replaces before the end of the text. That text
  /// counts as one grapheme with the edges of the token. `nil` if there is none.
  let gap: Int?

  var count: Int { leading.count }

  /// The x of the caret at a boundary: the leading edge of the next grapheme; at the line's end,
  /// the trailing edge of the last one.
  func caret(_ boundary: Int) -> Double {
    if boundary < leading.count { return leading[boundary] }
    return trailing.last ?? fallback
  }

  /// The index of the grapheme that holds an offset, at most that of the last boundary.
  func grapheme(at offset: Int) -> Int {
    var low = 0
    var high = offsets.count - 1
    while low < high {
      let mid = (low + high + 1) / 2
      if offsets[mid] <= offset { low = mid } else { high = mid - 1 }
    }
    return low
  }

  init(_ layout: TextLayout, _ record: LineRecord) {
    let text = layout.text
    var offsets = Self.boundaries(of: record.range, in: text)
    let tail = record.flags.contains(.truncated) ? layout.tailRange : nil
    gap = tail == nil ? nil : offsets.count - 1
    if let tail { offsets += Self.boundaries(of: tail, in: text) }
    self.offsets = offsets
    let paragraph = layout.shaped.paragraphs[Int(record.paragraph)]
    fallback = paragraph.baseLevel & 1 == 1 ? record.x + record.width : record.x
    leading = [Double](repeating: .nan, count: offsets.count - 1)
    trailing = leading
    let runs = (try? layout.runs(of: record, .never)) ?? []
    for run in runs where run.kind != .ellipsis && run.kind != .hyphen && run.kind != .kashida {
      add(run, text: text)
    }
    if let gap { addToken(runs, at: gap, isRightToLeft: paragraph.baseLevel & 1 == 1) }
    fillGaps()
  }

  private static func boundaries(of range: TextRange, in text: AttributedText) -> [Int] {
    var offsets: [Int] = []
    offsets.reserveCapacity(range.count + 1)
    // The line's own text suffices: the line begins at a grapheme boundary, and the rules look no
    // further back than that.
    let graphemes =
      (try? text.utf16.graphemeBreaks(in: range)) ?? GraphemeBreaks(length: range.count, flags: [])
    for i in 0..<range.count where graphemes.isBoundary(i) { offsets.append(range.start + i) }
    offsets.append(range.end)
    return offsets
  }

  private mutating func addToken(_ runs: [LineRun], at gap: Int, isRightToLeft: Bool) {
    let token = runs.filter { $0.kind == .ellipsis }
    guard let left = token.map(\.x).min(), let right = token.map(\.maxX).max() else { return }
    leading[gap] = isRightToLeft ? right : left
    trailing[gap] = isRightToLeft ? left : right
  }

  private mutating func add(_ run: LineRun, text: AttributedText) {
    let isRightToLeft = run.level & 1 == 1
    if run.glyphs.isEmpty {
      let left = run.x
      spread(
        run.range, from: isRightToLeft ? run.maxX : left, to: isRightToLeft ? left : run.maxX,
        carets: [], text: text)
      return
    }
    // Glyphs are in visual order: in a right-to-left run, logical order is the reverse.
    let count = run.glyphs.count
    var place = isRightToLeft ? count - 1 : 0
    let step = isRightToLeft ? -1 : 1
    var pen = isRightToLeft ? run.maxX : run.x
    var sum: Int64 = 0
    var extra = 0.0
    let origin = pen
    while place >= 0 && place < count {
      let first = run.glyphIndex(place)
      let cluster = run.cluster(at: first)
      var last = first
      while place >= 0 && place < count {
        let index = run.glyphIndex(place)
        if run.cluster(at: index) != cluster { break }
        sum += Int64(run.run.advance(at: index))
        if !run.expansions.isEmpty { extra += run.expansions[index - run.glyphs.lowerBound] }
        last = index
        place += step
      }
      let end =
        place >= 0 && place < count ? run.cluster(at: run.glyphIndex(place)) : run.range.end
      let next = origin + Double(step) * (Double(sum) * run.run.unit + extra)
      // White space at a line's end may have the paragraph's level; its clusters may then descend.
      let range = TextRange(min(cluster, end), max(cluster, end))
      let carets =
        first == last && end - cluster > 1
        ? run.run.font.ligatureCarets(run.run.glyph(at: first), isRightToLeft: isRightToLeft) : []
      let left = min(pen, next)
      spread(
        range.clamped(to: run.range), from: pen, to: next,
        carets: carets.map { left + Double($0) * run.run.scale }, text: text)
      pen = next
    }
  }

  /// Divides the width of a cluster among the graphemes that start in it.
  private mutating func spread(
    _ range: TextRange, from start: Double, to end: Double, carets: [Double],
    text: AttributedText
  ) {
    guard !range.isEmpty else { return }
    let isNext =
      next < count && offsets[next] == range.start && offsets[next + 1] > range.start
    let first = isNext ? next : grapheme(at: range.start)
    guard first < count else { return }
    next = first + 1
    if offsets[first] <= range.start && offsets[first + 1] >= range.end {
      // The cluster is a grapheme, or lies inside one that an earlier cluster started, and widens
      // it.
      if offsets[first] == range.start || leading[first].isNaN { leading[first] = start }
      trailing[first] = end
      return
    }
    let begin = offsets[first] < range.start ? first + 1 : first
    var last = begin
    var visible = 0
    while last < count && offsets[last] < range.end {
      if !Self.isInvisible(text.utf16[offsets[last]]) { visible += 1 }
      last += 1
    }
    let usesCarets = carets.count == visible - 1
    let shares = Double(max(visible, 1))
    var done = 0
    var edge = start
    for i in begin..<max(begin, last) {
      leading[i] = edge
      if visible == 0 {
        edge = i == last - 1 ? end : start
      } else if !Self.isInvisible(text.utf16[offsets[i]]) {
        done += 1
        edge =
          done == visible
          ? end : usesCarets ? carets[done - 1] : start + (end - start) * Double(done) / shares
      }
      trailing[i] = edge
    }
  }

  /// Whether a grapheme that starts with a code unit has no share of its cluster's width: a
  /// default-ignorable format character.
  private static func isInvisible(_ unit: UInt16) -> Bool {
    switch unit {
    case 0xAD, 0x61C, 0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF: true
    default: false
    }
  }

  private mutating func fillGaps() {
    var edge = fallback
    if let first = leading.first, first.isNaN {
      // Leading graphemes without glyphs stand at the first glyph.
      edge = leading.first { !$0.isNaN } ?? fallback
    }
    for i in leading.indices {
      if leading[i].isNaN { leading[i] = edge }
      if trailing[i].isNaN { trailing[i] = leading[i] }
      edge = trailing[i]
    }
  }
}
