// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing
import TextModel

@testable import TextShaping
@testable import TextTypesetting

/// Inline formatting contexts beside those of Chromium, which `Scripts/compare/inline`
/// writes into the cases.
@Suite("Inline formatting contexts") struct InlineFormattingTests {
  private static let cases = (try? InlineCase.read("inline.json")) ?? []

  @Test("There are cases") func all() { #expect(Self.cases.count > 120) }

  @Test("Characters, pieces of spans, boxes and heights are those of Chromium", arguments: cases)
  func chromium(_ box: InlineCase) throws {
    let (layout, text) = try box.layout()
    let lines = "\(layout.visibleStrings)"
    var wrong: [String] = []
    for (index, (offset, found)) in zip(text.characters, box.browser.chars).enumerated() {
      guard let found else { continue }
      let pieces = layout.fragments(of: TextRange(offset, offset + 1))
      guard let piece = pieces.first else {
        wrong.append("character \(index) is not shown, but at \(found)")
        continue
      }
      var baseline = Double.nan
      for run in layout.lines[piece.line].runs where run.range.contains(offset) { baseline = run.y }
      if !near(piece.left, found[0], 0.1) || !near(baseline, found[1], 0.1) {
        wrong.append("character \(index) at \(piece.left), \(baseline), not \(found)")
      }
    }
    for (index, (span, found)) in zip(text.spans, box.browser.spans).enumerated() {
      let shown = layout.fragments(of: span.range).map { piece in
        let isForward = layout.lines[piece.line].baseLevel == 0
        let (start, end) = (
          piece.isStart ? span.margins[0] : 0, piece.isEnd ? span.margins[1] : 0
        )
        // The browser shows no box whose margins turn its ends round.
        let left = piece.left + (isForward ? start : end)
        return [left, max(left, piece.right - (isForward ? end : start))]
      }
      // The browser divides pieces where the direction changes.
      let merged = found.reduce(into: [[Double]]()) { merged, piece in
        if let last = merged.last, near(last[1], piece[0], 0.1), last[1] > last[0] {
          merged[merged.count - 1][1] = piece[1]
        } else {
          merged.append(piece)
        }
      }
      // Edges without a width may stand at the end of a line or at the beginning of the next one.
      let isSeen = { (piece: [Double]) in piece[1] > piece[0] }
      let (pieces, found) = (shown.filter(isSeen), merged.filter(isSeen))
      let isSame =
        pieces.count == found.count
        && zip(pieces, found).allSatisfy { near($0[0], $1[0], 0.1) && near($0[1], $1[1], 0.1) }
      if !isSame { wrong.append("span \(index) at \(pieces), not \(found)") }
    }
    let placed = layout.attachments
    for (index, (own, found)) in zip(text.boxes, box.browser.boxes).enumerated() {
      guard let rect = placed.first(where: { $0.offset == own.offset })?.rect else {
        wrong.append("no box \(index)")
        continue
      }
      let x = rect.minX + own.margin[3]
      let y = rect.minY + own.margin[0]
      if !near(x, found[0], 0.1) || !near(y, found[1], 0.1) {
        wrong.append("box \(index) at \(x), \(y), not \(found)")
      }
    }
    let widths = try ContentWidths(layout.shaped)
    if box.skipsWidths != true,
      !near(widths.least, box.browser.widths[0], 0.1)
        || !near(widths.greatest, box.browser.widths[1], 0.1)
    {
      wrong.append("widths \(widths), not \(box.browser.widths)")
    }
    if !near(layout.size.height, box.browser.height, 0.1) {
      wrong.append("height \(layout.size.height), not \(box.browser.height)")
    }
    #expect(wrong.isEmpty, "\(box.name): \(wrong.prefix(4).joined(separator: "\n")) \(lines)")
  }

  /// Cases whose lines do not depend on where the baseline lies in them.
  private static let uniform = cases.filter { box in
    let words = [
      "large", "high", "raise", "box", "span at the", "heights", "line height", "top", "random",
    ]
    return !words.contains { box.name.contains($0) }
  }

  @Test(
    "Vertical lines are those of horizontal text, turned",
    arguments: uniform, [WritingMode.verticalRL, .verticalLR])
  func vertical(_ box: InlineCase, _ mode: WritingMode) throws {
    let (across, _) = try box.layout()
    let (down, text) = try box.layout(mode)
    try #require(across.lines.count == down.lines.count)
    for (line, other) in zip(across.lines, down.lines) {
      #expect(line.range == other.range)
      let start =
        mode == .verticalLR ? other.frame.minX : down.size.width - other.frame.maxX
      #expect(near(line.frame.minY, start) && near(line.frame.height, other.frame.width))
    }
    for span in text.spans {
      let (pieces, others) = (across.fragments(of: span.range), down.fragments(of: span.range))
      #expect(pieces.map(\.line) == others.map(\.line))
      for (piece, other) in zip(pieces, others) {
        #expect(near(piece.left, other.left) && near(piece.right, other.right))
      }
    }
    for (piece, other) in zip(across.attachments, down.attachments) {
      #expect(piece.offset == other.offset && near(piece.rect.minX, other.rect.minY))
    }
  }

  private static func text(_ parts: [Any], size: Double = 1000) -> AttributedText {
    var paragraph = ParagraphStyle()
    var shaping = ShapingStyle(size: size)
    shaping.inlineBox = InlineBox(lineHeight: 1400)
    paragraph.strut = LineStrut(shaping)
    paragraph.overflowWrap = .normal
    let style = TextStyle(shaping: shaping, paragraph: paragraph)
    var text = AttributedText("", style: style)
    for part in parts {
      if let string = part as? String { text.append(string, style: style) }
      guard let part = part as? InlinePart else { continue }
      var attachment = TextAttachment(.reserved(""), size: Size(width: 0, height: 0))
      if case .box = part { attachment.size = Size(width: 900, height: 900) }
      attachment.inlinePart = part
      text.append(attachment, style: style)
    }
    return text
  }

  private static func layout(_ parts: [Any], width: Double) throws -> TextLayout {
    try TextLayout(text(parts), in: TextContainer(width: width), fonts: Fixture.fonts)
  }

  @Test("No line breaks between a box and a word joiner")
  func joiner() throws {
    let box = InlinePart.box(descent: 0)
    let free = try Self.layout(["ab", box, "cd"], width: 1900)
    #expect(free.lines.map(\.range.count) == [2, 1, 2])
    let joined = try Self.layout(["ab", box, "\u{2060}cd"], width: 1900)
    #expect(joined.lines.map(\.range.count) == [2, 4])
    let spaced = try Self.layout(["ab", box, "\u{A0}cd"], width: 1900)
    #expect(spaced.lines.map(\.range.count) == [2, 1, 3])
  }

  @Test("A box reaches below the baseline by its descent")
  func descent() throws {
    let plain = try Self.layout(["a"], width: 9000).lines[0]
    let line = try Self.layout(["a", InlinePart.box(descent: 700)], width: 9000).lines[0]
    #expect(near(line.baseline, plain.baseline))
    #expect(near(line.height, plain.baseline + 700))
    let above = try Self.layout(["a", InlinePart.box(descent: -2000)], width: 9000).lines[0]
    #expect(near(above.baseline, 2900) && near(above.height, 2900 + 1400 - plain.baseline))
  }

  @Test("A line that holds nothing but edges without a width has no height")
  func phantom() throws {
    let layout = try Self.layout([InlinePart.startEdge, InlinePart.endEdge], width: 9000)
    #expect(layout.size.height == 0 && layout.lines.count == 1)
    #expect(layout.lines[0].ascent == 0)
    let shown = try Self.layout([InlinePart.startEdge, "a", InlinePart.endEdge], width: 9000)
    #expect(near(shown.size.height, 1400))
    let broken = try Self.layout(
      [InlinePart.startEdge, InlinePart.endEdge, "\u{2028}", "a"], width: 9000)
    #expect(near(broken.size.height, 2800))
  }

  @Test("Edges divide no word")
  func words() throws {
    let layout = try Self.layout(
      ["one t", InlinePart.startEdge, "w", InlinePart.endEdge, "o three"], width: 9000)
    #expect(layout.range(of: .word, at: TextPosition(4)) == TextRange(4, 9))
    #expect(layout.range(of: .word, at: TextPosition(6)) == TextRange(4, 9))
  }

  @Test("An empty range and removed space have no pieces")
  func noPieces() throws {
    let layout = try Self.layout(["one two"], width: 2000)
    #expect(layout.fragments(of: TextRange(2, 2)).isEmpty)
    #expect(layout.fragments(of: TextRange(3, 4)).isEmpty)
    let piece = try #require(layout.fragments(of: TextRange(3, 6)).first)
    #expect(piece.line == 1 && piece.isStart && piece.isEnd && piece.left == 0)
  }

  @Test("The content area is that of the style's first font")
  func contentArea() throws {
    let layout = try Self.layout(["one"], width: 9000)
    var style = ShapingStyle(size: 2000, baselineOffset: 300)
    let area = try layout.contentArea(of: style, onLine: 0)
    #expect(near(area.top, layout.lines[0].baseline - 300 - 2138))
    #expect(near(area.bottom, layout.lines[0].baseline - 300 + 586))
    style.baselineOffset = 0
    style.inlineBox = InlineBox(lineHeight: 1000, alignment: .top)
    let top = try layout.contentArea(of: style, onLine: 0)
    #expect(near((top.top + top.bottom) / 2, 500))
  }

  @Test("The first line has a style of its own, and takes no more text")
  func firstLine() throws {
    let text = Self.text(["one two three four five six seven"])
    let container = TextContainer(width: 5000)
    let first = try FirstLine(text, in: container, fonts: Fixture.fonts) { text, range in
      text.updateShaping(range) { $0.size = 2000 }
    }
    let layout = try TextLayout(first.text, in: first.container, fonts: Fixture.fonts)
    #expect(layout.visibleStrings.prefix(2) == ["one", "two three"])
    #expect(layout.lines[0].ascent == 2138 && layout.lines[1].ascent == 1069)
    let unbounded = try TextLayout(first.text, in: container, fonts: Fixture.fonts)
    #expect(unbounded.visibleStrings.first == "one")
    let narrow = try FirstLine(text, in: TextContainer(width: 6000), fonts: Fixture.fonts) {
      text, range in
      text.updateShaping(range) { $0.size = 3000 }
    }
    let kept = try TextLayout(narrow.text, in: narrow.container, fonts: Fixture.fonts)
    #expect(kept.visibleStrings.first == "one")
  }

  @Test("Lines keep clear of the outline of a float, inside and around the text")
  func outline() throws {
    // A triangle that is as wide as the float at its upper edge.
    let triangle = [Point(x: 0, y: 0), Point(x: 4000, y: 0), Point(x: 0, y: 4000)]
    let words = String(repeating: "a ", count: 60)
    var container = TextContainer(width: 9000)
    container.floatContext = FloatContext(areas: [
      FloatContext.Area(
        Rect(x: 0, y: 0, width: 4000, height: 4000), isAtLeft: true, outline: triangle)
    ])
    let around = try TextLayout(Self.text([words]), in: container, fonts: Fixture.fonts)
    let starts = around.lines.prefix(4).map(\.frame.minX)
    #expect(starts.count == 4 && zip(starts, [4000, 2600, 1200, 0]).allSatisfy { near($0, $1) })
    var text = Self.text(["x", words])
    var float = TextAttachment(
      .reserved(""), size: Size(width: 4000, height: 4000), wrap: .surround, side: .right)
    float.inlinePart = .box(descent: 0)
    text.replace(TextRange(0, 1), with: float)
    container.floatContext = FloatContext()
    container.floatContext?.outlines = [
      0: [Point(x: 0, y: 0), Point(x: 4000, y: 0), Point(x: 4000, y: 4000)]
    ]
    let inside = try TextLayout(text, in: container, fonts: Fixture.fonts)
    for (line, end) in zip(inside.lines.prefix(4), [5000.0, 6400, 7800, 9000]) {
      #expect(line.frame.maxX <= end && line.frame.maxX > end - 821)
    }
  }

  @Test("Each line after a separator is indented, or all others are")
  func indents() throws {
    var text = Self.text(["one two\u{2028}three four five"])
    func starts(_ change: (inout ParagraphStyle.Fields) -> Void) throws -> [Double] {
      text.updateParagraphs(text.range) { $0.update(change) }
      let layout = try TextLayout(text, in: TextContainer(width: 6000), fonts: Fixture.fonts)
      return layout.lines.map(\.frame.minX)
    }
    #expect(try starts { $0.firstLineIndent = 700 } == [700, 0, 0])
    #expect(try starts { $0.indentsEachLine = true } == [700, 700, 0])
    let hanging = try starts { ($0.startIndent, $0.firstLineIndent) = (700, -700) }
    #expect(hanging == [0, 0, 700])
    #expect(try starts { $0.indentsEachLine = false } == [0, 700, 700])
  }

  @Test("Lines break anywhere, but not before a space")
  func anywhere() throws {
    var text = Self.text(["ab, (cd)\u{A0}e\u{301} f"])
    text.updateParagraphs(text.range) { $0.update { $0.breaksAnywhere = true } }
    let layout = try TextLayout(text, in: TextContainer(width: 1), fonts: Fixture.fonts)
    #expect(
      layout.strings == ["a", "b", ", ", "(", "c", "d", ")", "\u{A0}", "e\u{301} ", "f"])
  }

  @Test("A soft hyphen before an edge is shown where the line ends")
  func softHyphen() throws {
    let layout = try Self.layout(
      [InlinePart.startEdge, "seven\u{AD}", InlinePart.endEdge, "teen"], width: 3300)
    #expect(layout.lines.map(\.range.count) == [8, 4])
    let runs = layout.lines[0].runs
    #expect(runs.map(\.kind) == [.attachment, .text, .hyphen, .attachment])
    #expect(near(layout.lines[0].width, runs[2].maxX))
    let whole = try Self.layout(
      [InlinePart.startEdge, "seven\u{AD}", InlinePart.endEdge, "teen"], width: 9000)
    #expect(!whole.lines[0].runs.contains { $0.kind == .hyphen })
  }

  @Test("The extents of a box, and of its text, are those of its style's first font")
  func extents() throws {
    var style = ShapingStyle(size: 1000, baselineOffset: 200)
    let text = try LineExtents(ofText: style, in: Fixture.fonts)
    #expect(near(text.above, 1269) && near(text.below, 93))
    style.inlineBox = InlineBox(
      lineHeight: 2362, around: LineExtents(above: 0, below: 2000))
    let box = try LineExtents(of: style, in: Fixture.fonts)
    #expect(near(box.above, 1769) && near(box.below, 2000))
    style.scale(by: 2)
    #expect(style.inlineBox?.lineHeight == 4724 && style.inlineBox?.around?.below == 4000)
  }
}
