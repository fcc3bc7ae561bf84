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

    /// The border is not drawn behind its legend, and the background is drawn below the border alone.
    @Test func theBorderOfAFieldsetHasAGap() throws {
      let image = try Self.picture(
        "<fieldset style='margin: 0; border: 4px solid red; background: lime; padding: 0 10px'>"
          + "<legend style='height: 20px; width: 40px; padding: 0'></legend>")
      #expect(Self.color(image, 10, 10) == .red && Self.color(image, 70, 10) == .red)
      #expect(Self.color(image, 30, 10) == .white && Self.color(image, 30, 14) == .lime)
      #expect(Self.color(image, 70, 5) == .white)
    }

    @Test func controlsShowTheirState() throws {
      let blue = Color(red: 0, green: 0x75 / 255.0, blue: 1)
      let image = try Self.picture(
        "<input type=checkbox checked style='margin: 0'><input type=radio style='margin: 0'>"
          + "<progress value=0.5 style='position: absolute; left: 0; top: 30px; width: 80px; "
          + "height: 16px'></progress>")
      #expect(Self.color(image, 20, 38) == blue && Self.color(image, 60, 38) != blue)
    }

    /// CSS Display 3, 2.5: text in an element without a box inherits from the element.
    @Test func textInAnElementWithoutABoxHasItsStyle() throws {
      let style = "font: 20px/20px Noto Sans"
      let direct = try Self.picture("<div style='\(style); color: red'>x</div>")
      let within = try Self.picture(
        "<div style='\(style); color: lime'><div style='display: contents; color: red'>x</div>")
      #expect(direct == within)
    }

    /// CSS Fonts 4, 2.8.4 and 6.6: a font without small capitals has capitals of 0.7 times the size,
    /// as in Chromium, unless the page declines them.
    @Test func smallCapitalsAreMade() throws {
      func picture(_ html: String) throws -> Bitmap {
        try Self.picture("<body style='margin: 0; font: 20px/40px Liberation Mono'>" + html)
      }
      let caps = "font-variant-caps: small-caps"
      let made = try picture("A<span style='\(caps)'>ab</span>")
      #expect(made == (try picture("A<span style='font-size: 14px'>AB</span>")))
      #expect(
        try picture("<span style='\(caps); font-synthesis: none'>ab</span>") == picture("ab"))
    }

    @Test func theLettersOfARelativeInlineBoxAreMovedWithIt() throws {
      func picture(_ html: String) throws -> Bitmap {
        try Self.picture("<body style='margin: 0; font: 20px/40px Noto Sans'>" + html)
      }
      let moved = "<p style='margin: 0'><u style='position: relative; top: 8px; left: 5px'>Text</u>"
      #expect(try picture(moved) == picture("<p style='margin: 8px 0 0 5px'><u>Text</u>"))
      #expect(try picture(moved) != picture("<p style='margin: 0'><u>Text</u>"))
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

    /// A picture of one lime pixel.
    private static let lime =
      "data:image/png;base64,"
      + "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNg+M8AAAICAQ"
      + "B7CYF4AAAAAElFTkSuQmCC"

    @Test func aPictureIsCutOffByRoundCorners() throws {
      let image = try Self.picture(
        "<img src='\(Self.lime)' style='width: 40px; height: 40px; border-radius: 50%'>")
      #expect(Self.color(image, 20, 20) == .lime)
      #expect(Self.color(image, 2, 2) == .white && Self.color(image, 37, 37) == .white)
    }

    @Test func theAlternativeTextStandsInPlaceOfAPicture() throws {
      let options = HTMLPageOptions(imageRoot: "", fonts: Self.fonts)
      let page = try HTMLPage("<p>a <img src=none.png alt='b c'> d", width: 200, options: options)
      #expect(page.frames.lines().map(\.text) == ["a b c d"])
      #expect(page.notes.count == 1, "\(page.notes)")
    }

    @Test func aPageIsAsHighAsWhatSticksOutOfItsRoot() throws {
      let image = try Self.picture(
        "<style>html, body { height: 50% }</style><div style='height: 300px'></div>"
          + "<div style='height: 10px; background: lime'></div>", height: nil)
      #expect(image.height == 310 && Self.color(image, 50, 305) == .lime)
      let clipped = try Self.picture(
        "<div style='height: 20px; overflow: hidden'><div style='height: 300px'>", height: nil)
      #expect(clipped.height == 20)
      let margin = try Self.picture(
        "<div style='height: 20px; margin-bottom: 7px'></div>", height: nil)
      #expect(margin.height == 27)
    }

    @Test func inlineBoxesArePaler() throws {
      let box = "display: inline-block; width: 20px; height: 20px"
      let image = try Self.picture(
        "<div style='font: 20px/20px Noto Sans'><span style='background: black; opacity: .5'>"
          + "\u{A0}\u{A0}\u{A0}</span></div><div style='\(box)'></div>")
      let gray = Self.color(image, 5, 10)
      #expect(abs(gray.red - 0.5) < 0.02 && abs(gray.blue - 0.5) < 0.02, "\(gray)")
    }

    /// The line lies at the same place and has the same thickness as without the inline box.
    @Test func paddingsOfInlineBoxesAreNotUnderlined() throws {
      func rows(_ html: String) throws -> [Int] {
        let image = try Self.picture(
          "<p style='margin: 0; font: 20px/40px Noto Sans; text-decoration: underline'>\(html)",
          height: 40)
        return (0..<40).filter { Self.color(image, 8, $0) != .white }
      }
      let plain = try rows("ooo")
      #expect(
        try rows("o<b style='font-weight: 400; padding: 9px; font-size: 2px'></b>oo") == plain)
      #expect(plain.count < 20)
    }

    @Test func conicGradientsBeginAtTheTop() throws {
      let image = try Self.picture(
        "<div style='width: 40px; height: 40px; background: conic-gradient(lime 25%, red 0)'>")
      #expect(Self.color(image, 30, 10) == .lime)
      for (x, y) in [(10, 10), (10, 30), (30, 30)] { #expect(Self.color(image, x, y) == .red) }
    }

    /// A side beside clear ones is cut along the diagonals of the corners: a triangle.
    @Test func aBorderBesideClearOnesIsATriangle() throws {
      let image = try Self.picture(
        "<div style='width: 0; height: 0; border: 20px solid transparent; border-left-color: lime'>"
      )
      #expect(Self.color(image, 4, 20) == .lime && Self.color(image, 15, 20) == .lime)
      for (x, y) in [(15, 3), (15, 36), (25, 20)] { #expect(Self.color(image, x, y) == .white) }
    }

    @Test func namedAreasOfGridsLieInTheirCells() throws {
      let image = try Self.picture(
        "<div style='display: grid; grid-template: \"a b\" 20px \"c c\" 20px / 30px 70px'>"
          + "<i style='grid-area: b; background: lime'></i>"
          + "<i style='grid-area: c; background: red'></i></div>")
      #expect(Self.color(image, 15, 10) == .white && Self.color(image, 50, 10) == .lime)
      #expect(Self.color(image, 15, 30) == .red && Self.color(image, 90, 30) == .red)
    }

    @Test(arguments: [
      ("min(50%, 30px)", 30), ("max(10%, 30px)", 30), ("clamp(20px, 60%, 45px)", 45),
      ("clamp(70px, 60%, 90px)", 70), ("min(20%, 30px)", 20), ("calc(50% - 10px)", 40),
    ])
    func lengthsHaveBounds(_ width: String, _ expected: Int) throws {
      let image = try Self.picture(
        "<div style='width: \(width); height: 20px; background: lime'></div>")
      #expect(Self.color(image, expected - 2, 10) == .lime)
      #expect(Self.color(image, expected + 1, 10) == .white)
    }
  }
#endif
