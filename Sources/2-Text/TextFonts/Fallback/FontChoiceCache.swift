// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemConcurrency
import TextAnalysis

import struct Synchronization.Atomic

/// A cache of the font that a cascade chose for each character and presentation, shared by all
/// threads and read without a lock.
///
/// Entries are pure functions of the cascade and the character: threads that write one at the same
/// time write the same bits. Nothing is evicted; the cache is freed with its cascade.
@safe final class FontChoiceCache: Sendable {
  /// The font chosen for a character; the default value stands for an unknown one.
  struct Entry: Sendable {
    fileprivate var bits: UInt64 = 0

    /// The choice of a character that no font maps.
    static let missing = Entry(bits: 1 << 63)

    fileprivate init(bits: UInt64) { self.bits = bits }

    /// - Parameters:
    ///   - rank: The place of the character's first font in the order.
    ///   - slot: The slot of that font, under 65,536.
    init(rank: UInt32, slot: Int) {
      bits = 1 << 63 | 1 << 62 | UInt64(rank) << 16 | UInt64(slot)
    }

    var isKnown: Bool { bits != 0 }
    var isCovered: Bool { bits & 1 << 62 != 0 }
    var slot: Int { Int(bits & 0xFFFF) }
    var rank: UInt32 { UInt32(truncatingIfNeeded: bits >> 16) }
  }

  /// Entries of 256 characters.
  private typealias Page = UnsafeMutablePointer<Atomic<UInt64>>
  /// A page for each block of 256 characters, `nil` where none of them was looked up.
  private typealias Index = UnsafeMutablePointer<Atomic<Page?>>

  /// One index for each presentation, made when it is first needed.
  // nonisolated(unsafe): the pointers are atomics; an index or a page is published once, zeroed,
  // and lives as long as this object.
  nonisolated(unsafe) private let indices = unsafe InlineArray<3, Atomic<Index?>> { _ in
    unsafe Atomic(nil)
  }
  private let allocation = Mutex(())

  init() {}

  deinit {
    for presentation in 0..<3 {
      guard let index = unsafe indices[presentation].load(ordering: .relaxed) else { continue }
      for block in 0..<CharacterCoverage.pageCount {
        unsafe free(index[block].load(ordering: .relaxed))
      }
      unsafe free(index)
    }
  }

  /// The entry of a character; unknown where it was not set.
  @inline(__always)
  func entry(for character: UInt32, _ presentation: EmojiPresentation) -> Entry {
    guard character < 0x110000,
      let index = unsafe indices[Int(presentation.rawValue)].load(ordering: .acquiring),
      let page = unsafe index[Int(character >> 8)].load(ordering: .acquiring)
    else { return Entry(bits: 0) }
    return Entry(bits: unsafe page[Int(character & 255)].load(ordering: .relaxed))
  }

  /// Sets the entry of a character.
  func set(_ entry: Entry, for character: UInt32, _ presentation: EmojiPresentation) {
    guard character < 0x110000 else { return }
    allocation.withLock { _ in
      let number = Int(presentation.rawValue)
      let index =
        unsafe indices[number].load(ordering: .relaxed)
        ?? Self.zeroed(CharacterCoverage.pageCount, Atomic<Page?>.self)
      let block = Int(character >> 8)
      let page =
        unsafe index[block].load(ordering: .relaxed) ?? Self.zeroed(256, Atomic<UInt64>.self)
      unsafe page[Int(character & 255)].store(entry.bits, ordering: .relaxed)
      unsafe index[block].store(page, ordering: .releasing)
      unsafe indices[number].store(index, ordering: .releasing)
    }
  }

  /// Zeroed memory, which is a valid value of every atomic used here.
  private static func zeroed<T: ~Copyable>(
    _ count: Int, _ type: T.Type
  ) -> UnsafeMutablePointer<T> {
    guard let memory = unsafe calloc(count, MemoryLayout<T>.stride) else {
      fatalError("not enough memory for a cache of characters")
    }
    return unsafe memory.bindMemory(to: type, capacity: count)
  }
}
