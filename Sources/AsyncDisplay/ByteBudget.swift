// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TextModel

/// Bounds the bytes of bitmaps that are being drawn or wait for their commit.
///
/// Over the bound an owner is parked before its lane starts to draw: no lane is blocked, and the owner goes
/// back to the queue when there is room for it. One display is always let in, however large.
final class ByteBudget: Sendable {
  fileprivate struct Parked {
    let owner: DisplayOwner
    let byteCount: Int
  }

  fileprivate struct State {
    let limit: Int
    var used = 0
    var peak = 0
    var parked = PriorityBands<Parked>()
  }

  private let state: Guarded<State>
  private let resubmit: @Sendable ([DisplayOwner]) -> Void

  init(limit: Int, resubmit: @escaping @Sendable ([DisplayOwner]) -> Void) {
    state = Guarded(State(limit: limit))
    self.resubmit = resubmit
  }

  var used: Int { state.withLock { $0.used } }
  var peak: Int { state.withLock { $0.peak } }
  var parkedCount: Int { state.withLock { $0.parked.count } }

  /// Takes bytes, or parks the owner.
  func reserve(_ byteCount: Int, for owner: DisplayOwner) -> Bool {
    state.withLock { state in
      guard state.hasRoom(byteCount) else {
        _ = state.parked.append(Parked(owner: owner, byteCount: byteCount), to: owner.priority)
        return false
      }
      state.take(byteCount)
      return true
    }
  }

  /// Takes bytes in any case.
  func force(_ byteCount: Int) { state.withLock { $0.take(byteCount) } }

  /// Gives bytes back; parked owners go back to the queue as far as there is room.
  func release(_ byteCount: Int) {
    let woken = state.withLock { state -> [DisplayOwner] in
      state.used -= byteCount
      if state.parked.isEmpty { return [] }
      var owners: [DisplayOwner] = []
      var promised = 0
      while let next = state.parked.first,
        state.used + promised + next.byteCount <= state.limit || state.used + promised == 0
      {
        promised += next.byteCount
        owners.append(next.owner)
        _ = state.parked.popFirst()
      }
      return owners
    }
    if !woken.isEmpty { resubmit(woken) }
  }
}

extension ByteBudget.State {
  func hasRoom(_ byteCount: Int) -> Bool { used == 0 || used + byteCount <= limit }

  mutating func take(_ byteCount: Int) {
    used += byteCount
    peak = max(peak, used)
  }
}
