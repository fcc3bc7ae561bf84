// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if HTML
  import CanvasDrawing
  import CanvasGeometry
  import LayerCompositing
  import StyledDocuments
  import TextDefaultFonts
  import TextFonts
  import Testing

  @testable import HTMLPages

  /// Pages of HTML as pictures: the colours at points that the rules of CSS give.
  @Suite struct HTMLPageTests {
    private static let fonts = FontCollection(
      defaultFonts: DefaultFont.linked, includesSystemFonts: false)

    /// The picture of a page, 100 wide, on white.
    private static func picture(_ html: String, height: Double? = 60) throws -> Bitmap {
      let page = try HTMLPage(
        "<!DOCTYPE html><style>body { margin: 0 }</style>\(html)", width: 100, height: height,
        options: HTMLPageOptions(background: .white, imageRoot: "", fonts: fonts))
      let job = try Compositor.job(of: page.tree)
      _ = job.run()
      return try job.frame().image
    }

    private static func color(_ image: Bitmap, _ x: Int, _ y: Int) -> Color {
      image.color(x: x, y: y)
    }

    @Test func blocksLieBelowEachOther() throws {
      let image = try Self.picture(
        "<div style='height: 20px; background: red'></div><div style='height: 20px; background: lime'>"
      )
      #expect(Self.color(image, 50, 10) == .red)
      #expect(Self.color(image, 50, 30) == .lime)
      #expect(Self.color(image, 50, 50) == .white)
    }

    @Test func marginsCollapse() throws {
      let image = try Self.picture(
        "<div style='height: 10px; margin-bottom: 20px; background: red'></div>"
          + "<div style='height: 10px; margin-top: 10px; background: lime'></div>")
      #expect(Self.color(image, 50, 29) == .white)
      #expect(Self.color(image, 50, 31) == .lime)
    }

    @Test func aPositiveZIndexLiesInFront() throws {
      let box = "position: absolute; left: 0; top: 0; width: 40px; height: 40px;"
      let image = try Self.picture(
        "<div style='\(box) z-index: 1; background: lime'></div>"
          + "<div style='\(box) background: red'></div>")
      #expect(Self.color(image, 20, 20) == .lime)
    }

    @Test func aFloatLiesAboveBlocksAndBesideText() throws {
      let image = try Self.picture(
        "<div style='float: left; width: 30px; height: 30px; background: lime'></div>"
          + "<div style='height: 30px; background: red'></div>")
      #expect(Self.color(image, 10, 10) == .lime)
      #expect(Self.color(image, 50, 10) == .red)
    }

    @Test func overflowIsCutOff() throws {
      let image = try Self.picture(
        "<div style='width: 20px; height: 20px; overflow: hidden'>"
          + "<div style='width: 80px; height: 80px; background: lime'></div></div>")
      #expect(Self.color(image, 10, 10) == .lime)
      #expect(Self.color(image, 30, 10) == .white)
      #expect(Self.color(image, 10, 30) == .white)
    }

    @Test func theBackgroundOfTheBodyFillsThePage() throws {
      let image = try Self.picture("<style>body { background: lime; height: 10px }</style>")
      #expect(Self.color(image, 50, 55) == .lime)
    }

    @Test func aPageIsAsHighAsItsContents() throws {
      let image = try Self.picture("<div style='height: 33px'></div>", height: nil)
      #expect(image.height == 33)
    }

    @Test func aFlexRowSharesItsRoom() throws {
      let image = try Self.picture(
        "<div style='display: flex; height: 20px'><div style='flex: 1; background: red'></div>"
          + "<div style='flex: 3; background: lime'></div></div>")
      #expect(Self.color(image, 24, 10) == .red)
      #expect(Self.color(image, 26, 10) == .lime)
    }

    @Test func inlineBoxesHaveBackgrounds() throws {
      let image = try Self.picture(
        "<p style='margin: 0; font-size: 20px'><span style='background: lime; color: lime; "
          + "padding-left: 30px'>x</span></p>")
      #expect(Self.color(image, 15, 15) == .lime)
    }
  }
#endif
