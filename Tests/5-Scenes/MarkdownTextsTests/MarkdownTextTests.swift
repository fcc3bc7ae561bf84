// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import MarkdownTexts
import StyledDocuments
import Testing
import TextFonts
import TextLayers
import TextModel
import TextTestSupport
import TextTypesetting

#if Markdown
  @Suite struct MarkdownTextTests {
    private static func string(_ markdown: String) throws -> String {
      try AttributedText(markdown: markdown).string
    }

    /// The ranges of the characters with a property.
    private static func parts(
      _ text: AttributedText, where isWanted: (TextStyle) -> Bool
    ) -> [String] {
      var parts: [[UInt16]] = []
      var isOpen = false
      for offset in 0..<text.length {
        guard isWanted(text.style(at: offset)) else {
          isOpen = false
          continue
        }
        if !isOpen { parts.append([]) }
        parts[parts.count - 1].append(text.utf16[offset])
        isOpen = true
      }
      return parts.map { String(decoding: $0, as: UTF16.self) }
    }

    @Test(arguments: [
      ("", ""), ("a", "a"), ("a\nb", "a b"), ("a  \nb", "a\u{2028}b"), ("a\\\nb", "a\u{2028}b"),
      ("# a\nb\n\nc", "a\nb\nc"), ("> a\n>\n> b\n\nc", "a\nb\nc"), ("- a\n- b\n\nc", "a\nb\nc"),
      ("- a\n\n  b\n- c", "a\nb\nc"), ("```\na  b\n\n\tc\n```\nd", "a  b\n\n\tc\nd"),
      ("a\n\n---\n\nb", "a\n\u{2E3B}\nb"), ("*a*  **b** `c  d`", "a b c d"),
      ("![alt *x*](y.png) b", "alt x b"), ("<div>a</div>\n\n<p>b<br>c</p>", "a\nb\u{2028}c"),
      ("| a | b |\n|---|---|\n| c | d |\n|   | e |\n\nf", "a\tb\nc\td\n\te\nf"),
      ("&amp; &copy; \\*", "& \u{A9} *"), ("- \n- a", "\na"), ("- - a\n- b", "\na\nb"),
      ("*a* b*c*", "a bc"),
    ])
    func textsAreThoseOfTheBlocks(_ markdown: String, _ text: String) throws {
      #expect(try Self.string(markdown) == text)
    }

    /// Tables in cells of tables take as long as they are many.
    @Test func nestedTablesAreReadOnce() throws {
      let text = try AttributedText(
        markdown: String(repeating: "<table><tr><td>", count: 40) + "x")
      #expect(String(text.string.filter { $0 == "x" }) == "x")
    }

    @Test func elementsHaveTheirStyles() throws {
      let text = try AttributedText(
        markdown: "# One\n\na *b **c*** `d` ~~e~~ <sup>f</sup> <mark>g</mark> <u>h</u>")
      #expect(text.string == "One\na b c d e f g h")
      #expect(Self.parts(text) { $0.shaping.size == 32 } == ["One\n"])
      #expect(Self.parts(text) { $0.shaping.font.weight == 700 } == ["One\n", "c"])
      #expect(Self.parts(text) { $0.shaping.font.slant == .italic } == ["b c"])
      #expect(Self.parts(text) { $0.shaping.font.families == ["monospace"] } == ["d"])
      #expect(Self.parts(text) { $0.paint.strikethrough != nil } == ["e"])
      #expect(Self.parts(text) { $0.shaping.scriptPosition == .superscript } == ["f"])
      #expect(Self.parts(text) { $0.paint.background != nil } == ["d", "g"])
      #expect(Self.parts(text) { $0.paint.underline != nil } == ["h"])
    }

    @Test func linksHaveTheirRanges() throws {
      let text = try AttributedText(markdown: "a [b *c*](d%20e \"t\") <https://f.g> [h]\n\n[h]: #i")
      #expect(text.string == "a b c https://f.g h")
      let links = (0..<text.length).map { text.elements.value(at: $0).link?.url ?? "" }
      #expect(
        links == ["", ""] + Array(repeating: "d%20e", count: 3) + [""]
          + Array(repeating: "https://f.g", count: 11) + ["", "#i"])
    }

    @Test func itemsHaveMarkersLevelsAndNumbers() throws {
      let text = try AttributedText(
        markdown: """
          3. a

             b
          4. c
             - d
               - e
          - [x] f
          - [ ] g
          """)
      #expect(text.string == "a\nb\nc\nd\ne\nf\ng")
      var items: [TextList?] = []
      var indents: [Double] = []
      for offset in stride(from: 0, to: text.length, by: 2) {
        items.append(text.style(at: offset).paragraph.list)
        indents.append(text.style(at: offset).paragraph.startIndent)
      }
      #expect(
        items.map { $0?.label } == [
          "3.", nil, "4.", "\u{25E6}", "\u{25AA}", "\u{2611}", "\u{2610}",
        ])
      #expect(items.map { $0?.level } == [0, nil, 0, 1, 2, 0, 0])
      #expect(indents == [24, 24, 24, 48, 72, 24, 24])
    }

    @Test func quotesAreIndented() throws {
      let text = try AttributedText(markdown: "a\n\n> b\n>\n> > c")
      #expect([0, 2, 4].map { text.style(at: $0).paragraph.startIndent } == [0, 24, 48])
    }

    /// The lines of code have no space between them, and a paragraph's below the last one.
    @Test func codeKeepsItsLines() throws {
      let text = try AttributedText(markdown: "```swift\nlet a = 1\n\nlet b\n```\n\nc")
      #expect(text.string == "let a = 1\n\nlet b\nc")
      #expect([0, 10, 11].map { text.style(at: $0).paragraph.spacingAfter } == [0, 0, 24])
      #expect(
        Self.parts(text) { $0.paint.background?.shape.extent == .block } == ["let a = 1\n\nlet b\n"]
      )
    }

    @Test func highlightsAreThoseOfTheHook() throws {
      var options = MarkdownOptions()
      let red = Color(red: 1, green: 0, blue: 0)
      options.highlights = { code, language in
        #expect(code == "if x\né if" && language == "swift")
        return [
          MarkdownHighlight(TextRange(0, 2)) { $0.paint.color = red },
          MarkdownHighlight(TextRange(7, 99)) { $0.shaping.font.weight = 700 },
        ]
      }
      let text = try AttributedText(
        markdown: "a\n\n- b\n\n  ```swift ignored\n  if x\n  é if\n  ```\n", options: options)
      #expect(text.string == "a\nb\nif x\né if")
      #expect(Self.parts(text) { $0.paint.color == red } == ["if"])
      #expect(Self.parts(text) { $0.shaping.font.weight == 700 } == ["if"])
      #expect(text.style(at: 12).shaping.font.weight == 700)
    }

    @Test func picturesAreThoseOfTheHook() throws {
      var options = MarkdownOptions()
      options.image = { image in
        image.source == "a.png"
          ? TextAttachment(.reserved(image.description), size: Size(width: 9, height: 8)) : nil
      }
      let read = try MarkdownText("x ![one](a.png \"t\") ![two](b.png)", options: options)
      #expect(read.text.string == "x \u{FFFC} two")
      let attachment = read.text.elements.value(at: 2).attachment
      #expect((attachment?.content as? ReservedAttachment)?.id == "one")
      #expect(read.notes == ["1:1: A picture is shown as the text that stands for it."])
    }

    @Test func whatATextHasNotIsNoted() throws {
      let read = try MarkdownText("a\n\n|b|\n|-|\n\n<video src=c></video>\n\n<svg></svg> d")
      #expect(
        read.notes == [
          "3:1: A text has no tables: the cells stand at tab stops.",
          "6:1: A text has no <video>: it is left out.",
          "8:1: A text has no <svg>: it is left out.",
        ])
      #expect(read.text.string == "a\nb\nd")
    }

    @Test func columnsHaveStopsByTheirAlignment() throws {
      let text = try AttributedText(markdown: "|a|b|c|\n|-|:-:|--:|\n|1234567890|2|3|")
      let stops = text.style(at: 0).paragraph.tabStops
      #expect(stops.map(\.alignment) == [.center, .end])
      #expect(zip(stops, stops.dropFirst()).allSatisfy { $0.position < $1.position })
      #expect(try #require(stops.first).position > 96)
    }

    // MARK: Style sheets

    @Test func aStyleSheetOfJSONChangesElements() throws {
      let style = try MarkdownStyle(
        json: """
          {"text": {"size": 10}, "h1": {"size": "3em", "color": "#ff0000"}, "p": {"spacingAfter": 4},
           "em": {"weight": 800}, "indent": 7}
          """)
      let text = try AttributedText(markdown: "# a\n\nb *c*\n\n- d", style: style)
      #expect(text.string == "a\nb c\nd")
      let heading = text.style(at: 0)
      #expect(heading.shaping.size == 60 && heading.paint.color == Color(red: 1, green: 0, blue: 0))
      #expect(text.style(at: 2).shaping.size == 10)
      #expect(text.style(at: 2).paragraph.spacingAfter == 4)
      #expect(
        text.style(at: 4).shaping.font.weight == 800
          && text.style(at: 4).shaping.font.slant == .italic)
      #expect(text.style(at: 6).paragraph.startIndent == 7)
    }

    @Test(arguments: [
      (#"{"h7": {}}"#, "h7: the key is not known; did you mean h1?"),
      (#"{"h1": {"sise": 2}}"#, "h1.sise: the key is not known; did you mean size?"),
      (#"{"h1": 3}"#, "h1: an object is wanted, not a number"),
      (#"{"h1": {"size": true}}"#, "h1.size"), ("[]", "an object is wanted"),
    ])
    func aWrongStyleSheetIsRefused(_ json: String, _ message: String) {
      #expect {
        _ = try MarkdownStyle(json: json)
      } throws: {
        "\($0)".contains(message)
      }
    }

    @Test func anEmptyStyleSheetChangesNothing() throws {
      let base = TextStyle(size: 20)
      let text = try AttributedText(
        markdown: "# a\n\n*b*", style: MarkdownStyle(base: base, indent: 0))
      #expect(text == AttributedText("a\nb", style: base))
    }

    // MARK: Bounds

    @Test func deepTextsAreRead() throws {
      let deep = String(repeating: "> ", count: 100_000) + "a"
      let read = try MarkdownText(deep)
      #expect(read.text.string == "a" && read.notes.contains { $0.contains("lie too deep") })
      #expect(try Self.string(String(repeating: "- ", count: 100_000) + "a").hasSuffix("a"))
    }

    @Test func theReadingIsCancelled() {
      let count = CancelledPoll.each { poll in
        var options = MarkdownOptions()
        options.cancellation = poll.cancellation
        _ = try? AttributedText(markdown: "a *b*\n\n- c", options: options)
      }
      #expect(count > 0)
      var options = MarkdownOptions()
      options.cancellation = CancelledPoll(at: 1).cancellation
      #expect(throws: CancellationError.self) {
        _ = try AttributedText(markdown: "a", options: options)
      }
    }

    // MARK: Pictures

    /// All elements, one below the other.
    static let sample = """
      # Heading
      A paragraph with *emphasis*, **strong**, `code`, ~~strikes~~ and a [link](https://a.b),
      which goes on for a second line at this width.

      ## Lists

      1. one
      2. two, whose text is so long that it has a second line

         and a second paragraph
         - inner
           - innermost
      - [x] done
      - [ ] to do

      > A quote of *somebody*.

      ```swift
      func hello() {
        print("Hello")
      }
      ```

      ***

      | Name | Number |
      |------|-------:|
      | One  |      1 |
      | Ten  |     10 |
      """

    @Test func theSampleLooksAsItDid() async throws {
      var options = MarkdownOptions()
      options.highlights = { code, _ in
        [
          MarkdownHighlight(TextRange(0, 4)) {
            $0.paint.color = Color(red: 0.8, green: 0, blue: 0.4)
          }
        ]
      }
      let text = try AttributedText(markdown: Self.sample, options: options)
      let renderer = TextRenderer(fonts: BundledFonts.collection)
      let picture = try await renderer.render(
        text, in: TextContainer(width: 400), background: .white)
      #expect(GoldenImage.mismatch(picture.image, named: "markdown-sample") == nil)
    }
  }
#endif
