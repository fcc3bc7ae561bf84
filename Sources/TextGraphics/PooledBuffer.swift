// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Memory for bitmaps, and what is known about what it holds.
// @unchecked Sendable: what it points to has one owner at a time, a shelf or who took it off; it goes from one to the
// other under the shelf's lock.
@safe struct PooledBuffer: @unchecked Sendable {
  @safe private struct Record {
    let memory: UnsafeMutableRawPointer
    /// The index of its size class.
    let sizeClass: Int
    var drawn: DrawnBands
  }

  private let record: UnsafeMutablePointer<Record>

  /// - Parameter isClear: Whether all bytes are 0.
  init(memory: UnsafeMutableRawPointer, sizeClass: Int, isClear: Bool) {
    let drawn =
      isClear
      ? DrawnBands(pattern: 0, byteCount: SizeClass.byteCount(sizeClass)) : DrawnBands()
    unsafe record = .allocate(capacity: 1)
    unsafe record.initialize(to: Record(memory: memory, sizeClass: sizeClass, drawn: drawn))
  }

  /// Ends it; the memory remains.
  func destroy() {
    unsafe record.deinitialize(count: 1)
    unsafe record.deallocate()
  }

  var memory: UnsafeMutableRawPointer { unsafe record.pointee.memory }
  var sizeClass: Int { unsafe record.pointee.sizeClass }
  /// The size of its class.
  var byteCount: Int { SizeClass.byteCount(sizeClass) }

  /// What was written since the memory was filled.
  var drawn: DrawnBands {
    get { unsafe record.pointee.drawn }
    nonmutating _modify { yield unsafe &record.pointee.drawn }
  }

  /// Fills the first bytes with four bytes, unless these are `nil`.
  func fill(byteCount: Int, pattern: UInt32?) {
    if let pattern {
      unsafe drawn.fill(memory, byteCount: byteCount, pattern: pattern)
    } else {
      drawn.forget()
    }
  }
}

/// A buffer that lies on a shelf, or is on its way there.
// @unchecked Sendable: as `PooledBuffer` is; a storage is held by nobody else.
@safe enum ShelvedBuffer: @unchecked Sendable {
  case bare(PooledBuffer)
  /// With the storage that it was given back with.
  case kept(Unmanaged<BitmapStorage>)

  /// The index of its size class.
  @inline(__always)
  var sizeClass: Int {
    switch self {
    case .bare(let buffer): buffer.sizeClass
    case .kept(let storage): unsafe storage._withUnsafeGuaranteedRef { $0.sizeClass }
    }
  }

  /// The size of its class.
  var byteCount: Int { SizeClass.byteCount(sizeClass) }

  /// The buffer alone; ends the storage.
  func buffer() -> PooledBuffer {
    switch self {
    case .bare(let buffer): buffer
    case .kept(let storage): unsafe storage.takeRetainedValue().bare()
    }
  }

  /// The storage of a bitmap that takes its memory from a shelf.
  @inline(__always)
  func storage(on shelf: ShelfReference) -> BitmapStorage {
    switch self {
    case .bare(let buffer): BitmapStorage(buffer, of: shelf)
    case .kept(let storage): unsafe storage.takeRetainedValue()
    }
  }
}

/// Size classes: four steps to each power of two, from 1 KiB to 2 GiB.
enum SizeClass {
  static let count = 88
  /// A buffer of so many classes more is taken rather than a new one: twice the size.
  static let reach = 4

  static func index(for byteCount: Int) -> Int {
    let n = max(byteCount, 1024) - 1
    let power = Int.bitWidth - 1 - n.leadingZeroBitCount
    // n lies in [2^power, 2^(power+1)); the two bits below the highest choose the quarter.
    return (power - 9) * 4 + ((n >> (power - 2)) & 3) - 3
  }

  static func byteCount(_ index: Int) -> Int {
    // A power of two and a quarter of it to four; without the checks of shifts, for it is asked at each turn.
    let step = UInt(bitPattern: index) &+ 3
    return Int(bitPattern: (5 &+ (step & 3)) &<< ((step &>> 2) &+ 7))
  }
}
