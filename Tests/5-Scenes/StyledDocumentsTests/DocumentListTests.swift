// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel
import TextTypesetting

@testable import StyledDocuments

/// The keys `list`, `strut`, `scriptPosition` and `wrap` of attachments, and `baselines` of
/// `lineHeight`.
struct DocumentListTests {
  private func document(_ members: String) throws -> StyledDocument {
    var reader = DocumentText.reader()
    let document = try reader.document(from: Array("{\(members)}".utf8))
    #expect(reader.unknownKeys.isEmpty, "\(members)")
    return document
  }

  private func style(_ members: String) throws -> ParagraphStyle {
    try document(#""text":"a","# + members).attributedText().paragraphs.value(at: 0)
  }

  private func message(_ members: String) -> String? {
    do {
      _ = try document(#""text":"a","# + members)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("Items are counted, and have an indent of their level in em of the text")
  func lists() throws {
    let text = try document(
      #"""
      "text":"a\nb\nc\nd","style":{"size":20,"list":"lower-roman"},
      "spans":[{"start":4,"end":5,"style":{"list":{"marker":"disc","level":1,"gap":"1em"}}},
      {"start":6,"end":7,"style":{"startIndent":9,"list":{"text":"x"}}}]
      """#
    ).attributedText()
    let styles = [0, 2, 4, 6].map { text.paragraphs.value(at: $0) }
    #expect(styles.map { $0.list?.label } == ["i.", "ii.", "\u{2022}", "x"])
    #expect(styles.map { $0.list?.number } == [1, 2, 1, 3])
    #expect(styles.map(\.startIndent) == [35, 35, 70, 9])
    #expect(styles.map { $0.list?.gap } == [10, 10, 20, 10])
  }

  @Test("Markers have the names that they have in CSS")
  func markers() throws {
    for (word, label) in [
      ("disc", "•"), ("circle", "◦"), ("square", "▪"), ("decimal-leading-zero", "04."),
      ("upper-alpha", "D."), ("arabic-indic", "٤."), ("cjk-decimal", "四、"), ("hiragana", "え、"),
    ] {
      let list = try style(#""list":{"marker":"\#(word)","start":4}"#).list
      #expect(list?.label == label)
    }
    let own = try style(#""list":{"marker":"decimal","prefix":"(","suffix":")","start":-3}"#).list
    #expect(own?.label == "(-3)" && own?.start == -3)
    #expect(Set(MarkerWord.words).count == CounterStyle.allCases.count + 3)
  }

  @Test func struts() throws {
    let strut = try style(
      #""style":{"size":10,"family":["A"],"strut":{"size":"2em","forced":true}}"#
    ).strut
    #expect(strut?.style.size == 20 && strut?.isForced == true)
    #expect(strut?.style.font.families == ["A"])
    let other = try style(#""style":{"size":10},"strut":{"family":"B,C","weight":"bold"}"#).strut
    #expect(other?.style.font.families == ["B", "C"] && other?.style.font.weight == 700)
    #expect(other?.isForced == false && other?.style.size == 10)
    #expect(try style(#""lineHeight":{"baselines":"15pt"}"#).lineHeight == .baselineDistance(20))
  }

  @Test("Attachments are floats where the document says so")
  func floats() throws {
    let text = try document(
      #""text":"\uFFFC a","attachments":[{"at":0,"reserved":"r","wrap":"surround","side":"right"}]"#
    ).attributedText()
    let attachment = text.elements.value(at: 0).attachment
    #expect(attachment?.wrap == .surround && attachment?.side == .right)
  }

  @Test("What is wrong is told with its place")
  func errors() {
    for (members, part) in [
      (#""list":"rings""#, "list"), (#""list":{"level":64}"#, "list.level"),
      (#""list":{"start":1.5}"#, "list.start"), (#""list":{"start":1e300}"#, "list.start"),
      (#""list":{"gap":"wide"}"#, "list.gap"), (#""list":3"#, "list"),
      (#""strut":{"size":0}"#, "strut.size"), (#""strut":"big""#, "strut"),
      (#""lineHeight":{"baselines":20,"min":3}"#, "lineHeight"),
      (#""lineHeight":{"baselines":-1}"#, "lineHeight.baselines"),
      (#""style":{"scriptPosition":"super"}"#, "style.scriptPosition"),
    ] {
      #expect(message(members)?.contains(part) == true, "\(members): \(message(members) ?? "-")")
    }
  }
}
