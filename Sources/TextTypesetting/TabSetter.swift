// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextRuntime
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

  /// The width of a tab where no stop but the regular ones is in its way; else `nil`.
  func regularWidth(at pen: Double) -> Double? {
    stops.isEmpty ? width(at: pen, segment: 0, decimal: 0) : nil
  }

  /// The number of tabs in a range.
  func count(from start: Int, to end: Int) -> Int { firstTab(from: end) - firstTab(from: start) }

  /// The width of a tab.
  ///
  /// - Parameters:
  ///   - pen: Where it begins, from the container's start edge.
  ///   - segment: The width of the text that it moves.
  ///   - decimal: The width of that text up to its decimal separator.
  func width(at pen: Double, segment: Double, decimal: Double) -> Double {
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
        case .decimal: decimal
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
    filling: while index < table.count {
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      // What hung at the opportunity before still hangs where nothing but white space follows.
      let end = table.offset(at: index)
      var visible = end
      while visible > scanned, BreakTable.hangs(unsafe text[visible - 1]) {
        visible -= 1
        if visible & 0x3FFF == 0 { try cancellation.check() }
      }
      if visible == scanned { visible = lastVisible }
      (scanned, lastVisible) = (end, visible)
      while tab < tabs.count && tabs[tab].offset < visible {
        added += resolve(to: tabs[tab].advance)
        // What comes after it ends no further left: a segment may have a million tabs.
        if table.isMonotone,
          tabs[tab].advance - start.advance + added > available + LineBreaker.tolerance
        {
          break filling
        }
        if tab & 0x3FF == 0x3FF { try cancellation.check() }
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

  /// Sets the widths of the tabs among the pieces of a line.
  func resolve(
    _ pieces: inout [LinePiece], indent: Double, visibleEnd: Int,
    text: UnsafeBufferPointer<UInt16>
  ) throws {
    var pen = indent
    for i in pieces.indices {
      if i & 0x3FF == 0x3FF { try cancellation.check() }
      if pieces[i].kind == .tab {
        // A width of its own, so that no slice of the pieces is left when one of them changes.
        let moved = try unsafe width(
          ofTab: i, of: pieces, at: pen, visibleEnd: visibleEnd, text: text)
        pieces[i].width = moved
      }
      pen += pieces[i].width
    }
  }

  private func width(
    ofTab index: Int, of pieces: [LinePiece], at pen: Double, visibleEnd: Int,
    text: UnsafeBufferPointer<UInt16>
  ) throws -> Double {
    // The text that it moves is asked for only where that decides.
    if let width = regularWidth(at: pen) { return width }
    var end = index + 1
    while end < pieces.count && pieces[end].kind != .tab {
      if end & 0xFFF == 0xFFF { try cancellation.check() }
      end += 1
    }
    let segment = pieces[(index + 1)..<end]
    let decimalEnd = try unsafe decimalEnd(of: segment, upTo: visibleEnd, text: text)
    return width(
      at: pen, segment: try segment.width(upTo: visibleEnd, cancellation),
      decimal: try segment.width(upTo: decimalEnd, cancellation))
  }

  /// The first decimal separator, or the end.
  private func decimalEnd(
    of pieces: ArraySlice<LinePiece>, upTo end: Int, text: UnsafeBufferPointer<UInt16>
  ) throws -> Int {
    guard let first = pieces.first, let last = pieces.last else { return end }
    var at = first.range.start
    let limit = min(last.range.end, end)
    while at < limit, unsafe !Self.isDecimalSeparator(at, end: limit, text: text) {
      if at & 0xFFF == 0xFFF { try cancellation.check() }
      at += 1
    }
    return at
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
