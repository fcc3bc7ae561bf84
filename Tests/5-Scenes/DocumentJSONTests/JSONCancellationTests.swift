// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import Testing
import TextTestSupport

@testable import DocumentJSON

/// The reading of JSON ends at each of its polls, which are not far from each other.
@Suite("Cancelled JSON", .serialized)
struct JSONCancellationTests {
  /// JSON of one kind, longer or shorter.
  struct Kind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: @Sendable (_ length: Int) -> String

    init(_ name: String, _ text: @escaping @Sendable (_ length: Int) -> String) {
      (testDescription, self.text) = (name, text)
    }

    /// The part repeated in an object with one list.
    init(_ name: String, _ part: String) {
      self.init(name) { length in
        let parts = repeatElement(part, count: length / part.utf8.count + 1)
        return #"{"list":["# + parts.joined(separator: ",") + "]}"
      }
    }

    /// The part repeated in an object with one string.
    init(string part: String, after start: String = "") {
      self.init("a string of \(part)") { length in
        let count = length / part.utf8.count + 1
        return #"{"text":""# + start + String(repeating: part, count: count) + #""}"#
      }
    }
  }

  static let kinds = [
    Kind("numbers", "1"), Kind("empty lists", "[]"), Kind("objects", #"{"a":1,"b":"x"}"#),
    Kind("white space") { #"{"a":"# + String(repeating: " ", count: $0) + "1}" },
    Kind("digits") { #"{"a":"# + String(repeating: "7", count: $0) + "}" },
    Kind("members") { length in
      "{" + (0...length / 10).map { #""k\#($0)":\#($0)"# }.joined(separator: ",") + "}"
    },
    Kind("equal names") { length in
      "{" + (0...length / 8).map { #""k":\#($0)"# }.joined(separator: ",") + "}"
    },
    Kind(string: "a"), Kind(string: "漢é😀"), Kind(string: #"\n"#), Kind(string: #"\ud83d"#),
    Kind(string: "漢", after: #"\""#),
    Kind(string: "x", after: String(repeating: "é", count: 40_000) + #"\t"#),
  ]

  private static func text(of json: [UInt8], _ cancellation: Cancellation) throws -> String? {
    let (object, _) = try JSONReader.object(of: json, cancellation: cancellation)
    guard case .string(let text)? = object["a"] else { return nil }
    return text
  }

  @Test("Cancelled at any poll, it says so; else it gives the same", arguments: kinds)
  func eachPoll(kind: Kind) throws {
    let text = Array(kind.text(80_000).utf8)
    let expected = try JSONReader.object(of: text)
    let description = "\(expected.object)"
    let count = CancelledPoll.each { poll in
      do throws(JSONError) {
        let (object, flaws) = try JSONReader.object(of: text, cancellation: poll.cancellation)
        #expect("\(object)" == description)
        #expect(flaws == expected.flaws)
      } catch {
        #expect(error.isCancelled && !error.isOverLimit)
        #expect(error.offset <= text.count)
        #expect(!error.message.isEmpty)
      }
    }
    // One poll for 8 KiB, and few more.
    #expect(count >= 9 && count < 200, "\(count)")
  }

  @Test("A value that was cancelled is none")
  func value() throws {
    let text = Array("[1,2]".utf8)
    let poll = CancelledPoll(at: 1)
    let error = try #require(throws: JSONError.self) {
      try JSONReader.value(of: text, cancellation: poll.cancellation)
    }
    #expect(error.isCancelled)
    #expect(poll.count == 1)
  }

  @Test("A syntax error is none of a cancellation")
  func syntaxError() throws {
    let error = try #require(throws: JSONError.self) {
      try JSONReader.value(of: Array("[1".utf8), cancellation: CancelledPoll().cancellation)
    }
    #expect(!error.isCancelled)
  }

  /// Ill-formed UTF-8 reads the same in pieces and as a whole.
  @Test(arguments: [
    [0xFF], [0xE2, 0x82], [0x80], [0xF0, 0x9F, 0x98], [0xC3, 0xA9, 0xA9], [0xED, 0xA0, 0x80],
  ])
  func pieces(part: [UInt8]) throws {
    for before in 0..<4 {
      for start in before == 1 ? ["", #"\n"#] : [""] {
        var text = Array((#"{"a":""# + start + String(repeating: "x", count: before)).utf8)
        for _ in 0..<70_000 / part.count { text += part }
        text += Array(#""}"#.utf8)
        let whole = try #require(try Self.text(of: text, .never))
        let inPieces = try Self.text(of: text, CancelledPoll().cancellation)
        #expect(inPieces.map { Array($0.utf8) } == Array(whole.utf8))
      }
    }
  }

  #if DEBUG
    // Debug builds are many times slower: they only show that there are polls at all.
    private static let (length, limit) = (1 << 18, 0.1)
  #else
    // What was read is freed without polls, which takes some milliseconds.
    private static let (length, limit) = (1 << 20, 0.02)
  #endif

  @Test("Polls are not far from each other", arguments: kinds)
  func gaps(kind: Kind) throws {
    let text = Array(kind.text(Self.length).utf8)
    let lasting = try PollGaps.lasting(limit: Self.limit) { cancellation in
      _ = try JSONReader.object(of: text, cancellation: cancellation)
    }
    #expect(lasting < Self.limit)
  }
}
