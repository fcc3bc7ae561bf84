// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import SystemLanes

import struct Synchronization.Atomic

/// The admission of displays to the lanes: reserves the bytes of a display's bitmap before the
/// lanes get it, and lets cycles wait while there is no room.
///
/// All calls come on the commit queue unless noted otherwise.
final class DisplayAdmission: Sendable {
  private struct State {
    var queue: AdmissionQueue<DisplayCycle>
    /// Whether waiters are admitted only at the end of a batch of releases.
    var isDeferred = false
  }

  private let state: QueueConfined<State>
  /// Gauges that any thread may read; written on the commit queue.
  private let reserved = Atomic<Int>(0)
  private let peak = Atomic<Int>(0)

  /// Creates an empty admission.
  ///
  /// - Parameters:
  ///   - limit: The bound on reserved bytes.
  ///   - smallLimit: The bound on the bytes of small bitmaps.
  ///   - commitQueue: The queue of the calls.
  init(limit: Int, smallLimit: Int, commitQueue: any SerialQueue) {
    state = QueueConfined(
      State(queue: AdmissionQueue(limit: limit, smallLimit: smallLimit)),
      isCurrent: { commitQueue.isCurrent })
  }

  /// Reserved bytes; on any thread.
  var reservedByteCount: Int { reserved.load(ordering: .acquiring) }
  /// The maximum of reserved bytes; on any thread.
  var peakByteCount: Int { peak.load(ordering: .relaxed) }
  /// Cycles that wait.
  var waitingCount: Int { state.value.queue.waitingCount }

  private func updateGauges() {
    reserved.store(state.value.queue.reserved, ordering: .releasing)
    peak.store(state.value.queue.peak, ordering: .relaxed)
  }
}

// MARK: - Admitting

extension DisplayAdmission {
  /// Reserves bytes for the cycle's queued ticket and gives it to the lanes, or lets it wait for
  /// room.
  func admit(_ cycle: DisplayCycle) {
    guard let ticket = cycle.startable else { return }
    if ticket.reservedByteCount == 0 {
      if let group = cycle.group, group.isAdmitted {
        reserveUnconditionally(ticket)
      } else if cycle.admissionSlot != nil {
        // The cycle keeps its place in the queue. Its new ticket may be smaller than the old one
        // and fit.
        admitWaiting()
        return
      } else if !reserve(ticket) {
        cycle.admissionSlot = state.value.queue.append(cycle, to: cycle.priority)
        return
      }
    }
    submit(cycle)
  }

  /// Gives a cycle's ticket, which has its reservation, to the lanes.
  private func submit(_ cycle: DisplayCycle) {
    remove(cycle)
    cycle.submit()
    if let group = cycle.group, group.admit() { admitMembers(of: group) }
  }

  /// Admits the waiting members of an admitted group.
  func admitMembers(of group: DisplayGroup) { for cycle in group.cycles { admit(cycle) } }

  /// Admits waiters as far as there is room.
  func admitWaiting(isUnbounded: Bool = false) {
    while let cycle = state.value.queue.admitFirst(isUnbounded: isUnbounded) {
      cycle.admissionSlot = nil
      guard let ticket = cycle.startable, !cycle.isDropped else { continue }
      ticket.reservedByteCount = ticket.byteCount
      updateGauges()
      submit(cycle)
    }
  }

  /// Admits waiters once after a batch of releases, and not after each.
  ///
  /// - Parameter body: Releases reservations; it may call ``admitWaiting(isUnbounded:)`` itself.
  func deferred(_ body: () -> Void) {
    state.value.isDeferred = true
    body()
    state.value.isDeferred = false
    admitWaiting()
  }

  /// Takes a cycle out of the queue.
  func remove(_ cycle: DisplayCycle) {
    if let slot = cycle.admissionSlot.take() { state.value.queue.remove(slot) }
  }

  /// Applies a new priority to a cycle that waits.
  func move(_ cycle: DisplayCycle) {
    if let slot = cycle.admissionSlot {
      state.value.queue.move(slot, to: cycle.priority)
    }
  }
}

// MARK: - Reservations

extension DisplayAdmission {
  /// Reserves bytes for a ticket if there is room now.
  func reserve(_ ticket: DisplayTicket) -> Bool {
    guard state.value.queue.reserve(ticket.byteCount) else { return false }
    ticket.reservedByteCount = ticket.byteCount
    updateGauges()
    return true
  }

  /// Reserves bytes for a ticket beyond the bound.
  func reserveUnconditionally(_ ticket: DisplayTicket) {
    state.value.queue.reserveUnconditionally(ticket.byteCount)
    ticket.reservedByteCount = ticket.byteCount
    updateGauges()
  }

  /// Passes the reservation of a replaced ticket on to a newer one, as far as it suffices.
  func passReservation(from old: DisplayTicket, to new: DisplayTicket) {
    guard new.reservedByteCount == 0, old.reservedByteCount >= new.byteCount else { return }
    state.value.queue.release(exchange(&old.reservedByteCount, with: 0))
    reserveUnconditionally(new)
  }

  /// Returns the bytes of a ticket; calling it again changes nothing.
  func release(_ ticket: DisplayTicket) {
    if ticket.reservedByteCount > 0 {
      state.value.queue.release(exchange(&ticket.reservedByteCount, with: 0))
      updateGauges()
    }
    // A ticket without a reservation may have been the first waiter. Then the next waiter may fit.
    if !state.value.isDeferred, state.value.queue.waitingCount > 0 { admitWaiting() }
  }
}
