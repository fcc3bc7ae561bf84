// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Dispatch
import Synchronization
import Testing
import TextFonts
import TextModel
import TextTestSupport
import TextTypesetting

@testable import CanvasGeometry
@testable import TextPainting

@Suite("Glyph masks: kept or not, the pixels are the same")
struct GlyphMaskCacheTests {
  @Test("Off, tiny, cold and warm caches give the same bytes")
  func cachesChangeNothing() throws {
    let layout = try PaintingSample.mixed()
    let masks = GlyphMaskCache()
    let colors = ColorGlyphCache()
    let cold = try PaintingSample.draw(layout, masks: masks, colors: colors)
    #expect(cold.hasInk)
    #expect(masks.byteCount > 0)
    #expect(try PaintingSample.draw(layout, masks: masks, colors: colors) == cold)
    #expect(try PaintingSample.draw(layout, maskBytes: 0, colorBytes: 0) == cold)
    #expect(try PaintingSample.draw(layout, maskBytes: 6000, colorBytes: 9000) == cold)
  }

  @Test("Eight threads that share a small cache draw the same bytes")
  func manyThreads() throws {
    let layouts = try [180.0, 220, 260, 300].map { try PaintingSample.mixed(width: $0) }
    let expected = try layouts.map { try PaintingSample.draw($0, maskBytes: 0, colorBytes: 0) }
    let masks = GlyphMaskCache(capacity: 48 << 10)
    let colors = ColorGlyphCache(capacity: 24 << 10)
    let wrong = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<12 {
        let index = (thread + round) % layouts.count
        let picture = try? PaintingSample.draw(layouts[index], masks: masks, colors: colors)
        if picture != expected[index] { wrong.wrappingAdd(1, ordering: .relaxed) }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  @Test("What is kept stays within the bound")
  func bound() throws {
    let capacity = 64 << 10
    let masks = GlyphMaskCache(capacity: capacity)
    let text = "The quick brown fox jumps over the lazy dog 0123456789"
    for size in stride(from: 8.0, to: 40, by: 0.5) {
      let layout = try TextLayout(
        AttributedText(text, style: TextStyle(size: size)), fonts: BundledFonts.collection)
      _ = try PaintingSample.draw(layout, masks: masks, colors: ColorGlyphCache())
      #expect(masks.byteCount <= capacity)
      #expect(masks.byteCount >= 0)
    }
    masks.removeAll()
    #expect(masks.byteCount == 0)
    #expect(masks.strikeCount == 0)
  }

  @Test("What the cache drops is freed, though drawings keep the strikes that they used last")
  func droppedStrikesAreFreed() throws {
    let masks = GlyphMaskCache()
    let layout = try TextLayout(AttributedText("dropped"), fonts: BundledFonts.collection)
    let font = layout.lines[0].runs[0].run.font
    weak var strike: GlyphStrike?
    func draw() throws {
      _ = try PaintingSample.draw(layout, masks: masks, colors: ColorGlyphCache())
    }
    try draw()
    #expect(masks.strikeCount == 1)
    let key = GlyphStrikeKey(font: font.id, size: 16.0.bitPattern, variant: 4)
    strike = masks.strike(for: key)
    #expect(strike != nil && masks.strikeCount == 1)
    try draw()
    masks.removeAll()
    // A drawing of another test may have the scratch set in hand; it lets go of what was dropped as
    // it begins.
    for _ in 0..<10_000 where strike != nil {
      try draw()
      masks.removeAll()
    }
    #expect(strike == nil)
    try draw()
    #expect(masks.strikeCount == 1)
  }

  @Test("A scratch set in use drops its strikes when the cache has dropped some")
  func staleStrikes() {
    let (masks, colors) = (GlyphMaskCache(), ColorGlyphCache())
    let scratch = PaintingScratch()
    let key = GlyphStrikeKey(font: 1, size: 16)
    scratch.open(masks: masks, colors: colors)
    #expect(scratch.table(for: key) == nil)
    #expect(scratch.fetchTable(for: key, glyphCount: 9) != nil)
    scratch.open(masks: masks, colors: colors)
    #expect(scratch.table(for: key) != nil)
    masks.removeAll()
    scratch.open(masks: masks, colors: colors)
    #expect(scratch.table(for: key) == nil)
    #expect(masks.strikeCount == 0)
  }

  @Test("A strike finds what it keeps, also after its table has grown")
  func strike() throws {
    let strike = GlyphStrike(key: GlyphStrikeKey(font: 1, size: 16))
    for glyph in 0..<UInt32(3000) {
      let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: glyph), count: 6)
      let taken = bytes.withUnsafeBufferPointer {
        strike.keep(
          GlyphMask(
            left: Int(glyph) - 1500, top: -3, width: 3, height: 2, bytesPerRow: 3,
            coverage: $0.baseAddress!), for: GlyphStrike.slotKey(glyph: glyph, binX: 2, binY: 1))
      }
      #expect(taken != nil)
    }
    #expect(strike.mask(for: GlyphStrike.slotKey(glyph: 7, binX: 1, binY: 1)) == nil)
    for glyph in 0..<UInt32(3000) {
      let key = GlyphStrike.slotKey(glyph: glyph, binX: 2, binY: 1)
      let mask = try #require(strike.mask(for: key))
      #expect(mask.left == Int(glyph) - 1500 && mask.top == -3)
      #expect(mask.width == 3 && mask.height == 2)
      #expect(mask.coverage?[5] == UInt8(truncatingIfNeeded: glyph))
    }
    #expect(strike.retire() > 0)
    #expect(strike.retire() == 0)
  }

  @Test("A strike that is full gives up its older half, and drawing goes on")
  func fullStrike() throws {
    let masks = GlyphMaskCache(capacity: 64 << 20)
    let key = GlyphStrikeKey(font: 1, size: 16)
    let strike = try #require(masks.strike(for: key))
    let bytes = [UInt8](repeating: 1, count: 256 * 256)
    func keep(_ glyph: UInt32, in strike: GlyphStrike) {
      bytes.withUnsafeBufferPointer {
        masks.keep(
          GlyphMask(
            left: 0, top: 0, width: 256, height: 256, bytesPerRow: 256, coverage: $0.baseAddress!),
          for: GlyphStrike.slotKey(glyph: glyph, binX: 0, binY: 0), in: strike)
      }
    }
    var glyph: UInt32 = 0
    var full = 0
    while masks.strike(for: key) === strike, glyph < 1000 {
      // Masks as large as these are kept when they come for the second time.
      for _ in 0..<2 { keep(glyph, in: strike) }
      full = max(full, masks.byteCount)
      glyph += 1
    }
    let younger = try #require(masks.strike(for: key))
    #expect(masks.strikeCount == 1 && masks.byteCount < full * 2 / 3)
    let slots = (0..<glyph).map { GlyphStrike.slotKey(glyph: $0, binX: 0, binY: 0) }
    // The last one found no room.
    let kept = slots.dropLast().filter { younger.mask(for: $0) != nil }
    #expect(kept.count > Int(glyph) / 3 && kept == slots.dropLast().suffix(kept.count))
    for slot in slots.dropLast() { #expect(strike.mask(for: slot)?.coverage?[65535] == 1) }
    for slot in kept { #expect(younger.mask(for: slot)?.coverage?[65535] == 1) }
    // The old one takes no more, the new one does.
    keep(5000, in: strike)
    for _ in 0..<2 { keep(6000, in: younger) }
    #expect(younger.mask(for: GlyphStrike.slotKey(glyph: 6000, binX: 0, binY: 0)) != nil)
    masks.removeAll()
    #expect(masks.byteCount == 0)
  }

  @Test("Over the bound a script of many glyphs loses its oldest masks, and no other its own")
  func pages() throws {
    let masks = GlyphMaskCache(capacity: 4 << 20)
    let bytes = [UInt8](repeating: 9, count: 30 * 30)
    func keep(_ glyph: UInt32, _ key: GlyphStrikeKey) throws {
      let strike = try #require(masks.strike(for: key))
      bytes.withUnsafeBufferPointer {
        masks.keep(
          GlyphMask(
            left: 0, top: 0, width: 30, height: 30, bytesPerRow: 30, coverage: $0.baseAddress!),
          for: glyph << 4, in: strike)
      }
    }
    func has(_ glyph: UInt32, _ key: GlyphStrikeKey) -> Bool {
      masks.strike(for: key)?.mask(for: glyph << 4) != nil
    }
    let (letters, ideographs) = (
      GlyphStrikeKey(font: 1, size: 16), GlyphStrikeKey(font: 2, size: 16)
    )
    for glyph in 0..<200 as Range<UInt32> { try keep(glyph, letters) }
    for glyph in 0..<12_000 as Range<UInt32> {
      try keep(glyph, ideographs)
      #expect(masks.byteCount <= masks.capacity)
      if glyph % 100 == 0 { #expect(has(7, letters), "after \(glyph)") }
    }
    #expect((0..<200).allSatisfy { has($0, letters) })
    let kept = (0..<12_000 as Range<UInt32>).filter { has($0, ideographs) }
    // The younger ones, as many as fit.
    #expect(kept.count > 3000 && kept == Array((12_000 - UInt32(kept.count))..<12_000))
  }

  @Test("A large mask is kept when it is asked for again")
  func largeMasks() throws {
    let strike = GlyphStrike(key: GlyphStrikeKey(font: 1, size: 96))
    let bytes = [UInt8](repeating: 1, count: 64 * 64)
    func keep(_ side: Int, _ slot: UInt32) -> Int? {
      bytes.withUnsafeBufferPointer {
        strike.keep(
          GlyphMask(
            left: 0, top: 0, width: side, height: side, bytesPerRow: side,
            coverage: $0.baseAddress!), for: slot)
      }
    }
    #expect(keep(64, 7) != nil)
    #expect(strike.mask(for: 7) == nil)
    #expect(keep(64, 7) != nil)
    #expect(strike.mask(for: 7)?.width == 64)
    #expect(keep(40, 8) != nil)
    #expect(strike.mask(for: 8)?.width == 40)
  }

  @Test("Masks that were asked for once count as well, and make room")
  func whatWasSeenIsCounted() throws {
    let cache = GlyphMaskCache(capacity: 1 << 18)
    let memory = [UInt8](repeating: 7, count: 60 * 60)
    try memory.withUnsafeBufferPointer { memory in
      let mask = GlyphMask(
        left: 0, top: 0, width: 60, height: 60, bytesPerRow: 60,
        coverage: memory.baseAddress)
      for size in 0..<100 {
        let key = GlyphStrikeKey(font: 1, size: (60 + Double(size) / 8).bitPattern)
        let strike = try #require(cache.strike(for: key))
        for glyph in 0..<2000 as Range<UInt32> { cache.keep(mask, for: glyph << 4, in: strike) }
      }
    }
    #expect(cache.byteCount <= cache.capacity)
    // A key takes five bytes at least.
    #expect(cache.strikeCount <= cache.capacity / (5 * 2000))
  }

  @Test("A mask that lies too far from its origin is not kept, and the strike goes on")
  func farMasks() throws {
    let strike = GlyphStrike(key: GlyphStrikeKey(font: 1, size: 16))
    let bytes = [UInt8](repeating: 1, count: 4)
    for (slot, left, top) in [(1, 32768, 0), (2, 0, -32769), (3, 32767, -32768)] {
      let taken = bytes.withUnsafeBufferPointer {
        strike.keep(
          GlyphMask(
            left: left, top: top, width: 2, height: 2, bytesPerRow: 2, coverage: $0.baseAddress!),
          for: UInt32(slot))
      }
      #expect(taken != nil)
    }
    #expect(strike.mask(for: 1) == nil)
    #expect(strike.mask(for: 2) == nil)
    let kept = try #require(strike.mask(for: 3))
    #expect(kept.left == 32767 && kept.top == -32768)
  }

  @Test("The strike that was used last survives an eviction")
  func leastRecentlyUsed() throws {
    let cache = GlyphMaskCache(capacity: 64 << 10)
    let bytes = [UInt8](repeating: 1, count: 40 * 40)
    func strike(_ size: UInt64) throws -> GlyphStrike {
      try #require(cache.strike(for: GlyphStrikeKey(font: 1, size: size)))
    }
    let used = try strike(1000)
    for size in 0..<60 as Range<UInt64> {
      let filled = try strike(size)
      bytes.withUnsafeBufferPointer { bytes in
        let mask = GlyphMask(
          left: 0, top: 0, width: 40, height: 40, bytesPerRow: 40, coverage: bytes.baseAddress)
        for slot in 0..<4 as Range<UInt32> { cache.keep(mask, for: slot, in: filled) }
      }
      #expect(try strike(1000) === used)
    }
    #expect(cache.strikeCount < 20)
  }

  @Test("Colour glyphs: the picture unused for longest goes first")
  func colorEviction() throws {
    let colors = ColorGlyphCache(capacity: 8 * 20_000)
    func picture() throws -> ColorGlyphImage {
      let context = try GraphicsContext(pixels: PixelSize(width: 32, height: 32))
      return ColorGlyphImage(bitmap: context.makeBitmap(), left: 0, top: 0)
    }
    func key(_ size: UInt64) -> ColorGlyphKey {
      ColorGlyphKey(font: 1, glyph: 1, size: size, bins: 0, foreground: 0)
    }
    for size in 0..<UInt64(4) { colors.keep(try picture(), for: key(size)) }
    #expect(colors.image(for: key(0)) != nil)
    colors.keep(try picture(), for: key(4))
    #expect(colors.image(for: key(0)) != nil)
    #expect(colors.image(for: key(1)) == nil)
    #expect(colors.byteCount <= 20_000)
  }
}
