// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

import struct Synchronization.Atomic

/// A glyph's coverage: 256 levels, row by row, and where it lies from the pixel of the origin.
///
/// It points into a strike's slab or a painter's scratch memory, and is valid as long as that is held.
@safe
struct GlyphMask {
  /// The column of the first pixel, from the origin's pixel.
  var left: Int
  /// The row of the first pixel, from the origin's pixel, downwards.
  var top: Int
  /// Pixels in a row; 0 where the glyph has no ink.
  var width: Int
  /// The number of rows.
  var height: Int
  /// Bytes from one row to the next.
  var bytesPerRow: Int
  /// The first byte.
  var coverage: UnsafePointer<UInt8>
}

/// What the masks of one strike have in common: every input of the rasteriser but glyph and bin.
struct GlyphStrikeKey: Hashable {
  /// The font's process-unique number: face, axis positions and synthesis.
  var font: UInt32
  /// The bit pattern of the em size in device pixels.
  var size: UInt64
}

/// The masks of one font at one size in device pixels.
///
/// Look-ups take no lock: the table's slots are filled once, each by one store after the mask's bytes
/// were written. Filling takes the strike's own lock, never held while a glyph is rasterised.
// @unchecked Sendable: `slabs` and the table behind `table` are filled under `fill`'s mutex; readers
// reach a slab only through a slot, which is stored with release after the slab was written, and
// nothing that was published changes or is freed before the strike itself.
// `GlyphMaskCacheTests.manyThreads` races fillers and readers.
@safe
final class GlyphStrike: @unchecked Sendable {
  @safe
  private struct Fill {
    var count = 0
    var slab = -1
    var used = 0
    var capacity = 0
    var isRetired = false
    /// Large masks that were asked for once.
    var seen: Set<UInt32> = []
    var oldTables: [UnsafeMutablePointer<Atomic<UInt64>>] = unsafe []
  }

  private static let slabLimit = 64
  private static let firstSlab = 4096
  private static let largestSlab = 256 << 10
  private static let header = 8
  /// A mask over so many bytes is kept when it is asked for again: most headlines are drawn once, and copying
  /// their glyphs into new memory would cost as much as a good part of drawing them.
  private static let large = 2048
  /// What a key takes at most that was asked for once: a set is at least three eighths full.
  private static let seenBytes = 12
  /// Vector kernels may read, never use, bytes behind a mask's last row.
  private static let slack = 64

  let key: GlyphStrikeKey
  /// When it was last asked for, in ticks of its cache.
  let lastUse = Atomic<UInt64>(0)
  /// Bytes of slabs and tables.
  let byteCount = Atomic<Int>(0)

  private let slabs: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private let table: Atomic<UnsafeMutablePointer<Atomic<UInt64>>>
  private let fill = Mutex(Fill())

  /// What is known about the font's outlines.
  let proofs: OutlineProofs?

  init(key: GlyphStrikeKey, proofs: OutlineProofs? = nil) {
    self.key = key
    self.proofs = proofs
    unsafe slabs = .allocate(capacity: Self.slabLimit)
    unsafe slabs.initialize(repeating: nil, count: Self.slabLimit)
    unsafe table = Atomic(Self.makeTable(capacity: 64))
    byteCount.store(Self.overhead(capacity: 64), ordering: .relaxed)
  }

  deinit {
    unsafe Self.destroy(table.load(ordering: .acquiring))
    fill.withLock { fill in
      for i in unsafe fill.oldTables.indices { unsafe Self.destroy(fill.oldTables[i]) }
    }
    for i in 0..<Self.slabLimit { unsafe slabs[i]?.deallocate() }
    unsafe slabs.deallocate()
  }

  /// Notes that it is used; nothing is written where that is known.
  @inline(__always)
  func noteUse(at time: UInt64) {
    if lastUse.load(ordering: .relaxed) < time { lastUse.store(time, ordering: .relaxed) }
  }

  /// A slot's upper half: the glyph and the quarter of a pixel at which it stands.
  @inline(__always)
  static func slotKey(glyph: UInt32, binX: Int, binY: Int) -> UInt32 {
    glyph << 4 | UInt32(truncatingIfNeeded: binY & 3) << 2 | UInt32(truncatingIfNeeded: binX & 3)
  }

  /// The mask kept for a key.
  func mask(for key: UInt32) -> GlyphMask? { reader.mask(for: key) }

  /// The table as it is now, for many look-ups in a row. It is valid as long as the strike is held, and need
  /// not know what is kept from now on.
  var reader: Reader {
    let slots = unsafe table.load(ordering: .acquiring)
    return unsafe Reader(
      slots: slots + 1, wrap: slots[0].load(ordering: .relaxed), slabs: slabs)
  }

  /// Finds masks without a lock, and without counting references.
  @safe struct Reader {
    fileprivate let slots: UnsafeMutablePointer<Atomic<UInt64>>
    fileprivate let wrap: UInt64
    fileprivate let slabs: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    /// The mask kept for a key.
    @inline(__always)
    func mask(for key: UInt32) -> GlyphMask? {
      var i = GlyphStrike.hash(key) & wrap
      while true {
        let slot = unsafe slots[Int(truncatingIfNeeded: i)].load(ordering: .acquiring)
        if slot == 0 { return nil }
        if UInt32(truncatingIfNeeded: slot >> 32) == key {
          return mask(at: UInt32(truncatingIfNeeded: slot))
        }
        i = (i &+ 1) & wrap
      }
    }

    @inline(__always)
    private func mask(at location: UInt32) -> GlyphMask? {
      let place = location &- 1
      guard let slab = unsafe slabs[Int(place >> 16)] else { return nil }
      let bytes = unsafe UnsafeRawPointer(slab) + Int(place & 0xFFFF) * 8
      let header = unsafe bytes.load(as: UInt64.self)
      let width = Int(UInt16(truncatingIfNeeded: header >> 32))
      return unsafe GlyphMask(
        left: Int(Int16(truncatingIfNeeded: header)),
        top: Int(Int16(truncatingIfNeeded: header >> 16)), width: width,
        height: Int(UInt16(truncatingIfNeeded: header >> 48)), bytesPerRow: width,
        coverage: (bytes + GlyphStrike.header).assumingMemoryBound(to: UInt8.self))
    }
  }

  /// Keeps a copy of a mask, unless one was kept meanwhile or the strike has no room.
  ///
  /// - Returns: The bytes that were taken for it, or `nil` if the strike is full or was retired.
  func keep(_ mask: GlyphMask, for key: UInt32) -> Int? {
    fill.withLock { fill in
      if fill.isRetired { return nil }
      if self.mask(for: key) != nil { return 0 }
      var taken = 0
      let byteCount = mask.width * mask.height
      // So far from the origin that its place has no room in 16 bits: it is drawn anew each time.
      guard Int(Int16(clamping: mask.left)) == mask.left,
        Int(Int16(clamping: mask.top)) == mask.top
      else { return 0 }
      if byteCount > Self.large, fill.seen.insert(key).inserted {
        self.byteCount.wrappingAdd(Self.seenBytes, ordering: .relaxed)
        return Self.seenBytes
      }
      let need = (Self.header + byteCount + 7) & ~7
      if fill.slab < 0 || fill.used + need > fill.capacity {
        let size = max(min(Self.firstSlab << (fill.slab + 1), Self.largestSlab), need)
        guard fill.slab + 1 < Self.slabLimit, size <= 0xFFFF * 8 else { return nil }
        fill.slab += 1
        fill.used = 0
        fill.capacity = size
        unsafe slabs[fill.slab] = .allocate(byteCount: size + Self.slack, alignment: 64)
        taken += size + Self.slack
      }
      if (fill.count + 1) * 2
        > Int(unsafe table.load(ordering: .relaxed)[0].load(ordering: .relaxed))
      {
        taken += grow(&fill)
      }
      guard let slab = unsafe slabs[fill.slab] else { return nil }
      let bytes = unsafe slab + fill.used
      // One word, so that one load reads it; the order of its bytes is the processor's.
      let place =
        UInt64(UInt16(bitPattern: Int16(mask.left)))
        | UInt64(UInt16(bitPattern: Int16(mask.top))) << 16
        | UInt64(UInt16(mask.width)) << 32 | UInt64(UInt16(mask.height)) << 48
      unsafe bytes.storeBytes(of: place, as: UInt64.self)
      for row in 0..<mask.height {
        unsafe (bytes + Self.header + row * mask.width)
          .copyMemory(from: mask.coverage + row * mask.bytesPerRow, byteCount: mask.width)
      }
      let location = UInt32(fill.slab) << 16 | UInt32(fill.used / 8)
      fill.used += need
      fill.count += 1
      unsafe Self.insert(
        UInt64(key) << 32 | UInt64(location + 1), into: table.load(ordering: .relaxed))
      self.byteCount.wrappingAdd(taken, ordering: .relaxed)
      return taken
    }
  }

  /// Ends filling; what is kept stays readable for whoever holds the strike.
  ///
  /// - Returns: The bytes it holds, once; 0 if it was retired before.
  func retire() -> Int {
    fill.withLock { fill in
      if fill.isRetired { return 0 }
      fill.isRetired = true
      return byteCount.load(ordering: .relaxed)
    }
  }

  private func grow(_ fill: inout Fill) -> Int {
    let old = unsafe table.load(ordering: .relaxed)
    let oldCapacity = unsafe Int(old[0].load(ordering: .relaxed)) + 1
    let new = unsafe Self.makeTable(capacity: oldCapacity * 2)
    for i in 1...oldCapacity {
      let slot = unsafe old[i].load(ordering: .relaxed)
      if slot != 0 { unsafe Self.insert(slot, into: new) }
    }
    unsafe table.store(new, ordering: .releasing)
    unsafe fill.oldTables.append(old)
    return (oldCapacity * 2 + 1) * 8
  }

  @inline(__always)
  private static func hash(_ key: UInt32) -> UInt64 {
    UInt64((key &* 0x9E37_79B1) >> 7)
  }

  /// A table's first word is its capacity, a power of two, less one.
  private static func makeTable(capacity: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    let slots = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: capacity + 1)
    for i in 0...capacity {
      unsafe (slots + i).initialize(to: Atomic(i == 0 ? UInt64(capacity - 1) : 0))
    }
    return unsafe slots
  }

  private static func insert(_ slot: UInt64, into slots: UnsafeMutablePointer<Atomic<UInt64>>) {
    let wrap = unsafe slots[0].load(ordering: .relaxed)
    var i = hash(UInt32(truncatingIfNeeded: slot >> 32)) & wrap
    while unsafe slots[Int(i) + 1].load(ordering: .relaxed) != 0 { i = (i + 1) & wrap }
    unsafe slots[Int(i) + 1].store(slot, ordering: .releasing)
  }

  private static func destroy(_ slots: UnsafeMutablePointer<Atomic<UInt64>>) {
    let capacity = unsafe Int(slots[0].load(ordering: .relaxed)) + 1
    unsafe slots.deinitialize(count: capacity + 1)
    unsafe slots.deallocate()
  }

  private static func overhead(capacity: Int) -> Int { (capacity + 1) * 8 + slabLimit * 8 + 256 }
}
