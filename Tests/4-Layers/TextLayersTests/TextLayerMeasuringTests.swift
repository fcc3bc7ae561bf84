// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import SystemConcurrency
import Testing
import TextTestSupport

@testable import AsyncDisplay
@testable import CanvasGeometry
@testable import SystemLanes
@testable import TextFonts
@testable import TextLayers

@Suite("TextLayer: measuring", .timeLimit(.minutes(30)))
@MainActor
struct TextLayerMeasuringTests {
  private static let text = "A sentence that is wrapped, twice at least, to fit its width."

  private func makeLayer(
    fonts: FontCollection = BundledFonts.collection, coordinator: DisplayCoordinator = .main
  ) -> TextLayer {
    let layer = TextLayer(coordinator: coordinator)
    layer.fonts = fonts
    layer.string = Self.text
    return layer
  }

  @Test("Other fonts give another size, as in a fresh layer")
  func otherFonts() async throws {
    let room = Size(width: 130, height: 0)
    let mono = try BundledFonts.collection(of: ["LiberationMono-Regular.ttf"])
    let layer = makeLayer()
    let first = try await layer.size(thatFits: room)
    layer.fonts = mono
    let second = try await layer.size(thatFits: room)
    let fresh = try await makeLayer(fonts: mono).size(thatFits: room)
    #expect(second == fresh)
    #expect(first != second)
    layer.bounds = Rect(origin: .zero, size: second)
    layer.displayAndWait()
    let other = makeLayer(fonts: mono)
    other.bounds = layer.bounds
    other.displayAndWait()
    #expect(layer.contents != nil && layer.contents == other.contents)
  }

  @Test("Another text gives another size")
  func otherText() async throws {
    let layer = makeLayer()
    let room = Size(width: 130, height: 0)
    let first = try await layer.size(thatFits: room)
    layer.string = "Few words"
    #expect(try await layer.size(thatFits: room).height < first.height)
  }

  @Test("The work runs on the lanes of the layer's coordinator")
  func lanes() async throws {
    let isAwake = Mutex(false)
    let lanes = RenderLanes(count: 1) { _ in
      isAwake.withLock { $0 = true }
    }
    let layer = makeLayer(coordinator: DisplayCoordinator(lanes: lanes))
    let size = Task { try await layer.size(thatFits: Size(width: 130, height: 0)) }
    try await until { lanes.waitingCount == 1 }
    lanes.step()
    #expect(try await size.value.height > 20)
  }

  @Test("Sides that are infinite, zero or negative are unbounded")
  func unboundedSides() async throws {
    let layer = makeLayer()
    let line = try await layer.size(thatFits: Size(width: 0, height: 0))
    #expect(line.width > 300)
    for side in [-1, .infinity] {
      #expect(try await layer.size(thatFits: Size(width: side, height: side)) == line)
    }
  }

  @Test("An unwrapped text has one line, whatever the width")
  func unwrapped() async throws {
    let layer = makeLayer()
    layer.isWrapped = false
    let size = try await layer.size(thatFits: Size(width: 130, height: 0))
    #expect(size == (try await layer.size(thatFits: Size(width: 0, height: 0))))
    #expect(size.width > 130)
  }

  @Test("Room in height, and the rules of the container, bound the size")
  func boundedHeight() async throws {
    let layer = makeLayer()
    let all = try await layer.size(thatFits: Size(width: 130, height: 0))
    let low = try await layer.size(thatFits: Size(width: 130, height: all.height - 1))
    #expect(low.height < all.height)
    layer.maximumLines = 1
    let line = try await layer.size(thatFits: Size(width: 130, height: 0))
    #expect(line.height < low.height)
    #expect(line.width <= 130)
  }

  @Test("Insets add to the size; lines that are aligned in a height count alone")
  func insetsAndAlignment() async throws {
    let layer = makeLayer()
    let room = Size(width: 130, height: 400)
    let plain = try await layer.size(thatFits: room)
    layer.verticalAlignment = .center
    #expect(try await layer.size(thatFits: room) == plain)
    layer.insets = EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    let inset = try await layer.size(thatFits: Size(width: 136, height: 400))
    #expect(inset == Size(width: plain.width + 6, height: plain.height + 4))
    layer.bounds.size = inset
    layer.displayAndWait()
    #expect(try #require(layer.layOutNow()).isTruncated == false)
  }

  @Test("A text may become smaller to fit, in the size that was measured, too")
  func minimumScale() async throws {
    let layer = makeLayer()
    layer.maximumLines = 1
    layer.minimumScale = 0.25
    let size = try await layer.size(thatFits: Size(width: 200, height: 400))
    layer.bounds.size = size
    layer.displayAndWait()
    let layout = try #require(layer.layOutNow())
    #expect(size.width <= 200 && !layout.isTruncated && layout.scale < 1)
    #expect(layout.text == layer.text)
  }

  @Test("A measured size is drawn at once, unless it has many pixels")
  func measuredThenShown() async throws {
    // With bitmaps of other tests there may be no room for one at once.
    let layer = makeLayer(coordinator: DisplayCoordinator())
    layer.bounds.size = try await layer.size(thatFits: Size(width: 130, height: 0))
    layer.display()
    #expect(!layer.isDisplaying && layer.contents != nil)

    let large = makeLayer()
    large.isWrapped = false
    large.bounds.size = Size(width: 1000, height: 1000)
    large.displayAndWait()
    large.display()
    #expect(large.isDisplaying)
    large.cancelDisplay()
  }

  @Test("A long text is drawn on a lane, also if its layout is known")
  func longText() {
    let layer = makeLayer()
    layer.bounds = Rect(width: 50, height: 50)
    layer.string = String(repeating: Self.text, count: 3)
    layer.displayAndWait()
    layer.display()
    #expect(layer.isDisplaying)
    layer.cancelDisplay()
  }
}
