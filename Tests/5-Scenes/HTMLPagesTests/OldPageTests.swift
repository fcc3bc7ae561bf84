// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if HTML
  import CanvasGeometry
  import StyledDocuments
  import TextDefaultFonts
  import TextFonts
  import Testing

  @testable import HTMLPages

  /// Pages as they were written before style sheets: the places that Chromium gives, measured by
  /// `getBoundingClientRect()`, in a font whose lines are as high as `font` says.
  @Suite struct OldPageTests {
    private static let fonts = FontCollection(
      defaultFonts: DefaultFont.linked, includesSystemFonts: false)
    private static let strict = "<!DOCTYPE html>"
    private static let transitional =
      "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" "
      + "\"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">"

    private static func page(_ html: String) throws -> HTMLPage {
      try HTMLPage(
        html, width: 200, height: 200,
        options: HTMLPageOptions(background: .white, imageRoot: "", fonts: fonts))
    }

    /// The frame of the element with the `id` that is `x`.
    private static func frame(_ html: String) throws -> Rect {
      let page = try page(html)
      return try #require(page.frames.elements.first { $0.id == "x" }).frame
    }

    /// Quirks Mode, 3.2: a line without text of the block's own is as high as what lies in it.
    @Test(arguments: [(OldPageTests.strict, 40.0), (OldPageTests.transitional, 10.0), ("", 10.0)])
    func linesOfOldPagesHaveNoStrut(_ type: String, _ height: Double) throws {
      let frame = try Self.frame(
        type + "<div id=x style='font: 20px/40px Noto Sans'>"
          + "<span style='font-size: 5px; line-height: 10px'>small</span></div>")
      #expect(frame.height == height)
    }

    @Test(arguments: [(OldPageTests.strict, 40.0), (OldPageTests.transitional, 40.0), ("", 40.0)])
    func textOfTheBlockCountsInOldPagesToo(_ type: String, _ height: Double) throws {
      let frame = try Self.frame(
        type + "<div id=x style='font: 20px/40px Noto Sans'>"
          + "a<span style='font-size: 5px; line-height: 10px; vertical-align: 2px'>small</span></div>"
      )
      #expect(frame.height == height)
    }

    /// HTML, 15.3.3: no margin of the standard's style sheet at the edges of cells and of the body.
    @Test func marginsAtTheEdgesOfCellsAreThoseOfThePage() throws {
      let cell = "<table><td id=x style='padding: 0'><p style='height: 10px'></p></table>"
      #expect(try Self.frame(Self.strict + cell).height == 42)
      #expect(try Self.frame(cell).height == 10)
      #expect(try Self.frame("<p id=x>a</p>").minY == 8)
      #expect(try Self.frame(Self.strict + "<p id=x>a</p>").minY == 16)
      #expect(try Self.frame("<style>p { margin: 1em 0 }</style><p id=x>a</p>").minY == 16)
      let second = "<table><td><p style='height: 10px; margin: 0'></p><p id=x>b</p></table>"
      #expect(try Self.frame(second).minY == 8 + 2 + 1 + 10 + 16)
    }

    /// CSS 2.2, 9.5.2, for `br`: what follows begins below the float.
    @Test(arguments: ["<br clear=all>", "<br clear=left>", "<br style='clear: both'>"])
    func aBreakClearsFloats(_ br: String) throws {
      let frame = try Self.frame(
        Self.strict + "<body style='margin: 0; font: 10px/20px Noto Sans'>"
          + "<div style='float: left; width: 50px; height: 70px'></div>one\(br)<b id=x>two</b>")
      #expect(frame.minX == 0 && frame.minY >= 70 && frame.minY < 80)
    }

    @Test func aBreakClearsNoFloatOfTheOtherSide() throws {
      let frame = try Self.frame(
        Self.strict + "<body style='margin: 0; font: 10px/20px Noto Sans'>"
          + "<div style='float: left; width: 50px; height: 70px'></div>one<br clear=right>"
          + "<b id=x>two</b>")
      #expect(frame.minX == 50 && frame.minY < 40)
    }

    /// A control without a text is as high as one with a text.
    @Test(arguments: ["<input id=x>", "<input id=x value=''>", "<input id=x type=password>"])
    func emptyControlsHaveALine(_ control: String) throws {
      let full = try Self.frame(Self.strict + "<input id=x value=a>")
      #expect(try Self.frame(Self.strict + control).height == full.height && full.height > 18)
    }

    @Test func aControlHasItsTextInItsMiddle() throws {
      let page = try Self.page(
        Self.strict + "<body style='margin: 0'><button style='height: 100px'>OK</button>")
      let line = try #require(page.frames.lines().first { $0.text == "OK" })
      let middle = (line.quad[0].y + line.quad[2].y) / 2
      #expect(abs(middle - 50) < 1)
    }

    // MARK: Bounds

    /// Absurd numbers are those of a text's bounds: the page is drawn.
    @Test(arguments: [
      "tab-size: 1e9", "tab-size: 1e30px", "letter-spacing: 1e12px", "word-spacing: -1e12px",
      "text-indent: 1e15px", "text-indent: -1e15%", "word-spacing: -1e9px; tab-size: 8",
    ])
    func absurdSpacesAreBounded(_ style: String) throws {
      let page = try Self.page(Self.strict + "<p style='\(style)'>a\tb c</p><p id=x>x</p>")
      #expect(page.frames.elements.contains { $0.id == "x" && $0.frame.minY > 30 })
    }

    @Test func aPageHasABoundOfBoxes() throws {
      let html = Self.strict + String(repeating: "<p>", count: 200_001)
      #expect {
        try Self.page(html)
      } throws: {
        "\($0)".contains("more than 200000 boxes")
      }
    }

    @Test func aBoxHasAtMost32Filters() throws {
      func notes(_ count: Int) throws -> [String] {
        let filters = String(repeating: "blur(1px) ", count: count)
        return try Self.page(Self.strict + "<p style='filter: \(filters)'>a").notes
      }
      #expect(try notes(32).isEmpty)
      #expect(try notes(33).first?.contains("filter") == true)
    }
  }
#endif
