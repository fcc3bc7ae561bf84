// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing
import TextHyphenation
import TextModel

@testable import TextTypesetting

/// Lines that end in hyphens which are no characters of the text.
struct HyphenatedLineTests {
  static func dictionary(_ patterns: String..., name: String = "a") throws -> Hyphenator {
    try Hyphenator(Array("UTF-8\n\(patterns.joined(separator: "\n"))\n".utf8), name: name)
  }

  private static func layout(
    _ string: String, fitting: String, _ hyphenation: Hyphenation
  ) throws -> TextLayout {
    try Fixture.layout(string, width: try Fixture.width(fitting)) { $0.hyphenation = hyphenation }
  }

  private static let english = ["n1a", "y1p", "e1n", "o1n"]

  @Test func aHyphenBelongsToNoCharacter() throws {
    let hyphenation = Hyphenation(try Self.dictionary("n1a"))
    let layout = try Self.layout("hyphenation", fitting: "hyphen\u{2010}", hyphenation)
    #expect(layout.strings == ["hyphen", "ation"])
    let runs = layout.lines[0].runs
    #expect(runs.map(\.kind) == [.text, .hyphen])
    #expect(runs.map(\.range) == [TextRange(0, 6), TextRange(6, 6)])
    #expect(near(layout.lines[0].width, try Fixture.width("hyphen\u{2010}"), 1e-3))
    #expect(layout.lines[0].visibleRange == TextRange(0, 6))
    #expect(near(layout.lines[1].width, try Fixture.width("ation"), 1e-3))
    // The caret at the end stands before the hyphen, and a point in the hyphen is at the end.
    let text = try Fixture.width("hyphen")
    let carets = layout.carets(inLine: 0)
    #expect(carets.map(\.offset) == Array(0...6))
    #expect(near(carets[6].x, text, 1e-3))
    let hit = layout.position(at: Point(x: text + 100, y: 10))
    #expect(hit.offset == 6)
    #expect(layout.lineIndex(containing: hit) == 0)
    let selection = layout.rectangles(for: TextRange(3, 8))
    #expect(selection.count == 2)
    #expect(near(selection[0].maxX, text, 1e-3))
    // On one line there is none.
    let whole = try Fixture.layout("hyphenation") { $0.hyphenation = hyphenation }
    #expect(whole.lines[0].runs.allSatisfy { $0.kind == .text })
  }

  /// Without a dictionary of its own a text has the embedded patterns of its language, whatever
  /// the host has: Duden divides *Silbentrennung*, and TeX *hyphenation*, so.
  @Test(arguments: [
    ("de-AT", "silbentrennung", ["sil", "ben", "tren", "nung"]),
    ("en", "hyphenation", ["hy", "phen", "ation"]),
    ("en-GB", "hyphenation", ["hy", "phen", "a", "tion"]),
    ("ru", "переносы", ["пе", "ре", "но", "сы"]), ("tlh", "hyphenation", ["hyphenation"]),
    ("", "hyphenation", ["hyphenation"]),
  ])
  func embeddedPatterns(language: String, word: String, parts: [String]) throws {
    var style = Fixture.style()
    style.shaping.language = language
    style.paragraph.hyphenation = Hyphenation(minimumBefore: 1, minimumAfter: 1)
    style.paragraph.overflowWrap = .normal
    let layout = try TextLayout(
      AttributedText(word, style: style), in: TextContainer(width: 1), fonts: Fixture.fonts)
    #expect(layout.strings == parts)
  }

  @Test func withoutRoomForTheHyphenTheWordIsDividedEarlier() throws {
    let hyphenation = Hyphenation(try Self.dictionary("n1a", "y1p", "p1h"))
    let wide = try Self.layout("hyphenation", fitting: "hyphen\u{2010}", hyphenation)
    #expect(wide.strings == ["hyphen", "ation"])
    let narrow = try Self.layout("hyphenation", fitting: "hyphen", hyphenation)
    #expect(narrow.strings == ["hyp", "hen", "ation"])
    #expect(try Self.layout("an hyphenation", fitting: "an hyp", hyphenation).strings[0] == "an hy")
  }

  @Test func emergencyBreaksComeAfterHyphens() throws {
    let hyphenation = Hyphenation(try Self.dictionary("n1a"))
    let layout = try Self.layout("hyphenation", fitting: "hyp", hyphenation)
    #expect(layout.strings[0] == "hyp")
    #expect(layout.lines[0].runs.map(\.kind) == [.text])
    #expect(layout.strings.joined() == "hyphenation")
    let overflowing = try Fixture.layout("hyphenation", width: 10) {
      $0.hyphenation = hyphenation
      $0.overflowWrap = .normal
    }
    #expect(overflowing.strings == ["hyphen", "ation"])
    #expect(overflowing.lines[0].runs.last?.kind == .hyphen)
  }

  @Test(arguments: [
    ("Schiffahrt", "schif1fahrt/ff=f,5,2", 6, "Schiff\u{2010}", "fahrt"),
    ("omaatje", "a1atje./a=t,1,3", 3, "oma\u{2010}", "tje"),
    ("asszonnyal", ".as3szon/sz=sz,2,3", 2, "asz\u{2010}", "szonnyal"),
    ("paral·lel", "l·1l/l=l,1,3", 6, "paral\u{2010}", "lel"),
    ("abcdef", "c1d/xyz=uvw,1,2", 3, "abxyz\u{2010}", "uvwef"),
  ])
  func spellingChanges(
    _ word: String, _ pattern: String, _ offset: Int, _ first: String, _ second: String
  ) throws {
    let hyphenation = Hyphenation(
      try Self.dictionary("LEFTHYPHENMIN 1", pattern), hyphenatesCapitalized: true)
    let room = max(try Fixture.width(first), try Fixture.width(second))
    let layout = try Fixture.layout("\(word) b", width: room + 60) { $0.hyphenation = hyphenation }
    #expect(
      layout.lines[0].range.end == (word == "Schiffahrt" ? 5 : word == "paral·lel" ? 6 : offset))
    // But for pairs of letters across the change, which are not kerned.
    #expect(near(layout.lines[0].width, try Fixture.width(first), 50))
    #expect(layout.lines[0].runs.last?.kind == .hyphen)
    let rest = try #require(layout.visibleStrings.dropFirst().first)
    #expect(rest.contains(second.suffix(2)))
    // All characters have carets in order, and the text stays as it is.
    #expect(layout.strings.joined() == "\(word) b")
    for line in layout.lines.indices {
      let carets = layout.carets(inLine: line).map(\.x)
      #expect(carets == carets.sorted())
    }
  }

  @Test func theNextLineBeginsInItsOwnSpelling() throws {
    let hyphenation = Hyphenation(
      try Self.dictionary("c1d/xyz=uvw,1,2", "a1atje./a=t,1,3"), minimumWordLength: 2)
    let layout = try Fixture.layout("abcdef", width: try Fixture.width("abxyz\u{2010}") + 60) {
      $0.hyphenation = hyphenation
    }
    #expect(layout.strings == ["abc", "def"])
    #expect(layout.lines[0].runs.map(\.kind) == [.text, .hyphen])
    #expect(layout.lines[0].runs.map(\.range) == [TextRange(0, 2), TextRange(2, 3)])
    #expect(layout.lines[1].runs.map(\.kind) == [.hyphen, .text])
    #expect(layout.lines[1].runs.map(\.range) == [TextRange(3, 4), TextRange(4, 6)])
    #expect(near(layout.lines[1].width, try Fixture.width("uvwef"), 50))
    let dutch = try Fixture.layout("omaatje", width: try Fixture.width("oma\u{2010}")) {
      $0.hyphenation = hyphenation
    }
    #expect(dutch.strings == ["oma", "atje"])
    #expect(near(dutch.lines[1].width, try Fixture.width("tje"), 1e-3))
  }

  @Test func atMostSoManyLinesInARow() throws {
    let dictionary = try Self.dictionary("1p", "1n")
    let text = "a papapapa papapapa papapapa papapapa"
    func ends(_ most: Int) throws -> [Bool] {
      try Self.layout(
        text, fitting: "papapapa pa\u{2010}", Hyphenation(dictionary, maximumConsecutive: most)
      ).lines.map { $0.runs.last?.kind == .hyphen }
    }
    let free = try ends(0)
    #expect(free.filter { $0 }.count > 1)
    let limited = try ends(1)
    for index in limited.indices.dropFirst() { #expect(!(limited[index - 1] && limited[index])) }
    #expect(limited.contains(true))
    // Where nothing else fits, the word is divided all the same.
    let long = try Self.layout(
      "papapapapapapapapapa", fitting: "papa\u{2010}",
      Hyphenation(dictionary, maximumConsecutive: 1))
    #expect(long.strings == ["papa", "papa", "papa", "papa", "papa"])
  }

  @Test func noWordIsDividedWhereTheLineIsFullEnough() throws {
    let dictionary = try Self.dictionary("1p")
    func first(_ zone: Double) throws -> String {
      try Self.layout(
        "mama papapapa", fitting: "mama papa\u{2010}", Hyphenation(dictionary, zone: zone)
      ).strings[0]
    }
    #expect(try first(0) == "mama papa")
    let blank = try Fixture.width("mama papa\u{2010}") - Fixture.width("mama")
    #expect(try first(blank - 1) == "mama papa")
    #expect(try first(blank + 1) == "mama ")
    for zone in [-1, .nan, .infinity, 1e300] {
      let error = #expect(throws: TypesettingError.self) { try first(zone) }
      #expect(error?.property == "hyphenation.zone")
    }
  }

  @Test func wordsThatAreNotDivided() throws {
    let german = try Self.dictionary("1p", name: "hyph_de_DE.dic")
    let other = try Self.dictionary("1p")
    func isDivided(
      _ word: String, _ hyphenator: Hyphenator, _ change: (inout Hyphenation) -> Void = { _ in }
    ) throws -> Bool {
      var hyphenation = Hyphenation(hyphenator)
      change(&hyphenation)
      let layout = try Fixture.layout("\(word) b", width: 10) {
        $0.hyphenation = hyphenation
        $0.overflowWrap = .normal
      }
      return layout.lines[0].runs.last?.kind == .hyphen
    }
    #expect(try isDivided("papapa", other))
    #expect(try !isDivided("Papapa", other))
    #expect(try isDivided("Papapa", german))
    #expect(try isDivided("Papapa", other) { $0.hyphenatesCapitalized = true })
    #expect(try !isDivided("Papapa", german) { $0.hyphenatesCapitalized = false })
    #expect(try !isDivided("papa", other))
    #expect(try isDivided("papa", other) { $0.minimumWordLength = 4 })
    #expect(try !isDivided("papapa", other) { $0.minimumWordLength = 7 })
    #expect(try !isDivided("papapa", other) { $0.minimumBefore = 5 })
    #expect(try !isDivided("papapa", other) { $0.minimumAfter = 5 })
    for number in [Int.min, -1, 0, Int.max] {
      _ = try isDivided("papapa", other) {
        ($0.minimumAfter, $0.minimumBefore, $0.minimumWordLength) = (number, number, number)
        $0.maximumConsecutive = number
      }
    }
    for word in ["papapa1", "1papapa", "papapa@b", "_papapa", "papapa_"] {
      #expect(try !isDivided(word, other), "\(word)")
    }
    for word in ["(papapa)", "papapa’s", "ñpapapa", "papapa."] {
      #expect(try isDivided(word, other), "\(word)")
    }
    // A soft hyphen says where alone.
    let soft = try Fixture.layout("papapa\u{AD}pa", width: 10) {
      $0.hyphenation = Hyphenation(other)
      $0.overflowWrap = .normal
    }
    #expect(soft.strings == ["papapa\u{AD}", "pa"])
    // The system's dictionaries are for languages; this text names none.
    let none = try Fixture.layout("papapapa", width: 10) {
      $0.hyphenation = .system
      $0.overflowWrap = .normal
    }
    #expect(none.lines.count == 1)
  }

  @Test func noHyphensAtAll() throws {
    let layout = try Fixture.layout("papa\u{AD}papa pa", width: 10) {
      $0.hyphenation = .suppressed
      $0.overflowWrap = .normal
    }
    #expect(layout.strings == ["papa\u{AD}papa ", "pa"])
  }

  @Test func anotherHyphen() throws {
    for text in ["papapa", "pa\u{AD}papa"] {
      let layout = try Fixture.layout(text, width: try Fixture.width("papa")) {
        $0.hyphenation = try? Hyphenation(Self.dictionary("1p"), character: "~")
      }
      #expect(near(layout.lines[0].width, try Fixture.width("pa~"), 1e-3))
    }
  }

  @Test func hyphensInRightToLeftLines() throws {
    let hyphenation = Hyphenation(try Self.dictionary("ל1ו"), minimumWordLength: 4)
    let layout = try Fixture.layout("שלום", width: try Fixture.width("שלום") - 10) {
      $0.hyphenation = hyphenation
    }
    #expect(layout.strings == ["של", "ום"])
    // The hyphen stands at the left.
    let runs = layout.lines[0].runs
    #expect(runs.map(\.kind) == [.hyphen, .text])
  }

  @Test func aTruncatedLineKeepsItsSpelling() throws {
    let layout = try TextLayout(
      Fixture.text("omaatje papapapapa") {
        $0.hyphenation = try? Hyphenation(Self.dictionary("a1atje./a=t,1,3"))
      },
      in: TextContainer(width: try Fixture.width("oma\u{2010}"), maximumLines: 2),
      fonts: Fixture.fonts)
    #expect(layout.lines.count == 2)
    #expect(layout.isTruncated)
  }
}
