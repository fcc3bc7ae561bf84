// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import DocumentJSON
import Testing
import TextModel

@testable import StyledDocuments

/// Rubies and emphasis marks in documents.
@Suite struct DocumentRubyTests {
  private func document(_ members: String) throws -> StyledDocument {
    var reader = DocumentText.reader()
    return try reader.document(from: Array(#"{"text":"漢字か",\#(members)}"#.utf8))
  }

  private func text(_ members: String) throws -> AttributedText {
    try document(members).attributedText()
  }

  @Test func rubyAsStringAndObject() throws {
    let short = try text(#""spans":[{"start":0,"end":2,"ruby":"かんじ"}]"#)
    #expect(short[ruby: TextRange(0, 1)] == RubyText("かんじ"))
    #expect(short[ruby: TextRange(2, 3)] == nil)
    let long = try text(
      #""spans":[{"start":0,"end":2,"ruby":{"text":"x","position":"under","align":"space-between","#
        + #""overhang":"none","scale":0.4}}]"#)
    #expect(
      long[ruby: TextRange(0, 1)]
        == RubyText(
          "x", position: .under, alignment: .spaceBetween, overhang: .none, scale: 0.4))
    #expect(try text(#""spans":[{"start":0,"end":2,"ruby":null}]"#).hasRuby == false)
  }

  @Test func equalNeighboursAndOverlaps() throws {
    let text = try text(
      #""spans":[{"start":0,"end":1,"ruby":"a"},{"start":1,"end":2,"ruby":"a"}],"#
        + #""links":[{"start":0,"end":2,"url":"x"}]"#)
    #expect(text.elements.count == 3)
    #expect(text[ruby: TextRange(0, 1)] != text[ruby: TextRange(1, 2)])
    #expect(text[link: TextRange(1, 2)]?.url == "x")
    // The later one takes precedence.
    let overlap = try self.text(
      #""spans":[{"start":0,"end":3,"ruby":"a"},{"start":1,"end":2,"ruby":"b"}]"#)
    #expect((0..<3).map { overlap[ruby: TextRange($0, $0 + 1)]?.text } == ["a", "b", "a"])
  }

  @Test func rubyOfWrongValues() throws {
    for (json, path) in [
      ("3", "spans[0].ruby"), (#"{"position":"over"}"#, "spans[0].ruby"),
      (#"{"text":"x","scale":2}"#, "spans[0].ruby.scale"),
      (#"{"text":"x","position":"left"}"#, "spans[0].ruby.position"),
    ] {
      do {
        _ = try document(#""spans":[{"start":0,"end":2,"ruby":\#(json)}]"#)
        Issue.record("nothing was thrown for \(json)")
      } catch let error as DocumentError {
        #expect(error.code == .malformed && error.keyPath == path, "\(json)")
      }
    }
  }

  @Test func emphasis() throws {
    let marked = try text(
      #""style":{"emphasis":"open dot"},"spans":[{"start":1,"end":2,"style":{"emphasis":"none"}},"#
        + #"{"start":2,"end":3,"style":{"emphasis":"★ under","size":9}}]"#)
    #expect(
      (0..<3).map { marked.shaping.value(at: $0).emphasis } == [
        EmphasisMark(.dot, isFilled: false), nil, EmphasisMark(.string("★"), position: .under),
      ])
    for json in [#""dots""#, "1", #""""#] {
      #expect(throws: DocumentError.self) { try document(#""style":{"emphasis":\#(json)}"#) }
    }
  }
}
