// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TextModel

@testable import DocumentJSON
@testable import StyledDocuments

/// Paths and hints, which are made when they are asked for.
struct DocumentKeyTests {
  private func member(_ name: String, at offset: Int) -> JSONObject.Member {
    JSONObject.Member(name: name, value: .null, bytes: offset..<offset + 4)
  }

  @Test func paths() {
    let root = DocumentKey("")
    #expect(root.path.isEmpty && root.offset == nil)
    let spans = root.at(member("spans", at: 7))
    #expect(spans.path == "spans" && spans.offset == 7)
    let style = spans.at(2, offset: 9).at(member("style", at: 30))
    #expect(style.path == "spans[2].style" && style.offset == 30)
    #expect(style.at(member("size", at: 41)).path == "spans[2].style.size")
    // Without an offset of its own, an element has that of its list.
    #expect(spans.at(1).offset == 7 && spans.at(1).at(0).path == "spans[1][0]")
    #expect(DocumentKey("--width").at(member("x", at: 0)).path == "--width.x")
  }

  @Test func errorsAndNotesHaveThePath() {
    let key = DocumentKey("layers").at(3, offset: 50).at(member("opacity", at: 60))
    let error = key.error("is wrong")
    #expect(error.keyPath == "layers[3].opacity" && error.offset == 60)
    #expect(key.note("is odd") == "layers[3].opacity: is odd (byte 60)")
    #expect(DocumentKey("").error("is wrong").keyPath == nil)
  }

  /// Of the unknown keys of a document few are shown, and only those are compared with the known.
  @Test func hintsAreFoundWhenTheyAreAskedFor() {
    let asked = Mutex(0)
    @Sendable func known() -> [String] {
      asked.withLock { $0 += 1 }
      return ["opacity", "position"]
    }
    let key = UnknownKey(DocumentKey("opacitty"), "opacitty", known: known())
    #expect(key.path == "opacitty" && asked.withLock { $0 } == 0)
    #expect(key.hint == "opacity" && asked.withLock { $0 } == 1)
    #expect(key.description == "opacitty (did you mean opacity?)")
  }

  /// A number is a length in px, as its decimal notation is.
  @Test(arguments: [0, 12, 1.5, 1e-7, 123_456_789.25, 1e300]) func numbersAreLengths(
    _ number: Double
  ) throws {
    let key = DocumentKey("x")
    #expect(try key.length(.number(number)) == Length("\(number)"))
    #expect(try key.width(.number(number)) == Length("\(number)"))
    #expect(throws: DocumentError.self) { try key.length(.number(.infinity)) }
  }
}
