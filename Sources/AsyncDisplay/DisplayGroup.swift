// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TextModel

/// Owners whose next contents are published in one turn of the commit queue, or not at all.
///
/// A member whose display is superseded stays a member with its newer display. A member that is cleared,
/// displayed synchronously or gone leaves. When a member's display is cancelled or fails, the other
/// members' displays are cancelled too, and these owners still need display.
final class DisplayGroup: Sendable {
  private struct Member {
    let owner: DisplayOwner
    var finished: UInt64?
  }

  private struct State {
    var members: [Member] = []
    var isSealed = false
    var isOver = false
    var isAdmitted = false
  }

  private let coordinator: DisplayCoordinator
  private let state = Guarded(State())

  init(in coordinator: DisplayCoordinator) {
    self.coordinator = coordinator
    coordinator.groupCount.wrappingAdd(1, ordering: .acquiringAndReleasing)
  }

  deinit { coordinator.groupCount.wrappingSubtract(1, ordering: .acquiringAndReleasing) }

  /// Whether one of the members has room for its bytes; then the others must not be kept waiting.
  var isAdmitted: Bool { state.withLock { $0.isAdmitted } }

  /// - Returns: Whether it was not admitted before.
  func admit() -> Bool {
    state.withLock { state in
      defer { state.isAdmitted = true }
      return !state.isAdmitted
    }
  }

  /// - Returns: Whether the owner is a member now.
  func join(_ owner: DisplayOwner) -> Bool {
    state.withLock { state in
      if state.isOver { return false }
      if !state.members.contains(where: { $0.owner === owner }) {
        state.members.append(Member(owner: owner))
      }
      return true
    }
  }

  /// No more members join; the group may commit.
  func seal() {
    state.withLock { $0.isSealed = true }
    commitIfComplete()
  }

  /// A member's display waits for its commit step.
  ///
  /// - Returns: Whether the group takes care of it.
  func memberFinished(_ owner: DisplayOwner, _ generation: UInt64) -> Bool {
    let isHeld = state.withLock { state in
      if state.isOver { return false }
      guard let index = state.members.firstIndex(where: { $0.owner === owner }) else {
        return false
      }
      state.members[index].finished = generation
      return true
    }
    if isHeld { commitIfComplete() }
    return isHeld
  }

  /// A member's display has ended uncommitted: if that was the one that had finished, the group is not complete any more.
  /// (Else the one that has finished stands yet, with `progressive`, and the newer one waits for its commit.)
  func memberUnfinished(_ owner: DisplayOwner, _ generation: UInt64) {
    state.withLock { state in
      if let index = state.members.firstIndex(where: { $0.owner === owner }),
        state.members[index].finished == generation
      {
        state.members[index].finished = nil
      }
    }
  }

  /// A member leaves; the others wait for it no longer.
  ///
  /// - Returns: Its display that had finished.
  @discardableResult
  func leave(_ owner: DisplayOwner) -> UInt64? {
    let finished = state.withLock { state -> UInt64? in
      guard let index = state.members.firstIndex(where: { $0.owner === owner }) else { return nil }
      return state.members.remove(at: index).finished
    }
    commitIfComplete()
    return finished
  }

  /// A member's display did not come to pass: neither do the others'.
  func abort(_ owner: DisplayOwner) {
    for member in end() where member.owner !== owner {
      member.owner.forgetGroup(self)
      member.owner.cancel(.group)
    }
  }

  private func commitIfComplete() {
    let isComplete = state.withLock { state in
      state.isSealed && !state.isOver && state.members.allSatisfy { $0.finished != nil }
    }
    guard isComplete else { return }
    let members = end()
    for member in members { member.owner.forgetGroup(self) }
    for member in members {
      if let finished = member.finished { member.owner.commit(finished) }
    }
  }

  private func end() -> [Member] {
    state.withLock { state in
      state.isOver = true
      let members = state.members
      state.members = []
      return members
    }
  }
}

/// The group that an owner is a member of.
struct GroupMembership {
  var group: DisplayGroup?
  /// The generation at which the group was joined; older displays have no part in it.
  var since: UInt64 = 0
}

extension DisplayOwner {
  func joinCurrentGroup() {
    guard let group = coordinator.currentGroup, !isSuspended else { return }
    let old = self.group
    if old === group { return }
    if let old { leave(old) }
    guard group.join(self) else { return }
    isGrouped.store(true, ordering: .relaxed)
    let generation = generation
    membership.withLock { $0 = GroupMembership(group: group, since: generation) }
    // An older display of the owner may wait for room.
    if group.isAdmitted { coordinator.budget.retryParked() }
  }

  /// The group that a display takes part in.
  func group(for generation: UInt64) -> DisplayGroup? {
    guard isGrouped.load(ordering: .relaxed) else { return nil }
    return membership.withLock { generation > $0.since ? $0.group : nil }
  }

  var group: DisplayGroup? {
    isGrouped.load(ordering: .relaxed) ? membership.withLock { $0.group } : nil
  }

  func forgetGroup(_ group: DisplayGroup) {
    let isOut = membership.withLock { membership in
      if membership.group === group { membership.group = nil }
      return membership.group == nil
    }
    if isOut { isGrouped.store(false, ordering: .relaxed) }
  }

  func leaveGroup() {
    if let group { leave(group) }
  }

  /// Leaves a group, which may commit the others: user code may run, and display this owner again.
  func leave(_ group: DisplayGroup) {
    forgetGroup(group)
    guard let finished = group.leave(self), !isDropped else { return }
    // The group took care of it; with `progressive`, nothing newer is drawn before it is committed.
    coordinator.later { self.resultCame(finished) }
  }

  /// A display that was under way has ended: at once, for user code that is told so, or of something before it, may complete
  /// the group.
  func groupMemberUnfinished(_ generation: UInt64) {
    group(for: generation)?.memberUnfinished(self, generation)
  }

  /// A display of the owner ends, with an outcome that the client is not told yet.
  ///
  /// - Returns: The group that is to be told when the client has been.
  func groupMemberEnds(_ generation: UInt64, _ outcome: DisplayOutcome) -> DisplayGroup? {
    guard let group = group(for: generation) else { return nil }
    if case .superseded = outcome { return nil }
    forgetGroup(group)
    return group
  }

  func groupMemberEnded(_ group: DisplayGroup, _ outcome: DisplayOutcome) {
    switch outcome {
    case .superseded, .committed, .cleared, .cancelled(.deallocated): group.leave(self)
    case .cancelled, .failed: group.abort(self)
    }
  }

  func abortGroup() {
    guard let group = group else { return }
    forgetGroup(group)
    group.abort(self)
  }
}
