// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemConcurrency
import Testing
import TextTestSupport

@testable import TextHyphenation

/// Dictionaries that are damaged, absent or made to do harm.
@Suite(.serialized) struct DictionaryReadingTests {
  private static func error(_ bytes: [UInt8]) -> HyphenationError? {
    #expect(throws: HyphenationError.self) { try Hyphenator(bytes, name: "a.dic") }
  }

  private static func error(_ text: String) -> HyphenationError? { error(Array(text.utf8)) }

  @Test func filesThatAreNone() throws {
    let folder = "/tmp/hyphenation-\(getpid())"
    try #require(mkdir(folder, 0o700) == 0)
    defer {
      unlink("\(folder)/pipe")
      rmdir(folder)
    }
    try #require(mkfifo("\(folder)/pipe", 0o600) == 0)
    for path in ["\(folder)/pipe", "/dev/zero", folder, "\(folder)/none", "", "a\0b"] {
      let error = #expect(throws: HyphenationError.self, "\(path)") {
        try Hyphenator(dictionary: path)
      }
      #expect(error?.code == .unreadable)
      #expect(error?.file == path)
    }
  }

  @Test func characterSets() {
    for text in ["", "\n", "UTF-9\na1b\n", "\u{1B}[31m\n", String(repeating: "x", count: 1000)] {
      #expect(Self.error(text)?.code == .unknownCharacterSet)
    }
    #expect(
      Self.error("UTF-9\n")?.description == "a.dic, line 1: the character set 'UTF-9' is not known")
    let broken = Self.error(Array("UTF-8\n% \u{FF}\na1b\nä".utf8) + [0xC3, 0x0A])
    #expect(broken?.code == .malformed)
    #expect(broken?.line == 4)
    // Bytes of a comment do not matter.
    #expect(throws: Never.self) { try Hyphenator(Array("UTF-8\n% ".utf8) + [0xFF, 0x0A]) }
  }

  @Test func sizes() {
    let most = Hyphenator.maximumByteCount
    #expect(Self.error([UInt8](repeating: 0x61, count: most + 1))?.code == .tooLarge)
    let long = "UTF-8\na1b\n" + String(repeating: "a", count: 300) + "\n"
    #expect(Self.error(long)?.line == 3)
    #expect(Self.error("UTF-8\n" + String(repeating: "a", count: 5000))?.code == .malformed)
    // Comments are as long as they like.
    #expect(throws: Never.self) {
      try Hyphenator(Array(("UTF-8\n%" + String(repeating: "a", count: 100_000)).utf8))
    }
  }

  /// Many patterns of one length.
  private static func patterns(_ length: Int, count: Int) -> [UInt8] {
    var bytes = Array("UTF-8\n".utf8)
    for number in 0..<count {
      var rest = number
      for _ in 0..<length {
        bytes.append(UInt8(ascii: "a") + UInt8(rest % 26))
        rest /= 26
      }
      bytes += [UInt8(ascii: "1"), 0x0A]
    }
    return bytes
  }

  @Test func aMillionPatterns() throws {
    #expect(Self.error(Self.patterns(6, count: 1_000_000))?.code == .tooManyPatterns)
    // Half of them come twice.
    let count = Repetitions.count(100_000, all: 1_000_000)
    let hyphenator = try Hyphenator(Self.patterns(4, count: count))
    #expect(hyphenator.byteCount < 13 * 500_000)
  }

  @Test func levelsBeyondTheSecond() throws {
    let deep = "UTF-8\n" + String(repeating: "NEXTLEVEL\n", count: 100_000) + "a1b\n"
    #expect(try Hyphenator(Array(deep.utf8)).hyphenated("ababab") == "ababab")
  }

  @Test(arguments: [
    "LEFTHYPHENMIN 99999999999999999999", "RIGHTHYPHENMIN -7", "LEFTHYPHENMIN", "NOHYPHEN",
    "NOHYPHEN ,,,", "NOHYPHEN a,b,a", "COMPOUNDLEFTHYPHENMIN x", "/", "//", "1", "123", "a/",
    "1/=,,",
    "a1b/c=d,90,90", "a1b/c=d,-90,-90", "a1b/c=d,2,-5", "a1b/=,0,0", "a1b/====,1,2", "a1b/c=d,1",
    "a1b/c=d,,", "a1b/c=d,99999999999999999999,2", ".1a1b1./ä=ö,1,9", "b1a/bbbbbbbb=a,1,2",
    "a1/aaaaaaaaaaaaaaaaaaaaaa=,1,1", "1a/=aaaa,1,1", "NEXTLEVEL", ".", "..", "a9b9a9b9",
    "1a1b1/a=b",
  ])
  func absurdLines(_ line: String) throws {
    for text in ["UTF-8\n\(line)\n", "UTF-8\n\(line)\n1a1\nNEXTLEVEL\n\(line)\n1b\n"] {
      let hyphenator = try Hyphenator(Array(text.utf8))
      for word in ["ab", "abab", "aaaa", "ababababab", "ä", "äabäab", "a-b-a", "ababababa123"] {
        let points = hyphenator.points(in: word)
        let count = word.utf16.count
        #expect(points.map(\.offset) == points.map(\.offset).sorted())
        for point in points {
          #expect(point.offset > 0 && point.offset < count)
          if let range = point.replacement?.range {
            #expect(range.lowerBound >= 0 && range.upperBound <= count)
            #expect(range.lowerBound <= point.offset && point.offset <= range.upperBound)
          }
        }
      }
    }
  }

  /// The parts of a compound that grow by a change of spelling are not divided without end.
  @Test func compoundsThatGrow() throws {
    let text = "UTF-8\na1a/aaaaaaaaaaaaaaaaaaaaaaaaaaaaa=a,1,2\n1b\nNEXTLEVEL\n1a\n"
    let hyphenator = try Hyphenator(Array(text.utf8))
    let word = String(repeating: "ab", count: 100) + String(repeating: "a", count: 100)
    let time = ThreadTime.measure { _ = hyphenator.points(in: word) }
    #expect(time < 0.5)
  }

  @Test func readingIsCancelled() throws {
    let bytes = Self.patterns(4, count: 50_000)
    let flag = CancellationFlag()
    flag.set()
    #expect(throws: CancellationError.self) {
      try Hyphenator(bytes, cancellation: Cancellation(flag: flag))
    }
    let polls = CancelledPoll()
    _ = try Hyphenator(bytes, cancellation: polls.cancellation)
    // A poll for each 256 lines, and for each 1,024 states.
    #expect(polls.count > 50_000 / 256)
  }
}
