// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import Testing
import TextTestSupport

@testable import TextHyphenation

/// The patterns that are embedded in the program: which one a language has, and how they are read.
struct EmbeddedDictionaryTests {
  @Test func aRegionFallsBackToItsLanguage() throws {
    func found(_ language: String) throws -> Hyphenator? {
      try Hyphenator.embedded(language: language)
    }
    let german = try #require(try found("de"))
    #expect(german.language == "de" && german.name == "embedded de")
    for tag in ["de-AT", "DE_ch", "de-Latn-LI", "de-1996", "de-x-poetry"] {
      #expect(try found(tag) === german, "\(tag)")
    }
    let (american, british) = (try #require(try found("en")), try #require(try found("en-GB")))
    #expect(american !== british && british.language == "en-GB")
    for tag in ["en-US", "en-PH", "en-Latn-US"] { #expect(try found(tag) === american, "\(tag)") }
    for tag in ["en-AU", "en-IN", "en-Latn-GB", "en_gb_oxendict"] {
      #expect(try found(tag) === british, "\(tag)")
    }
    #expect(try found("nb-NO") === found("no") && found("nn") === found("no"))
    #expect(try found("sr-Latn-RS") === found("sr-Cyrl") && found("bs") === found("sr"))
    for none in ["", "x", "und", "tlh", "cs", "zh-Hant", "../de", "d"] {
      #expect(try found(none) == nil, "\(none)")
    }
  }

  /// What a language has does not depend on the host: its dictionaries come after.
  @Test func theHostsDictionariesComeAfter() throws {
    #expect(try Hyphenator.default(for: "de-CH") === Hyphenator.embedded(language: "de"))
    #expect(throws: HyphenationError.self) { try Hyphenator.default(for: "tlh") }
    do {
      _ = try Hyphenator.default(for: "tlh")
    } catch let error as HyphenationError {
      #expect(error.code == .notInstalled && error.message.contains("embedded"))
    }
    #expect(try Hyphenator.available(language: "tlh", .never) == nil)
    #expect(try Hyphenator.available(language: "fr", .never)?.language == "fr")
  }

  /// The fewest characters are those that hyph-utf8 names for typesetting.
  @Test(arguments: [("en", 2, 3), ("de", 2, 2), ("pt", 2, 3), ("et", 2, 3), ("ka", 1, 2)])
  func fewestCharacters(language: String, before: Int, after: Int) throws {
    let hyphenator = try #require(try Hyphenator.embedded(language: language))
    #expect(hyphenator.minimumBefore == before && hyphenator.minimumAfter == after)
  }

  /// A point that the patterns have is not taken nearer to an end, and a caller may ask for more.
  @Test func aPointNearAnEndIsLeftOut() throws {
    let english = try #require(try Hyphenator.embedded(language: "en"))
    // The pattern "1ly" has a point before the last two letters.
    #expect(english.points(in: "friendly").isEmpty)
    #expect(english.points(in: "university").map(\.offset) == [3, 6])
    #expect(
      english.points(in: "university", minimumBefore: 4, minimumAfter: 4).map(\.offset) == [6])
  }

  /// An exception of a whole word goes before all patterns, and says nothing of longer words.
  @Test func exceptions() throws {
    let english = try #require(try Hyphenator.embedded(language: "en"))
    #expect(english.hyphenated("present") == "present")
    #expect(english.hyphenated("presentation") == "pre=sen=ta=tion")
    #expect(english.hyphenated("Table") == "Ta=ble")
    let norwegian = try #require(try Hyphenator.embedded(language: "nb"))
    // The list writes it as a name, with a capital letter.
    #expect(norwegian.hyphenated("ANTWERPEN") == "ANT=WER=PEN")
  }

  /// Where patterns know no apostrophe, a word ends there; where they do, it goes on.
  @Test(arguments: ["'", "’"])
  func apostrophes(_ sign: String) throws {
    let english = try #require(try Hyphenator.embedded(language: "en"))
    #expect(english.hyphenated("children\(sign)s") == "chil=dren\(sign)s")
    let french = try #require(try Hyphenator.embedded(language: "fr"))
    #expect(french.hyphenated("l\(sign)université") == "l\(sign)uni=ver=si=té")
    // Two characters before the first hyphen: the elided article is one, the sign another.
    let italian = try #require(try Hyphenator.embedded(language: "it"))
    #expect(italian.hyphenated("l\(sign)amico") == "l\(sign)a=mi=co")
  }

  // MARK: Reading

  /// Liang's example: all patterns that fit count, the shorter ones with the longer.
  @Test func shorterPatternsCountWithLongerOnes() throws {
    func divided(_ word: String, _ patterns: [String]) throws -> String {
      var builder = PatternTableBuilder()
      for pattern in patterns {
        var (letters, digits): ([UInt8], [UInt8]) = ([], [0])
        for byte in pattern.utf8 {
          if byte < 0x3A, byte > 0x2F {
            digits[letters.count] = byte - 0x30
          } else {
            letters.append(byte)
            digits.append(0)
          }
        }
        builder.add(letters[...], digits: digits.drop { $0 == 0 }, change: nil)
      }
      var level = HyphenationLevel()
      level.patterns = try builder.table(inheriting: true, .never)
      return Hyphenator([level], name: "", language: "").hyphenated(word)
    }
    let liang = ["hy3ph", "he2n", "hena4", "hen5at", "1na", "n2at", "1tio", "2io", "o2n"]
    #expect(try divided("hyphenation", liang) == "hy=phen=ation")
    // A dictionary has the digits of the longest alone: see `HyphenatorTests`.
    #expect(try divided("abcd", ["b1c", "ab2c"]) == "abcd")
    #expect(try divided("abcd", ["b3c", "ab2cd"]) == "ab=cd")
    // The shorter one ends where the longer one has none of its own, and the other way round.
    #expect(try divided("abcdef", ["ab1cdef", "d1e", "cde"]) == "ab=cd=ef")
    #expect(try divided("abcdef", ["c3d", "abc2def"]) == "abc=def")
  }

  /// Bytes that end early or lie are no patterns, and nothing traps.
  @Test func damagedBytes() throws {
    // Two characters at both ends; one row of digits, [1]; "ab", then "abc" with two letters taken
    // over: a hyphen behind each.
    let whole: [UInt8] = [2, 2, 0, 1, 0, 1, 1, 0x02, 97, 98, 0, 0x21, 99, 0]
    var patterns = PackedPatterns(whole)
    let levels = try #require(try patterns.levels(.never))
    #expect(Hyphenator(levels, name: "", language: "").hyphenated("abcdef") == "ab=c=def")
    for count in [0, 1, 4, 5, 6, 8, 9, 10, 12, 13] {
      var cut = PackedPatterns(Array(whole[..<count]))
      #expect(try cut.levels(.never) == nil, "\(count)")
    }
    for place in whole.indices {
      for value: UInt8 in [0x10, 0x7F, 0xF0, 0xFF] {
        var bytes = whole
        bytes[place] = value
        var damaged = PackedPatterns(bytes)
        if let levels = try damaged.levels(.never) {
          _ = Hyphenator(levels, name: "", language: "").hyphenated("abcdefabc")
        }
      }
    }
  }

  @Test func readingIsCancelled() throws {
    // The same pattern many times.
    var bytes: [UInt8] = [2, 2, 0, 1, 0, 1, 0]
    for _ in 0..<3000 { bytes += [1, 97, 0] }
    let flag = CancellationFlag()
    flag.set()
    #expect(throws: CancellationError.self) {
      var patterns = PackedPatterns(bytes)
      _ = try patterns.levels(Cancellation(flag: flag))
    }
    let polls = CancelledPoll()
    var patterns = PackedPatterns(bytes)
    #expect(try patterns.levels(polls.cancellation) != nil)
    // A poll for each 256 patterns.
    #expect(polls.count >= 3000 / 256)
  }
}
