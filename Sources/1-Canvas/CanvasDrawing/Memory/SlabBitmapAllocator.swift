// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemConcurrency

/// A slab allocator for bitmaps: pieces of up to 128 KiB are cut from slabs of 2 MiB in huge pages.
///
/// Thousands of kept labels then cost one page fault for each slab instead of one for every 4 KiB.
/// The first 2 MiB of small pieces come from the C library, so that a process with few bitmaps maps
/// no slab. Pieces of up to 1 MiB are mapped with all their pages; larger ones come from the C
/// library.
///
/// Slabs are bump-allocated: pieces are cut off one after the other, and their memory is not cut
/// again until the whole slab is free. Pieces are used again by the pool above. One free slab is
/// kept, the others return to the system.
package final class SlabBitmapAllocator: BitmapAllocator {
  static let slabBytes = 2 << 20
  /// The largest piece that is cut from a slab, in bytes.
  static let largestPiece = 128 << 10
  /// The largest piece that is mapped by itself, in bytes.
  static let largestMapping = 1 << 20
  /// The bytes of small pieces that come from the C library before slabs begin.
  static let looseBytes = 2 << 20

  private let slabs = Mutex(Slabs())
  private let system = SystemBitmapAllocator()

  /// Creates an allocator without slabs.
  package init() {}

  deinit {
    // No piece is in use, since bitmaps retain the allocator.
    slabs.withLock { slabs in
      for slab in [slabs.current, slabs.spare] where slab != 0 { Mapping.unmap(slab) }
    }
  }

  /// The number of mapped slabs.
  package var slabCount: Int { slabs.withLock { $0.mapped } }

  // Addresses become pointers here: the caller owns the piece until it is returned.

  /// Takes memory at an address that is a multiple of 64; `nil` if there is none.
  package func allocate(byteCount: Int) -> UnsafeMutableRawPointer? {
    unsafe allocate(byteCount: byteCount, isClear: false)
  }

  /// Takes memory whose bytes are all 0 at an address that is a multiple of 64; `nil` if there is
  /// none. Fresh pages are not touched.
  package func allocateClear(byteCount: Int) -> UnsafeMutableRawPointer? {
    unsafe allocate(byteCount: byteCount, isClear: true)
  }

  private func allocate(byteCount: Int, isClear: Bool) -> UnsafeMutableRawPointer? {
    if byteCount > Self.largestPiece {
      if byteCount > Self.largestMapping {
        return unsafe allocateFromSystem(byteCount: byteCount, isClear: isClear)
      }
      return unsafe UnsafeMutableRawPointer(bitPattern: Mapping.mapPopulated(byteCount))
    }
    let size = Slabs.rounded(byteCount)
    switch slabs.withLock({ $0.cut(size) }) {
    case .none: return nil
    case .some(.loose):
      let memory = unsafe allocateFromSystem(byteCount: byteCount, isClear: isClear)
      if unsafe memory == nil { slabs.withLock { $0.loose -= size } }
      return unsafe memory
    case .some(.piece(let address, let isFresh)):
      guard let memory = unsafe UnsafeMutableRawPointer(bitPattern: address) else { return nil }
      if isClear, !isFresh { unsafe memset(memory, 0, byteCount) }
      return unsafe memory
    }
  }

  private func allocateFromSystem(byteCount: Int, isClear: Bool) -> UnsafeMutableRawPointer? {
    unsafe isClear
      ? system.allocateClear(byteCount: byteCount) : system.allocate(byteCount: byteCount)
  }

  /// Returns memory.
  package func deallocate(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    let address = UInt(bitPattern: memory)
    if byteCount > Self.largestPiece, byteCount <= Self.largestMapping {
      Mapping.unmap(address, byteCount: byteCount)
      return
    }
    if byteCount <= Self.largestPiece {
      switch slabs.withLock({ $0.giveBack(address, Slabs.rounded(byteCount)) }) {
      case .kept: return
      case .unused(let slab): return Mapping.unmap(slab)
      case .loose: break
      }
    }
    unsafe system.deallocate(memory, byteCount: byteCount)
  }
}

/// The slabs of an allocator; addresses, 0 for none.
private struct Slabs: Sendable {
  /// The result of a request.
  enum Piece {
    /// The C library should serve the request.
    case loose
    /// An address, and whether nothing was ever written there.
    case piece(UInt, isFresh: Bool)
  }

  /// The result of a return.
  enum Return {
    /// The piece belongs to the C library.
    case loose
    /// The slab stays.
    case kept
    /// The slab at this address must be unmapped.
    case unused(UInt)
  }

  /// The slab that pieces are cut from, and the bytes that are cut off.
  var current: UInt = 0
  private var used = 0
  /// Whether nothing beyond `used` was ever cut off.
  private var isFresh = false
  /// A slab without pieces.
  var spare: UInt = 0
  var mapped = 0
  /// The bytes of small pieces that the C library has given.
  var loose = 0
  /// The number of pieces in use, by the address of their slab.
  private var live: [UInt: Int] = [:]

  /// Cuts off a piece; `nil` if there is no memory.
  mutating func cut(_ size: Int) -> Piece? {
    if loose + size <= SlabBitmapAllocator.looseBytes {
      loose += size
      return .loose
    }
    if current == 0 || used + size > SlabBitmapAllocator.slabBytes {
      guard changeSlab() else { return nil }
    }
    let piece = current + UInt(used)
    used += size
    live[current, default: 0] += 1
    return .piece(piece, isFresh: isFresh)
  }

  private mutating func changeSlab() -> Bool {
    let isNew = spare == 0
    let next = isNew ? Mapping.mapSlab() : spare
    if next == 0 { return false }
    if isNew { mapped += 1 }
    isFresh = isNew
    spare = current != 0 && live[current] == nil ? current : 0
    current = next
    used = 0
    return true
  }

  /// Takes back a piece of a size that ``rounded(_:)`` gives.
  mutating func giveBack(_ address: UInt, _ size: Int) -> Return {
    let slab = address & ~UInt(SlabBitmapAllocator.slabBytes - 1)
    guard let count = live[slab] else {
      loose -= size
      return .loose
    }
    if count > 1 {
      live[slab] = count - 1
      return .kept
    }
    live[slab] = nil
    if current == slab {
      used = 0
      isFresh = false
      return .kept
    }
    if spare == 0 {
      spare = slab
      return .kept
    }
    mapped -= 1
    return .unused(slab)
  }

  /// A size that keeps addresses multiples of 64.
  static func rounded(_ byteCount: Int) -> Int { (byteCount + 63) & ~63 }
}

/// Mappings of anonymous memory, by address: the system calls of the allocator.
private enum Mapping {
  private static func map(_ byteCount: Int, _ extraFlags: Int32 = 0) -> UInt {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | extraFlags
    let memory = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0)
    return unsafe memory == MAP_FAILED ? 0 : UInt(bitPattern: memory)
  }

  /// Maps clear memory with all its pages, which costs half of faulting them in one by one; 0 if
  /// there is none.
  static func mapPopulated(_ byteCount: Int) -> UInt {
    map(byteCount, MAP_POPULATE)
  }

  /// Maps a slab at a multiple of its size; 0 if there is no memory.
  static func mapSlab() -> UInt {
    let size = SlabBitmapAllocator.slabBytes
    let start = map(2 * size)
    if start == 0 { return 0 }
    let slab = (start + UInt(size - 1)) & ~UInt(size - 1)
    let before = Int(slab - start)
    unmap(start, byteCount: before)
    unmap(slab + UInt(size), byteCount: size - before)
    // The advice is only a hint: without huge pages the slab still saves the C library's headers.
    unsafe madvise(UnsafeMutableRawPointer(bitPattern: slab), size, MADV_HUGEPAGE)
    return slab
  }

  /// Unmaps memory that nothing uses any more.
  static func unmap(_ address: UInt, byteCount: Int = SlabBitmapAllocator.slabBytes) {
    if byteCount > 0 { unsafe munmap(UnsafeMutableRawPointer(bitPattern: address), byteCount) }
  }
}
