// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import Testing
import TextModel
import TextTestSupport
import TextTypesetting

@testable import DocumentJSON
@testable import StyledDocuments

/// The reading of documents, and their attributed texts, end at each poll.
@Suite("Cancelled documents", .serialized)
struct DocumentCancellationTests {
  /// A document of one kind, with more or fewer parts.
  struct Kind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let json: @Sendable (_ count: Int) -> String

    init(_ name: String, _ json: @escaping @Sendable (_ count: Int) -> String) {
      (testDescription, self.json) = (name, json)
    }
  }

  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    "[" + (0..<count).map(element).joined(separator: ",") + "]"
  }

  private static func text(_ length: Int) -> String {
    String(repeating: "ab c", count: length / 4 + 1)
  }

  static let kinds = [
    Kind("spans") { count in
      let spans = list(count) {
        #"{"start":\#($0),"end":\#($0 + 1),"style":{"size":\#(9 + $0 % 7),"color":"red"}}"#
      }
      return #"{"text":"\#(text(count))","spans":\#(spans)}"#
    },
    Kind("spans that overlap, from the last to the first") { count in
      let spans = list(count) {
        #"{"start":\#(count - $0),"end":\#(count - $0 + 40),"style":{"weight":\#(300 + $0 % 400)}}"#
      }
      return #"{"text":"\#(text(count))","spans":\#(spans)}"#
    },
    Kind("paragraphs and features of spans") { count in
      let text = String(repeating: #"a\n"#, count: count)
      let spans = list(count / 8) {
        let style = #"{"align":"center","features":"liga[\#($0):\#($0 + 9)]=0"}"#
        return #"{"start":\#($0),"end":\#($0 + 1),"style":\#(style)}"#
      }
      return #"{"text":"\#(text)","spans":\#(spans)}"#
    },
    Kind("a long text") { #"{"text":"\#(String(repeating: "漢é😀 ", count: $0 * 40))"}"# },
    Kind("links, and others that are detected") { count in
      let text = String(repeating: "a.example.com ", count: count)
      let links = list(count) {
        #"{"start":\#($0 * 14 + 20),"end":\#($0 * 14 + 22),"url":"x:\#($0)"}"#
      }
      return #"{"text":"\#(text)","links":\#(links),"detect":true}"#
    },
    Kind("a token") { count in
      let spans = list(count) {
        #"{"start":\#($0),"end":\#($0 + 1),"style":{"size":\#(9 + $0 % 7)}}"#
      }
      return #"{"text":"a","truncation":{"token":{"text":"\#(text(count))","spans":\#(spans)}}}"#
    },
    Kind("reserved boxes") { count in
      let text = String(repeating: "\u{FFFC}", count: count)
      let boxes = list(count) { #"{"at":\#($0),"reserved":"b\#($0)","size":[4,4]}"# }
      return #"{"text":"\#(text)","attachments":\#(boxes)}"#
    },
    Kind("unknown keys") { count in
      "{\"text\":\"a\"," + (0..<count).map { #""k\#($0)":1"# }.joined(separator: ",") + "}"
    },
    Kind("a picture") { _ in
      #"{"text":"\uFFFC","attachments":[{"at":0,"image":"heart.png"}]}"#
    },
  ]

  /// What is read of a document.
  private struct Result: Equatable {
    let text: AttributedText
    let container: TextContainer
    let notes: [DocumentNote]
    let readNotes: [String]
    let unknownCount: Int

    init(_ json: String, _ cancellation: Cancellation) throws(DocumentError) {
      var reader = StyledDocumentReader(
        files: DocumentFiles(
          folder: DocumentText.folder, root: nil, cancellation: cancellation))
      let document = try reader.document(from: Array(json.utf8))
      notes = try document.rangeNotes(cancellation: cancellation)
      container = try document.container(cancellation: cancellation)
      text = try document.attributedText(cancellation: cancellation)
      readNotes = reader.notes
      unknownCount = reader.unknownKeys.count
    }
  }

  @Test("Cancelled at any poll, the error says so; else the document is the same", arguments: kinds)
  func eachPoll(kind: Kind) throws {
    let json = kind.json(200)
    let expected = try Result(json, .never)
    var cancelled = 0
    let count = CancelledPoll.each { poll in
      do throws(DocumentError) {
        let result = try Result(json, poll.cancellation)
        if !kind.testDescription.hasPrefix("a picture") { #expect(result == expected) }
        #expect(result.readNotes == expected.readNotes)
      } catch {
        cancelled += 1
        #expect(error.code == .cancelled, "\(error)")
        #expect(error.description == "the reading was cancelled")
      }
    }
    #expect(cancelled == count)
    #expect(count >= 3)
  }

  @Test("A long string becomes the same text in pieces")
  func longText() throws {
    for part in ["a", "é", "漢", "😀", "a😀", "\u{FFFC}é"] {
      for shift in 0..<4 {
        let string = String(repeating: "x", count: shift) + String(repeating: part, count: 50_000)
        let whole = ScalarText(string)
        let inPieces = try #require(
          try ScalarText(string, limit: .max, cancellation: CancelledPoll().cancellation))
        #expect(inPieces.utf16 == whole.utf16)
        #expect(inPieces.scalarCount == whole.scalarCount)
        #expect(inPieces.range(scalars: 3, 40_000) == whole.range(scalars: 3, 40_000))
        let limit = whole.utf16.count
        #expect(try ScalarText(string, limit: limit, cancellation: .never) != nil)
        #expect(try ScalarText(string, limit: limit - 1, cancellation: .never) == nil)
      }
    }
  }

  #if DEBUG
    // Debug builds are many times slower: they only show that there are polls at all.
    private static let (count, limit) = (3000, 0.1)
  #else
    // What was read is freed without polls, which takes some milliseconds.
    private static let (count, limit) = (10_000, 0.02)
  #endif

  @Test("Polls are not far from each other", arguments: kinds)
  func gaps(kind: Kind) throws {
    let json = kind.json(Self.count)
    let lasting = try PollGaps.lasting(limit: Self.limit) { _ = try Result(json, $0) }
    #expect(lasting < Self.limit)
  }
}
