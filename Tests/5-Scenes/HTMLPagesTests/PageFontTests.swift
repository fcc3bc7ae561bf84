// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if HTML
  import CanvasDrawing
  import Foundation
  import SystemFiles
  import TextDefaultFonts
  import TextFonts
  import TextTestSupport
  import Testing

  @testable import HTMLPages

  /// Fonts that a page brings with `@font-face`.
  @Suite struct PageFontTests {
    private static let fonts = FontCollection(
      defaultFonts: DefaultFont.linked, includesSystemFonts: false)

    private static func page(_ source: String) throws -> HTMLPage {
      try HTMLPage(
        """
        <!DOCTYPE html><style>@font-face { font-family: Own; src: \(source) }
        body { margin: 0; font: 40px/60px Own }</style><p>ไทย กขค AB
        """, width: 300,
        options: HTMLPageOptions(folder: BundledFonts.folder, fonts: fonts))
    }

    private static func address(_ file: String) throws -> String {
      let bytes = try #require(
        try ScopedFile(BundledFonts.testPath(file)).open().contents(limit: 1 << 20))
      return "data:font/woff2;base64,\(Data(bytes).base64EncodedString())"
    }

    private static func places(_ page: HTMLPage) -> [Double] {
      page.frames.lines().flatMap(\.words).flatMap { $0.quad.map(\.x) }
    }

    /// Each form of a font gives the widths of the font itself, which are not those of the
    /// embedded ones.
    @Test func fontsMayBePacked() throws {
      let own = try Self.page("url(files/NotoSansThai-Regular.ttf)")
      #expect(own.notes.isEmpty)
      for source in [
        "url(test/NotoSansThai-Regular.woff2) format('woff2')",
        "url(test/NotoSansThai-Regular.woff2) format(woff2-variations)",
        "url(none.eot) format('embedded-opentype'), url(test/NotoSansThai-Regular.woff2)",
        "url(\(try Self.address("NotoSansThai-Regular.woff2"))) format('woff2')",
      ] {
        let page = try Self.page(source)
        #expect(page.notes.isEmpty, "\(page.notes)")
        #expect(Self.places(page) == Self.places(own))
      }
      // It is not an embedded font that is drawn.
      let other = try Self.page("url(files/NotoSansThai-Bold.ttf)")
      #expect(Self.places(other) != Self.places(own))
    }

    @Test func aDamagedFontIsNoted() throws {
      let address = try Self.address("NotoSansThai-Regular.woff2").prefix(23 + 400)
      let page = try Self.page("url(\(address)) format('woff2')")
      #expect(page.notes.count == 1 && page.notes[0].contains("WOFF2 file is cut off"))
    }
  }
#endif
