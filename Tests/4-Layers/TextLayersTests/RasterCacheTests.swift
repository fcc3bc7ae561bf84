// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing
import TextLayers
import TextModel
import TextTestSupport
import TextTypesetting

/// Pictures of labels that are shown again, and layouts that were made before.
@MainActor
@Suite struct RasterCacheTests {
  private static func label(_ string: String, _ cache: RasterCache?) -> TextLayer {
    let layer = TextLayer(AttributedText(string), fonts: BundledFonts.collection)
    layer.bounds = Rect(width: 120, height: 30)
    layer.rasterCache = cache
    return layer
  }

  @Test func aTextShownAgainHasTheSamePixels() async throws {
    let cache = RasterCache(capacity: 1 << 20)
    let first = try await latestCommit(of: Self.label("once", cache))
    #expect(cache.byteCount >= 120 * 30 * 4)
    let bytes = cache.byteCount
    let layer = Self.label("once", cache)
    let again = try await latestCommit(of: layer)
    #expect(again.image == first.image && cache.byteCount == bytes)
    #expect(layer.layOutNow()?.lines.count == 1)
    // Everything that pixels depend on is in the key.
    let changes: [(TextLayer) -> Void] = [
      { $0.string = "other" }, { $0.contentsScale = 2 }, { $0.bounds.size.width = 121 },
      { $0.maximumLines = 1 }, { $0.drawingOptions = .exact }, { $0.foregroundColor = .red },
      { $0.fonts = .default },
    ]
    for (index, change) in changes.enumerated() {
      let changed = Self.label("once", cache)
      change(changed)
      let plain = Self.label("once", nil)
      change(plain)
      let (a, b) = (try await latestCommit(of: changed), try await latestCommit(of: plain))
      #expect(a.image == b.image, "\(index)")
    }
  }

  @Test func itIsBounded() async throws {
    let cache = RasterCache(capacity: 3 * 120 * 30 * 4)
    for index in 0..<10 {
      _ = try await latestCommit(of: Self.label("\(index)", cache))
      #expect(cache.byteCount <= 3 * 120 * 30 * 4)
    }
    cache.removeAll()
    #expect(cache.byteCount == 0)
    let none = RasterCache(capacity: -1)
    _ = try await latestCommit(of: Self.label("x", none))
    #expect(none.byteCount == 0)
  }

  @Test func aPreparedLayoutIsShownAsItIs() async throws {
    let text = AttributedText("prepared before, and shown later")
    let container = TextContainer(width: 90, height: 60)
    let layout = try TextLayout(text, in: container, fonts: BundledFonts.collection)
    let layer = TextLayer()
    layer.bounds = Rect(width: 90, height: 60)
    layer.preparedLayout = layout
    let commit = try await latestCommit(of: layer)
    #expect(layer.layout === layout && layer.string == text.string)
    #expect(layer.fonts === BundledFonts.collection)
    let plain = TextLayer(text, fonts: BundledFonts.collection)
    plain.bounds = layer.bounds
    #expect(try await latestCommit(of: plain).image == commit.image)
    // Another width breaks lines and shapes nothing.
    layer.bounds.size.width = 50
    layer.setNeedsDisplay()
    _ = try await latestCommit(of: layer)
    #expect(layer.layout?.shaped === layout.shaped && layer.layout !== layout)
    layer.string = "new"
    #expect(layer.preparedLayout == nil)
  }

  @Test func aLayoutOfASmallerScaleIsNotTheTextAtFullSize() async throws {
    var text = AttributedText("many words that shrink until they fit into the label")
    text[link: TextRange(0, 4)] = TextLink("x", highlight: TextHighlight(background: .red))
    let layer = TextLayer(text, fonts: BundledFonts.collection)
    layer.longPressDuration = .seconds(3600)
    (layer.minimumScale, layer.bounds) = (0.5, Rect(width: 120, height: 50))
    _ = try await latestCommit(of: layer)
    #expect(try #require(layer.layOutNow()).scale < 1)
    layer.touch(.began, at: Point(x: 5, y: 5), time: .zero)
    _ = try await latestCommit(of: layer)
    #expect(layer.layOutNow()?.text.paint.count == 2)
    layer.bounds.size = Size(width: 600, height: 100)
    _ = try await latestCommit(of: layer)
    let large = try #require(layer.layOutNow())
    #expect(large.scale == 1 && large.text.paint.count == 2)
    #expect(
      abs(large.lines[0].width - (try TextLayout(text, fonts: layer.fonts)).size.width) < 0.01)
  }
}
