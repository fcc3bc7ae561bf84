// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import FuzzSupport

/// Lays out a text, and checks what holds for every layout.
struct LayoutProbe {
  private let layout: TextLayout
  private var choices: ByteSource

  /// Lays out a text chosen by bytes; `nil` if it is refused.
  init?(_ bytes: some Collection<UInt8>) {
    // The first bytes choose the container and the points, so that the text may use up the rest.
    var choices = ByteSource(bytes.prefix(64))
    var letters = ByteSource(bytes.dropFirst(64))
    let container = choices.container()
    let text = letters.text(upTo: 200)
    guard let layout = try? TextLayout(text, in: container, fonts: fuzzFonts) else { return nil }
    self.layout = layout
    self.choices = choices
    let again = try? TextLayout(text, in: container, fonts: fuzzFonts)
    check(again.map { Self.rows($0) } == Self.rows(layout), "laid out again, from caches")
  }

  private static func rows(_ layout: TextLayout) -> [String] {
    layout.lines.map { "\($0.range) \($0.frame) \($0.baseline) \($0.isTruncated)" }
  }

  func checkLines() {
    var y = -Double.infinity
    var end = 0
    check(layout.size.width >= 0 && layout.size.height >= 0, "size \(layout.size)")
    check(layout.size.width.isFinite && layout.size.height.isFinite, "size \(layout.size)")
    for line in layout.lines {
      check(line.range.start == end, "line \(line.index) begins at \(line.range.start), not \(end)")
      end = line.range.end
      check(line.origin.y >= y - 1e-6, "line \(line.index) lies above the one before")
      check(line.width >= 0 || hasNegativeSpacing, "line \(line.index) is \(line.width) wide")
      check(line.height >= 0 && line.width.isFinite, "line \(line.index) of \(line.frame)")
      y = line.origin.y
    }
    check(end <= layout.text.length, "lines end at \(end)")
  }

  func checkCarets() {
    for line in layout.lines {
      let carets = layout.carets(inLine: line.index)
      check(carets.allSatisfy { $0.x.isFinite }, "carets of line \(line.index)")
      for (a, b) in zip(carets, carets.dropFirst()) {
        check(a.offset <= b.offset || line.tailRange != nil, "carets \(a.offset), \(b.offset)")
      }
      checkOrder(carets, of: line)
    }
  }

  /// In a text of one direction, carets go one way.
  private func checkOrder(_ carets: [Caret], of line: LineFragment) {
    guard line.tailRange == nil, line.runs.allSatisfy({ $0.level == line.baseLevel }) else {
      return
    }
    for (a, b) in zip(carets, carets.dropFirst()) where b.offset <= line.visibleRange.end {
      let forward = line.baseLevel & 1 == 0 ? b.x - a.x : a.x - b.x
      check(forward >= -1e-3 || hasNegativeSpacing, "carets \(a), \(b) of line \(line.index)")
    }
  }

  private var hasNegativeSpacing: Bool {
    layout.text.shaping.values.contains { $0.letterSpacing < 0 || $0.wordSpacing < 0 }
  }

  mutating func checkSelection() {
    let length = layout.text.length
    for _ in 0..<4 {
      let point = Point(x: choices.length(to: 320) - 10, y: choices.length(to: 220) - 10)
      let hit = layout.position(at: point)
      check(hit.offset >= 0 && hit.offset <= length, "hit \(hit) of \(length)")
      let caret = layout.caret(at: hit)
      check(caret.minX.isFinite && caret.minY.isFinite, "caret \(caret)")
      if let grapheme = layout.grapheme(at: point) { check(grapheme.end <= length, "\(grapheme)") }
      let a = choices.below(length + 1)
      let range = TextRange(a, min(length, a + choices.below(length + 1)))
      let selection = layout.selection(for: range)
      let isWidened =
        selection.range.start <= range.start && selection.range.end >= range.end
      check(range.isEmpty || isWidened, "\(range) selects \(selection.range)")
      checkBox(selection.rectangles)
      checkMovement(from: TextPosition(a))
    }
  }

  /// Rectangles of a selection lie in the layout box, or in the lines where these are wider. (That
  /// of a blank line is as wide as a space, whatever the box.)
  private func checkBox(_ rectangles: [Rect]) {
    let left = layout.lines.map(\.frame.minX).min() ?? 0
    let right = layout.lines.map(\.frame.maxX).max() ?? 0
    let blank = layout.lines.filter { $0.width == 0 }.map(\.origin.y)
    for rect in rectangles where !hasNegativeSpacing && !blank.contains(rect.minY) {
      check(rect.width >= 0 && rect.height >= 0, "\(rect)")
      check(rect.minX >= min(0, left) - 1e-3, "\(rect) of \(layout.size)")
      check(rect.maxX <= max(layout.size.width, right) + 1e-3, "\(rect) of \(layout.size)")
    }
  }

  private func checkMovement(from position: TextPosition) {
    for unit in [TextGranularity.character, .word, .line, .paragraph] {
      let after = layout.position(after: position, by: unit)
      let before = layout.position(before: position, by: unit)
      check(after.offset <= layout.text.length && before.offset >= 0, "\(position) by \(unit)")
      let range = layout.range(of: unit, at: position)
      check(range.start >= 0 && range.end <= layout.text.length, "\(range)")
    }
  }

  /// A picture in tiles is the whole one, and one with empty caches that with full ones.
  func checkPictures() throws {
    let (width, height) = (96, 64)
    var whole = try GraphicsContext(pixels: PixelSize(width: width, height: height))
    try whole.draw(layout)
    let picture = whole.makeBitmap()
    GlyphMaskCache.shared.removeAll()
    var again = try GraphicsContext(pixels: PixelSize(width: width, height: height))
    try again.draw(layout)
    check(again.makeBitmap() == picture, "drawn again with empty caches")
    for x in [0, 48] {
      var tile = try GraphicsContext(pixels: PixelSize(width: 48, height: height))
      tile.concatenate(.translation(x: Double(-x), y: 0))
      try tile.draw(layout)
      let part = tile.makeBitmap()
      for y in 0..<height {
        for column in 0..<48 {
          check(
            part.pixel(x: column, y: y) == picture.pixel(x: x + column, y: y),
            "pixel \(x + column), \(y) of a tile")
        }
      }
    }
  }

  mutating func use() throws {
    checkLines()
    checkCarets()
    checkSelection()
    if choices.below(4) == 0 { try checkPictures() }
    if choices.below(4) == 0 { _ = try layout.inkBounds() }
    _ = (layout.visibleRanges, layout.tokenRect, layout.usedRect)
    _ = layout.item(at: Point(x: 20, y: 10), slop: 4)
  }
}
