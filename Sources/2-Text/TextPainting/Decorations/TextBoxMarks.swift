// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemConcurrency
import TextModel
import TextTypesetting

/// The boxes of a layout's text as shapes to fill.
struct TextBoxMarks {
  enum Kind {
    case background
    case border

    func look(of style: PaintStyle) -> BoxLook? {
      if style.isPlain { return nil }
      return self == .background
        ? BoxLook(backgroundOf: style) : BoxLook(borderOf: style)
    }
  }

  let kind: Kind
  let layout: TextLayout
  let space: MarkSpace
  let cancellation: Cancellation

  // MARK: Blocks

  /// The boxes of blocks that have a character in a range.
  ///
  /// - Complexity: O(runs of paint).
  func blocks(in range: TextRange) throws -> [TextMark] {
    let paint = layout.text.paint
    func look(_ run: Int) -> BoxLook? {
      guard let look = kind.look(of: paint.value(ofRun: run)), look.shape.extent == .block else {
        return nil
      }
      return look
    }
    var marks: [TextMark] = []
    var run = paint.run(at: range.start)
    // The range may begin within a block, so the search goes back to the block's first run.
    if let first = look(run) {
      while run > 0, look(run - 1) == first {
        try cancellation.check()
        run -= 1
      }
    }
    while run < paint.count, paint.start(of: run) < max(range.end, range.start + 1) {
      let first = run
      run += 1
      guard let look = look(first) else { continue }
      while run < paint.count, kind.look(of: paint.value(ofRun: run)) == look {
        if run & 0xFF == 0xFF { try cancellation.check() }
        run += 1
      }
      let text = TextRange(paint.start(of: first), paint.end(of: run - 1))
      let lines = layout.lineRange(for: text)
      guard let top = lines.first, let bottom = lines.last else { continue }
      let (upper, lower) = (layout.lines[top], layout.lines[bottom])
      let insets = look.insets(isRightToLeft: upper.baseLevel & 1 == 1)
      // In vertical text, lines may follow each other upwards, so the first line may be the lowest.
      let isUpwards = upper.blockStart > lower.blockStart
      let (highest, lowest) = isUpwards ? (lower, upper) : (upper, lower)
      let rect = Rect(
        x: insets.left, y: highest.blockStart + insets.top,
        width: layout.lineSpaceSize.width - insets.left - insets.right,
        height: lowest.blockStart + lowest.blockExtent - insets.bottom - highest.blockStart
          - insets.top)
      if rect.isEmpty { continue }
      marks += look.marks([box(rect)], in: space)
    }
    return marks
  }

  private func box(_ rect: Rect) -> Rect {
    let (left, top) = (space.column(rect.minX), space.row(rect.minY))
    return Rect(
      x: left, y: top, width: space.column(rect.maxX) - left, height: space.row(rect.maxY) - top)
  }

  // MARK: Ranges

  /// A box on one line, in points.
  private struct LineBox {
    var look: BoxLook
    var left: Double
    var right: Double
    /// The upper and lower edge of the text, without insets.
    var top: Double
    var bottom: Double
    /// The upper and lower edge of the line, where the boxes of two lines are joined.
    var line: (top: Double, bottom: Double)
    var insets: (top: Double, left: Double, bottom: Double, right: Double)

    /// Whether a box on the next line forms one shape with this one.
    func joins(_ next: LineBox) -> Bool {
      let overlap = min(right, next.right) - max(left, next.left)
      let gap = next.line.top - line.bottom - max(0, -insets.top) - max(0, -insets.bottom)
      return look.shape.joinsLines && look == next.look && overlap > 0 && gap < 1e-6
    }
  }

  /// The boxes of ranges on some lines, except bars.
  ///
  /// A shape that goes on beyond the lines is made with two more lines on each side, which decide
  /// its corners. The shape of a border is made with all its lines, since dashes count from its
  /// start.
  ///
  /// - Complexity: O(glyphs of the lines).
  func ranges(onLines lines: Range<Int>) throws -> [TextMark] {
    let window = try window(around: lines)
    var marks: [TextMark] = []
    // The shapes that may continue on the next line.
    var open: [[LineBox]] = []
    for index in window {
      try cancellation.check()
      var next: [[LineBox]] = []
      for box in try boxes(onLine: index) {
        if let place = open.firstIndex(where: { $0.last?.joins(box) ?? false }) {
          next.append(open.remove(at: place) + [box])
        } else {
          next.append([box])
        }
      }
      for shape in open { marks += self.marks(shape) }
      open = next
    }
    for shape in open { marks += self.marks(shape) }
    return marks
  }

  /// The lines whose boxes decide the shapes on some lines.
  private func window(around lines: Range<Int>) throws -> Range<Int> {
    let all = 0..<layout.lines.count
    let near = (lines.lowerBound - 2..<lines.upperBound + 2).clamped(to: all)
    guard kind == .border, !near.isEmpty else { return near }
    var (first, last) = (near.lowerBound, near.upperBound - 1)
    while first > 0, try joins(onLine: first), try joins(onLine: first - 1) { first -= 1 }
    while last + 1 < all.upperBound, try joins(onLine: last), try joins(onLine: last + 1) {
      last += 1
    }
    return first..<last + 1
  }

  /// Whether a line has a shape that may go on with a neighbouring line.
  private func joins(onLine index: Int) throws -> Bool {
    try cancellation.check()
    let paint = layout.text.paint
    let range = layout.textRange(ofLine: index)
    let runs = paint.run(at: range.start)...paint.run(at: max(range.start, range.end - 1))
    return runs.contains { kind.look(of: paint.value(ofRun: $0))?.shape.joinsLines ?? false }
  }

  private func boxes(onLine index: Int) throws -> [LineBox] {
    let line = layout.lines[index]
    let isRightToLeft = line.baseLevel & 1 == 1
    let middle = layout.axes.isVertical ? line.blockBaseline : nil
    let edges = (top: line.blockStart, bottom: line.blockStart + line.blockExtent)
    var boxes: [LineBox] = []
    try layout.forEachPaintStretch(onLine: index, cancellation) { stretch in
      guard let look = kind.look(of: stretch.style), look.shape.extent != .block, !look.isBar else {
        return
      }
      var (top, bottom) = edges
      if look.shape.extent == .range {
        let area = ContentArea(of: stretch.run, in: layout, middle: middle)
        (top, bottom) = (area.top, area.bottom)
      }
      if let last = boxes.last, last.look == look, abs(last.right - stretch.left) < 1e-6 {
        boxes[boxes.count - 1].right = stretch.right
        boxes[boxes.count - 1].top = min(last.top, top)
        boxes[boxes.count - 1].bottom = max(last.bottom, bottom)
      } else {
        boxes.append(
          LineBox(
            look: look, left: stretch.left, right: stretch.right, top: top, bottom: bottom,
            line: edges, insets: look.insets(isRightToLeft: isRightToLeft)))
      }
    }
    for index in boxes.indices {
      boxes[index].left += boxes[index].insets.left
      boxes[index].right -= boxes[index].insets.right
    }
    return boxes
  }

  /// The shapes of boxes on consecutive lines that form one outline.
  private func marks(_ shape: [LineBox]) -> [TextMark] {
    guard let first = shape.first, let last = shape.last else { return [] }
    // The boxes of two lines meet halfway between one line's lower edge and the next one's upper.
    var edges = [first.top + first.insets.top]
    for (box, next) in zip(shape, shape.dropFirst()) {
      edges.append((box.line.bottom + next.line.top) / 2)
    }
    edges.append(last.bottom - last.insets.bottom)
    var boxes: [Rect] = []
    for (index, line) in shape.enumerated() {
      let rect = Rect(
        x: line.left, y: edges[index], width: line.right - line.left,
        height: edges[index + 1] - edges[index])
      if rect.isEmpty { continue }
      let box = box(rect)
      if !box.isEmpty { boxes.append(box) }
    }
    return boxes.isEmpty ? [] : first.look.marks(boxes, in: space)
  }
}
