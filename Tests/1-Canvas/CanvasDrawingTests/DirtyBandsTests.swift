// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CanvasDrawing
@testable import CanvasGeometry

@Suite("Buffers that are used again are filled where they were drawn upon")
struct DirtyBandsTests {
  private struct Dice {
    var state: UInt64
    mutating func roll(_ sides: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % sides
    }
  }

  /// Draws in every way that a context has, at places that a die gives.
  private static func drawing(_ seed: UInt64, pool: BitmapPool) throws -> Bitmap {
    var dice = Dice(state: seed)
    let backgrounds: [Color?] = [nil, .white, .white, Color(red8: 9, green8: 80, blue8: 7)]
    let format: PixelFormat = dice.roll(4) == 0 ? .alpha8 : .rgba8
    let (width, height) = (20 + dice.roll(90), 10 + dice.roll(60))
    var context = try GraphicsContext(
      pixels: PixelSize(width: width, height: height), format: format,
      background: backgrounds[dice.roll(4)], pool: pool)
    let coverage = [UInt8](repeating: 200, count: 12 * 9 + 32)
    for _ in 0..<dice.roll(14) {
      let (x, y) = (dice.roll(width + 20) - 10, dice.roll(height + 20) - 10)
      let rect = Rect(x: Double(x), y: Double(y), width: 9, height: Double(1 + dice.roll(5)))
      switch dice.roll(7) {
      case 0: try context.fill(rect, with: .black)
      case 1: try context.fill(rect, with: Color(white: 0.5, alpha: 0.5))
      case 2: try context.fill(Path(rect: rect.offsetBy(dx: 0.3, dy: 0.2)), with: .black)
      case 3:
        try context.beginLayer(alpha: 0.7)
        try context.fill(rect, with: .black)
        try context.endLayer()
      case 4:
        let small = try GraphicsContext(
          pixels: PixelSize(width: 7, height: 5), background: .black, pool: pool
        ).makeBitmap()
        if !context.blit(small, atPixelX: x, y: y) { try context.draw(small, in: rect) }
      case 5:
        coverage.withUnsafeBufferPointer { coverage in
          guard let base = coverage.baseAddress else { return }
          let masks = (0..<5).map {
            PlacedMask(
              coverage: base, stride: 12, width: 12, height: 9, x: Int32(x + 11 * $0),
              y: Int32(y + 7 * ($0 / 3)))
          }
          context.fillMasks(masks.span, color: 0xFF00_0000)
        }
      default:
        context.saveGState()
        try context.clip(to: Path(rect: rect.offsetBy(dx: 0.5, dy: 0.5)))
        try context.fillClip(with: .black)
        context.restoreGState()
      }
    }
    return context.makeBitmap()
  }

  @Test("A pool's pictures are those of new memory, whatever was drawn before")
  func reuse() throws {
    let pool = BitmapPool(capacity: 1 << 20)
    for seed in 0..<UInt64(3000) {
      let fresh = try Self.drawing(seed, pool: BitmapPool(capacity: 0))
      let reused = try Self.drawing(seed, pool: pool)
      #expect(reused == fresh, "seed \(seed)")
    }
    #expect(pool.ledger.reused > 3000)
  }

  @Test("Memory that others write is filled as a whole")
  func foreign() throws {
    let pool = BitmapPool(capacity: 1 << 20)
    var buffer = try BitmapBuffer(width: 64, height: 16, pool: pool)
    buffer.withUnsafeMutableBytes { bytes in
      for i in bytes.indices { bytes[i] = 77 }
    }
    _ = buffer.freeze()
    let bitmap = try GraphicsContext(pixels: PixelSize(width: 60, height: 16), pool: pool)
      .makeBitmap()
    #expect(pool.ledger.reused == 1)
    #expect((0..<16).allSatisfy { y in (0..<60).allSatisfy { bitmap.pixel(x: $0, y: y) == 0 } })
  }

  @Test("A band is written again row by row, nearly whole rows as one")
  func bands() {
    var dirty = DirtyBands(pattern: 5, byteCount: 256 * 60)
    dirty.setRows(bytesPerRow: 256)
    #expect((dirty.pattern, dirty.filledBytes, dirty.count) == (5, 256 * 60, 0))
    dirty.add(top: 10, bottom: 12, left: 13, right: 15)
    dirty.add(top: 3, bottom: 5, left: 0, right: 200)
    #expect(dirty.count == 2)
    #expect(
      dirty.rows(ofBand: 0)
        == DirtyBands.Rows(offset: 2572, bytesPerRow: 256, byteCount: 4, count: 2))
    #expect(
      dirty.rows(ofBand: 1)
        == DirtyBands.Rows(offset: 768, bytesPerRow: 256, byteCount: 456, count: 1))
    dirty.noteFill(byteCount: 256 * 8, pattern: 5)
    #expect((dirty.pattern, dirty.filledBytes, dirty.count) == (5, 256 * 60, 0))
    dirty.noteFill(byteCount: 256 * 8, pattern: 6)
    #expect((dirty.pattern, dirty.filledBytes, dirty.count) == (6, 256 * 8, 0))
  }

  @Test("Only what was drawn upon is written again, and what was never filled")
  func fill() {
    var memory = [UInt8](repeating: 7, count: 1024)
    memory.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let buffer = PooledBuffer(memory: base, sizeClass: 0, isClear: false)
      buffer.fill(byteCount: 512, pattern: 0)
      #expect(bytes[..<512].allSatisfy { $0 == 0 } && bytes[512...].allSatisfy { $0 == 7 })
      buffer.dirty.setRows(bytesPerRow: 64)
      buffer.dirty.add(top: 1, bottom: 3, left: 5, right: 6)
      // Beyond the record, to tell what is written.
      for index in 16..<512 { bytes[index] = 9 }
      let written: Set<Int> = [68, 69, 70, 71, 132, 133, 134, 135]
      buffer.fill(byteCount: 16, pattern: 0)
      #expect((16..<512).allSatisfy { (bytes[$0] == 0) == written.contains($0) })
      for index in 16..<512 { bytes[index] = 0 }
      buffer.fill(byteCount: 1024, pattern: 0)
      #expect(bytes.allSatisfy { $0 == 0 })
    }
  }

  @Test("Lines of a paragraph are noted apart, and no row twice, in whatever order they are drawn")
  func lines() {
    for order in [Array(0..<16), Array((0..<16).reversed()), [7, 3, 15, 0, 9, 2, 11, 1, 14]] {
      var dirty = DirtyBands(pattern: 5, byteCount: 1 << 20)
      dirty.setRows(bytesPerRow: 2880)
      for line in order {
        let top = Int32(40 * line)
        // Accents stand above the letters of the second half.
        dirty.add(top: top + 6, bottom: top + 30, left: 0, right: 1000)
        dirty.add(top: top + 2, bottom: top + 28, left: 1000, right: 2000)
      }
      #expect(dirty.rowCount == 28 * order.count)
      // A band that meets two others merges them.
      dirty.add(top: 20, bottom: 60, left: 0, right: 4)
      #expect(dirty.rowCount <= 28 * order.count + 40)
      dirty.add(top: 0, bottom: 640, left: 0, right: 4)
      #expect(dirty.rowCount == 640)
    }
  }

  @Test("Where there are more lines than places, those nearest to each other go together")
  func manyLines() {
    var dirty = DirtyBands(pattern: 5, byteCount: 1 << 20)
    dirty.setRows(bytesPerRow: 2880)
    for line in 0..<20 {
      dirty.add(top: Int32(100 * line), bottom: Int32(100 * line + 10), left: 0, right: 4)
    }
    #expect(dirty.rowCount == 15 * 10 + 410)
  }
}
