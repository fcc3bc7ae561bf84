// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency
import Testing

@Suite struct BitmapMemoryTests {
  @Test func slabsHoldManyPiecesApartAndGoBack() {
    let allocator = SlabBitmapAllocator()
    var random = AreaOracle.Random(21)
    var pieces: [(memory: UnsafeMutableRawPointer, count: Int, mark: UInt8)] = []
    func check() {
      for p in pieces {
        #expect(
          p.memory.load(as: UInt8.self) == p.mark
            && p.memory.load(fromByteOffset: p.count - 1, as: UInt8.self) == p.mark)
      }
    }
    for round in 0..<3 {
      for k in 0..<2000 {
        let count = Int.random(in: 1...20_000, using: &random)
        guard let memory = allocator.allocate(byteCount: count) else {
          Issue.record("no memory")
          return
        }
        #expect(UInt(bitPattern: memory) % 64 == 0)
        let mark = UInt8(truncatingIfNeeded: k &+ round)
        memory.initializeMemory(as: UInt8.self, repeating: mark, count: count)
        pieces.append((memory, count, mark))
      }
      check()
      #expect(allocator.slabCount > 5)
      pieces.shuffle(using: &random)
      for p in pieces[1000...] { allocator.deallocate(p.memory, byteCount: p.count) }
      pieces.removeLast(pieces.count - 1000)
      check()
    }
    for p in pieces { allocator.deallocate(p.memory, byteCount: p.count) }
    // The slab that is being cut and a spare one are kept.
    #expect(allocator.slabCount <= 2)
  }

  @Test func fewSmallAndAllLargeBitmapsNeedNoSlab() throws {
    let allocator = SlabBitmapAllocator()
    let pool = BitmapPool(capacity: 0, allocator: allocator)
    for _ in 0..<100 {
      _ = try BitmapBuffer(width: 100, height: 20, pool: pool).freeze()
      _ = try BitmapBuffer(width: 1000, height: 200, pool: pool).freeze()
    }
    #expect(allocator.slabCount == 0)
    #expect(pool.ledger.live == 0)
  }

  @Test func whatThePoolDoesNotKeepGoesToTheReleaser() throws {
    let allocator = FailingBitmapAllocator()
    let pool = BitmapPool(capacity: 5000, allocator: allocator)
    let released = Mutex<[SurplusBuffer]>([])
    pool.setReleaser { buffer in released.withLock { $0.append(buffer) } }
    for height in [16, 64, 64] {
      _ = try BitmapBuffer(width: 64, height: height, pool: pool).freeze()
    }
    // The first fits the pool; the others are larger than what is left.
    #expect(pool.ledger.pooled == 1)
    #expect(released.withLock { $0.count } == 2)
    #expect(pool.ledger.live == 2 && allocator.outstanding == 3)
    for buffer in released.withLock({ $0 }) { buffer.free() }
    #expect(pool.ledger.live == 0 && pool.ledger.freed == 2 && allocator.outstanding == 1)
    pool.setReleaser(nil)
    _ = try BitmapBuffer(width: 64, height: 64, pool: pool).freeze()
    #expect(pool.ledger.live == 0 && allocator.outstanding == 1)
  }

  @Test func theFirstReceiverOfReleasedBuffersStays() throws {
    let pool = BitmapPool(capacity: 0)
    let counts = Mutex((first: 0, second: 0))
    pool.setReleaser { buffer in
      counts.withLock { $0.first += 1 }
      buffer.free()
    }
    pool.setReleaser { buffer in
      counts.withLock { $0.second += 1 }
      buffer.free()
    }
    _ = try BitmapBuffer(width: 4, height: 4, pool: pool).freeze()
    #expect(counts.withLock { $0 } == (1, 0))
    #expect(pool.ledger.live == 0)
  }

  @Test func aLayerWithoutMemoryLeavesTheContextAsItWas() throws {
    let allocator = FailingBitmapAllocator()
    let pool = BitmapPool(capacity: 0, allocator: allocator)
    var c = try GraphicsContext(
      pixels: PixelSize(width: 8, height: 8), background: .white, pool: pool)
    try c.clip(to: Rect(x: 0, y: 0, width: 4, height: 8))
    allocator.remainingSuccesses = 0
    #expect(throws: GraphicsError.self) { try c.beginLayer(alpha: 0.5) }
    // No layer was begun: ending one does nothing, and drawing goes on.
    try c.endLayer()
    try c.fill(Rect(width: 8, height: 8), with: .black)
    let b = c.makeBitmap()
    #expect(b.pixel(x: 3, y: 3) == 0xff00_0000)
    #expect(b.pixel(x: 4, y: 3) == 0xffff_ffff)
  }

  @Test func aClipWithoutMemoryLeavesTheClipAsItWas() throws {
    let allocator = FailingBitmapAllocator()
    let pool = BitmapPool(capacity: 0, allocator: allocator)
    var c = try GraphicsContext(
      pixels: PixelSize(width: 8, height: 8), background: .white, pool: pool)
    try c.clip(to: Rect(x: 0, y: 0, width: 6, height: 8))
    allocator.remainingSuccesses = 0
    #expect(throws: GraphicsError.self) {
      try c.clip(to: Path(ellipseIn: Rect(x: 0, y: 0, width: 8, height: 8)))
    }
    try c.fill(Rect(width: 8, height: 8), with: .black)
    let b = c.makeBitmap()
    #expect(b.pixel(x: 0, y: 0) == 0xff00_0000)
    #expect(b.pixel(x: 6, y: 0) == 0xffff_ffff)
  }

  @Test func threadsShareOnePool() async throws {
    let allocator = SlabBitmapAllocator()
    let pool = BitmapPool(capacity: 1 << 20, allocator: allocator)
    await withTaskGroup(of: Void.self) { group in
      for seed in 0..<8 {
        group.addTask {
          var random = AreaOracle.Random(UInt64(seed))
          var kept: [Bitmap] = []
          for _ in 0..<300 {
            let side = Int.random(in: 1...90, using: &random)
            if let b = try? BitmapBuffer(width: side, height: side, pool: pool) {
              kept.append(b.freeze())
            }
            if kept.count > 20 {
              kept.remove(at: Int.random(in: 0..<kept.count, using: &random))
            }
          }
        }
      }
    }
    #expect(pool.ledger.live == 0)
    pool.drain()
    #expect(pool.ledger.created == pool.ledger.freed)
    #expect(allocator.slabCount <= 2)
  }

  /// Slabs that are new, cut again, and taken from the spare one.
  @Test func whatIsToBeClearIsClear() {
    let allocator = SlabBitmapAllocator()
    for (round, size) in [100 << 10, 100 << 10, 100 << 10, 100 << 10, 300_000, 1_200_000]
      .enumerated()
    {
      var pieces: [UnsafeMutableRawPointer] = []
      let wanted = size > 1 << 18 ? 3 : 70
      for _ in 0..<wanted {
        guard let piece = allocator.allocateClear(byteCount: size) else { continue }
        let bytes = UnsafeRawBufferPointer(start: piece, count: size)
        let isClear = bytes.allSatisfy { $0 == 0 }
        #expect(isClear, "round \(round)")
        piece.initializeMemory(as: UInt8.self, repeating: 0xA5, count: size)
        pieces.append(piece)
      }
      #expect(pieces.count == wanted)
      for piece in pieces { allocator.deallocate(piece, byteCount: size) }
    }
  }

  /// Only what was drawn on is cleared for the next owner; whatever drew there must have said so.
  @Test(arguments: [PixelFormat.rgba8, .alpha8])
  func memoryThatIsUsedAgainIsClear(format: PixelFormat) throws {
    let pool = BitmapPool()
    let mask = [UInt8](repeating: 200, count: 16 * 20)
    let picture = try GraphicsContext(
      pixels: PixelSize(width: 5, height: 5), background: .black, pool: BitmapPool()
    ).makeBitmap()
    let gradient = Gradient(
      .axial(from: .zero, to: Point(x: 32, y: 0)),
      stops: [.init(offset: 0, color: .black), .init(offset: 1, color: .white)])
    let drawings: [(inout GraphicsContext) throws -> Void] = [
      { try $0.fill(Rect(x: 3, y: 4, width: 20, height: 5), with: .black) },
      { try $0.fill(Rect(x: 3, y: 4, width: 20, height: 5), with: Color(white: 0, alpha: 0.5)) },
      { try $0.fill(Path(ellipseIn: Rect(x: 0, y: 3, width: 30, height: 25)), with: .black) },
      { try $0.fill(Path(ellipseIn: Rect(x: 0, y: 3, width: 30, height: 25)), with: gradient) },
      { try $0.fillClip(with: gradient) },
      { try $0.draw(picture, in: Rect(x: 2, y: 25, width: 9, height: 7)) },
      { c in
        try c.clip(to: Path(ellipseIn: Rect(x: 0, y: 3, width: 30, height: 25)))
        try c.fillClip(with: .black)
      },
      { c in
        try c.beginLayer(alpha: 0.5)
        try c.fillClip(with: .black)
        try c.endLayer()
      },
      { c in
        mask.withUnsafeBufferPointer { m in
          guard let start = m.baseAddress else { return }
          let placed = PlacedMask(coverage: start, stride: 16, width: 12, height: 9, x: 25, y: 1)
          c.fillMask(placed, color: 0xff00_0000)
        }
      },
      { c in
        mask.withUnsafeBufferPointer { m in
          guard let start = m.baseAddress else { return }
          let placed = [-4, 11, 28].map { (y: Int32) in
            PlacedMask(coverage: start, stride: 16, width: 12, height: 9, x: 22, y: y)
          }
          c.fillMasks(placed.span, color: 0xff80_4020)
        }
      },
    ]
    for (index, draw) in drawings.enumerated() {
      var context = try GraphicsContext(
        pixels: PixelSize(width: 32, height: 32), format: format, pool: pool)
      try draw(&context)
      let drawn = context.makeBitmap()
      let hasInk = drawn.withUnsafeBytes { $0.contains { $0 != 0 } }
      #expect(hasInk, "drawing \(index)")
      _ = consume drawn
      let reused = pool.ledger.reused
      // Other rows in the same memory, and more of it.
      let next = try BitmapBuffer(
        width: 16, height: 64, format: format, pool: pool
      ).freeze()
      let isClear = next.withUnsafeBytes { $0.allSatisfy { $0 == 0 } }
      #expect(isClear, "drawing \(index)")
      #expect(pool.ledger.reused == reused + 1)
    }
  }
}
