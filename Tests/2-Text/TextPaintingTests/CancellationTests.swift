// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Synchronization
import SystemConcurrency
import Testing
import TextModel
import TextTestSupport
import TextTypesetting

@testable import CanvasGeometry
@testable import TextPainting

@Suite("Calling off a drawing")
struct CancellationTests {
  /// Counts polls and calls off at a given one.
  private final class Switch: Sendable {
    let polls = Atomic<Int>(0)
    let last: Int

    init(at last: Int) { self.last = last }

    var cancellation: Cancellation {
      Cancellation(
        flag: CancellationFlag(poll: { [self] flag in
          if polls.wrappingAdd(1, ordering: .relaxed).newValue >= last { flag.set() }
        }))
    }
  }

  private func polls(drawing layout: TextLayout) throws -> Int {
    let counter = Switch(at: .max)
    try draw(layout, counter)
    return counter.polls.load(ordering: .relaxed)
  }

  /// Without caches: what is kept is not polled for.
  private func draw(_ layout: TextLayout, _ polls: Switch) throws {
    var context = try GraphicsContext(size: layout.size)
    try context.draw(
      layout, at: .zero, masks: GlyphMaskCache(capacity: 0), colors: ColorGlyphCache(capacity: 0),
      cancellation: polls.cancellation)
  }

  @Test("Every poll can end the drawing")
  func everyPoll() throws {
    let layout = try PaintingSample.mixed()
    let count = try polls(drawing: layout)
    #expect(count > layout.lines.count)
    for poll in 1...count {
      let off = Switch(at: poll)
      #expect(throws: CancellationError.self) {
        try draw(layout, off)
      }
      #expect(off.polls.load(ordering: .relaxed) == poll)
    }
  }

  /// Runs of many colours and lines of many sizes, so that masks are pending at most polls.
  @Test("A cancelled drawing leaves nothing for the next one")
  func nothingIsLeft() throws {
    let (masks, colors) = (GlyphMaskCache(), ColorGlyphCache())
    let interrupted = try PaintingSample.mixed(width: 120)
    let next = try TextLayout(AttributedText("next"), fonts: BundledFonts.collection)
    // As large as the other, so that masks that are left would be seen.
    func drawNext() throws -> Bitmap {
      var context = try GraphicsContext(size: interrupted.size)
      try context.draw(next, at: .zero, masks: masks, colors: colors, cancellation: .never)
      return context.makeBitmap()
    }
    let expected = try drawNext()
    _ = try PaintingSample.draw(interrupted, masks: masks, colors: colors)
    for poll in 1...60 {
      var context = try GraphicsContext(size: interrupted.size)
      try? context.draw(
        interrupted, at: .zero, masks: masks, colors: colors,
        cancellation: Switch(at: poll).cancellation)
      #expect(try drawNext() == expected)
    }
  }

  @Test("A large glyph is polled band by band")
  func bands() throws {
    let layout = try TextLayout(
      AttributedText("O", style: TextStyle(size: 3000)), fonts: BundledFonts.collection)
    #expect(try polls(drawing: layout) > 20)
  }

  @Test("A long run is polled along the way")
  func longRun() throws {
    let layout = try TextLayout(
      AttributedText(String(repeating: "a", count: 5000)), fonts: BundledFonts.collection)
    let counter = Switch(at: .max)
    var context = try GraphicsContext(size: Size(width: 100, height: 40))
    try context.draw(layout, cancellation: counter.cancellation)
    #expect(counter.polls.load(ordering: .relaxed) > 15)
  }
}
