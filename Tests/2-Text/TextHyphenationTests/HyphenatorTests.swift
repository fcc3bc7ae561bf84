// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TextHyphenation

/// Points of words, by dictionaries of a few lines. `Scripts/compare/hyphens` compares those of
/// Debian's dictionaries with libhyphen's.
struct HyphenatorTests {
  private static func hyphenated(_ word: String, _ lines: String...) throws -> String {
    let text = (["UTF-8"] + lines).joined(separator: "\n") + "\n"
    return try Hyphenator(Array(text.utf8)).hyphenated(word)
  }

  @Test func theHighestDigitWins() throws {
    // The patterns of Liang's example.
    let patterns = ["hy3ph", "he2n", "hena4", "hen5at", "1na", "n2at", "1tio", "2io"]
    let text = "UTF-8\nRIGHTHYPHENMIN 3\n" + patterns.joined(separator: "\n")
    // Of patterns that end at one place the longest alone counts: dictionaries hold the shorter
    // ones in it.
    #expect(try Hyphenator(Array(text.utf8)).hyphenated("hyphenation") == "hy=phen=ation")
    #expect(try Self.hyphenated("abcd", "b1c", "ab2c") == "abcd")
    #expect(try Self.hyphenated("abcd", "b3c", "ab2cd") == "abcd")
  }

  @Test func dotsMarkTheEndsOfAWord() throws {
    #expect(try Self.hyphenated("abababab", ".ab1a") == "ab=ababab")
    #expect(try Self.hyphenated("abababab", "b1ab.") == "ababab=ab")
    // A whole word is an exception.
    #expect(try Self.hyphenated("table", "a1b", ".ta4ble.") == "table")
    #expect(try Self.hyphenated("tables", "a1b", ".ta4ble.", ".ta1b") == "ta=bles")
  }

  @Test func fewestCharactersAtTheEnds() throws {
    let pattern = "1a"
    #expect(try Self.hyphenated("aaaaa", pattern) == "aa=a=aa")
    let (left, right) = ("LEFTHYPHENMIN 3", "RIGHTHYPHENMIN 1")
    #expect(try Self.hyphenated("aaaaa", left, right, pattern) == "aaa=a=a")
    // Characters count, not bytes; digits at the ends do not count.
    #expect(try Self.hyphenated("äöüäö", "1ü", "1ö", "1ä") == "äö=ü=äö")
    #expect(try Self.hyphenated("12aaaa", pattern) == "12aa=aa")
    let hyphenator = try Hyphenator(Array("UTF-8\n1a\n".utf8))
    let points = hyphenator.points(in: "aaaaaa", minimumBefore: 3, minimumAfter: 3)
    #expect(points == [HyphenationPoint(offset: 3)])
    // The dictionary's own are the least.
    #expect(hyphenator.points(in: "aaaa", minimumBefore: 1).map(\.offset) == [2])
  }

  @Test func wordsEndAtHyphensAndApostrophes() throws {
    #expect(try Self.hyphenated("aaaa-aaaa", "1a") == "aaaa-aaaa")
    #expect(
      try Self.hyphenated("aaaaaaa-aaaaaaa’aaaaaaa", "1a")
        == "aa=a=a=aaa-aaa=a=aaa’aaa=a=a=aa")
  }

  @Test func compoundsAreDividedFirst() throws {
    let lines = [
      "UTF-8", "COMPOUNDLEFTHYPHENMIN 2", "COMPOUNDRIGHTHYPHENMIN 2", "NOHYPHEN _", "haus1tür",
      "_1", "NEXTLEVEL", "1a", "1u", "1ü", "NEXTLEVEL", "1h",
    ]
    let hyphenator = try Hyphenator(Array(lines.joined(separator: "\n").utf8))
    #expect(hyphenator.hyphenated("haustüraxa") == "ha=us=tür=axa")
    // What a second NEXTLEVEL follows is not read.
    #expect(hyphenator.hyphenated("xxhxx") == "xxhxx")
    #expect(hyphenator.hyphenated("xxxx_xxxx") == "xxxx_xxxx")
  }

  @Test(arguments: [
    ("schiffahrt", "schif1fahrt/ff=f,5,2", "schiff=fahrt"),
    ("Schiffahrt", "schif1fahrt/ff=f,5,2", "Schiff=fahrt"),
    ("SCHIFFAHRT", "schif1fahrt/ff=f,5,2", "SCHIFF=FAHRT"),
    ("omaatje", "a1atje./a=t,1,3", "oma=tje"),
    ("asszony", ".as3szon/sz=sz,2,3", "asz=szony"),
    ("asszony", ".as3szon/sz=,2,1", "asz=szony"),
    ("össze", "ös3sze./sz=sz,2,3", "ösz=sze"),
    ("tillata", ".til1lata./ll=l,3,2", "till=lata"),
    ("paral·lel", "l·1l/l=l,1,3", "paral=lel"),
  ])
  func spellingChangesAtAPoint(_ word: String, _ pattern: String, _ expected: String) throws {
    #expect(try Self.hyphenated(word, pattern) == expected)
  }

  @Test func aChangeTellsItsRange() throws {
    let hyphenator = try Hyphenator(Array("UTF-8\na1atje./a=t,1,3\n".utf8))
    let points = hyphenator.points(in: "omaatje")
    let change = HyphenationPoint.Replacement(range: 2..<5, before: "a", after: "t")
    #expect(points == [HyphenationPoint(offset: 3, replacement: change)])
  }

  @Test func charactersOfOldSets() throws {
    for (name, byte) in [
      ("ISO8859-1", UInt8(0xE9)), ("ISO8859-15", 0xE9), ("iso-8859-2", 0xE9),
      ("microsoft-cp1252", 0xE9),
    ] {
      let bytes = Array(name.utf8) + Array("\r\nb1".utf8) + [byte] + Array("\r\n".utf8)
      #expect(try Hyphenator(bytes).hyphenated("abÉb") == "ab=Éb", "\(name)")
    }
    let russian = Array("KOI8-R\n".utf8) + [0xC1, 0x31, 0xC2, 0x0A]  // а1б
    #expect(try Hyphenator(russian).hyphenated("ваба") == "ва=ба")
    let bulgarian = Array("microsoft-cp1251\n".utf8) + [0xE0, 0x31, 0xE1, 0x0A]
    #expect(try Hyphenator(bulgarian).hyphenated("Вабa") == "Ва=бa")
  }

  @Test func offsetsAreCodeUnits() throws {
    let hyphenator = try Hyphenator(Array("UTF-8\na1b\n".utf8))
    #expect(hyphenator.points(in: "😀abx").map(\.offset) == [3])
    // The lower case of İ has two characters.
    #expect(hyphenator.points(in: "İaba").map(\.offset) == [2])
    #expect(hyphenator.points(in: "").isEmpty)
    #expect(hyphenator.points(in: [0xD800, 0x61, 0x62, 0xDC00].span).map(\.offset) == [2])
    let long = String(repeating: "ab", count: 300)
    #expect(hyphenator.points(in: long).isEmpty)
    #expect(hyphenator.points(in: String(long.prefix(512))).count == 254)
  }
}
