// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// The fonts that a cascade has handed out, each behind a small number that never changes.
@safe final class FontSlots: Sendable {
  private static let capacity = 4096

  private struct State: Sendable {
    var slots: [UInt32: Int] = [:]
    var count = 0
  }

  private let state = Guarded(State())
  // Written once per slot under `state`; read without a lock by those who were given the slot's number.
  nonisolated(unsafe) private let fonts: UnsafeMutablePointer<Unmanaged<Font>>

  init() {
    unsafe fonts = UnsafeMutablePointer<Unmanaged<Font>>.allocate(capacity: FontSlots.capacity)
  }

  deinit {
    let count = state.withLock { $0.count }
    for i in 0..<count { unsafe fonts[i].release() }
    unsafe fonts.deallocate()
  }

  /// The number of a font; from 4,096 fonts on, the first one stands for all further ones.
  func slot(of font: Font) -> Int {
    state.withLock { state in
      if let known = state.slots[font.id] { return known }
      guard state.count < FontSlots.capacity else { return 0 }
      let slot = state.count
      unsafe (fonts + slot).initialize(to: Unmanaged.passRetained(font))
      state.slots[font.id] = slot
      state.count += 1
      return slot
    }
  }

  func font(at slot: Int) -> Font {
    precondition(slot >= 0 && slot < FontSlots.capacity)
    return unsafe fonts[slot].takeUnretainedValue()
  }
}
