// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing
import TextModel
import TextTestSupport

@testable import AsyncDisplay
@testable import CanvasGeometry
@testable import SystemLanes
@testable import TextLayers
@testable import TextTypesetting

/// A display finds the layout that measuring made; every input is in the key; few are kept (D23).
@Suite("LayoutCache")
@MainActor
struct LayoutCacheTests {
  private nonisolated static let text = "What was measured is found again, and nothing else is."

  /// A layout cache with the defect D23: entries have the requested width as their only key,
  /// displays look them up by the width of the bounds, and the cache has no bound.
  private final class OldCache {
    private(set) var layouts: [Double: TextLayout] = [:]
    private(set) var made = 0

    func size(_ container: TextContainer) throws -> Size {
      let layout = try found(container.width ?? 0, container)
      return Size(width: layout.usedRect.width.rounded(.up), height: layout.size.height)
    }

    func draw(in bounds: Size, _ container: TextContainer) throws -> TextLayout {
      var container = container
      container.width = bounds.width
      return try found(bounds.width, container)
    }

    private func found(_ key: Double, _ container: TextContainer) throws -> TextLayout {
      if let known = layouts[key] { return known }
      made += 1
      let layout = try TextLayout(
        AttributedText(LayoutCacheTests.text), in: container, fonts: BundledFonts.collection)
      layouts[key] = layout
      return layout
    }
  }

  @Test func drawingFindsWhatMeasuringMade() async throws {
    let old = OldCache()
    let oldSize = try old.size(TextContainer(width: 150))
    _ = try old.draw(in: oldSize, TextContainer())
    #expect(old.made == 2)

    let coordinator = DisplayCoordinator(
      lanes: RenderLanes(count: 1))
    coordinator.metrics.isEnabled = true
    let layer = TextLayer(coordinator: coordinator)
    layer.fonts = BundledFonts.collection
    layer.displaysTrivialTasksAtOnce = false
    layer.string = Self.text
    let size = try await layer.size(thatFits: Size(width: 150, height: 1000))
    layer.bounds = Rect(width: size.width, height: size.height)
    layer.display()
    await coordinator.drain()
    #expect(layer.contents != nil)
    #expect(layer.layout?.lines.count ?? 0 > 1)
    // Neither was shaped nor laid out by the display.
    #expect(coordinator.metrics.histogram(.shaping).count == 0)
    #expect(coordinator.metrics.histogram(.layout).count == 0)
    #expect(coordinator.metrics.histogram(.drawing).count == 1)
  }

  @Test func everyInputIsInTheKey() throws {
    let old = OldCache()
    let all = try old.size(TextContainer(width: 100))
    let first = try old.size(TextContainer(width: 100, maximumLines: 1))
    #expect(all == first)

    let cache = LayoutCache(text: AttributedText(Self.text), fonts: BundledFonts.collection)
    func size(_ container: TextContainer) throws -> Size {
      try cache.size(in: container, scale: 1, cancellation: .never)
    }
    let whole = try size(TextContainer(width: 100))
    #expect(try size(TextContainer(width: 100, maximumLines: 1)).height < whole.height)
    #expect(try size(TextContainer(width: 100, height: 40)).height < whole.height)
    #expect(try size(TextContainer()).width > whole.width)
    #expect(try size(TextContainer(width: 100)) == whole)
  }

  @Test func fewAreKept() throws {
    let old = OldCache()
    for width in 50..<100 { _ = try old.size(TextContainer(width: Double(width))) }
    #expect(old.layouts.count == 50)

    let cache = LayoutCache(text: AttributedText(Self.text), fonts: BundledFonts.collection)
    for width in 50..<100 {
      _ = try cache.layout(in: TextContainer(width: Double(width)), cancellation: .never)
    }
    let kept = (50..<100).count {
      cache.knownLayout(in: TextContainer(width: Double($0))) != nil
    }
    #expect(kept == 3)
  }

  @Test("The newest layouts are kept")
  func newestAreKept() throws {
    let cache = LayoutCache(text: AttributedText(Self.text), fonts: BundledFonts.collection)
    let containers = (50..<56).map { TextContainer(width: Double($0)) }
    for container in containers { _ = try cache.layout(in: container, cancellation: .never) }
    #expect(
      containers.map { cache.knownLayout(in: $0) != nil }.suffix(4) == [false, true, true, true])
  }

  @Test("A text is shaped once")
  func shapedOnce() throws {
    let cache = LayoutCache(text: AttributedText(Self.text), fonts: BundledFonts.collection)
    let first = try cache.layout(in: TextContainer(width: 50), cancellation: .never)
    let second = try cache.layout(in: TextContainer(width: 60), cancellation: .never)
    #expect(first !== second)
    #expect(first.shaped === second.shaped)
  }

  @Test("Sizes are rounded up to the pixels of a scale", arguments: [1, 2, 3, 4, 7.5])
  func rounding(scale: Double) throws {
    let container = TextContainer(width: 100)
    let cache = LayoutCache(text: AttributedText(Self.text), fonts: BundledFonts.collection)
    let layout = try cache.layout(in: container, cancellation: .never)
    let size = try cache.size(in: container, scale: scale, cancellation: .never)
    for (rounded, exact) in [
      (size.width, layout.usedRect.width), (size.height, layout.size.height),
    ] {
      #expect((rounded * scale - (rounded * scale).rounded()).magnitude < 1e-9)
      #expect(rounded >= exact)
      #expect(rounded < exact + 1 / scale)
    }
    var snug = container
    (snug.width, snug.height) = (size.width, size.height)
    let shown = try #require(cache.knownLayout(in: snug))
    #expect(!shown.isTruncated && shown.lines.count == layout.lines.count)
  }

  @Test("Scales without meaning round nothing", arguments: [0, -1, .nan, .infinity])
  func badScale(scale: Double) throws {
    let container = TextContainer(width: 100)
    let cache = LayoutCache(text: AttributedText(Self.text), fonts: BundledFonts.collection)
    let layout = try cache.layout(in: container, cancellation: .never)
    let size = try cache.size(in: container, scale: scale, cancellation: .never)
    #expect(size == Size(width: layout.usedRect.width, height: layout.size.height))
  }
}
