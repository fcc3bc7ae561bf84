// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel
import TextTestSupport

@testable import CanvasDrawing
@testable import CanvasGeometry
@testable import TextFonts
@testable import TextTypesetting

/// Between two polls at most a millisecond of the thread's processor time passes, also in one
/// paragraph of a megabyte (I14).
@Suite("Polls", .serialized)
struct PollGapTests {
  /// The repeated parts of long paragraphs.
  static let pieces = [
    "The quick brown fox jumps over the lazy dog. ", "مرحبا بالعالم هذا نص طويل جدا ",
    "👩‍🚀👍🏽🇪🇺❤️🧑‍🧑‍🧒 ", "([{(a", "(", "abcdefghij", "日本語の文章を表示する", "e\u{301}", "\u{301}", "ممممم",
    "नमस्ते दुनिया ", "אב 12 ", "\u{2067}a\u{2069}", "a\tb", "\t", "א\t", "བོད་ཡིག་", " ",
    "abc\u{AD}", "👩\u{200D}",
  ]

  #if DEBUG
    // Debug builds are many times slower: they only show that there are polls at all.
    private static let (length, limit) = (20_000, 0.1)
  #else
    private static let (length, limit) = (1 << 20, 0.001)
  #endif

  @Test("One long paragraph, in lines and as one line", arguments: pieces)
  func paragraph(piece: String) throws {
    let text = AttributedText(
      String(repeating: piece, count: Self.length / piece.utf8.count))
    try expectGaps { gaps in
      try Self.draw(text, in: TextContainer(width: 400), gaps)
      try Self.draw(text, in: TextContainer(), gaps)
    }
  }

  /// A text of one kind, of a length given, and what it is set in.
  struct Kind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let container: TextContainer
    let text: @Sendable (Int) -> AttributedText

    init(
      _ name: String, in container: TextContainer,
      _ text: @escaping @Sendable (Int) -> AttributedText
    ) {
      testDescription = name
      self.container = container
      self.text = text
    }

    init(
      _ piece: String, _ name: String, in container: TextContainer, isJustified: Bool = false
    ) {
      self.init(name, in: container) { length in
        var style = TextStyle.default
        if isJustified { style.paragraph.alignment = .justify }
        return AttributedText(
          String(repeating: piece, count: length / piece.utf16.count), style: style)
      }
    }
  }

  private static let narrow = TextContainer(width: 1)
  private static let wide = TextContainer(width: 1e6)

  /// Texts for which some loop has to poll.
  static let kinds = [
    Kind("漢", "a line for each character", in: narrow),
    Kind("0123456789", "a line for each digit", in: narrow),
    Kind("אa", "lines with glyphs of their own", in: narrow),
    Kind("\u{FE0F}", "variation selectors alone", in: narrow),
    Kind("\n", "empty paragraphs", in: wide),
    Kind("\u{E0061}", "tags alone", in: wide),
    Kind("The quick brown fox ", "stretched spaces", in: wide, isJustified: true),
    Kind("\u{A0}", "spaces that are stretched and do not break", in: wide, isJustified: true),
    Kind("a\t日 ", "stretched after tabs", in: wide, isJustified: true),
    Kind("a\tb", "tabs cut short", in: TextContainer(width: 1e6, maximumLines: 1)),
    Kind("a syllable of viramas", in: TextContainer(width: 400)) { length in
      AttributedText("क" + String(repeating: "\u{94D}", count: length))
    },
    Kind("sizes", in: TextContainer(width: 400)) { length in
      styled(length / 16) { $0.shaping.size = 4 + Double($1) * 0.001 }
    },
    Kind("languages", in: wide) { length in
      styled(length / 16) { $0.shaping.language = ["en", "ja", "de", "zh-Hant"][$1 % 4] }
    },
    Kind("colours", in: wide) { length in
      styled(length / 4) { $0.paint.color = $1 % 2 == 0 ? .black : .white }
    },
    Kind("decorations", in: wide) { length in
      styled(length / 4) {
        $0.paint.underline = $1 % 2 == 0 ? TextDecoration(color: .black) : nil
        $0.paint.background = $1 % 3 == 0 ? TextBackground(.black) : nil
      }
    },
  ]

  private static func styled(
    _ count: Int, _ change: (inout TextStyle, Int) -> Void
  ) -> AttributedText {
    var text = AttributedText()
    for index in 0..<count {
      var style = TextStyle.default
      change(&style, index)
      text.append("a", style: style)
    }
    return text
  }

  @Test("Odd texts in odd containers", arguments: kinds)
  func kind(kind: Kind) throws {
    let text = kind.text(Self.length)
    try expectGaps { try Self.draw(text, in: kind.container, $0) }
  }

  /// Letters of scripts that take HarfBuzz long, or whose fonts have rules that look far.
  static let alphabets = [
    ["👩\u{200D}", "👩🏽\u{200D}", "👦\u{200D}", "🚀\u{200D}", "❤️\u{200D}"],
    ["ក", "ខ", "គ", "\u{17D2}ក", "\u{17D2}រ", "\u{17B6}", "\u{17B7}", "\u{17C1}", "\u{17C6}"],
    ["ཀ", "ཁ", "\u{F90}", "\u{FB2}", "\u{F72}", "\u{F74}", "\u{F7A}", "བ", "ས"],
    ["ꦏ", "ꦫ", "\u{A9C0}ꦫ", "\u{A9C0}ꦏ", "\u{A9B6}", "\u{A9B8}", "\u{A9BA}", "\u{A9B4}"],
    ["က", "ခ", "ဂ", "\u{1039}က", "\u{103C}", "\u{102D}", "\u{102F}", "\u{1031}", "\u{1036}"],
    ["क", "ख", "ग", "\u{94D}क", "\u{94D}र", "\u{93F}", "\u{940}", "\u{947}", "\u{902}"],
  ]

  @Test("Words that are in no cache", arguments: alphabets)
  func newWords(letters: [String]) throws {
    var pass = 0
    // The same words each time, in a language of which no word is in the cache.
    func words() -> AttributedText {
      pass += 1
      var style = TextStyle.default
      style.shaping.language = "x-pass\(pass)"
      var generator = SeededGenerator(seed: 1)
      var text = ""
      while text.utf8.count < Self.length / 16 {
        for _ in 0..<Int.random(in: 2..<30, using: &generator) {
          text += letters.randomElement(using: &generator) ?? ""
        }
        text += " "
      }
      return AttributedText(text, style: style)
    }
    try expectGaps { try Self.draw(words(), in: TextContainer(width: 400), $0) }
  }

  @Test("A character that no font has, in fonts that were not read yet")
  func unreadFonts() throws {
    let text = AttributedText("a\u{10FFFD} \u{12000}")
    let paths = FontCollection.embedded.defaultFonts.map(\.source.file.name)
    // Closing fifty files is no part of the work.
    var kept: [FontCollection] = []
    try expectGaps { gaps in
      let fonts = FontCollection(
        given: try paths.map { try FontSource(FontFile(path: BundledFonts.path($0))) },
        includesSystemFonts: false)
      kept.append(fonts)
      gaps.begin()
      let layout = try TextLayout(text, fonts: fonts, cancellation: gaps.cancellation)
      #expect(!layout.missing.isEmpty)
    }
  }

  @Test("Many short paragraphs")
  func paragraphs() throws {
    let text = AttributedText(String(repeating: "ab\n", count: Self.length / 8))
    try expectGaps { try Self.draw(text, in: TextContainer(width: 400), $0) }
  }

  @Test("Many styles, with lines under them")
  func styles() throws {
    var text = AttributedText()
    for index in 0..<Self.length / 64 {
      var style = TextStyle.default
      style.shaping.size = Double(10 + index % 5)
      style.paint.underline = TextDecoration(color: index % 2 == 0 ? .black : nil)
      style.paint.background = TextBackground(
        Color(red: Double(index % 3) / 3, green: 1, blue: 1))
      text.append("ab ", style: style)
    }
    try expectGaps { gaps in
      try Self.draw(text, in: TextContainer(width: 400), gaps)
      try Self.draw(text, in: TextContainer(), gaps)
    }
  }

  @Test("Justified, truncated, broken anywhere")
  func otherWays() throws {
    var style = TextStyle.default
    style.paragraph.alignment = .justify
    let words = AttributedText(
      String(repeating: "word مرحبا ", count: Self.length / 16), style: style)
    let tabs = AttributedText(
      String(repeating: "a\t日 ", count: Self.length / 8), style: style)
    let noSpace = AttributedText(String(repeating: "abcdef", count: Self.length / 6))
    try expectGaps { gaps in
      try Self.draw(words, in: TextContainer(width: 400), gaps)
      try Self.draw(words, in: TextContainer(width: 400, maximumLines: 3), gaps)
      try Self.draw(noSpace, in: TextContainer(width: 30), gaps)
      try Self.draw(noSpace, in: TextContainer(width: 1e6, maximumLines: 1), gaps)
      try Self.draw(tabs, in: TextContainer(width: 1e6), gaps)
      try Self.draw(tabs, in: TextContainer(width: 1e6, maximumLines: 1), gaps)
    }
  }

  private static func draw(
    _ text: AttributedText, in container: TextContainer, _ gaps: PollGaps
  ) throws {
    gaps.begin()
    let cancellation = gaps.cancellation
    let layout = try TextLayout(
      text, in: container, fonts: BundledFonts.collection, cancellation: cancellation)
    let picture = try BlankBitmap(
      PixelSize(width: 400, height: 800), background: nil, pool: .shared,
      cancellation: cancellation)
    var context = GraphicsContext(picture, scale: 1)
    try context.draw(layout, cancellation: cancellation)
    gaps.note()
  }

  /// The most passes over the same work.
  private static let passes = 8

  /// The widest gap that comes in every pass over some work, in eight passes at most; it stops as
  /// soon as all gaps are within the limit.
  ///
  /// The first use of a font comes in one pass only, too. See ``PollGaps/lasting(_:limit:)``.
  private func lastingGap(of work: (PollGaps) throws -> Void) throws -> Double {
    var passes: [PollGaps] = []
    var lasting = Double.infinity
    while passes.count < Self.passes && lasting >= Self.limit {
      let gaps = PollGaps(limit: Self.limit)
      try work(gaps)
      #expect(gaps.count > 20)
      passes.append(gaps)
      lasting = PollGaps.lasting(passes, limit: Self.limit)
    }
    return lasting
  }

  private func expectGaps(_ work: (PollGaps) throws -> Void) throws {
    let lasting = try lastingGap(of: work)
    #expect(lasting < Self.limit)
  }

  /// Polls a hundred times and takes 1.3 times as long as allowed before one of them.
  private static func pollLate(at late: Int, _ gaps: PollGaps) throws {
    let cancellation = gaps.cancellation
    gaps.begin()
    for poll in 0..<100 {
      if poll == late {
        let end = ThreadTime.now + 1.3 * limit
        while ThreadTime.now < end {}
      }
      try cancellation.check()
    }
  }

  @Test("A gap that is in every pass is seen")
  func lateInEveryPass() throws {
    let lasting = try lastingGap { try Self.pollLate(at: 50, $0) }
    #expect(lasting >= 1.3 * Self.limit)
  }

  @Test("A gap that is somewhere else each time is not one of the code")
  func lateNowAndThen() throws {
    var pass = 0
    try expectGaps {
      pass += 1
      try Self.pollLate(at: 40 * pass % 100, $0)
    }
    #expect(pass >= 2)
  }
}
