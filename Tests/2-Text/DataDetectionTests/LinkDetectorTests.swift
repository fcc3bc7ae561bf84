// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import DataDetection
import Testing
import TextModel

@Suite struct LinkDetectorTests {
  // Row S-031 of the layer family's features.
  @Test func s031AMobileNumberIsFound() {
    let link = DetectedLink(
      kind: .phone, range: TextRange(4, 15), text: "13800000000", url: "tel:13800000000")
    #expect(LinkDetector().links(in: "请致电：13800000000。") == [link])
    #expect(LinkDetector().links(in: AttributedText("请致电：13800000000。")) == [link])
    #expect(LinkDetector().links(in: Array("请致电：13800000000。".utf16)) == [link])
  }

  @Test func rangesAreInCodeUnits() {
    let links = LinkDetector().links(in: "😀 a@b.com 👩‍👧 https://c.com")
    #expect(links.map(\.range) == [TextRange(3, 10), TextRange(17, 30)])
  }

  @Test func numbersAreFoundOnRequest() {
    #expect(LinkDetector().links(in: "42").isEmpty)
    #expect(LinkDetector(kinds: [.number]).links(in: "42").map(\.kind) == [.number])
  }

  @Test func kindsThatAreOffAreNotFound() {
    let text = "a@b.com https://c.com 13800000000 42"
    let kinds = LinkDetector(kinds: [.url, .number]).links(in: text).map(\.kind)
    #expect(kinds == [.url, .number, .number])
    #expect(LinkDetector(kinds: []).links(in: text).isEmpty)
  }

  @Test func anEmptyTextHasNoLinks() {
    #expect(LinkDetector(kinds: Set(LinkDetector.Kind.allCases)).links(in: "").isEmpty)
  }

  @Test func theFirstCustomRuleWins() throws {
    let long = try CustomRule(name: "long", pattern: "abc")
    let short = try CustomRule(name: "short", pattern: "b+")
    func kinds(_ rules: [CustomRule]) -> [LinkKind] {
      LinkDetector(custom: rules).links(in: "abc b").map(\.kind)
    }
    #expect(kinds([long, short]) == [.custom("long"), .custom("short")])
    #expect(kinds([short, long]) == [.custom("short"), .custom("short")])
  }

  @Test func aCustomRuleWinsOverMail() throws {
    let rule = try CustomRule(name: "name", pattern: "@[a-z]+") { "user:" + $0.dropFirst() }
    let links = LinkDetector(custom: [rule]).links(in: "a@b.com @ann")
    #expect(links.map(\.url) == ["user:b", "user:ann"])
  }

  @Test func rangesOfAMatcherAreChecked() {
    let rule = CustomRule(name: "own") { units in
      [
        TextRange(4, 6), TextRange(0, 2), TextRange(1, 3), TextRange(4, 8), TextRange(3, 3),
        TextRange(-1, 1), TextRange(8, units.count + 1),
      ]
    }
    let links = LinkDetector(kinds: [], custom: [rule]).links(in: "abcdefghij")
    #expect(links.map(\.range) == [TextRange(0, 2), TextRange(4, 8)])
    #expect(links.map(\.url) == ["ab", "efgh"])
  }

  @Test func theSameTextGivesTheSameLinks() {
    let detector = LinkDetector(kinds: Set(LinkDetector.Kind.allCases))
    let text = "a@b.com, c.com/d (e.com) 201-555-0123 42 https://f.com/?g=h@i.com"
    let first = detector.links(in: text)
    #expect(first.count == 6)
    for _ in 0..<10 { #expect(detector.links(in: text) == first) }
  }

  @Test func theExamplesOfTheDocumentationHold() throws {
    let tickets = try CustomRule(name: "ticket", pattern: #"\b[A-Z]{2,5}-\d+\b"#) {
      "https://tickets.example.com/" + $0
    }
    let links = LinkDetector(custom: [tickets]).links(
      in: "AB-12: ask ann@example.com or see example.com/ab (13800000000)")
    #expect(links.map(\.kind) == [.custom("ticket"), .mail, .url, .phone])
    #expect(
      links.map(\.url) == [
        "https://tickets.example.com/AB-12", "mailto:ann@example.com", "https://example.com/ab",
        "tel:13800000000",
      ])
    var text = AttributedText("See example.com :cat:")
    text.addLinks(from: LinkDetector())
    var selection: TextRange? = TextRange(21, 21)
    EmojiMapper([":cat:": TextAttachment(.reserved("cat"))]).parse(&text, selection: &selection)
    #expect(text.string == "See example.com \u{FFFC}")
    #expect(selection == TextRange(17, 17))
  }
}
