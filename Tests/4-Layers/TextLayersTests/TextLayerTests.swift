// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import CanvasDrawing
import CanvasGeometry
import Dispatch
import FoundationEssentials
import LayerModel
import SystemLanes
import Testing
import TextLayers
import TextModel
import TextTestSupport
import TextTypesetting

@Suite("TextLayer: a string becomes a bitmap")
@MainActor
struct TextLayerTests {
  private func makeLayer(_ string: String, width: Double = 200, height: Double = 60) -> TextLayer {
    let layer = TextLayer()
    layer.fonts = BundledFonts.collection
    layer.bounds = Rect(width: width, height: height)
    layer.string = string
    return layer
  }

  @Test("Set on the main queue, drawn on a lane, committed on the main queue")
  func endToEnd() async throws {
    let layer = makeLayer("Hello, мир")
    layer.contentsScale = 2
    #expect(layer.contents == nil)
    let commit = try await latestCommit(of: layer)
    dispatchPrecondition(condition: .onQueue(.main))
    #expect(commit.image.pixelSize == PixelSize(width: 400, height: 120))
    #expect(commit.scale == 2)
    #expect(commit.size == Size(width: 200, height: 60))
    #expect(layer.contents?.id == commit.image.id)
    let layout = try #require(layer.layOutNow())
    #expect(layout === commit.layOutNow())
    #expect(layout.text.string == "Hello, мир")

    var context = try GraphicsContext(size: Size(width: 200, height: 60), scale: 2)
    try context.draw(layout)
    let expected = context.makeBitmap()
    #expect(commit.image == expected)
    #expect(layout.position(at: Point(x: 1, y: 5)).offset == 0)
  }

  /// Records the contents of all layers at each commit of one of them.
  private final class Sights: AsyncLayerObserver {
    var layers: [TextLayer] = []
    var seen: [[String?]] = []

    func layer(_ layer: AsyncLayer, didCommit contents: DisplayContents?) {
      seen.append(layers.map { $0.contents == nil ? nil : $0.layOutNow()?.text.string })
    }
  }

  @Test("In a group all are shown, with their layouts, before any delegate is called")
  func groupIsShownAtOnce() async throws {
    let sights = Sights()
    sights.layers = [makeLayer("a"), makeLayer("a")]
    for layer in sights.layers {
      layer.displayDelegate = sights
      layer.displaysTrivialTasksAtOnce = false
    }
    for string in ["b", "c"] {
      Transaction.group {
        for layer in sights.layers { layer.string = string }
      }
      for layer in sights.layers { layer.displayIfNeeded() }
    }
    await DisplayCoordinator.main.drain()
    #expect(sights.seen == [["c", "c"], ["c", "c"]])
  }

  @Test("A placeholder has neither layout nor tint")
  func placeholderHasNoLayout() {
    let layer = makeLayer("one")
    layer.contentsFormat = .automatic
    layer.displayAndWait()
    #expect(layer.layOutNow() != nil && layer.contentsTint != nil)
    layer.contentsPolicy = .placeholder
    layer.displaysTrivialTasksAtOnce = false
    layer.string = "two"
    layer.displayIfNeeded()
    #expect(layer.contents == nil)
    #expect(layer.layOutNow() == nil && layer.contentsTint == nil)
    layer.displayAndWait()
    #expect(layer.layOutNow()?.text.string == "two" && layer.contentsTint != nil)
  }

  @Test("Contents that were set have neither layout nor tint, whatever memory they have")
  func contentsFromElsewhereHaveNoLayout() throws {
    let coordinator = DisplayCoordinator(pool: BitmapPool())
    let layers = ["one", "two"].map { string in
      let layer = TextLayer(coordinator: coordinator)
      layer.fonts = BundledFonts.collection
      layer.bounds = Rect(width: 60, height: 20)
      layer.contentsFormat = .alpha8
      layer.string = string
      return layer
    }
    layers[0].displayAndWait()
    let memory = try #require(layers[0].contents?.id)
    #expect(layers[0].layOutNow()?.text.string == "one" && layers[0].contentsTint != nil)
    layers[0].contents = nil
    #expect(layers[0].layOutNow() == nil && layers[0].contentsTint == nil)
    layers[1].displayAndWait()
    #expect(layers[1].contents?.id == memory, "the pool uses the memory again")
    layers[0].contents = layers[1].contents
    #expect(layers[0].layOutNow() == nil && layers[0].contentsTint == nil)
    layers[0].setNeedsDisplay()
    layers[0].displayAndWait()
    #expect(layers[0].layOutNow()?.text.string == "one" && layers[0].contentsTint != nil)
  }

  @Test("A long text that was only measured is freed on the release queue")
  func measuredTextIsFreedElsewhere() async throws {
    let releases = DispatchQueue(label: "releases")
    let queue = ReleaseQueue(on: DispatchedQueue(releases))
    let coordinator = DisplayCoordinator(
      executor: DispatchedQueue(.main), lanes: .shared, releaseQueue: queue)
    let layer = TextLayer(coordinator: coordinator)
    layer.fonts = BundledFonts.collection
    layer.string = String(repeating: "many words ", count: 1000)
    _ = try await layer.size(thatFits: Size(width: 300, height: 0))
    releases.suspend()
    layer.string = "few"
    #expect(queue.pendingByteCount > 11_000)
    layer.string = "fewer"
    let pending = queue.pendingByteCount
    releases.resume()
    #expect(pending < 1_000_000, "a short text is freed where it is given up")
    releases.sync {}
    releases.sync {}
    #expect(queue.pendingByteCount == 0)
  }

  @Test("Many changes in one turn give one display of the last state")
  func coalescing() async throws {
    let layer = makeLayer("first")
    layer.string = "second"
    layer.string = "third"
    let commit = try await latestCommit(of: layer)
    #expect(commit.layOutNow()?.text.string == "third")
    #expect(layer.needsDisplay == false)
  }

  @Test("Equal values need no display")
  func noChange() async throws {
    let layer = makeLayer("same")
    _ = try await latestCommit(of: layer)
    let generation = layer.displayGeneration
    layer.string = "same"
    layer.maximumLines = 0
    layer.isWrapped = true
    layer.bounds = layer.bounds
    #expect(layer.displayGeneration == generation)
    layer.maximumLines = 1
    #expect(layer.displayGeneration > generation)
  }

  @Test("String, attributed string and columns are views of one text")
  func threeWays() async throws {
    let layer = makeLayer("plain")
    layer.attributedString = AttributedString("plain")
    #expect(layer.text == AttributedText("plain"))
    layer.style = TextStyle(size: 31)
    layer.string = "styled"
    #expect(layer.text.shaping.values[0].size == 31)
    var string = AttributedString("red")
    string.foregroundColor = Color(red: 1, green: 0, blue: 0)
    layer.attributedString = string
    #expect(layer.text.paint.values[0].color == Color(red: 1, green: 0, blue: 0))
    let commit = try await latestCommit(of: layer)
    #expect(commit.layOutNow()?.text == layer.text)
  }

  @Test("Drawn on the main queue: the same bytes")
  func synchronous() async throws {
    let layer = makeLayer("Both ways, the same pixels: مرحبا 😀")
    let asynchronous = try await latestCommit(of: layer).image
    let other = makeLayer("Both ways, the same pixels: مرحبا 😀")
    other.displaysAsynchronously = false
    other.displayAndWait()
    #expect(other.contents == asynchronous)
    #expect(other.layOutNow() != nil)
  }

  @Test("A measured size fits the text, and the layout made for it is drawn")
  func sizeThatFits() async throws {
    let layer = makeLayer("A sentence that has to be wrapped, twice at least, to fit this width.")
    let size = try await layer.size(thatFits: Size(width: 130, height: .infinity))
    #expect(size.width <= 130)
    #expect(size.height > 40)
    layer.bounds = Rect(origin: .zero, size: size)
    let commit = try await latestCommit(of: layer)
    let layout = try #require(commit.layOutNow())
    #expect(!layout.isTruncated)
    let wide = try TextLayout(
      layer.text, in: TextContainer(width: 130), fonts: BundledFonts.collection)
    #expect(layout.lines.map(\.range) == wide.lines.map(\.range))
    // Measuring the layer's own size again costs no layout: it is the very object that was drawn.
    _ = try await layer.size(thatFits: size)
    layer.setNeedsDisplay()
    #expect(try await latestCommit(of: layer).layout === layout)
  }

  @Test("Cancelling the task cancels the measuring")
  func cancelledSize() async throws {
    let layer = makeLayer(String(repeating: "many words ", count: 50_000))
    let task = Task { try await layer.size(thatFits: Size(width: 100, height: 0)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("A size that cannot be drawn clears contents and layout")
  func cleared() async throws {
    let layer = makeLayer("gone")
    _ = try await latestCommit(of: layer)
    #expect(layer.layOutNow() != nil)
    layer.bounds = .zero
    layer.displayAndWait()
    #expect(layer.contents == nil)
    #expect(layer.layOutNow() == nil)
  }

  @Test("Text that does not fit ends in an ellipsis")
  func truncation() async throws {
    let layer = makeLayer(
      "a b c d e f g h i j k l m n o p q r s t u v w x y z", width: 60, height: 25)
    let commit = try await latestCommit(of: layer)
    #expect(commit.layOutNow()?.isTruncated == true)
  }
}
