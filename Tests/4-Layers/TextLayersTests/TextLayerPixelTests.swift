// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FoundationEssentials
import Testing
import TextModel
import TextTestSupport

@testable import AsyncDisplay
@testable import CanvasDrawing
@testable import CanvasGeometry
@testable import SystemLanes
@testable import TextFonts
@testable import TextLayers
@testable import TextTypesetting

/// However a text comes to its pixels, they are the same (I22, I28).
@Suite("TextLayer: the same pixels every way")
@MainActor
struct TextLayerPixelTests {
  private static let text = "Pixels: office, مرحبا, 😀 and a line that wraps. " + "Ünïcödé e\u{301}."

  private func layer(_ coordinator: DisplayCoordinator = .main) -> TextLayer {
    let layer = TextLayer(coordinator: coordinator)
    layer.fonts = BundledFonts.collection
    layer.bounds = Rect(width: 180, height: 90)
    layer.contentsScale = 1.5
    layer.string = Self.text
    return layer
  }

  private func image(of layer: TextLayer) async throws -> Bitmap {
    try await latestCommit(of: layer).image
  }

  private func drawnAtOnce(_ layer: TextLayer) throws -> Bitmap {
    layer.displaysAsynchronously = false
    layer.display()
    return try #require(layer.contents)
  }

  @Test("Any lanes, synchronous, cached")
  func sameBytes() async throws {
    let expected = try drawnAtOnce(layer())
    for lanes in [1, 2, 8] {
      let coordinator = DisplayCoordinator(lanes: RenderLanes(count: lanes))
      let layers = (0..<8).map { _ in layer(coordinator) }
      var images: [Bitmap] = []
      for layer in layers { layer.display() }
      await coordinator.drain()
      for layer in layers { images.append(try #require(layer.contents)) }
      #expect(images.allSatisfy { $0 == expected })
      // The layout is known now.
      layers[0].displaysTrivialTasksAtOnce = false
      layers[0].setNeedsDisplay()
      #expect(try await image(of: layers[0]) == expected)
    }
  }

  @Test("Tiled", arguments: [7, 64, 100])
  func tiles(side: Int) throws {
    let whole = layer()
    let expected = try drawnAtOnce(whole)
    let layout = try #require(whole.layOutNow())
    var differing = 0
    for top in stride(from: 0, to: expected.height, by: side) {
      for left in stride(from: 0, to: expected.width, by: side) {
        var context = try GraphicsContext(
          pixels: PixelSize(width: side, height: side), scale: 1.5, pool: .shared)
        try context.draw(layout, at: Point(x: -Double(left) / 1.5, y: -Double(top) / 1.5))
        let tile = context.makeBitmap()
        for y in 0..<min(side, expected.height - top) {
          for x in 0..<min(side, expected.width - left)
          where tile.pixel(x: x, y: y) != expected.pixel(x: left + x, y: top + y) {
            differing += 1
          }
        }
      }
    }
    #expect(differing == 0)
  }

  @Test("A layer whose properties went back and forth draws what a fresh one draws")
  func keysCoverEveryInput() throws {
    let changes: [@MainActor (TextLayer) -> Void] = [
      { _ in },
      { $0.bounds.size.width = 120 }, { $0.bounds.size.height = 40 }, { $0.contentsScale = 2 },
      { $0.maximumLines = 1 }, { $0.truncation = .none }, { $0.ellipsis = "!" },
      { $0.isWrapped = false },
      { $0.text = AttributedText(Self.text, style: TextStyle(size: 13)) },
      {
        let red = Color(red: 1, green: 0, blue: 0)
        var style = TextStyle.default
        style.paint.color = red
        $0.text = AttributedText(Self.text, style: style)
      },
      { $0.text = AttributedText(String(Self.text.reversed())) },
    ]
    let used = layer()
    _ = try drawnAtOnce(used)
    for first in changes {
      for second in changes {
        let fresh = layer()
        for change in [first, second] {
          change(used)
          change(fresh)
          _ = try drawnAtOnce(used)
        }
        #expect(try drawnAtOnce(fresh) == drawnAtOnce(used))
        used.bounds = Rect(width: 180, height: 90)
        used.contentsScale = 1.5
        (used.maximumLines, used.truncation, used.ellipsis) = (0, .end, TextContainer().ellipsis)
        used.isWrapped = true
        used.string = Self.text
      }
    }
  }

  @Test("A small text whose layout is known is drawn at once, unless that is not wanted")
  func trivial() throws {
    // With bitmaps of other tests there may be no room for one at once.
    let layer = layer(DisplayCoordinator())
    _ = try drawnAtOnce(layer)
    layer.displaysAsynchronously = true
    let before = layer.contents?.id
    layer.display()
    #expect(!layer.isDisplaying)
    #expect(layer.contents?.id != before)
    layer.displaysTrivialTasksAtOnce = false
    layer.display()
    #expect(layer.isDisplaying)
    layer.cancelDisplay()
    layer.displaysTrivialTasksAtOnce = true
    // With these, another layout than the one that is shown.
    let fonts = layer.fonts
    for change: (TextLayer) -> Void in [
      { $0.fonts = FontCollection() }, { $0.maximumLines = 1 }, { $0.isWrapped = false },
      { $0.string = "new" },
    ] {
      _ = try drawnAtOnce(layer)
      layer.displaysAsynchronously = true
      change(layer)
      layer.display()
      #expect(layer.isDisplaying)
      layer.cancelDisplay()
      layer.fonts = fonts
    }
  }

  @Test("D13: what is equal is not displayed again")
  func equalIsNoChange() throws {
    let layer = layer()
    _ = try drawnAtOnce(layer)
    let generation = layer.displayGeneration
    layer.string = Self.text
    layer.bounds = Rect(width: 180, height: 90)
    layer.contentsScale = 1.5
    #expect(layer.displayGeneration == generation)
  }
}
