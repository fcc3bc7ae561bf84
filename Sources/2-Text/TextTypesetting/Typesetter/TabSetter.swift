// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextFonts
import TextModel
import TextShaping

/// Computes the widths of the tabs of one paragraph.
///
/// Positions of tab stops count from the container's start edge, indents included. The advances of
/// a `BreakTable` count tabs as zero, so their widths are added here.
struct TabSetter {
  private let stops: [TabStop]
  private let interval: Double
  /// Half the width of a digit, the least width of a tab to a regular stop.
  private let leastWidth: Double
  private let table: BreakTable
  private let paragraph: ShapedParagraph
  /// The offset of each tab in the paragraph, and the advance before it, tabs not counted.
  private let tabs: [(offset: Int, advance: Double)]
  private let text: ParagraphText
  private let cancellation: Cancellation

  init(
    _ paragraph: ShapedParagraph, text: ParagraphText, _ cancellation: Cancellation
  ) throws {
    self.text = text
    self.cancellation = cancellation
    self.paragraph = paragraph
    table = paragraph.breaks
    stops = paragraph.style.tabStops.filter { $0.position.isFinite }
    let given = paragraph.style.tabInterval
    let font = paragraph.strutFont
    func width(_ scalar: Unicode.Scalar) -> Double? {
      font.glyph(for: scalar).map {
        Double(max(0, font.advance(of: $0))) * paragraph.strutStyle.size / Double(font.unitsPerEm)
      }
    }
    interval = given.isFinite && given > 0 ? given : 8 * (width(" ") ?? 0)
    // A font without digits counts half an em for a digit.
    leastWidth = 0.5 * (width("0") ?? paragraph.strutStyle.size / 2)
    var tabs: [(offset: Int, advance: Double)] = []
    var advance = 0.0
    for (index, run) in paragraph.runs.enumerated() {
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      if run.kind == .tab {
        for offset in run.textRange.range {
          if offset & 0x3FFF == 0x3FFF { try cancellation.check() }
          if text[offset] != 0x09 { continue }
          if tabs.count == tabs.capacity, tabs.count > 256 {
            // Reserve room for the expected number of tabs while the array is short and quick to
            // move.
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

  /// The index of the first tab at or after an offset.
  private func firstTab(from offset: Int) -> Int {
    var low = 0
    var high = tabs.count
    while low < high {
      let mid = (low + high) / 2
      if tabs[mid].offset < offset { low = mid + 1 } else { high = mid }
    }
    return low
  }

  /// The width of a tab at a pen position; `nil` if the paragraph has stops other than the regular
  /// ones.
  func regularWidth(at pen: Double) -> Double? {
    stops.isEmpty ? width(at: pen, segment: 0, decimal: 0) : nil
  }

  /// The number of tabs in a range.
  func count(from start: Int, to end: Int) -> Int { firstTab(from: end) - firstTab(from: start) }

  /// The width of a tab: up to the next of the paragraph's own stops; behind all of these, up to
  /// the next regular stop, or to the regular stop after it if the next is less than half a digit
  /// away.
  ///
  /// Source of the least width: CSS Text 3, 4.2, `tab-size`.
  ///
  /// - Parameters:
  ///   - pen: The tab's start, in points from the container's start edge.
  ///   - segment: The width of the text between this tab and the next one.
  ///   - decimal: The distance from the beginning of that text to its ``DecimalPlace``.
  func width(at pen: Double, segment: Double, decimal: Double) -> Double {
    if let stop = stop(after: pen) {
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
    var width = ((pen / interval + 1e-6).rounded(.down) + 1) * interval - pen
    if width < leastWidth - LineBreaker.tolerance { width += interval }
    return width.isFinite ? max(0, width) : 0
  }

  /// The next of the paragraph's own stops.
  private func stop(after pen: Double) -> TabStop? {
    var stop: TabStop?
    for s in stops where s.position > pen + LineBreaker.tolerance {
      if stop.map({ s.position < $0.position }) ?? true { stop = s }
    }
    return stop
  }

  /// The index of the last break opportunity up to which the text fits; `start.next - 1` if none
  /// does.
  func lastFitting(
    _ start: LineStart, available: Double, indent: Double
  ) throws -> Int {
    var tab = firstTab(from: start.offset)
    var added = 0.0
    // The last tab so far; its width depends on where the text behind it ends.
    var pending: (pen: Double, advance: Double, decimal: Double)?
    func resolve(to advance: Double) -> Double {
      guard let pending else { return 0 }
      let segment = max(0, advance - pending.advance)
      return width(at: pending.pen, segment: segment, decimal: min(segment, pending.decimal))
    }
    var index = start.next
    var scanned = start.offset
    var lastVisible = start.offset
    filling: while index < table.count {
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      // If only white space follows the previous opportunity, the visible end is still that of the
      // previous opportunity.
      let end = table.offset(at: index)
      var visible = end
      while visible > scanned, BreakTable.hangs(text[visible - 1]) {
        visible -= 1
        if visible & 0x3FFF == 0 { try cancellation.check() }
      }
      if visible == scanned { visible = lastVisible }
      (scanned, lastVisible) = (end, visible)
      while tab < tabs.count && tabs[tab].offset < visible {
        added += resolve(to: tabs[tab].advance)
        // Advances never fall, so no later opportunity fits. The loop ends here, since a segment
        // may have a million tabs.
        if table.isMonotone,
          tabs[tab].advance - start.advance + added > available + LineBreaker.tolerance
        {
          break filling
        }
        if tab & 0x3FF == 0x3FF { try cancellation.check() }
        let pen = indent + tabs[tab].advance - start.advance + added
        let decimal = stop(after: pen)?.alignment == .decimal ? try decimal(afterTab: tab) : 0
        pending = (pen, tabs[tab].advance, decimal)
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

  /// Sets the widths of the tab pieces of a line.
  ///
  /// - Throws: `CancellationError`.
  func resolve(
    _ pieces: inout [LinePiece], indent: Double, visibleEnd: Int
  ) throws {
    var pen = indent
    for i in pieces.indices {
      if i & 0x3FF == 0x3FF { try cancellation.check() }
      if pieces[i].kind == .tab {
        // A local variable: `width` makes a slice of the array, and while the slice lives, a change
        // would copy the array.
        let width = try width(ofTab: i, of: pieces, at: pen, visibleEnd: visibleEnd)
        pieces[i].width = width
      }
      pen += pieces[i].width
    }
  }

  private func width(
    ofTab index: Int, of pieces: [LinePiece], at pen: Double, visibleEnd: Int
  ) throws -> Double {
    // The width of a tab before a regular stop does not depend on the text behind the tab.
    if let width = regularWidth(at: pen) { return width }
    var end = index + 1
    while end < pieces.count && pieces[end].kind != .tab {
      if end & 0xFFF == 0xFFF { try cancellation.check() }
      end += 1
    }
    let segment = pieces[(index + 1)..<end]
    return width(
      at: pen, segment: try segment.width(upTo: visibleEnd, cancellation),
      decimal: stop(after: pen)?.alignment == .decimal
        ? try decimal(in: LinePieces(Array(segment)), upTo: visibleEnd) : 0)
  }

  // MARK: - Decimal stops

  /// The distance from a tab to the decimal place of the text before the next tab.
  private func decimal(afterTab tab: Int) throws -> Double {
    let end = tab + 1 < tabs.count ? tabs[tab + 1].offset : text.count
    let segment = LinePieces(paragraph, TextRange(tabs[tab].offset + 1, end))
    return try decimal(in: segment, upTo: end)
  }

  /// The distance from the beginning of a segment to its decimal place, along the line.
  private func decimal(in pieces: LinePieces, upTo end: Int) throws -> Double {
    guard pieces.count > 0 else { return 0 }
    let start = pieces[0].range.start
    let limit = max(start, min(pieces[pieces.count - 1].range.end, end))
    let place = try DecimalPlace(
      in: text, start..<limit, language: { language(at: $0) }, cancellation)
    let letter = place.isSign ? place.offset : place.offset - 1
    let order = try pieces.visualOrder(cancellation)
    let isBackward = paragraph.baseLevel & 1 == 1
    var width = 0.0
    for k in 0..<pieces.count {
      if k & 0x3FF == 0x3FF { try cancellation.check() }
      let next = isBackward ? pieces.count - 1 - k : k
      // An empty `order` means that pieces lie from left to right.
      let piece = pieces[order.isEmpty ? next : Int(order[next])]
      let visible = try CollectionOfOne(piece).width(upTo: limit, cancellation)
      guard piece.kind == .text, piece.range.contains(letter) else {
        width += visible
        continue
      }
      let before = LinePiece(piece.run, TextRange(piece.range.start, place.offset)).width
      let isAgainst = (piece.level & 1 == 1) != isBackward
      return width + (isAgainst ? visible - before : before)
    }
    return width
  }

  /// The language of the text at an offset.
  private func language(at offset: Int) -> String {
    guard let run = paragraph.run(at: offset) else { return "" }
    return paragraph.runs[run].style.language
  }
}
