// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if HTML
  import CanvasGeometry
  import LayerCompositing
  import StyledDocuments
  import TextDefaultFonts
  import TextFonts
  import TextLayers
  import Testing

  @testable import HTMLPages

  /// Pages of HTML on sheets of paper: where they are broken, and what stands on each sheet.
  @Suite struct PaperTests {
    private static let fonts = FontCollection(
      defaultFonts: DefaultFont.linked, includesSystemFonts: false)
    /// A sheet of 200 × 100 points of CSS with a margin of 10 at each side.
    private static let paper = Paper(size: Size(width: 150, height: 75), margin: 7.5)

    private static func page(_ html: String) throws -> HTMLPage {
      try HTMLPage(
        "<!DOCTYPE html><style>body { margin: 0; font: 10px/15px Noto Sans }"
          + " p { margin: 0; line-height: 30px }</style>" + html,
        width: 1,
        options: {
          var options = HTMLPageOptions(imageRoot: "", fonts: fonts)
          options.paper = paper
          return options
        }())
    }

    /// The place of the element with an `id`, on its sheet.
    private static func place(_ id: String, _ page: HTMLPage) throws -> (sheet: Int, y: Double) {
      // Of an element that is broken the first part counts.
      let element = try #require(page.frames.elements.first { $0.id == id })
      let quad = try #require(element.quads.first)
      let sheet = try #require(page.sheets.firstIndex { $0.contains(quad[0]) })
      return (sheet, quad[0].y - page.sheets[sheet].minY)
    }

    @Test func sheetsLieSideBySide() throws {
      let page = try Self.page(String(repeating: "<p>a", count: 5))
      // 80 points of contents hold two paragraphs of 30.
      #expect(page.sheets.count == 3)
      #expect(page.sheets[1] == Rect(x: 190, y: -10, width: 200, height: 100))
      #expect(page.tree.size == Size(width: 600, height: 100))
    }

    /// Where text goes from the right to the left, so do the sheets.
    @Test func sheetsFollowTheDirectionOfTheText() throws {
      let paragraphs = (0..<5).map { "<p id=p\($0)>a" }.joined()
      let page = try Self.page("<style>html { direction: rtl }</style>" + paragraphs)
      #expect(page.sheets.count == 3)
      #expect(page.sheets[1] == Rect(x: -210, y: -10, width: 200, height: 100))
      let place = try Self.place("p2", page)
      #expect(place.sheet == 1 && place.y == 10)
    }

    /// Sheets of vertical text lie one below another; lines begin at their right edge.
    @Test func sheetsOfVerticalTextAreFilledFromTheRight() throws {
      // 180 points of contents hold six lines of 30.
      let lines = (0..<8).map { "<p id=p\($0)>a" }.joined()
      let long = "<p id=long>" + String(repeating: "a<br>", count: 8)
      let style = "<style>html { writing-mode: vertical-rl }</style>"
      let page = try Self.page(style + lines)
      #expect(page.sheets.count == 2)
      #expect(page.sheets[1] == Rect(x: -10, y: 90, width: 200, height: 100))
      let quad = try #require(page.frames.elements.first { $0.id == "p6" }?.quads.first)
      #expect(quad.map(\.x).max() == 180 && quad.map(\.x).min() == 150)
      #expect(quad.map(\.y).min() == 100)
      // A paragraph is broken between its lines.
      let broken = try Self.page(style + long)
      let parts = try #require(broken.frames.elements.first { $0.id == "long" }?.quads)
      #expect(broken.sheets.count == 2 && parts.count == 2)
      #expect(parts[1].map(\.x).max() == 180 && parts[1].map(\.x).min() == 120)
      let last = try #require(broken.frames.lines().last?.quad)
      #expect(last.map(\.x).min() == 120 && last.map(\.y).min() == 100)
    }

    /// What is fixed stands on each sheet.
    @Test func fixedBoxesStandOnEachSheet() throws {
      let fixed =
        "<div style='position: fixed; top: 0; width: 9px; height: 9px; background: red'></div>"
      let page = try Self.page(fixed + String(repeating: "<p>", count: 3))
      let boxes = try Self.page(
        fixed + "<p style='break-before: page'>a<p style='break-before: page'>b")
      func count(_ node: RenderNode) -> Int {
        node.sublayers.reduce(node.properties.backgroundColor == .red ? 1 : 0) { $0 + count($1) }
      }
      // The first paragraph in the flow begins the first sheet, break or not.
      #expect(boxes.sheets.count == 2)
      #expect(count(boxes.tree.root) == boxes.sheets.count)
      #expect(count(page.tree.root) == page.sheets.count)
    }

    @Test func breaksAreThoseOfTheStyle() throws {
      let page = try Self.page(
        "<p>a<p style='break-after: page'>b<p id=c>c<h1 style='page-break-before: always' id=d>d")
      let (c, d) = (try Self.place("c", page), try Self.place("d", page))
      #expect(c.sheet == 1 && c.y == 10)
      #expect(d.sheet == 2)
      #expect(page.sheets.count == 3)
    }

    @Test func whatAvoidsABreakGoesOnAsAWhole() throws {
      let block = "<div id=x><p>b<p>c</div>"
      #expect(try Self.place("x", Self.page("<p>a" + block)).sheet == 0)
      let kept = block.replacing("id=x", with: "id=x style='break-inside: avoid'")
      #expect(try Self.place("x", Self.page("<p>a" + kept)).sheet == 1)
    }

    /// Rows are not broken, and the head stands above those of each sheet.
    @Test func headsOfTablesStandOnEachSheet() throws {
      let rows = (0..<6).map { "<tr id=r\($0)><td style='height: 28px; padding: 0'>\($0)" }
      let page = try Self.page(
        "<table style='border-spacing: 0'><thead><tr><th style='height: 20px; padding: 0'>Head"
          + "</thead><tbody>" + rows.joined() + "</table>")
      #expect(page.sheets.count == 3)
      for row in 0..<6 {
        let place = try Self.place("r\(row)", page)
        #expect(place.sheet == row / 2 && place.y == 10 + 20 + 28 * Double(row % 2))
      }
      let lines = page.tree.root.texts.filter { $0 == "Head" }
      #expect(lines.count == 3)
    }

    @Test func pageRulesGiveSizeAndMargins() throws {
      let page = try Self.page(
        "<style>@page { size: 300px 120px; margin: 5px 20px } @page :first { margin: 50px }"
          + "</style><p id=x>a")
      #expect(page.sheets == [Rect(x: -20, y: -5, width: 300, height: 120)])
      let turned = try Self.page("<style>@page { size: portrait }</style><p>a")
      #expect(turned.sheets[0].size == Size(width: 100, height: 200))
    }

    /// What is higher than a sheet and is not broken is cut off, with a word.
    @Test func whatIsCutOffIsNoted() throws {
      let tall = try Self.page("<p>a<table><tr><td style='height: 300px'>b</table>")
      #expect(tall.notes == ["1 box is higher than a sheet of paper, and cut off"])
      #expect(try Self.page(String(repeating: "<p>a", count: 50)).notes.isEmpty)
    }

    /// Margins that leave no room are cut.
    @Test func absurdPageRulesAreBounded() throws {
      for rule in ["margin: 1e9px", "margin: -50px", "size: 0 0", "size: 1e9px 5px"] {
        let page = try Self.page("<style>@page { \(rule) }</style><p>a")
        #expect(page.sheets.count >= 1 && page.sheets.count < 100)
      }
    }

    @Test func runningHeadsAndFeetStandOnTheirSheets() throws {
      let page = try Self.page(
        "<style>@page { @bottom-right { content: counter(page) ' / ' counter(pages); } size: "
          + "200px 100px; } @page :first { @bottom-right { content: 'first' } }</style>"
          + String(repeating: "<p>a", count: 5))
      #expect(page.sheets.count == 3)
      #expect(page.tree.root.texts.filter { $0 != "a" }.sorted() == ["2 / 3", "3 / 3", "first"])
    }
  }

  extension RenderNode {
    /// The texts of the node and of those in it.
    fileprivate var texts: [String] {
      var own: [String] = []
      if case .vector(let contents) = contents, let text = contents as? TextContents {
        own = [text.layout.text.string]
      }
      return own + sublayers.flatMap(\.texts)
    }
  }
#endif
