// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Markdown
  import CanvasDrawing
  import CanvasGeometry
  import LayerCompositing
  import TextDefaultFonts
  import TextFonts
  import TextTestSupport
  import Testing

  @testable import HTMLPages
  @testable import StyleSheets

  /// Pages of Markdown: the style sheet of the library, then those of others.
  @Suite struct MarkdownPageTests {
    private static func page(
      _ markdown: String, width: Double = 400, scheme: HTMLPageOptions.ColorScheme = .light,
      strict: Bool = true
    ) throws -> HTMLPage {
      let fonts = FontCollection(defaultFonts: DefaultFont.linked, includesSystemFonts: false)
      return try HTMLPage(
        markdown: markdown, width: width,
        options: HTMLPageOptions(colorScheme: scheme, imageRoot: "", fonts: fonts, isStrict: strict)
      )
    }

    @Test func theStyleSheetHasNoNotes() {
      #expect(StyleSheet.markdown.notes.isEmpty, "\(StyleSheet.markdown.notes)")
      #expect(StyleSheet.markdown.rules.count > 30)
    }

    /// The places follow from the sizes of the style sheet: 32 points around the page, lines 1.5 em
    /// high, 16 points between blocks.
    @Test func blocksLieWhereTheSheetSays() throws {
      let page = try Self.page(
        """
        <h2 id=a>a</h2>

        <p id=b>b</p>

        > <p id=c>c</p>

        <pre id=d>d</pre>

        <ul><li id=e>e<li id=f>f</ul>
        """)
      func frame(_ id: String) throws -> [Double] {
        let frame = try #require(page.frames.elements.first { $0.id == id }).frame
        return [frame.minX, frame.minY, frame.width, frame.height].map {
          ($0 * 100).rounded() / 100
        }
      }
      // 24 × 1.25 and 0.3 × 24 and the line of one point; then 16 below each.
      #expect(try frame("a") == [32, 32, 336, 38.2])
      #expect(try frame("b") == [32, 86.2, 336, 24])
      #expect(try frame("c") == [52, 126.2, 300, 24])
      // 13.6 × 1.45 and 16 above and below.
      #expect(try frame("d") == [32, 166.2, 336, 51.72])
      #expect(try frame("e") == [64, 233.92, 304, 24])
      #expect(try frame("f") == [64, 261.92, 304, 24])
    }

    @Test func theSchemeOfColoursChangesThePage() throws {
      func picture(_ scheme: HTMLPageOptions.ColorScheme) throws -> Bitmap {
        try TreeRenderer().renderNow(Self.page("# a", scheme: scheme).tree).image
      }
      #expect(try picture(.light).pixel(x: 1, y: 1) == 0xFFFF_FFFF)
      #expect(try picture(.dark).pixel(x: 1, y: 1) == 0xFF17_110D)
    }

    /// The style sheet comes first: rules of the document win.
    @Test func aDocumentHasItsOwnStyles() throws {
      let page = try Self.page(
        "<style>body { padding: 0 } p { margin: 0 }</style>\n\n<p id=a>a</p>")
      let frame = try #require(page.frames.elements.first { $0.id == "a" }).frame
      #expect(frame.minX == 0 && frame.minY == 0)
    }

    @Test func notesHaveTheirPlacesInTheMarkdown() throws {
      let notes = try Self.page("a\n\n# b\n\n<p style='colour: red'>c</p>\n", strict: false).notes
      #expect(notes.count == 1 && notes[0].contains("colour"), "\(notes)")
      #expect(
        try Self.page("a\n\nb <script>c</script>", strict: false).notes == [
          "3:1: Scripts are not run."
        ])
    }

    /// Four layers of a quote; a hundred thousand are flattened.
    @Test func deepQuotesAreBounded() throws {
      let page = try Self.page(String(repeating: ">", count: 100_000) + " a", strict: false)
      #expect(page.notes.contains { $0.contains("lie too deep") })
    }

    /// Links within the document lead to headings, whose names are those of GitHub.
    @Test func headingsHaveNames() throws {
      let document = try HTMLDocument(
        markdown: "# Über *das* `x_y`!\n\n## a b\n\n## A b\n\n## a-b-1\n\n<h3 id=z>a b</h3>\n\n# ?")
      let names = try document.page(width: 300).frames.elements.map(\.id)
      #expect(names == ["über-das-x_y", "a-b", "a-b-1", "a-b-1-1", "z", "-1"])
    }

    /// Parts that overlap or lie outside are cut.
    @Test func codeIsHighlightedByTheHook() throws {
      var options = HTMLPageOptions()
      options.highlights = { code, language in
        #expect(code == "let é = 1\n" && language == "swift")
        return [
          CodeHighlight(4..<7, classes: "b"), CodeHighlight(0..<5, classes: "a"),
          CodeHighlight(8..<99, classes: "c d"), CodeHighlight(200..<300, classes: "e"),
        ]
      }
      let page = try HTMLDocument(
        markdown: """
          <style>.a { position: absolute }</style>

          ```swift
          let é = 1
          ```
          """, options: options
      ).page(width: 400)
      #expect(
        page.frames.elements.map(\.classes) == [["language-swift"], ["a"], ["b"], ["c", "d"]])
    }

    static let sample = """
      # Heading one

      A paragraph with *emphasis*, **strong**, `code`, ~~strikes~~, a [link](https://a.b) and a note[^1].

      ## Lists

      1. one
         - inner
           1. innermost
      2. two

      - [x] done
      - [ ] to do

      > A quote.
      >
      > > Another in it.

      ```swift
      func hello() { print("Hello") }
      ```

      | Name | Number | Middle |
      |------|-------:|:------:|
      | One  |      1 | a      |
      | Ten  |     10 | bcdef  |
      | `\\|` |      2 | c      |

      ***

      Press <kbd>Ctrl</kbd>.

      [^1]: The note.
      """

    @Test func theSampleLooksAsItDid() throws {
      let page = try Self.page(Self.sample)
      let picture = try TreeRenderer().renderNow(page.tree).image
      #expect(GoldenImage.mismatch(picture, named: "markdown-sample") == nil)
    }
  }
#endif
