// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// The fonts that a cascade has handed out, each behind a small number that never changes.
final class FontSlots: Sendable {
  /// The number of slots that 16 bits can tell apart.
  static let capacity = 1 << 16

  private struct State: ~Copyable, Sendable {
    var numbers = HashTable<UInt32, Int>()
    var fonts: [Font] = []
  }

  private let state = Mutex(State())

  /// The slot of a font.
  ///
  /// Fonts beyond 65,536 get slot 0. A process cannot have as many font files open, so this does
  /// not happen.
  func slot(of font: Font) -> Int {
    state.withLock { state in
      if let known = state.numbers[font.id] { return known }
      guard state.fonts.count < Self.capacity else { return 0 }
      let slot = state.fonts.count
      state.fonts.append(font)
      state.numbers.set(slot, for: font.id)
      return slot
    }
  }

  /// The font in a slot that ``slot(of:)`` has returned.
  func font(at slot: Int) -> Font { state.withLock { $0.fonts[slot] } }
}
