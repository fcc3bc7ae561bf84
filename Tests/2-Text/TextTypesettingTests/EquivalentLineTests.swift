// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel
import TextShaping
import TextTestSupport

@testable import TextTypesetting

/// Lines are made in four ways, which must agree in every record, glyph and position:
///
/// 1. `Typesetter.setLine` alone, the reference;
/// 2. ``SingleLine``, for a text of one paragraph that fits as it was shaped;
/// 3. `Typesetter.setPlainLines`, the loop over columns of the `BreakTable`;
/// 4. ``TextDocument``, which lays out each paragraph as a text of its own.
///
/// The runs of a line are read in two ways: by `forEachRun` from the paragraph, and composed.
@Suite struct EquivalentLineTests {
  private static let words = [
    "a", "AV", "To", "office", "wrapping", "—", "(x)", "e\u{301}te\u{301}", "שלום", "بيت", "漢字",
    "10%", "fi",
    "hy\u{AD}phen", "…", "नमस्ते", "a.b", "\u{200B}", "ไทย", "b,", "“c”", "漢1字A",
  ]

  private static let hyphenation = try? Hyphenation(
    HyphenatedLineTests.dictionary("p1p", "f1f/ff=f,1,2", "m1m", "o1o", "wr1a/w=ra,1,3"))

  private func randomText(_ random: inout SeededGenerator) -> AttributedText {
    var text = AttributedText("")
    var paragraph = ParagraphStyle.default
    paragraph.alignment = TextAlignment.allCases.randomElement(using: &random) ?? .start
    paragraph.direction = TextDirection.allCases.randomElement(using: &random) ?? .auto
    if Int.random(in: 0..<4, using: &random) == 0 {
      paragraph.firstLineIndent = 300
      paragraph.endIndent = 200
      paragraph.lineHeight = .multiple(1.5)
      paragraph.lineSpacing = 7
      paragraph.spacingBefore = 3
    }
    if Int.random(in: 0..<3, using: &random) == 0 { paragraph.overflowWrap = .normal }
    if Int.random(in: 0..<3, using: &random) == 0 {
      paragraph.hyphenation = Self.hyphenation
      paragraph.hyphenation?.maximumConsecutive = Int.random(in: 0...1, using: &random)
      paragraph.hyphenation?.zone = Bool.random(using: &random) ? 0 : 1500
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      paragraph.hangingPunctuation = HangingPunctuation(
        rawValue: UInt8.random(in: 0..<16, using: &random))
    }
    let latinOnly = Bool.random(using: &random)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      var shaping = ShapingStyle(size: Bool.random(using: &random) ? 1000 : 700)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: shaping.letterSpacing = -900
      case 1: shaping.letterSpacing = 50
      case 2: shaping.wordSpacing = -1500
      case 3: shaping.baselineOffset = 100
      case 4: shaping.autospace = .normal
      case 5: shaping.textWrap = .noWrap
      default: break
      }
      var string = ""
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        string += Self.words[Int.random(in: 0..<(latinOnly ? 7 : Self.words.count), using: &random)]
        if Int.random(in: 0..<4, using: &random) > 0 { string += " " }
        if Int.random(in: 0..<12, using: &random) == 0 { string += "\n" }
        if Int.random(in: 0..<20, using: &random) == 0 { string += "\t" }
      }
      text.append(string, style: TextStyle(shaping: shaping, paragraph: paragraph))
    }
    return text
  }

  /// The lines of a container by each of the first three ways.
  private func expectSame(_ shaped: ShapedText, _ container: TextContainer, _ note: String) throws {
    let general = try Typesetter.setLineByLine(shaped, in: container)
    let fast = try Typesetter.set(shaped, in: container)
    let layout = try TextLayout(shaped, in: container)
    #expect(layout.size == general.size && fast.size == general.size, "\(note)")
    #expect(layout.isTruncated == general.isTruncated, "\(note)")
    #expect(fast.isTruncated == general.isTruncated, "\(note)")
    #expect(Array(fast.records) == Array(general.records), "\(note)")
    #expect(Array(layout.records) == Array(general.records), "\(note)")
    try #require(layout.specials.count == general.specials.count, "\(note)")
    for (a, b) in zip(layout.specials.joined(), general.specials.joined()) {
      #expect(a.kind == b.kind && a.level == b.level && a.glyphs == b.glyphs, "\(note)")
      #expect(a.range == b.range && a.width == b.width, "\(note)")
      #expect(
        a.glyphs.map { a.run.glyph(at: $0) } == b.glyphs.map { b.run.glyph(at: $0) }, "\(note)")
    }
    for line in layout.lines {
      var read: [PlacedGlyph] = []
      try layout.forEachRun(ofLine: line.index) { $0.forEachGlyph { read.append($0) } }
      #expect(read == Self.glyphs(of: line), "line \(line.index), \(note)")
    }
  }

  private static func glyphs(of line: LineFragment) -> [PlacedGlyph] {
    var glyphs: [PlacedGlyph] = []
    for run in line.runs { run.forEachGlyph { glyphs.append($0) } }
    return glyphs
  }

  /// The lines of a document and those of a layout of the whole text.
  private func expectSameDocument(_ text: AttributedText, _ width: Double, _ note: String) throws {
    let container = TextContainer(width: width)
    let whole = try TextLayout(text, in: container, fonts: Fixture.fonts)
    var document = TextDocument(text, in: container, fonts: Fixture.fonts)
    var next = 0
    for paragraph in 0..<document.paragraphCount {
      let layout = try document.layout(ofParagraph: paragraph)
      let y = document.y(ofParagraph: paragraph)
      let start = document.textRange(ofParagraph: paragraph).start
      for line in layout.lines {
        try #require(next < whole.lines.count, "\(note)")
        let other = whole.lines[next]
        next += 1
        #expect(line.range.start + start == other.range.start, "\(note)")
        #expect(line.visibleRange.count == other.visibleRange.count, "\(note)")
        #expect(line.origin.x == other.origin.x && line.width == other.width, "\(note)")
        #expect(line.origin.y + y == other.origin.y && line.height == other.height, "\(note)")
        #expect(line.baseline + y == other.baseline, "\(note)")
        let glyphs = Self.glyphs(of: line)
        let others = Self.glyphs(of: other)
        try #require(glyphs.count == others.count, "\(note)")
        for (a, b) in zip(glyphs, others) {
          #expect(a.id == b.id && a.x == b.x && a.advance == b.advance, "\(note)")
          #expect(near(a.y + y, b.y) && a.cluster + start == b.cluster, "\(note)")
        }
      }
    }
    #expect(next == whole.lines.count, "\(note)")
    #expect(document.height == whole.size.height, "\(note)")
  }

  @Test func everyWayGivesTheSameLines() throws {
    var random = SeededGenerator(seed: 11)
    var (singles, wholes, plains, specials) = (0, 0, 0, 0)
    for round in 0..<500 {
      let text = randomText(&random)
      let shaped = try ShapedText(text, fonts: Fixture.fonts)
      let natural = try TextLayout(shaped).lines.map(\.width).max() ?? 0
      for _ in 0..<4 {
        var container = TextContainer()
        switch Int.random(in: 0..<4, using: &random) {
        case 0: break
        case 1: container.width = natural + Double(Int.random(in: -2...2, using: &random))
        default: container.width = Double(Int.random(in: 0...12_000, using: &random))
        }
        container.maximumLines = Int.random(in: 0...3, using: &random)
        if Int.random(in: 0..<4, using: &random) == 0 { container.height = 3000 }
        if Bool.random(using: &random) { container.truncation = .none }
        let note = "round \(round), \(container), \(text.string.debugDescription)"
        try expectSame(shaped, container, note)
        if try SingleLine(shaped, in: container) != nil {
          singles += 1
          continue
        }
        for record in try Typesetter.set(shaped, in: container).records {
          if record.special >= 0 {
            specials += 1
          } else if !record.flags.contains(.last) {
            plains += 1
          } else if record.flags.contains(.first) {
            wholes += 1
          }
        }
      }
      let width = Double(Int.random(in: 0...12_000, using: &random))
      try expectSameDocument(
        text, width, "round \(round), document \(width), \(text.string.debugDescription)")
    }
    // The random texts take each way many times.
    #expect(singles > 15, "\(singles) single lines")
    #expect(wholes > 100, "\(wholes) paragraphs of one line")
    #expect(plains > 250, "\(plains) plain lines")
    #expect(specials > 250, "\(specials) lines with pieces of their own")
  }

  /// The cut before a token is the same wherever the search for it begins.
  @Test func everyBeginningOfTheSearchGivesTheSameCut() throws {
    var random = SeededGenerator(seed: 12)
    var (later, cuts) = (0, 0)
    for round in 0..<300 {
      let shaped = try ShapedText(randomText(&random), fonts: Fixture.fonts)
      let width = Double(Int.random(in: 500...12_000, using: &random))
      let container = TextContainer(width: width)
      for paragraph in shaped.paragraphs {
        try paragraph.findBreaks(.never)
        var truncator = try Truncator(
          breaker: LineBreaker(shaped, paragraph, units: shaped.text.utf16),
          token: TruncationToken(container, in: paragraph, of: shaped, .never), indent: 0,
          available: width)
        let start = LineStart()
        let end = try truncator.breaker.stretchEnd(from: start, available: width)
        let graphemes = try truncator.breaker.graphemes(from: 0, to: end)
        let room = width * Double(Int.random(in: 1...10, using: &random)) / 10
        let general = try truncator.cut(start, room: room, from: (0, 0), to: end, graphemes)
        let found = try truncator.cut(start, room: room)
        #expect(found == general, "round \(round), \(width), \(room)")
        cuts += 1
        if try truncator.fitting(start, room: room, before: end, graphemes).offset > 0 {
          later += 1
        }
      }
    }
    #expect(cuts > 300 && later > 50, "\(later) of \(cuts) begin later")
  }

  @Test func aPartThatIsWiderThanTheWholeIsNoSingleLine() throws {
    // Spaces with negative advances: the whole text is narrower than its first word.
    var shaping = ShapingStyle(size: 1000)
    shaping.wordSpacing = -2000
    let text = AttributedText("wide a a a a a a a.", style: TextStyle(shaping: shaping))
    let shaped = try ShapedText(text, fonts: Fixture.fonts)
    let whole = shaped.paragraphs[0].runs.reduce(0) { $0 + $1.width }
    let word = try Fixture.width("wide")
    try #require(whole < word)
    let container = TextContainer(width: (max(whole, 0) + word) / 2)
    #expect(try SingleLine(shaped, in: container) == nil)
    try expectSame(shaped, container, "")
  }
}
