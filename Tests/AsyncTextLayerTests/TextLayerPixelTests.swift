// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FoundationEssentials
import Testing
import TextModel
import TextTestSupport

@testable import AsyncTextLayer

#if canImport(Glibc)
  import Glibc
#endif

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
    var iterator = layer.commits.makeAsyncIterator()
    return try #require(await iterator.next(isolation: MainActor.shared)).image
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
    let layout = try #require(whole.layout)
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
    let layer = layer()
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
    layer.string = "new"
    layer.display()
    #expect(layer.isDisplaying)
  }

  @Test("D23: what was measured is found again by the size that it gave")
  func measuredLayoutIsFound() throws {
    // The old cache: kept under the constraint, looked up by the size.
    var old: [Double: Size] = [:]
    let memory = LayoutMemory(text: AttributedText(Self.text), fonts: BundledFonts.collection)
    let room = TextContainer(width: 150)
    let size = try memory.size(in: room, scale: 2, cancellation: .never)
    old[150] = size
    #expect(old[size.width] == nil)
    #expect(memory.knownLayout(in: TextContainer(width: size.width, height: size.height)) != nil)
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

  /// I14: the greatest gap between two polls, in time of the thread that works.
  @Test("A long text is polled often", arguments: ["word ", "مرحبا بكم ", "😀👩‍👩‍👧 ", "(", "e\u{301}"])
  func pollGaps(piece: String) async throws {
    let text = AttributedText(String(repeating: piece, count: 20_000 / piece.utf16.count))
    let gaps = PollGaps()
    let cancellation = Cancellation(poll: { gaps.note() })
    let layout = try TextLayout(
      text, in: TextContainer(width: 400), fonts: BundledFonts.collection,
      cancellation: cancellation)
    var context = try GraphicsContext(size: Size(width: 400, height: 800), scale: 1)
    try context.draw(layout, cancellation: cancellation)
    #expect(gaps.count > 20)
    // Unoptimised code takes many times what it takes in a release build.
    #if DEBUG
      #expect(gaps.widest < 0.1)
    #else
      #expect(gaps.widest < 0.002)
    #endif
  }
}

/// The time between the polls of one thread.
private final class PollGaps: Sendable {
  private let state = Guarded<(last: Double, widest: Double, count: Int)>((0, 0, 0))

  var widest: Double { state.withLock { $0.widest } }
  var count: Int { state.withLock { $0.count } }

  func note() {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    let now = Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    state.withLock {
      if $0.count > 0 { $0.widest = max($0.widest, now - $0.last) }
      $0.last = now
      $0.count += 1
    }
  }
}
