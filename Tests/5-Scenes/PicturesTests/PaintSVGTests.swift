// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel
import TextTestSupport
import TextTypesetting

@testable import CanvasGeometry
@testable import Pictures

/// Boxes, lines, strokes and shadows in SVG.
struct PaintSVGTests {
  private func layout(_ change: (inout PaintStyle) -> Void) throws -> TextLayout {
    var style = TextStyle(size: 20)
    change(&style.paint)
    return try TextLayout(AttributedText("Abc", style: style), fonts: BundledFonts.collection)
  }

  private func svg(_ layout: TextLayout) throws -> String {
    let geometry = PictureGeometry(box: layout.size, padding: 0, scale: 1)
    let pixels = PixelSize(width: 60, height: 30)
    let bytes = try PictureSVG.document(
      layout, in: geometry, pixels: pixels, scale: 1, background: nil
    ).bytes
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func strokesFollowAllFills() throws {
    let text = try svg(
      layout { $0.stroke = TextStroke(color: Color(red: 1, green: 0, blue: 0), width: 1.5) })
    #expect(text.contains("fill=\"none\" stroke=\"#ff0000\" stroke-width=\"1.5\""))
    let last = text.ranges(of: "<use").last?.lowerBound
    let stroke = text.ranges(of: "fill=\"none\"").first?.lowerBound
    #expect(stroke != nil && last != nil && text.ranges(of: "<use").count == 6)
  }

  @Test func shadowsAreFilters() throws {
    let text = try svg(
      layout {
        $0.shadows = [
          TextShadow(
            color: Color(red: 0, green: 0, blue: 1, alpha: 0.5), offset: Point(x: 2, y: 3),
            blurRadius: 5),
          TextShadow(color: .black, isInner: true),
        ]
      })
    #expect(text.contains("stdDeviation=\"2.5\"/><feOffset dx=\"2\" dy=\"3\""))
    #expect(text.contains("flood-color=\"#0000ff\" flood-opacity=\"0.5\""))
    #expect(text.ranges(of: "<filter").count == 2)
    #expect(text.ranges(of: "tableValues=\"1 0\"").count == 1)
    // The shadow, the glyphs, the shadow inside of them.
    #expect(text.ranges(of: "<use").count == 9)
    #expect(text.contains("<g filter=\"url(#e1)\">"))
  }

  @Test func boxesAndLinesAreShapes() throws {
    let text = try svg(
      layout {
        $0.background = TextBackground(Color(red: 1, green: 1, blue: 0), cornerRadius: 4)
        $0.underline = TextDecoration(style: .wavy)
      })
    #expect(text.contains("Z\" fill=\"#ffff00\"/>"))
    let paths = text.ranges(of: "<path d=").count
    #expect(paths == 2)
  }

  @Test func partsOfLigaturesAreClipped() throws {
    var text = AttributedText("ffi", style: TextStyle(size: 20))
    text.updatePaint(TextRange(1, 2)) { $0.color = Color(red: 1, green: 0, blue: 0) }
    let svg = try svg(TextLayout(text, fonts: BundledFonts.collection))
    #expect(svg.ranges(of: "<clipPath").count == 3)
    #expect(svg.ranges(of: "clip-path=\"url(#e").count == 3)
    #expect(svg.ranges(of: "fill=\"#ff0000\"").count == 1)
  }

  @Test func outlinesNameWhatTheyLeaveOut() throws {
    let kinds = OutlineSVG.leftOut(
      of: try layout {
        $0.border = TextBorder()
        $0.overline = TextDecoration()
        $0.shadows = [TextShadow(color: .black)]
        $0.stroke = TextStroke(width: 1)
      })
    #expect(kinds == ["borders", "overlines", "shadows", "strokes"])
  }

  @Test func outlinesNameTheMarksThatTheyLeaveOut() throws {
    var text = AttributedText("漢字", style: TextStyle(size: 20))
    let fonts = BundledFonts.collection
    #expect(try OutlineSVG.leftOut(of: TextLayout(text, fonts: fonts)) == [])
    text[ruby: TextRange(0, 1)] = RubyText("x")
    text.updateShaping(TextRange(1, 2)) { $0.emphasis = .init(.dot) }
    text.updateParagraphs(text.range) { $0.list = TextList(.disc) }
    let kinds = try OutlineSVG.leftOut(of: TextLayout(text, fonts: fonts))
    #expect(Set(kinds) == ["rubies", "emphasis marks", "list markers"])
  }
}
