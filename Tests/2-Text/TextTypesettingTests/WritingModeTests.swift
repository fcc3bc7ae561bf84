// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing
import TextModel
import TextTestSupport

@testable import TextTypesetting

/// Words of one direction and of two, wide enough for several lines.
private let sample =
  "Der Wald steht schwarz und schweiget, مرحبا بالعالم und aus den Wiesen steiget\nder weiße Nebel."

private func layout(
  _ mode: WritingMode, along: Double? = 150, across: Double? = nil,
  insets: EdgeInsets = .zero, alignment: TextContainer.VerticalAlignment = .top
) throws -> TextLayout {
  var container = TextContainer(insets: insets, verticalAlignment: alignment)
  container.writingMode = mode
  (container.width, container.height) = mode.isVertical ? (across, along) : (along, across)
  return try TextLayout(
    AttributedText(sample, style: TextStyle(shaping: ShapingStyle(size: 15))), in: container,
    fonts: BundledFonts.collection)
}

@Suite("Lines that run downwards") struct WritingModeTests {
  @Test("Where a column is lower than a character, what stands side by side is not divided")
  func narrowColumns() throws {
    var style = TextStyle(shaping: ShapingStyle(size: 15))
    style.shaping.textCombine = .digits(4)
    var container = TextContainer(width: 500, height: 4)
    container.writingMode = .verticalRL
    let layout = try TextLayout(
      AttributedText("年2024月12日", style: style), in: container, fonts: BundledFonts.collection)
    #expect(layout.lines.map(\.range.count) == [1, 4, 1, 2, 1])
  }

  @Test(
    "Lines of one font break and lie as those of horizontal text, turned",
    arguments: [
      WritingMode.verticalRL, .verticalLR,
    ])
  func turned(mode: WritingMode) throws {
    let (across, down) = (try layout(.horizontal), try layout(mode))
    #expect(across.lines.count > 3)
    #expect(down.lines.map(\.range) == across.lines.map(\.range))
    #expect(abs(down.size.height - across.size.width) < 1e-9)
    #expect(abs(down.size.width - across.size.height) < 1e-9)
    for (turned, line) in zip(down.lines, across.lines) {
      // Computed here from the horizontal layout alone.
      let left =
        mode == .verticalRL
        ? across.size.height - line.frame.maxY : line.frame.minY
      #expect(abs(turned.frame.minX - left) < 1e-6, "line \(line.index)")
      #expect(abs(turned.frame.minY - line.frame.minX) < 1e-6)
      #expect(abs(turned.frame.width - line.frame.height) < 1e-6)
      #expect(abs(turned.frame.height - line.frame.width) < 1e-6)
      // Halfway between the ascent and the descent of the one font.
      #expect(abs(turned.baseline - turned.frame.minX - turned.frame.width / 2) < 1e-6)
    }
  }

  @Test("A hit test agrees with clusters, carets and selections", arguments: WritingMode.allCases)
  func hits(mode: WritingMode) throws {
    let layout = try layout(mode)
    var count = 0
    for line in layout.lines {
      for cluster in layout.clusters(inLine: line.index) {
        let middle = Point(x: cluster.rect.midX, y: cluster.rect.midY)
        #expect(layout.grapheme(at: middle) == cluster.range)
        #expect(layout.lineIndex(at: middle) == line.index)
        let union = layout.rectangles(for: cluster.range).reduce(Rect.zero) {
          $0.isEmpty ? $1 : $0.union($1)
        }
        #expect(abs(union.midX - middle.x) < 1e-6 && abs(union.midY - middle.y) < 1e-6)
        count += 1
      }
      for caret in layout.carets(inLine: line.index).dropLast() {
        let rect = layout.caret(at: TextPosition(caret.offset))
        #expect(mode.isVertical ? rect.height == 0 : rect.width == 0)
        #expect(mode.isVertical ? rect.minY == caret.x : rect.minX == caret.x)
        #expect(
          line.frame.insetBy(dx: -0.01, dy: -0.01).union(rect).width
            <= line.frame.width + 0.03)
      }
    }
    #expect(count > 60)
  }

  @Test(
    "Insets are those of the page, whatever the direction of lines",
    arguments: [
      WritingMode.verticalRL, .verticalLR,
    ])
  func insets(mode: WritingMode) throws {
    let insets = EdgeInsets(top: 3, leading: 5, bottom: 7, trailing: 11)
    let inner = try layout(mode, along: 150)
    let outer = try layout(mode, along: 160, insets: insets)
    #expect(abs(outer.size.height - 160) < 1e-9)
    #expect(abs(outer.size.width - inner.size.width - 16) < 1e-6)
    for (a, b) in zip(inner.lines, outer.lines) {
      #expect(abs(b.frame.minX - a.frame.minX - 5) < 1e-6)
      #expect(abs(b.frame.minY - a.frame.minY - 3) < 1e-6)
    }
  }

  @Test(
    "A narrow box cuts lines off, and the alignment moves them",
    arguments: [
      WritingMode.verticalRL, .verticalLR,
    ])
  func narrowAndWide(mode: WritingMode) throws {
    let all = try layout(mode)
    let thickness = all.lines[0].width
    let two = try layout(mode, across: 2.5 * thickness)
    #expect(two.lines.count == 2)
    #expect(two.isTruncated)
    #expect(two.tokenRect.map { $0.maxY <= 150.01 && $0.width == thickness } == true)
    let wide = try layout(mode, across: all.size.width + 40, alignment: .center)
    #expect(abs(wide.usedRect.minX - 20) < 1e-6)
    #expect(wide.size.width == all.size.width + 40)
    let end = try layout(mode, across: all.size.width + 40, alignment: .bottom)
    #expect(abs(end.usedRect.minX - (mode == .verticalRL ? 0 : 40)) < 1e-6)
  }

  @Test("Carets move over rows in the order of the text", arguments: WritingMode.allCases)
  func movement(mode: WritingMode) throws {
    let layout = try layout(mode)
    var position = TextPosition(2)
    var lines = [layout.lineIndex(containing: position)]
    for _ in 1..<layout.lines.count {
      position = layout.position(after: position, by: .line)
      lines.append(layout.lineIndex(containing: position))
    }
    #expect(lines == Array(layout.lines.indices))
    for expected in layout.lines.indices.reversed().dropFirst() {
      position = layout.position(before: position, by: .line)
      #expect(layout.lineIndex(containing: position) == expected)
    }
  }

  @Test(
    "The bands of a document lie where the whole layout has them",
    arguments: [
      WritingMode.horizontal, .verticalRL, .verticalLR,
    ])
  func documents(mode: WritingMode) throws {
    let whole = try layout(mode)
    var container = TextContainer()
    container.writingMode = mode
    if mode.isVertical { container.height = 150 } else { container.width = 150 }
    var document = TextDocument(whole.text, in: container, fonts: BundledFonts.collection)
    let band = try document.layOut(from: 0, to: 1000)
    // The corner at which the text begins, in the box of the whole.
    let corner = mode == .verticalRL ? whole.size.width : 0
    let frames = band.fragments.flatMap { fragment in
      fragment.layout.lines.map { $0.frame.offsetBy(dx: fragment.origin.x, dy: fragment.origin.y) }
    }
    #expect(frames.count == whole.lines.count)
    for (frame, line) in zip(frames, whole.lines) {
      #expect(abs(frame.minX + corner - line.frame.minX) < 1e-6)
      #expect(abs(frame.minY - line.frame.minY) < 1e-6)
      let middle = Point(x: frame.midX, y: frame.midY)
      let found = try document.position(at: middle)
      #expect(found == whole.position(at: Point(x: middle.x + corner, y: middle.y)))
      let caret = try document.caret(at: found)
      #expect(abs(caret.minX + corner - whole.caret(at: found).minX) < 1e-6)
    }
  }
}

@Suite("Lines by their place") struct LineIndexTests {
  /// Rows of one to three lines each, with gaps between rows and lines.
  private static func records(isUpwards: Bool) -> LineRecords {
    var random = SeededGenerator(seed: 41)
    var rows: [[LineRecord]] = []
    var y = 0.0
    for _ in 0..<40 {
      let height = Double.random(in: 5...20, using: &random)
      var x = 0.0
      var row: [LineRecord] = []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        var record = LineRecord.absent
        x += Double.random(in: 1...30, using: &random)
        (record.x, record.y, record.width, record.height) = (x, y, 25, height)
        x += 25
        row.append(record)
      }
      rows.append(row)
      y += height + Double(Int.random(in: 0...1, using: &random)) * 4
    }
    var records = LineRecords()
    for row in rows {
      for var record in row {
        if isUpwards { record.y = y - record.y - record.height }
        records.append(record)
      }
    }
    return records
  }

  @Test(
    "Rows, lines at points and bands as a search of all lines finds them",
    arguments: [
      false, true,
    ])
  func search(isUpwards: Bool) {
    let records = Self.records(isUpwards: isUpwards)
    let index = LineIndex(records: records, isUpwards: isUpwards)
    let all = Array(records)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let y = Double.random(in: -20...700, using: &random)
      let x = Double.random(in: -20...200, using: &random)
      // The row that holds y, else the next one in the order of the text, else the last.
      let row =
        all.firstIndex { isUpwards ? $0.y < y : $0.y + $0.height > y }
        ?? all.firstIndex { $0.y == all[all.count - 1].y } ?? 0
      #expect(index.row(atY: y) == row)
      let members = all.indices.filter { all[$0].y == all[row].y }
      func distance(_ i: Int) -> Double { max(all[i].x - x, x - all[i].x - all[i].width, 0) }
      let nearest = members.min { distance($0) < distance($1) }
      #expect(index.line(atX: x, y: y) == nearest)
      #expect(
        index.row(after: row)
          == members.last.map { $0 + 1 }.flatMap {
            $0 < all.count ? $0 : nil
          })
      let bottom = y + Double.random(in: 0.1...60, using: &random)
      let meeting = all.indices.filter { all[$0].y < bottom && all[$0].y + all[$0].height > y }
      #expect(Array(index.lines(from: y, to: bottom)) == meeting)
    }
  }
}
