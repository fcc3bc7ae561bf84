// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if HTML
  import CanvasDrawing
  import LayerCompositing
  import TextDefaultFonts
  import TextFonts
  import Testing

  @testable import HTMLPages

  /// Pictures and style sheets in addresses, and pictures of GIF and SVG.
  @Suite struct PagePictureTests {
    /// One red pixel.
    private static let gif =
      "data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="
    private static let svg =
      "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='8' height='8'%3E"
      + "%3Crect width='8' height='8' fill='red'/%3E%3C/svg%3E"

    private static func pixel(_ html: String) throws -> UInt32 {
      let page = try HTMLPage(
        "<!DOCTYPE html><style>body { margin: 0 } img { display: block }</style>" + html, width: 20,
        options: HTMLPageOptions(
          imageRoot: "",
          fonts: FontCollection(defaultFonts: DefaultFont.linked, includesSystemFonts: false)))
      #expect(page.notes.isEmpty, "\(page.notes)")
      return try TreeRenderer().renderNow(page.tree).image.pixel(x: 4, y: 4)
    }

    @Test(arguments: [
      "<img src=\"\(gif)\" width=10 height=10>", "<img src=\"\(svg)\">",
      "<div style=\"height: 10px; background: url(\(gif))\"></div>",
      "<div style=\"height: 10px; background: url(&quot;\(svg)&quot;)\"></div>",
      "<link rel=stylesheet href='data:text/css,div{height:10px;background:red}'><div></div>",
      "<link rel=stylesheet href='data:text/css;base64,ZGl2e2hlaWdodDoxMHB4O2JhY2tncm91bmQ6cmVkfQ=='><div></div>",
    ])
    func addressesAreRead(_ html: String) throws {
      #expect(try Self.pixel(html) == 0xFF00_00FF)
    }
  }
#endif
