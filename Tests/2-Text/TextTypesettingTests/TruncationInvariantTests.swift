// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel
import TextShaping
import TextTestSupport

@testable import CanvasGeometry
@testable import TextTypesetting

/// Random texts, containers and tokens: what holds for every layout.
@Suite struct TruncationInvariantTests {
  private static let words = [
    "a", "office", "wrapping", "e\u{301}te\u{301}", "שלום", "بيت", "漢字", "👨‍👩‍👧‍👦", "10%",
    "hy\u{AD}phen", "नमस्ते", "\u{200B}", "ไทย", "\t", "\n", "\u{2028}", "(x)", "   ",
  ]

  private func text(_ random: inout SeededGenerator, _ count: Int) -> AttributedText {
    var text = AttributedText("")
    var paragraph = ParagraphStyle.default
    paragraph.direction = TextDirection.allCases.randomElement(using: &random) ?? .auto
    paragraph.alignment = TextAlignment.allCases.randomElement(using: &random) ?? .start
    if Bool.random(using: &random) { paragraph.overflowWrap = .normal }
    for _ in 0..<count {
      let sizes: [Double] = [12, 16, 40]
      let size: Double = sizes.randomElement(using: &random) ?? 16
      let word = Self.words.randomElement(using: &random) ?? ""
      text.append(
        word + (Bool.random(using: &random) ? " " : ""),
        style: TextStyle(
          shaping: ShapingStyle(
            size: size, letterSpacing: Int.random(in: 0..<9, using: &random) == 0 ? -6 : 0),
          paragraph: paragraph))
    }
    return text
  }

  @Test func randomLayoutsHold() throws {
    var random = SeededGenerator(seed: 1907)
    for round in 0..<600 {
      let text = text(&random, Int.random(in: 0...20, using: &random))
      let token = Bool.random(using: &random) ? text[TextRange(0, 0)] : nil
      var container = TextContainer(
        width: Bool.random(using: &random) ? Double.random(in: 0...300, using: &random) : nil,
        height: Bool.random(using: &random) ? Double.random(in: 0...200, using: &random) : nil,
        maximumLines: Int.random(in: 0...4, using: &random),
        truncation: TextContainer.Truncation.allCases.randomElement(using: &random) ?? .end,
        token: token == nil ? nil : self.text(&random, 2),
        verticalAlignment: TextContainer.VerticalAlignment.allCases.randomElement(using: &random)
          ?? .top,
        minimumScale: Bool.random(using: &random) ? 0.5 : 1,
        isWrapped: Int.random(in: 0..<4, using: &random) > 0)
      if Bool.random(using: &random) {
        container.insets = EdgeInsets(Double.random(in: -5...30, using: &random))
      }
      let layout = try TextLayout(text, in: container, fonts: Fixture.fonts)
      let length = text.length
      let name = "round \(round): \(container)"
      // Ranges: in order, and with what is left out all of the text.
      var end = 0
      for range in layout.visibleRanges {
        #expect(range.start >= end && !range.isEmpty || length == 0, "\(name)")
        end = range.end
      }
      let shown = layout.visibleRanges.reduce(0) { $0 + $1.count }
      #expect(shown + layout.leftOut.count == length, "\(name)")
      if layout.leftOut.isEmpty == false { #expect(layout.isTruncated, "\(name)") }
      #expect(layout.lines.isEmpty || layout.lines[0].range.start == 0, "\(name)")
      // Lines follow each other and lie in the box.
      var (y, offset) = (0.0, 0)
      for line in layout.lines {
        #expect(line.range.start == offset && line.origin.y >= y - 1e-6, "\(name)")
        (y, offset) = (line.origin.y + line.height, line.range.end)
        let runs = line.runs
        #expect(runs.allSatisfy { $0.range.end <= length }, "\(name)")
        for (left, right) in zip(runs, runs.dropFirst()) {
          #expect(abs(left.maxX - right.x) < 1e-6, "\(name)")
        }
      }
      if layout.isCutOff || length == 0 {
        #expect(layout.lines.count == 1, "\(name)")
      } else {
        #expect(y <= layout.size.height + 1e-3, "\(name)")
      }
      if let height = container.boundedHeight {
        #expect(layout.size.height <= max(height, 0) + 1e-3, "\(name)")
      }
      // Every caret finds its offset, and every offset a caret.
      for line in layout.lines where !line.isJustified {
        for caret in layout.carets(inLine: line.index) {
          #expect(caret.x.isFinite, "\(name)")
          let rect = layout.caret(at: TextPosition(caret.offset))
          #expect(rect.height >= 0 && rect.minX.isFinite, "\(name)")
        }
      }
      _ = layout.rectangles(for: text.range)
      if let rect = layout.tokenRect, rect.width > 0 {
        let middle = Point(x: rect.minX + rect.width / 2, y: rect.minY + rect.height / 2)
        if rect.height > 0 { #expect(layout.tokenOffset(at: middle) != nil, "\(name)") }
      }
      // Carets go through all that is shown.
      var place = TextPosition(0)
      for _ in 0...length {
        place = layout.position(after: place, by: .character)
        #expect(!(place.offset > layout.leftOut.start && place.offset < layout.leftOut.end))
      }
      let last = layout.tailRange?.end ?? layout.leftOut.start
      #expect(place.offset == last, "\(name)")
    }
  }
}
