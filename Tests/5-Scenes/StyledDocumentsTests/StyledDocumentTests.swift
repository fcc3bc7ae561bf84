// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import CanvasGeometry
@testable import StyledDocuments

struct StyledDocumentTests {
  private func read(_ json: String) throws -> (StyledDocument, unknown: [String]) {
    var reader = DocumentText.reader()
    let document = try reader.document(from: Array(json.utf8))
    return (document, reader.unknownKeys.map(\.path))
  }

  @Test func everyDocumentedKey() throws {
    let (document, unknown) = try read(
      """
      {"text":"a😀b", "direction":"rtl", "language":"sr", "width":320.0, "align":"center",
       "lineBreak":"strict", "wordBreak":"keep-all", "overflowWrap":"normal", "maxLines":3,
       "fonts":[{"file":"A.ttf","index":1}], "systemFonts":false,
       "style":{"size":20,"family":["X","Y"],"font":0,"slant":"oblique","stretch":75,
         "variations":{"wght":650},"features":["liga=0","+smcp"],"letterSpacing":1,
         "wordSpacing":2},
       "spans":[{"start":1,"end":2,"style":{"weight":700,"color":"#cc0000ff","underline":true}},
         {"start":2,"end":3,"style":{"strikethrough":true,"language":"und"}}]}
      """)
    #expect(unknown.isEmpty)
    #expect(document.fonts == [FontReference(file: "A.ttf", index: 1)])
    #expect(
      document.width == Length(320) && document.maximumLines == 3 && !document.usesSystemFonts)
    let text = try document.attributedText()
    let first = text.shaping.value(at: 0)
    #expect(first.size == 20 && first.language == "sr" && first.letterSpacing == 1)
    #expect(first.font.families == ["X", "Y"] && first.font.givenFont == 0)
    #expect(first.font.slant == .oblique && first.font.stretch == 75)
    #expect(first.features.map(\.tag.description) == ["liga", "smcp"])
    // Spans count scalars: one scalar here has two code units.
    #expect(text.shaping.value(at: 1).font.weight == 700)
    #expect(text.shaping.range(of: text.shaping.run(at: 1)) == TextRange(1, 3))
    #expect(text.shaping.value(at: 3).language == "")
    #expect(text.paint.value(at: 2).underline != nil && text.paint.value(at: 0).underline == nil)
    #expect(text.paint.value(at: 2).color == Color(hex: "#cc0000"))
    #expect(text.paint.value(at: 3).strikethrough != nil)
    let paragraph = text.paragraphs.value(at: 0)
    #expect(paragraph.direction == .rightToLeft && paragraph.alignment == .center)
    #expect(paragraph.lineBreak == .strict && paragraph.wordBreak == .keepAll)
    #expect(paragraph.overflowWrap == .normal)
  }

  @Test func laterSpansWinWhereTheyOverlap() throws {
    let (document, _) = try read(
      """
      {"text":"abcdef","spans":[{"start":0,"end":4,"style":{"size":10,"color":"#ff0000"}},
        {"start":2,"end":6,"style":{"size":30}},{"start":3,"end":3,"style":{"size":99}},
        {"start":5,"end":900,"style":{"size":40}}]}
      """)
    let text = try document.attributedText()
    #expect((0..<6).map { text.shaping.value(at: $0).size } == [10, 10, 30, 30, 30, 40])
    #expect(text.shaping.count == 3)
    #expect(text.paint.ends == [4, 6])
  }

  @Test func rangedFeaturesHoldForTheirScalarsOnly() throws {
    let (document, _) = try read(
      #"{"text":"😀fifi","style":{"features":["liga=0","kern[1:3]=0"]}}"#)
    let text = try document.attributedText()
    #expect(text.shaping.value(at: 0).features.count == 1)
    #expect(text.shaping.value(at: 2).features.map(\.tag.description) == ["liga", "kern"])
    #expect(text.shaping.range(of: text.shaping.run(at: 2)) == TextRange(2, 4))
  }

  @Test func manySpansAreReadInLinearTime() throws {
    var document = StyledDocument()
    document.text = ScalarText(String(repeating: "ab", count: 50_000))
    document.spans = (0..<50_000).map {
      var style = StyleChange()
      style.size = Length(Double(10 + $0 % 2))
      return StyledDocument.Span(start: 2 * $0, end: 2 * $0 + 2, style: style)
    }
    #expect(try document.attributedText().shaping.count == 50_000)
  }

  @Test func overlapIsBounded() throws {
    var document = StyledDocument()
    document.text = ScalarText(String(repeating: "a", count: 1000))
    var style = StyleChange()
    style.size = 20
    document.spans = (0..<256).map { StyledDocument.Span(start: $0, end: 1000, style: style) }
    _ = try document.attributedText()
    document.spans.append(StyledDocument.Span(start: 999, end: 1000, style: style))
    #expect(throws: DocumentError.self) { try document.attributedText() }
  }

  @Test(arguments: [
    "[]", "{", "{}", #"{"text":null}"#, #"{"text":5}"#, #"{"text":"a","width":"wide"}"#,
    #"{"text":"a","width":-1}"#, #"{"text":"a","width":1e999}"#, #"{"text":"a","align":"top"}"#,
    #"{"text":"a","spans":[{"start":"a","end":2,"style":{}}]}"#,
    #"{"text":"a","spans":[{"start":2,"end":1,"style":{}}]}"#,
    #"{"text":"a","spans":[{"start":-1,"end":1,"style":{}}]}"#,
    #"{"text":"a","spans":[{"start":0.5,"end":1,"style":{}}]}"#,
    #"{"text":"a","style":{"font":0}}"#, #"{"text":"a","fonts":[{"index":0}]}"#,
    #"{"text":"a","style":{"size":0}}"#, #"{"text":"a","style":{"weight":1001}}"#,
    #"{"text":"a","style":{"color":"blurple"}}"#, #"{"text":"a","style":{"features":["[[["]}}"#,
    #"{"text":"a","maxLines":-1}"#, #"{"text":"a","systemFonts":1}"#,
  ])
  func refused(_ json: String) {
    #expect {
      try read(json)
    } throws: { error in
      (error as? DocumentError)?.code == .malformed
    }
  }

  @Test func sizesOverTheLimitCannotBeMet() {
    #expect {
      try read(#"{"text":"a","x":"# + String(repeating: "[", count: 1000))
    } throws: { error in
      (error as? DocumentError)?.code == .tooLarge
    }
    #expect {
      try read(#"{"text":"a","style":{"size":20000}}"#)
    } throws: { error in
      (error as? DocumentError)?.code == .tooLarge
    }
  }

  @Test func unknownKeysAreNamedAndIgnored() throws {
    let (_, unknown) = try read(#"{"text":"a","style":{"colour":"x"},"spans":[],"zoom":1}"#)
    #expect(unknown == ["style.colour", "zoom"])
  }
}
