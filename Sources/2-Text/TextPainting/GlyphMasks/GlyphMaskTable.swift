// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The masks of one strike: an insert-only hash table with lock-free look-ups.
///
/// Copies refer to the same memory, uncounted: a copy is valid as long as the strike is retained.
/// The strike's lock serialises insertions, and its end calls ``destroy()``.
///
/// A slot is published by one store with release ordering, after the mask's bytes were written; a
/// reader that finds the slot with acquire ordering sees them. Nothing that was published changes
/// before ``destroy()``.
// @unchecked Sendable: a published slot and its mask never change, as said above;
// `GlyphMaskCacheTests.manyThreads` races insertions and look-ups.
@safe struct GlyphMaskTable: @unchecked Sendable {
  /// Slots of 64 bits, behind a word with their number, which is a power of two, less one.
  fileprivate typealias SlotMemory = UnsafeMutablePointer<Atomic<UInt64>>

  /// The slots of a table: each has a key above a location, or is 0 if free.
  @safe fileprivate struct Slots {
    let memory: SlotMemory

    init(memory: SlotMemory) { unsafe self.memory = memory }

    /// Allocates free slots.
    init(capacity: Int) {
      let memory = SlotMemory.allocate(capacity: capacity + 1)
      for i in 0...capacity {
        unsafe (memory + i).initialize(to: Atomic(i == 0 ? UInt64(capacity - 1) : 0))
      }
      unsafe self.memory = memory
    }

    func free() {
      let capacity = capacity
      unsafe memory.deinitialize(count: capacity + 1)
      unsafe memory.deallocate()
    }

    var capacity: Int { unsafe Int(memory[0].load(ordering: .relaxed)) + 1 }

    /// A slot by its number from 0.
    subscript(index: Int) -> UInt64 {
      precondition(index >= 0 && index < capacity, "no slot of the table")
      return unsafe memory[index + 1].load(ordering: .relaxed)
    }

    /// Publishes a slot at the first free place behind the hash of its key.
    func publish(_ slot: UInt64) {
      let wrap = capacity - 1
      var i = Int(GlyphMaskTable.hash(UInt32(truncatingIfNeeded: slot >> 32))) & wrap
      while self[i] != 0 { i = (i + 1) & wrap }
      unsafe memory[i + 1].store(slot, ordering: .releasing)
    }
  }

  /// The parts at fixed addresses.
  @safe fileprivate struct Header: ~Copyable {
    let slots: Atomic<SlotMemory>
    /// Logical time of the last use, in ticks of the cache.
    let lastUse = Atomic<UInt64>(0)
    /// Blocks of masks; each mask is a header of 8 bytes and its rows.
    let slabs = unsafe InlineArray<64, Atomic<UnsafeMutableRawPointer?>> { _ in unsafe Atomic(nil) }

    init(_ slots: Slots) { unsafe self.slots = Atomic(slots.memory) }
  }

  /// The state that only insertions use; look-ups on other threads read the header meanwhile.
  @safe private struct Writer {
    /// The owners of the slabs, in the same order.
    var owners: [MaskSlab] = []
    /// Slots of smaller capacity, which look-ups under way may still read.
    var oldSlots: [Slots] = []
  }

  private let header: UnsafeMutablePointer<Header>
  private let writer: UnsafeMutablePointer<Writer>

  static let slabLimit = 64
  private static let firstCapacity = 64
  /// The bytes before a mask's rows; they hold its place and extent.
  private static let maskHeader = 8
  /// Bytes beyond the last row, which vector kernels read and ignore. They may be those of the next
  /// mask, while another thread writes it: the thread sanitizer names that read and the write in
  /// ``insert(_:for:slab:offset:count:)`` if it sees both.
  fileprivate static let slack = 64

  /// The bytes of a table without masks.
  static let emptyBytes = (firstCapacity + 1) * 8 + slabLimit * 8 + 256

  // The pointers lead to the header and into the slots and slabs, which this type allocates.

  init() {
    unsafe writer = .allocate(capacity: 1)
    unsafe writer.initialize(to: Writer())
    unsafe header = .allocate(capacity: 1)
    unsafe header.initialize(to: Header(Slots(capacity: Self.firstCapacity)))
  }

  /// Frees the table; no copy may be used any more.
  func destroy() {
    slots.free()
    for slots in unsafe writer.pointee.oldSlots { slots.free() }
    unsafe header.deinitialize(count: 1)
    unsafe header.deallocate()
    unsafe writer.deinitialize(count: 1)
    unsafe writer.deallocate()
  }

  /// The slots in use at present, for insertions.
  private var slots: Slots {
    unsafe Slots(memory: header.pointee.slots.load(ordering: .acquiring))
  }

  @inline(__always)
  private static func hash(_ key: UInt32) -> UInt64 { UInt64((key &* 0x9E37_79B1) >> 7) }

  // MARK: Use

  /// The logical time of the last use.
  var lastUse: UInt64 { unsafe header.pointee.lastUse.load(ordering: .relaxed) }

  /// Records a use; writes only if it is later than the last one.
  @inline(__always)
  func noteUse(at time: UInt64) {
    if lastUse < time { unsafe header.pointee.lastUse.store(time, ordering: .relaxed) }
  }

  // MARK: Look-up

  /// The present slots, for a series of look-ups; masks that are inserted later may be missing.
  @inline(__always)
  var snapshot: Snapshot {
    let slots = unsafe header.pointee.slots.load(ordering: .acquiring)
    let wrap = unsafe slots[0].load(ordering: .relaxed)
    return unsafe Snapshot(slots: slots + 1, wrap: wrap, header: header)
  }

  /// A table at one time. Look-ups take no lock and count no references.
  @safe struct Snapshot {
    fileprivate let slots: SlotMemory
    fileprivate let wrap: UInt64
    fileprivate let header: UnsafeMutablePointer<Header>

    @inline(__always)
    func mask(for key: UInt32) -> GlyphMask? {
      var i = GlyphMaskTable.hash(key) & wrap
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
      // Slab numbers are below 64; `& 63` tells the compiler, so that the index is not checked.
      guard
        let slab = unsafe header.pointee.slabs[Int(place >> 16 & 63)].load(ordering: .relaxed)
      else { return nil }
      let bytes = unsafe UnsafeRawPointer(slab) + Int(place & 0xFFFF) * 8
      let extent = unsafe bytes.load(as: UInt64.self)
      let width = Int(UInt16(truncatingIfNeeded: extent >> 32))
      return unsafe GlyphMask(
        left: Int(Int16(truncatingIfNeeded: extent)),
        top: Int(Int16(truncatingIfNeeded: extent >> 16)), width: width,
        height: Int(UInt16(truncatingIfNeeded: extent >> 48)), bytesPerRow: width,
        coverage: (bytes + GlyphMaskTable.maskHeader).assumingMemoryBound(to: UInt8.self))
    }
  }

  // MARK: Insertion, under the strike's lock

  /// The bytes that a mask takes in a slab.
  static func byteCount(of mask: GlyphMask) -> Int {
    (maskHeader + mask.width * mask.height + 7) & ~7
  }

  /// Adds a slab behind the others.
  func add(_ slab: MaskSlab) {
    let index = unsafe writer.pointee.owners.count
    // A reader sees the slab with the slot that names it, which is published afterwards.
    unsafe header.pointee.slabs[index].store(slab.bytes, ordering: .relaxed)
    unsafe writer.pointee.owners.append(slab)
  }

  /// The slabs, from the oldest.
  var slabs: [MaskSlab] { unsafe writer.pointee.owners }

  /// A table of the masks in all slabs but the oldest ones; it shares the slabs.
  ///
  /// - Returns: The table, the number of its masks and the bytes of its slots.
  func withoutOldest(_ dropped: Int) -> (table: GlyphMaskTable, count: Int, slotBytes: Int) {
    let result = GlyphMaskTable()
    for slab in slabs.dropFirst(dropped) { result.add(slab) }
    var (count, slotBytes) = (0, 0)
    let slots = slots
    for i in 0..<slots.capacity {
      let slot = slots[i]
      if slot == 0 { continue }
      let place = UInt32(truncatingIfNeeded: slot) - 1
      guard Int(place >> 16) >= dropped else { continue }
      slotBytes += result.growSlots(for: count + 1)
      let moved = UInt64(place - UInt32(dropped) << 16 + 1)
      result.slots.publish((slot >> 32) << 32 | moved)
      count += 1
    }
    return (result, count, slotBytes)
  }

  /// Copies a mask into a slab and publishes it.
  ///
  /// - Parameters:
  ///   - offset: The place of the mask in the slab: a multiple of 8, with room for the mask.
  ///   - count: The number of masks in the table.
  /// - Returns: The bytes taken for slots.
  func insert(_ mask: GlyphMask, for key: UInt32, slab: Int, offset: Int, count: Int) -> Int {
    let taken = growSlots(for: count + 1)
    guard let memory = unsafe header.pointee.slabs[slab].load(ordering: .relaxed) else {
      return taken
    }
    let bytes = unsafe memory + offset
    // Place and extent are one word in the processor's byte order, so that one load reads them.
    let extent =
      UInt64(UInt16(bitPattern: Int16(mask.left)))
      | UInt64(UInt16(bitPattern: Int16(mask.top))) << 16
      | UInt64(UInt16(mask.width)) << 32 | UInt64(UInt16(mask.height)) << 48
    unsafe bytes.storeBytes(of: extent, as: UInt64.self)
    if let coverage = unsafe mask.coverage {
      for row in 0..<mask.height {
        unsafe (bytes + Self.maskHeader + row * mask.width)
          .copyMemory(from: coverage + row * mask.bytesPerRow, byteCount: mask.width)
      }
    }
    let location = UInt32(slab) << 16 | UInt32(offset / 8)
    slots.publish(UInt64(key) << 32 | UInt64(location + 1))
    return taken
  }

  /// Doubles the slots if more than half of them would be taken.
  private func growSlots(for count: Int) -> Int {
    let old = slots
    let capacity = old.capacity
    if count * 2 < capacity { return 0 }
    let new = Slots(capacity: capacity * 2)
    for i in 0..<capacity where old[i] != 0 { new.publish(old[i]) }
    unsafe header.pointee.slots.store(new.memory, ordering: .releasing)
    unsafe writer.pointee.oldSlots.append(old)
    return (capacity * 2 + 1) * 8
  }
}

/// A block of masks, shared by the tables that have masks in it.
// @unchecked Sendable: bytes are written under the lock of the one strike that fills the block,
// each before the slot that names it is published; afterwards they are only read.
@safe final class MaskSlab: @unchecked Sendable {
  let bytes: UnsafeMutableRawPointer
  let byteCount: Int
  /// The logical time at which the slab was begun.
  let birth: UInt64

  init(byteCount: Int, birth: UInt64) {
    self.byteCount = byteCount + GlyphMaskTable.slack
    self.birth = birth
    unsafe bytes = .allocate(byteCount: self.byteCount, alignment: 64)
  }

  deinit { unsafe bytes.deallocate() }
}
