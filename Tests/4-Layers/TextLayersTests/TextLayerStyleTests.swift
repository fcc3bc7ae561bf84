// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import FoundationEssentials
import LayerCompositing
import Testing
import TextLayers
import TextModel
import TextTestSupport
import TextTypesetting

/// The text of article 000.
private let lorem =
  "Lorem ipsum dolor sit amet, consectetur adipiscing elit. Quisque massa arcu, eleifend vel "
  + "varius in, facilisis pulvinar leo. Nunc quis nunc at mauris pharetra condimentum ut ac neque."

@Suite("TextLayer: Core Animation's properties")
@MainActor
struct TextLayerStyleTests {
  private func makeLayer(_ string: String = lorem, scale: Double = 1) -> TextLayer {
    let layer = TextLayer()
    layer.fonts = BundledFonts.collection
    layer.contentsScale = scale
    layer.bounds = Rect(width: 200, height: 200)
    layer.string = string
    return layer
  }

  private func layout(of layer: TextLayer) throws -> TextLayout {
    layer.displayAndWait()
    return try #require(layer.layOutNow())
  }

  @Test("S-140: defaults are 16 points, black, wrapped, at the start")
  func s140_defaults() throws {
    let layer = TextLayer()
    #expect(layer.fontSize == 16)
    #expect(layer.foregroundColor == .black)
    #expect(layer.isWrapped)
    #expect(layer.alignmentMode == .start)
    #expect(layer.truncationMode == .end)
    #expect(layer.font == FontDescriptor())
    #expect(layer.style == .default)
  }

  @Test("S-129, S-133: a string in one style is the picture of the renderer, byte for byte")
  func s129_s133_string() async throws {
    let layer = makeLayer()
    layer.fontSize = 15
    layer.foregroundColor = .blue
    layer.displayAndWait()
    let renderer = TextRenderer(fonts: BundledFonts.collection)
    let picture = try await renderer.render(
      AttributedText(lorem, style: TextStyle(size: 15, color: .blue)), in: layer.container,
      options: RenderOptions(canvas: layer.bounds.size))
    #expect(layer.contents == picture.image)
  }

  @Test("S-131: justified lines, but the last, end at the same edge")
  func s131_justified() throws {
    let layer = makeLayer()
    layer.alignmentMode = .justify
    let lines = try layout(of: layer).lines
    #expect(lines.count > 3)
    for line in lines.dropLast() { #expect(abs(line.frame.maxX - 200) <= 1) }
    #expect((lines.last?.frame.maxX ?? 200) < 199)
    layer.isWrapped = false
    #expect(try layout(of: layer).lines.count == 1)
  }

  @Test("S-132: a font and a size apart from it", arguments: [1.0, 2])
  func s132_font(scale: Double) throws {
    let layer = makeLayer("Hxg", scale: scale)
    layer.font = FontDescriptor(families: ["Noto Serif"])
    for size in [15.0, 30] {
      layer.fontSize = size
      let run = try layout(of: layer).shaped.paragraphs[0].runs[0]
      #expect(run.font.face.familyName == "Noto Serif")
      // The capital's height in pixels.
      let capital = run.font.metrics.capHeight * run.scale * scale
      let picture = try #require(layer.contents)
      let rows = (0..<picture.height).filter { y in
        (0..<Int(size * scale * 0.6)).contains { picture.rgba($0, y)[3] > 100 }
      }
      #expect(abs(Double(rows.count) - capital) <= 2)
    }
  }

  @Test("S-132: each property restyles the string, and equal values need no display")
  func s132_restyle() throws {
    let layer = makeLayer("a text")
    layer.displayAndWait()
    let changes: [@MainActor (TextLayer) -> Void] = [
      { $0.font = FontDescriptor(families: ["Noto Serif"]) }, { $0.fontSize = 20 },
      { $0.foregroundColor = .red }, { $0.alignmentMode = .center }, { $0.isWrapped = false },
      { $0.truncationMode = .none },
    ]
    for (index, change) in changes.enumerated() {
      change(layer)
      #expect(layer.needsDisplay, "change \(index)")
      layer.displayAndWait()
      change(layer)
      #expect(!layer.needsDisplay, "change \(index), repeated")
    }
    var style = TextStyle(size: 20, color: .red, alignment: .center)
    style.shaping.font = FontDescriptor(families: ["Noto Serif"])
    #expect(layer.text == AttributedText("a text", style: style))
    #expect(layer.style == style)
    // New fonts leave a string a string.
    layer.fonts = try BundledFonts.collection(of: ["NotoSerif-Regular.ttf"])
    layer.fontSize = 21
    #expect(layer.text.shaping.values.map(\.size) == [21])
    // The whole style is that of strings set later.
    layer.style = .default
    #expect(layer.text.shaping.values.map(\.size) == [21])
  }

  @Test("S-135: attributes of its own stay; paragraphs with the layer's alignment follow it")
  func s135_attributed() {
    let layer = makeLayer()
    var string = AttributedString("one\ntwo")
    string.fontSize = 30
    var right = ParagraphStyle()
    right.alignment = .right
    string[string.index(string.startIndex, offsetByCharacters: 4)...].paragraphStyle = right
    layer.attributedString = string
    layer.fontSize = 10
    layer.font = FontDescriptor(families: ["Noto Serif"])
    layer.foregroundColor = .red
    #expect(layer.text.shaping.values.map(\.size) == [30])
    #expect(layer.text.shaping.values.map(\.font) == [FontDescriptor()])
    #expect(layer.text.paint.values.map(\.color) == [.black])
    layer.alignmentMode = .center
    #expect(layer.text.paragraphs.values.map(\.alignment) == [.center, .right])
    // A string has the layer's style again.
    layer.string = "three"
    #expect(layer.text.shaping.values.map(\.size) == [10])
    #expect(layer.text.paint.values.map(\.color) == [.red])
  }

  @Test("S-134: at the scale of the device edges are sharper")
  func s134_contentsScale() throws {
    func grey(_ scale: Double) throws -> Double {
      let layer = makeLayer("Illi", scale: scale)
      layer.displayAndWait()
      let picture = try #require(layer.contents)
      var (partly, ink) = (0.0, 0.0)
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let alpha = picture.rgba(x, y)[3]
          if alpha > 0 { ink += 1 }
          if alpha > 20, alpha < 235 { partly += 1 }
        }
      }
      return partly / ink
    }
    #expect(try grey(4) < 0.6 * grey(1))
  }

  @Test("S-136: “ipsum” is red and underlined, and nothing else is")
  func s136_redWord() throws {
    let layer = makeLayer()
    var string = AttributedString(lorem)
    let word = try #require(string.range(of: "ipsum"))
    string[word].foregroundColor = .red
    string[word].underline = TextDecoration()
    layer.attributedString = string
    let layout = try layout(of: layer)
    let box = try #require(layout.rectangles(for: TextRange(6, 11)).first)
    let picture = try #require(layer.contents)
    var bottom = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width where picture.rgba(x, y)[0] > 0 {
        #expect(box.insetBy(dx: -1, dy: -1).contains(Point(x: Double(x), y: Double(y))))
        bottom = max(bottom, y)
      }
    }
    // The underline is as thick and as deep as the font says, on whole pixels.
    let run = layout.lines[0].runs[0].run
    let metrics = run.font.metrics
    let middle = layout.lines[0].baseline - metrics.underlinePosition * run.scale
    let column = (0..<picture.height).filter {
      picture.rgba(Int(box.minX + box.width / 2), $0) == [255, 0, 0, 255] && $0 > bottom - 3
    }
    #expect(!column.isEmpty && abs(Double(column[0]) + 0.5 - middle) <= 1.5)
    #expect(abs(Double(column.count) - max(1, metrics.underlineThickness * run.scale)) <= 1)
  }

  @Test("S-141: assigned contents are shown in place of the text until the next display")
  func s141_contents() throws {
    let layer = makeLayer("text")
    layer.displayAndWait()
    let drawn = try #require(layer.contents)
    var context = try GraphicsContext(size: Size(width: 4, height: 4))
    try context.fill(Rect(width: 4, height: 4), with: .red)
    let bitmap = context.makeBitmap()
    layer.contents = bitmap
    #expect(layer.contents == bitmap && layer.layout == nil && layer.layOutNow() == nil)
    let shown = try Compositor.image(
      of: RenderTree(root: layer.node, size: Size(width: 100, height: 100)))
    #expect(shown.rgba(50, 50) == [255, 0, 0, 255] && shown.rgba(2, 8) == [255, 0, 0, 255])
    #expect(layer.string == "text" && !layer.needsDisplay)
    layer.string = "text"
    #expect(layer.contents == bitmap)
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    layer.displayAndWait()
    #expect(layer.contents == drawn)
  }
}
