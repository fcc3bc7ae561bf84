// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Cuts the memory of small bitmaps from slabs of 2 MiB in huge pages, so that thousands of kept labels cost one
/// page fault for each slab instead of one for every 4 KiB. The first small ones come from the C library: a process
/// that keeps few bitmaps pays for no slab. Larger bitmaps are mapped with all their pages up to 1 MiB, and come from
/// the C library beyond.
///
/// Memory is cut off a slab's end and never cut again until the whole slab is free: a pool above it uses freed
/// pieces again. One free slab is kept, the others go back to the system.
public final class SlabBitmapAllocator: BitmapAllocator {
  static let slabBytes = 2 << 20
  /// What is larger than this is no matter for a slab.
  static let largestPiece = 128 << 10
  /// Up to this size memory is mapped with all its pages at once; what is larger comes from the C library.
  static let largestMapping = 1 << 20
  /// How many bytes of small pieces the C library gives before slabs begin.
  static let looseBytes = 2 << 20

  // @unchecked Sendable: plain addresses and counts, only reached under the lock.
  @safe private struct Slabs: @unchecked Sendable {
    /// The slab that is being cut, and how much of it is cut off.
    var current: UnsafeMutableRawPointer?
    var used = 0
    /// Whether nothing beyond `used` was ever cut off: what the system gives is clear.
    var isFresh = false
    var mapped = 0
    /// The bytes of small pieces that the C library has out.
    var loose = 0
    /// How many pieces of each slab are out, by its address.
    var live: [UInt: Int] = [:]
    /// A slab without pieces.
    var spare: UnsafeMutableRawPointer?
  }

  private let slabs = Mutex(Slabs())
  private let large = SystemBitmapAllocator()

  /// Creates an allocator without slabs.
  public init() {}

  deinit {
    // All pieces are back: whoever holds one holds the allocator.
    slabs.withLock { slabs in
      if let memory = unsafe slabs.current { unsafe Self.unmap(memory) }
      if let memory = unsafe slabs.spare { unsafe Self.unmap(memory) }
    }
  }

  /// How many slabs are mapped.
  package var slabCount: Int { slabs.withLock { $0.mapped } }

  /// Takes memory whose address is a multiple of 64, or returns `nil`.
  public func allocate(byteCount: Int) -> UnsafeMutableRawPointer? {
    unsafe allocate(byteCount: byteCount, clear: false)
  }

  /// Takes memory whose address is a multiple of 64 and whose bytes are 0, or returns `nil`. Memory that comes new
  /// from the system is not touched.
  public func allocateClear(byteCount: Int) -> UnsafeMutableRawPointer? {
    unsafe allocate(byteCount: byteCount, clear: true)
  }

  private func allocate(byteCount: Int, clear: Bool) -> UnsafeMutableRawPointer? {
    if byteCount > Self.largestPiece {
      // Mapped memory is clear.
      if byteCount <= Self.largestMapping { return unsafe Self.mapAllPages(byteCount) }
      return unsafe clear
        ? large.allocateClear(byteCount: byteCount) : large.allocate(byteCount: byteCount)
    }
    let size = (byteCount + 63) & ~63
    var isFresh = false
    let address = slabs.withLock { slabs -> UInt? in
      if slabs.loose + size <= Self.looseBytes {
        slabs.loose += size
        return nil
      }
      if unsafe slabs.current == nil || slabs.used + size > Self.slabBytes {
        let spare = unsafe slabs.spare
        guard let fresh = unsafe spare ?? Self.map() else { return 0 }
        if unsafe spare == nil { slabs.mapped += 1 }
        slabs.isFresh = unsafe spare == nil
        unsafe slabs.spare = nil
        if let full = unsafe slabs.current, slabs.live[UInt(bitPattern: full)] == nil {
          unsafe slabs.spare = full
        }
        unsafe slabs.current = fresh
        slabs.used = 0
      }
      guard let slab = unsafe slabs.current else { return 0 }
      let piece = UInt(bitPattern: slab) + UInt(slabs.used)
      slabs.used += size
      isFresh = slabs.isFresh
      slabs.live[UInt(bitPattern: slab), default: 0] += 1
      return piece
    }
    if let address {
      guard let memory = unsafe UnsafeMutableRawPointer(bitPattern: address) else { return nil }
      if clear, !isFresh { unsafe memset(memory, 0, byteCount) }
      return unsafe memory
    }
    if let memory = unsafe clear
      ? large.allocateClear(byteCount: byteCount) : large.allocate(byteCount: byteCount)
    {
      return unsafe memory
    }
    slabs.withLock { $0.loose -= size }
    return nil
  }

  /// Gives memory back.
  public func deallocate(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    if byteCount > Self.largestPiece {
      if byteCount <= Self.largestMapping {
        unsafe munmap(memory, byteCount)
      } else {
        unsafe large.deallocate(memory, byteCount: byteCount)
      }
      return
    }
    let slab = UInt(bitPattern: memory) & ~UInt(Self.slabBytes - 1)
    let dead = slabs.withLock { slabs -> UInt? in
      guard let count = slabs.live[slab] else {
        slabs.loose -= (byteCount + 63) & ~63
        return nil
      }
      let rest = count - 1
      guard rest == 0 else {
        slabs.live[slab] = rest
        return 0
      }
      slabs.live[slab] = nil
      let address = unsafe UnsafeMutableRawPointer(bitPattern: slab)
      if unsafe slabs.current == address {
        slabs.used = 0
        slabs.isFresh = false
        return 0
      }
      if unsafe slabs.spare == nil {
        unsafe slabs.spare = address
        return 0
      }
      slabs.mapped -= 1
      return slab
    }
    guard let dead else {
      unsafe large.deallocate(memory, byteCount: byteCount)
      return
    }
    if let dead = unsafe UnsafeMutableRawPointer(bitPattern: dead) { unsafe Self.unmap(dead) }
  }

  /// Clear memory whose pages are there already: to take them one by one as they are written costs twice as much.
  private static func mapAllPages(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    #if os(Linux)
      let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE
    #else
      let flags = MAP_PRIVATE | MAP_ANONYMOUS
    #endif
    let memory = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0)
    return unsafe memory == MAP_FAILED ? nil : memory
  }

  /// A slab whose address is a multiple of its size.
  private static func map() -> UnsafeMutableRawPointer? {
    let room = 2 * slabBytes
    let protection = PROT_READ | PROT_WRITE
    guard
      let memory = unsafe mmap(nil, room, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      unsafe memory != MAP_FAILED
    else { return nil }
    let start = UInt(bitPattern: memory)
    let slab = (start + UInt(slabBytes - 1)) & ~UInt(slabBytes - 1)
    let before = Int(slab - start), after = room - before - slabBytes
    if before > 0 { unsafe munmap(memory, before) }
    let aligned = unsafe memory + before
    if after > 0 { unsafe munmap(aligned + slabBytes, after) }
    #if os(Linux)
      // Without huge pages the slab still saves the C library's headers.
      unsafe madvise(aligned, slabBytes, MADV_HUGEPAGE)
    #endif
    return unsafe aligned
  }

  private static func unmap(_ memory: UnsafeMutableRawPointer) {
    unsafe munmap(memory, slabBytes)
  }
}
