// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextShaping

/// Gives the tabs of one paragraph their widths.
///
/// A stop's position counts from the container's start edge, indents included. Tabs have no width in the
/// paragraph's sums, so they are added here.
@safe struct TabSetter {
  private let stops: [TabStop]
  private let interval: Double
  private let table: BreakTable
  /// Each tab's offset in the paragraph, and the width before it without tabs.
  private let tabs: [(offset: Int, advance: Double)]
  private let paragraph: ShapedParagraph
  private let cancellation: Cancellation

  init(
    _ paragraph: ShapedParagraph, text: UnsafeBufferPointer<UInt16>, _ cancellation: Cancellation
  ) throws {
    self.cancellation = cancellation
    self.paragraph = paragraph
    table = paragraph.breaks
    stops = paragraph.style.tabStops.filter { $0.position.isFinite }
    let given = paragraph.style.tabInterval
    if given.isFinite && given > 0 {
      interval = given
    } else {
      let font = paragraph.strutFont
      let space = font.glyph(for: " ").map { font.advance(of: $0) } ?? 0
      interval =
        8 * Double(max(0, space)) * paragraph.strutStyle.size / Double(font.unitsPerEm)
    }
    var tabs: [(offset: Int, advance: Double)] = []
    var advance = 0.0
    for (index, run) in paragraph.runs.enumerated() {
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      if run.kind == .tab {
        for offset in run.textRange.range {
          if offset & 0x3FFF == 0x3FFF { try cancellation.check() }
          if unsafe text[offset] != 0x09 { continue }
          if tabs.count == tabs.capacity, tabs.count > 256 {
            // About as many as there will be, before moving them takes long.
            let share = Double(text.count) / Double(offset)
            tabs.reserveCapacity(Int(Double(tabs.count) * share * 1.1) + 16)
          }
          tabs.append((offset, advance))
        }
      }
      advance += run.width
    }
    self.tabs = tabs
  }

  /// The first tab at or after an offset.
  private func firstTab(from offset: Int) -> Int {
    var low = 0
    var high = tabs.count
    while low < high {
      let mid = (low + high) / 2
      if tabs[mid].offset < offset { low = mid + 1 } else { high = mid }
    }
    return low
  }

  /// The width of a tab.
  ///
  /// - Parameters:
  ///   - pen: Where it begins, from the container's start edge.
  ///   - segment: The width of the text that it moves.
  ///   - decimal: The width of that text up to its decimal separator.
  func width(at pen: Double, segment: Double, decimal: @autoclosure () -> Double) -> Double {
    var stop: TabStop?
    for s in stops where s.position > pen + LineBreaker.tolerance {
      if stop.map({ s.position < $0.position }) ?? true { stop = s }
    }
    if let stop {
      let moved =
        switch stop.alignment {
        case .start: 0.0
        case .center: segment / 2
        case .end: segment
        case .decimal: decimal()
        }
      return max(0, stop.position - pen - moved)
    }
    guard interval > 0 else { return 0 }
    let width = ((pen / interval + 1e-6).rounded(.down) + 1) * interval - pen
    return width.isFinite ? max(0, width) : 0
  }

  /// The last opportunity up to which the text fits; `start.next - 1` if none does.
  func lastFitting(
    _ start: LineStart, available: Double, indent: Double, text: UnsafeBufferPointer<UInt16>
  ) throws -> Int {
    var tab = firstTab(from: start.offset)
    var added = 0.0
    // A tab that waits for the end of its segment.
    var pending: (pen: Double, advance: Double)?
    func resolve(to advance: Double) -> Double {
      guard let pending else { return 0 }
      let segment = max(0, advance - pending.advance)
      return width(at: pending.pen, segment: segment, decimal: segment)
    }
    var index = start.next
    var scanned = start.offset
    var lastVisible = start.offset
    while index < table.count {
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      // What hung at the opportunity before still hangs where nothing but white space follows.
      let end = table.offset(at: index)
      var visible = end
      while visible > scanned, BreakTable.hangs(unsafe text[visible - 1]) { visible -= 1 }
      if visible == scanned { visible = lastVisible }
      (scanned, lastVisible) = (end, visible)
      while tab < tabs.count && tabs[tab].offset < visible {
        added += resolve(to: tabs[tab].advance)
        pending = (indent + tabs[tab].advance - start.advance + added, tabs[tab].advance)
        tab += 1
      }
      let advance = table.trimmed(at: index)
      if advance - start.advance + added + resolve(to: advance)
        > available + LineBreaker.tolerance
      {
        break
      }
      index += 1
    }
    return index - 1
  }

  /// Sets the widths of the tabs among the pieces of a line, which are divided to one tab each.
  func resolve(
    _ pieces: inout [LinePiece], indent: Double, visibleEnd: Int,
    text: UnsafeBufferPointer<UInt16>
  ) throws {
    guard pieces.contains(where: { $0.kind == .tab }) else { return }
    var divided: [LinePiece] = []
    divided.reserveCapacity(pieces.count)
    for (index, piece) in pieces.enumerated() {
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      if piece.kind == .tab {
        for offset in piece.range.range {
          if offset & 0x3FF == 0x3FF { try cancellation.check() }
          divided.append(
            LinePiece(
              kind: .tab, level: piece.level, run: piece.run, glyphs: 0..<0,
              range: TextRange(offset, offset + 1), width: 0))
        }
      } else {
        divided.append(piece)
      }
    }
    var pen = indent
    var i = 0
    while i < divided.count {
      if i & 0x3FF == 0x3FF { try cancellation.check() }
      if divided[i].kind == .tab {
        // A width of its own, so that no slice of the pieces is left when one of them changes.
        let moved = unsafe width(
          ofTab: i, of: divided, at: pen, visibleEnd: visibleEnd, text: text)
        divided[i].width = moved
      }
      pen += divided[i].width
      i += 1
    }
    swap(&pieces, &divided)
    try divided.release(cancellation)
  }

  private func width(
    ofTab index: Int, of pieces: [LinePiece], at pen: Double, visibleEnd: Int,
    text: UnsafeBufferPointer<UInt16>
  ) -> Double {
    var end = index + 1
    while end < pieces.count && pieces[end].kind != .tab { end += 1 }
    let segment = pieces[(index + 1)..<end]
    return unsafe width(
      at: pen, segment: LineBreaker.width(of: Array(segment), upTo: visibleEnd),
      decimal: Self.decimalWidth(of: segment, upTo: visibleEnd, text: text))
  }

  /// The width up to the first decimal separator, or to the end.
  private static func decimalWidth(
    of pieces: ArraySlice<LinePiece>, upTo end: Int, text: UnsafeBufferPointer<UInt16>
  ) -> Double {
    guard let first = pieces.first, let last = pieces.last else { return 0 }
    var at = first.range.start
    let limit = min(last.range.end, end)
    while at < limit, unsafe !isDecimalSeparator(at, end: limit, text: text) { at += 1 }
    return LineBreaker.width(of: Array(pieces), upTo: at)
  }

  /// A full stop, comma, or Arabic decimal separator that a digit follows.
  private static func isDecimalSeparator(
    _ at: Int, end: Int, text: UnsafeBufferPointer<UInt16>
  ) -> Bool {
    let unit = unsafe text[at]
    guard unit == 0x2E || unit == 0x2C || unit == 0x066B, at + 1 < end else { return false }
    let next = unsafe text[at + 1]
    return (next >= 0x30 && next <= 0x39) || (next >= 0x0660 && next <= 0x0669)
      || (next >= 0x06F0 && next <= 0x06F9)
  }
}
