// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import Testing
import TextModel
import TextShaping
import TextTestSupport

@testable import CanvasGeometry
@testable import TextTypesetting

@Suite("Documents laid out on demand") struct TextDocumentTests {
  static let words = [
    "der", "Wald", "steht", "schwarz", "und", "schweiget", "שלום", "مرحبا", "世界", "e\u{301}tude",
    "Donaudampfschifffahrt", "a",
  ]

  /// Paragraphs in some styles, with every kind of terminator and some empty ones.
  static func sample(_ paragraphs: Int, seed: UInt64, endsOpen: Bool = true) -> AttributedText {
    var random = SeededGenerator(seed: seed)
    var text = AttributedText("")
    for index in 0..<paragraphs {
      var paragraph = ParagraphStyle.default
      paragraph.spacingBefore = Double(index % 3) * 2.3
      paragraph.spacingAfter = Double(index % 5) * 1.7
      paragraph.lineSpacing = Double(index % 2) * 0.7
      if index % 4 == 1 { paragraph.alignment = .justify }
      if index % 4 == 2 { paragraph.lineHeight = .multiple(1.1) }
      let count = Int.random(in: 0..<40, using: &random)
      let string = (0..<count).map { _ in words.randomElement(using: &random) ?? "" }
        .joined(separator: " ")
      let end =
        index < paragraphs - 1 || !endsOpen
        ? ["\n", "\r\n", "\r", "\u{2029}"][Int.random(in: 0..<4, using: &random)] : ""
      let size = [11.0, 14, 17.3][index % 3]
      text.append(
        string + end, style: TextStyle(shaping: ShapingStyle(size: size), paragraph: paragraph))
    }
    return text
  }

  /// The position, size and text start of each line of a layout, as strings.
  static func rows(_ layout: TextLayout, x: Double = 0, y: Double = 0, start: Int = 0) -> [String] {
    layout.lines.map { line in
      "\(line.range.start + start) \(line.origin.x + x) \(line.origin.y + y) \(line.width)"
        + " \(line.height) \(line.baseline + y)"
    }
  }

  static func rows(_ document: inout TextDocument) throws -> [String] {
    var rows: [String] = []
    for index in 0..<document.paragraphCount {
      let layout = try document.layout(ofParagraph: index)
      rows += Self.rows(
        layout, y: document.y(ofParagraph: index),
        start: document.textRange(ofParagraph: index).start)
    }
    return rows
  }

  @Test("Laid out wholly, in any order, every line stands where a layout of the whole text has it")
  func equalsTheWholeLayout() throws {
    for (seed, paragraphs) in [(1, 1), (2, 2), (3, 40), (4, 600)] as [(UInt64, Int)] {
      for endsOpen in [true, false] {
        let text = Self.sample(paragraphs, seed: seed, endsOpen: endsOpen)
        let whole = try TextLayout(
          text, in: TextContainer(width: 180), fonts: Fixture.fonts)
        var document = TextDocument(text, in: TextContainer(width: 180), fonts: Fixture.fonts)
        var order = Array(0..<document.paragraphCount)
        var random = SeededGenerator(seed: seed)
        order.shuffle(using: &random)
        for index in order { _ = try document.layout(ofParagraph: index) }
        #expect(try Self.rows(&document) == Self.rows(whole))
        #expect(document.isFullyMeasured)
        #expect(document.height == whole.size.height)
        #expect(document.length == text.length)
        #expect(document.text == text)
      }
    }
  }

  @Test("Empty texts and lone terminators")
  func smallTexts() throws {
    for string in [
      "", "\n", "\r\n", "a\n", "\n\na", "a\r", "a\u{2028}b", "a\u{2028}b\nc", "\u{2028}",
      "a\u{2028}",
      "a\n\u{2028}\nb\u{2028}\u{2028}", "אב\u{2028}ab\n\u{2028}c",
    ] {
      let text = Fixture.text(string)
      var document = TextDocument(text, in: TextContainer(width: 4000), fonts: Fixture.fonts)
      let whole = try TextLayout(text, in: TextContainer(width: 4000), fonts: Fixture.fonts)
      #expect(try Self.rows(&document) == Self.rows(whole), "\(string.debugDescription)")
      #expect(document.height == whole.size.height)
      #expect(document.text.string == string)
    }
  }

  @Test("A band lays out what it shows and no more, and says how far it moved")
  func bands() throws {
    let text = Self.sample(2000, seed: 9)
    var document = TextDocument(text, in: TextContainer(width: 200), fonts: Fixture.fonts)
    let index = document.paragraphIndex(containing: text.length / 2)
    let band = try document.layOut(around: index, from: 0, to: 500)
    #expect(band.fragments.contains { $0.paragraph == index })
    #expect(document.paragraphs.unknownCount > 1900)
    #expect(band.fragments.count < 100)
    let anchor = try #require(band.fragments.first { $0.paragraph == index })
    #expect(anchor.y == document.y(ofParagraph: index))
    #expect(anchor.textStart == document.textRange(ofParagraph: index).start)
    // The fragments are stacked without gaps, and reach past both edges.
    let last = try #require(band.fragments.last)
    #expect(last.y + last.layout.size.height >= anchor.y + 500)
    for (upper, lower) in zip(band.fragments, band.fragments.dropFirst()) {
      #expect(lower.paragraph == upper.paragraph + 1)
      #expect(lower.y >= upper.y + upper.layout.size.height)
    }
    // Scrolled up: the text at the top is still there, moved by the shift.
    let top = anchor.y - 700
    let seen = document.paragraphIndex(atY: top)
    let before = document.y(ofParagraph: seen)
    let moved = try document.layOut(from: top, to: top + 300)
    #expect(document.y(ofParagraph: seen) == before + moved.shift)
    #expect(moved.fragments.contains { $0.paragraph == seen })
  }

  @Test("Heights that are no numbers lay out one paragraph, infinite ones what lies before them")
  func heightsWithoutMeaning() throws {
    let text = Self.sample(200, seed: 9)
    func laidOut(_ top: Double, _ bottom: Double) throws -> [Int] {
      var document = TextDocument(text, in: TextContainer(width: 200), fonts: Fixture.fonts)
      let band = try document.layOut(from: top, to: bottom)
      #expect(document.paragraphs.count - document.paragraphs.unknownCount == band.fragments.count)
      #expect(band.shift.isFinite)
      return band.fragments.map(\.paragraph)
    }
    #expect(try laidOut(0, .nan) == [0])
    #expect(try laidOut(.nan, .nan) == [0])
    #expect(try laidOut(.nan, 0) == laidOut(0, 0))
    #expect(try laidOut(0, -.infinity) == [0])
    #expect(try laidOut(-.infinity, 0) == laidOut(0, 0))
    #expect(try laidOut(.infinity, .infinity) == [199])
    #expect(try laidOut(0, .infinity) == Array(0..<200))
    var document = TextDocument(text, in: TextContainer(width: 200), fonts: Fixture.fonts)
    let band = try document.layOut(around: 100, from: .nan, to: .nan)
    #expect(band.fragments.map(\.paragraph) == [100])
  }

  @Test("Layouts far from what is seen are let go, heights stay")
  func layoutsAreLetGo() throws {
    let text = Self.sample(300, seed: 5)
    var document = TextDocument(text, in: TextContainer(width: 200), fonts: Fixture.fonts)
    document.layoutCapacity = 2000
    var y = 0.0
    while y < document.height {
      let band = try document.layOut(from: y, to: y + 200)
      #expect(document.paragraphs.shapedLength <= 2000 + 4000)
      y += 200 + max(0, band.shift)
    }
    #expect(document.isFullyMeasured)
    let whole = try TextLayout(text, in: TextContainer(width: 200), fonts: Fixture.fonts)
    #expect(document.height == whole.size.height)
  }

  @Test("Random edits give the document of the edited text, and keep what they do not touch")
  func edits() throws {
    var random = SeededGenerator(seed: 77)
    let pieces = [
      "", "x", "\n", "\r", "\r\n", "ab\ncd", "\n\n", "שלום\nfin", "\u{2029}", " ", "\u{2028}",
    ]
    for round in 0..<12 {
      let text = Self.sample(6 + round * 12, seed: UInt64(round), endsOpen: round % 2 == 0)
      var document = TextDocument(text, in: TextContainer(width: 150), fonts: Fixture.fonts)
      _ = try Self.rows(&document)
      var units = text.utf16
      for _ in 0..<25 {
        let a = Int.random(in: 0...units.count, using: &random)
        let b = min(units.count, a + [0, 0, 1, 2, 60].randomElement(using: &random)!)
        let piece = pieces.randomElement(using: &random) ?? ""
        document.replace(
          TextRange(a, b), with: AttributedText(piece, style: Fixture.style(size: 13)))
        units.replaceSubrange(a..<b, with: Array(piece.utf16))
        #expect(document.text.utf16 == units)
        #expect(document.paragraphs.unknownCount <= 8)
        _ = try document.layOut(from: 0, to: document.height)
      }
      let edited = document.text
      let whole = try TextLayout(edited, in: TextContainer(width: 150), fonts: Fixture.fonts)
      #expect(try Self.rows(&document) == Self.rows(whole))
      #expect(document.height == whole.size.height)
    }
  }

  @Test("What was typed at the end and taken back leaves nothing of its style")
  func emptiedLastParagraph() throws {
    let text = AttributedText("abc\n", style: Fixture.style(size: 11))
    var document = TextDocument(text, in: TextContainer(width: 200), fonts: Fixture.fonts)
    document.replace(
      TextRange(4, 4), with: AttributedText("x", style: Fixture.style(size: 40)))
    document.replace(TextRange(4, 5), with: AttributedText(""))
    #expect(document.text == text)
    let whole = try TextLayout(text, in: TextContainer(width: 200), fonts: Fixture.fonts)
    #expect(try Self.rows(&document) == Self.rows(whole))
    #expect(document.height == whole.size.height)
  }

  @Test("A new width breaks lines again and keeps what was shaped")
  func widths() throws {
    let text = Self.sample(50, seed: 21)
    var document = TextDocument(text, in: TextContainer(width: 150), fonts: Fixture.fonts)
    _ = try Self.rows(&document)
    let shaped = try document.layout(ofParagraph: 7).shaped
    document.setWidth(333)
    #expect(!document.isFullyMeasured)
    let whole = try TextLayout(text, in: TextContainer(width: 333), fonts: Fixture.fonts)
    #expect(try Self.rows(&document) == Self.rows(whole))
    #expect(try document.layout(ofParagraph: 7).shaped === shaped)
  }

  @Test("What was shaped at other widths is let go as well")
  func widthsWhileScrolling() throws {
    var document = TextDocument(
      Self.sample(300, seed: 5), in: TextContainer(width: 200), fonts: Fixture.fonts)
    document.layoutCapacity = 2000
    for index in stride(from: 0, to: document.paragraphCount, by: 10) {
      document.setWidth(200 + Double(index % 7))
      _ = try document.layOut(around: index, from: 0, to: 50)
      #expect(Self.heldLength(document) <= 3000)
    }
  }

  @Test("A text longer than what is shaped at once is laid out around any place")
  func longerThanTheLimitOfOneText() throws {
    let line = "Der Mond ist aufgegangen, die goldnen Sternlein prangen am Himmel hell und klar.\n"
    let one = Array(line.utf8)
    let count = TextLimits.textLength / one.count + 1000
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * one.count)
    for _ in 0..<count { bytes += one }
    let text = AttributedText(utf8: bytes.span)
    #expect(text.length == count * one.count && text.length > TextLimits.textLength)
    #expect(throws: ShapingError.self) { try ShapedText(text, fonts: Fixture.fonts) }
    var document = TextDocument(text, width: 300, fonts: Fixture.fonts)
    #expect(document.paragraphCount == count + 1 && document.length == text.length)
    for place in [0.5, 0.999] {
      let y = document.height * place
      let band = try document.layOut(from: y, to: y + 300)
      let fragment = try #require(band.fragments.first)
      #expect(fragment.layout.lines.count > 1)
      #expect(fragment.textStart == fragment.paragraph * one.count)
      #expect(abs(Double(fragment.paragraph) / Double(count) - place) < 0.01)
    }
    // The last paragraphs, beyond the limit.
    let last = try document.layout(ofParagraph: count - 1)
    let range = document.textRange(ofParagraph: count - 1)
    #expect(range.start > TextLimits.textLength && last.text.string + "\n" == line)
    #expect(document.paragraphIndex(containing: range.start + 5) == count - 1)
  }

  @Test("A paragraph takes 48 bytes, also among a million") func memoryOfAParagraph() {
    #expect(MemoryLayout<DocumentParagraph>.stride == 48)
  }

  @Test("The edge of what has moved") func changedEdge() throws {
    let text = Self.sample(300, seed: 5)
    var document = TextDocument(text, width: 200, fonts: Fixture.fonts)
    #expect(document.takeChangedEdge() == nil)
    let y = document.height / 2
    let index = document.paragraphIndex(atY: y)
    let band = try document.layOut(from: y, to: y + 200)
    let taken = document.takeChangedEdge()
    let edge = try #require(taken)
    // Ink of those above may reach into the band, so they are laid out as well.
    let first = try #require(band.fragments.first)
    #expect(edge >= first.y && edge <= document.y(ofParagraph: index + 1))
    _ = try document.layOut(from: y + band.shift, to: y + band.shift + 200)
    #expect(document.takeChangedEdge() == nil)
    document.replace(TextRange(0, 1), with: AttributedText("x"))
    #expect(document.takeChangedEdge() == 0)
    document.setWidth(100)
    #expect(document.takeChangedEdge() == 0 && document.takeChangedEdge() == nil)
  }

  /// The number of code units of the paragraphs that are shaped.
  private static func heldLength(_ document: TextDocument) -> Int {
    (0..<document.paragraphCount).reduce(0) { sum, index in
      let paragraph = document.paragraphs[index]
      return sum + (paragraph.shaped == nil ? 0 : paragraph.length)
    }
  }

  @Test("Carets, points and single paragraphs let go of what is far as well", arguments: 0..<3)
  func singleParagraphsAreLetGo(way: Int) throws {
    let text = Self.sample(300, seed: 5)
    let whole = try TextLayout(text, in: TextContainer(width: 200), fonts: Fixture.fonts)
    var document = TextDocument(text, in: TextContainer(width: 200), fonts: Fixture.fonts)
    document.layoutCapacity = 2000
    for index in 0..<document.paragraphCount {
      let start = document.textRange(ofParagraph: index).start
      switch way {
      case 0: _ = try document.layout(ofParagraph: index)
      case 1:
        #expect(
          try document.caret(at: TextPosition(start)) == whole.caret(at: TextPosition(start)))
      default: _ = try document.position(at: Point(x: 0, y: document.y(ofParagraph: index)))
      }
      // It looks at every paragraph.
      if index % 5 == 0 { #expect(Self.heldLength(document) <= 2000) }
      #expect(document.paragraphs[index].layout != nil)
    }
    #expect(document.isFullyMeasured)
    #expect(document.height == whole.size.height)
  }

  @Test("A caret in what is laid out lets nothing go, be a band longer than the capacity")
  func caretInABand() throws {
    var document = TextDocument(
      Self.sample(60, seed: 5), in: TextContainer(width: 200), fonts: Fixture.fonts)
    document.layoutCapacity = 100
    let band = try document.layOut(from: 0, to: 2000)
    let held = Self.heldLength(document)
    #expect(held > 1000)
    for fragment in band.fragments {
      _ = try document.caret(at: TextPosition(fragment.textStart))
      #expect(Self.heldLength(document) == held)
    }
  }

  @Test("Bands that are called off keep what they came to, and let go of the rest")
  func calledOff() throws {
    var document = TextDocument(
      Self.sample(300, seed: 5), in: TextContainer(width: 200), fonts: Fixture.fonts)
    document.layoutCapacity = 2000
    var longest = 0
    for index in stride(from: 0, to: document.paragraphCount - 20, by: 10) {
      let polls = Polls()
      let flag = CancellationFlag(poll: { if polls.count() == 200 { $0.set() } })
      let cancellation = Cancellation(flag: flag)
      #expect(throws: CancellationError.self) {
        try document.layOut(
          around: index, from: 0, to: .greatestFiniteMagnitude, cancellation: cancellation)
      }
      #expect(document.paragraphs[index].layout != nil)
      longest = max(longest, Self.heldLength(document))
    }
    #expect(longest <= 4000)
  }

  @Test("Points and carets are those of the whole layout")
  func hitTests() throws {
    let text = Self.sample(40, seed: 31, endsOpen: false)
    let whole = try TextLayout(text, in: TextContainer(width: 170), fonts: Fixture.fonts)
    var document = TextDocument(text, in: TextContainer(width: 170), fonts: Fixture.fonts)
    _ = try Self.rows(&document)
    var random = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      let line = Int.random(in: 0..<whole.lines.count, using: &random)
      let point = Point(
        x: Double.random(in: -5..<180, using: &random),
        y: whole.lines[line].origin.y + whole.lines[line].height / 2)
      #expect(try document.position(at: point) == whole.position(at: point))
      let offset = Int.random(in: 0...text.length, using: &random)
      #expect(
        try document.caret(at: TextPosition(offset)) == whole.caret(at: TextPosition(offset)))
    }
  }

  @Test("A bad style is told with its place in the whole text")
  func errors() throws {
    var text = Self.sample(20, seed: 8)
    var bad = ParagraphStyle.default
    bad.lineSpacing = -.infinity
    let offset = text.length + 1
    text.append("\n", style: .default)
    text.append("bad", style: TextStyle(shaping: ShapingStyle(size: 10), paragraph: bad))
    var document = TextDocument(text, in: TextContainer(width: 100), fonts: Fixture.fonts)
    let index = document.paragraphIndex(containing: offset)
    let error = #expect(throws: TypesettingError.self) {
      try document.layout(ofParagraph: index)
    }
    #expect(error?.offset == offset)
  }
}
