// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

/// The fonts that a cascade has handed out, each behind a small number that never changes.
@safe final class FontSlots: Sendable {
  /// What a number of 16 bits can tell apart.
  static let capacity = 1 << 16
  private static let chunkBits = 12

  private struct State: ~Copyable, Sendable {
    var slots = HashTable<UInt32, Int>()
    var count = 0
  }

  private typealias Chunk = UnsafeMutablePointer<Unmanaged<Font>>

  private let state = Mutex(State())
  // Written once per chunk and slot under `state`; read without a lock by those who were given the slot's number.
  nonisolated(unsafe) private let chunks: UnsafeMutablePointer<Chunk?>

  init() {
    unsafe chunks = .allocate(capacity: Self.capacity >> Self.chunkBits)
    unsafe chunks.initialize(repeating: nil, count: Self.capacity >> Self.chunkBits)
  }

  deinit {
    let count = state.withLock { $0.count }
    for slot in 0..<count { unsafe place(of: slot).pointee.release() }
    for index in 0..<Self.capacity >> Self.chunkBits { unsafe chunks[index]?.deallocate() }
    unsafe chunks.deallocate()
  }

  /// The number of a font.
  ///
  /// From 65,536 fonts on, which is more than a process can have files open, the first one stands for all further
  /// ones.
  func slot(of font: Font) -> Int {
    state.withLock { state in
      if let known = state.slots[font.id] { return known }
      guard state.count < Self.capacity else { return 0 }
      let slot = state.count
      let chunk = slot >> Self.chunkBits
      if unsafe chunks[chunk] == nil {
        unsafe chunks[chunk] = .allocate(capacity: 1 << Self.chunkBits)
      }
      unsafe place(of: slot).initialize(to: Unmanaged.passRetained(font))
      state.slots.set(slot, for: font.id)
      state.count += 1
      return slot
    }
  }

  func font(at slot: Int) -> Font {
    precondition(slot >= 0 && slot < Self.capacity)
    return unsafe place(of: slot).pointee.takeUnretainedValue()
  }

  @inline(__always)
  private func place(of slot: Int) -> Chunk {
    guard let chunk = unsafe chunks[slot >> Self.chunkBits] else {
      preconditionFailure("a slot that was never given")
    }
    return unsafe chunk + (slot & (1 << Self.chunkBits - 1))
  }
}
