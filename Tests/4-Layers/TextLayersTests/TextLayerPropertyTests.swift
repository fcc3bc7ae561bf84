// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TextTestSupport

@testable import AsyncDisplay
@testable import CanvasGeometry
@testable import TextFonts
@testable import TextLayers
@testable import TextModel
@testable import TextPainting
@testable import TextTypesetting

@Suite("TextLayer: properties")
@MainActor
struct TextLayerPropertyTests {
  private func makeLayer() -> TextLayer {
    let layer = TextLayer(AttributedText("a text in a layer"), fonts: BundledFonts.collection)
    layer.bounds = Rect(width: 80, height: 40)
    return layer
  }

  @Test("Properties that change the text or its layout need a display; equal values do not")
  func invalidation() throws {
    let layer = makeLayer()
    layer.displayAndWait()
    let serif = try BundledFonts.collection(of: ["NotoSerif-Regular.ttf"])
    let changes: [@MainActor (TextLayer) -> Void] = [
      { $0.string = "other" }, { $0.attributedString = AttributedString("another") },
      { $0.text = AttributedText("a third") }, { $0.fonts = serif }, { $0.isWrapped = false },
      { $0.maximumLines = 2 }, { $0.truncation = .none }, { $0.ellipsis = "!" },
      { $0.truncationToken = AttributedText("more") }, { $0.insets = EdgeInsets(2) },
      { $0.verticalAlignment = .center }, { $0.minimumScale = 0.5 },
      { $0.container = TextContainer(maximumLines: 3) },
    ]
    for (index, change) in changes.enumerated() {
      change(layer)
      #expect(layer.needsDisplay, "change \(index)")
      layer.displayAndWait()
      change(layer)
      #expect(!layer.needsDisplay, "change \(index), repeated")
    }
  }

  @Test("The container is the one of the next layout")
  func container() throws {
    let layer = makeLayer()
    layer.maximumLines = 2
    layer.ellipsis = "!"
    layer.truncation = .middle
    layer.truncationToken = AttributedText("more")
    layer.insets = EdgeInsets(top: 1, leading: 2)
    layer.verticalAlignment = .bottom
    layer.minimumScale = 0.75
    let expected = TextContainer(
      width: 80, height: 40, maximumLines: 2, truncation: .middle, ellipsis: "!",
      token: AttributedText("more"), insets: EdgeInsets(top: 1, leading: 2),
      verticalAlignment: .bottom, minimumScale: 0.75)
    #expect(layer.container == expected)
    layer.displayAndWait()
    #expect(layer.layOutNow()?.container == expected)
    layer.isWrapped = false
    #expect(layer.container.width == 80 && !layer.container.isWrapped)
  }

  @Test("Setting a container takes everything but the size")
  func setContainer() {
    let layer = makeLayer()
    layer.container = TextContainer(
      width: 5, height: 6, maximumLines: 3, truncation: .none, ellipsis: "?")
    #expect(layer.isWrapped)
    #expect(layer.bounds == Rect(width: 80, height: 40))
    #expect(layer.maximumLines == 3 && layer.truncation == .none && layer.ellipsis == "?")
    layer.displayAndWait()
    layer.container = TextContainer(
      width: 50, height: 60, maximumLines: 3, truncation: .none, ellipsis: "?")
    #expect(!layer.needsDisplay)
  }

  @Test("The style is that of text set afterwards, as a string or an attributed string")
  func style() {
    let layer = makeLayer()
    let old = layer.text
    layer.style = TextStyle(size: 31)
    #expect(layer.text == old)
    layer.string = "styled"
    #expect(layer.text.shaping.values.map(\.size) == [31])
    layer.attributedString = AttributedString("styled as well")
    #expect(layer.text.shaping.values.map(\.size) == [31])
    #expect(String(layer.attributedString.characters) == "styled as well")
  }

  @Test("A display knows what the text is")
  func contentIdentity() {
    let layer = makeLayer()
    layer.contentIdentity = ContentIdentity(7)
    layer.displayAndWait()
    let snapshot = layer.committedContents?.payload(as: TextSnapshot.self)
    #expect(snapshot?.contentIdentity == ContentIdentity(7))
    #expect(layer.contentIdentity == ContentIdentity(7))
  }

  @Test("A new layer has the default fonts, no text and no contents")
  func defaults() {
    let layer = TextLayer()
    #expect(layer.fonts === FontCollection.default)
    #expect(layer.text == AttributedText() && layer.string.isEmpty)
    #expect(layer.isWrapped && layer.container == TextContainer(width: 0, height: 0))
    #expect(layer.layout == nil && layer.contentsTint == nil && layer.contents == nil)
  }
}

@Suite("TextLayer: choices for small text")
@MainActor
struct TextLayerDrawingOptionTests {
  /// The layer draws as a renderer with the same options does, and new options need a display.
  @Test func theOptionsReachTheDrawing() async throws {
    let layer = TextLayer()
    layer.fonts = BundledFonts.collection
    layer.bounds = Rect(width: 80, height: 20)
    layer.text = AttributedText("सभी small", style: TextStyle(size: 11))
    layer.displayAndWait()
    let fitted = try #require(layer.contents)
    layer.drawingOptions = .exact
    #expect(layer.needsDisplay)
    layer.displayAndWait()
    let exact = try #require(layer.contents)
    #expect(fitted != exact)
    layer.drawingOptions = .exact
    #expect(!layer.needsDisplay)

    let renderer = TextRenderer(fonts: BundledFonts.collection)
    for (options, expected) in [(TextDrawingOptions(), fitted), (.exact, exact)] {
      let picture = try await renderer.render(
        layer.text, in: layer.container,
        options: RenderOptions(canvas: layer.bounds.size, drawing: options))
      #expect(picture.image == expected)
    }
  }
}
