// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

import struct Synchronization.Atomic

/// Owners whose next contents are published in one turn of the commit queue, or not at all.
///
/// A member whose display is superseded stays a member with its newer display; with `progressive`, one that stands is
/// published, and the newer one follows alone. A member that is cleared, displayed synchronously or gone leaves. When a
/// member's display is cancelled or fails, the other members' displays are cancelled too, and these owners still need display.
/// A member that joins another group brings all the others along.
///
/// User code runs before the group is committed, or after all its members are shown, and never in between.
final class DisplayGroup: Sendable {
  private typealias Member = GroupMembers.Member

  private struct State {
    var members = GroupMembers()
    var isSealed = false
    var isOver = false
    var isAdmitted = false
    /// Whether the members are being prepared for the commit.
    var isPreparing = false

    /// Whether each has finished, and no more join.
    var isComplete: Bool { isSealed && !isOver && members.haveFinished }
  }

  private let coordinator: DisplayCoordinator
  private let state = Mutex(State())

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
}

// MARK: - Members, on the commit queue

extension DisplayGroup {
  /// - Returns: Whether the owner is a member now.
  func join(_ owner: DisplayOwner) -> Bool {
    state.withLock { state in
      if state.isOver { return false }
      if !state.members.change(owner, { $0.isCalledOff = false }) {
        state.members.append(Member(owner: owner))
      }
      return true
    }
  }

  /// Takes over the members of another group.
  func absorb(_ other: DisplayGroup) {
    let members = other.end()
    state.withLock { state in for member in members { state.members.append(member) } }
    for member in members { member.owner.move(from: other, to: self) }
    // (Last: a lane may have found room for one of them just now.)
    if other.isAdmitted { _ = admit() }
  }

  /// No more members join; the group may commit, or is called off.
  func seal() {
    let isCalledOff = state.withLock { state in
      state.isSealed = true
      return state.members.all.contains { $0.isCalledOff }
    }
    if !isCalledOff { return commitIfComplete() }
    for other in callOff(by: nil) { other.tellAll() }
  }

  /// A member's display waits for its commit step.
  ///
  /// - Returns: Whether the group takes care of it.
  func memberFinished(_ owner: DisplayOwner, _ generation: UInt64) -> Bool {
    let isHeld = state.withLock { state in
      !state.isOver && state.members.change(owner) { $0.finished = generation }
    }
    if isHeld { commitIfComplete() }
    return isHeld
  }

  /// A member's display was superseded: if that was the one that had finished, its newer one is waited for. (Else the one
  /// that has finished stands yet, with `progressive`, and the newer one waits for its commit.)
  func memberUnfinished(_ owner: DisplayOwner, _ generation: UInt64) {
    state.withLock { state in
      _ = state.members.change(owner) { member in
        if member.finished == generation { member.finished = nil }
      }
    }
  }

  /// The client of a member was asked what it shows, and the group may have come to be complete meanwhile.
  func memberAnswered() { commitIfComplete() }

  /// A member leaves; the others wait for it no longer. (Whoever leaves ends, or commits, what it had finished.)
  func leave(_ owner: DisplayOwner) {
    state.withLock { $0.members.remove(owner) }
    commitIfComplete()
  }
}

// MARK: - The end, on the commit queue

extension DisplayGroup {
  /// A member's display did not come to pass: neither do the others', which are called off at once.
  ///
  /// - Parameter owner: That member; `nil` for those that were called off before.
  /// - Returns: The owners that are to be told, once that member has been: user code may display any of them again. None
  ///   while others may yet join: they would not be called off.
  func callOff(by owner: DisplayOwner?) -> [DisplayOwner] {
    let isOpen = state.withLock { state in
      if state.isSealed { return false }
      if let owner {
        _ = state.members.change(owner) { ($0.isCalledOff, $0.finished) = (true, nil) }
      }
      return true
    }
    if isOpen { return [] }
    let others = end().filter { $0.owner !== owner && !$0.isCalledOff }.map(\.owner)
    for other in others {
      other.forgetGroup(self)
      other.callOff(.group)
    }
    return others
  }

  private func commitIfComplete() {
    // Whoever prepares them already looks again after all that user code has done.
    let isBegun = state.withLock { state in
      if state.isPreparing || !state.isComplete { return false }
      state.isPreparing = true
      return true
    }
    if !isBegun { return }
    let prepared = preparedMembers()
    state.withLock { $0.isPreparing = false }
    guard let members = prepared else { return }
    _ = end()
    for member in members { member.owner.forgetGroup(self) }
    for member in members {
      if let finished = member.finished { member.owner.commitUntold(finished) }
    }
    for member in members { member.owner.tellAll() }
  }

  /// The members, if each has a display that can be published as it is.
  ///
  /// Some have older ends to be told first, or are to be asked whether they show the same content: user code that runs
  /// meanwhile may change the group.
  private func preparedMembers() -> [Member]? {
    var passes = 0
    again: while let members = completeMembers {
      for member in members {
        guard let finished = member.finished else { return nil }
        let isPassDone = passes >= DisplayOwner.mostPasses * members.count
        switch member.owner.prepareCommit(finished, isPassDone: isPassDone) {
        case .nothing: break
        case .asking: return nil
        case .told: continue again
        case .passed:
          passes += 1
          continue again
        }
      }
      return members
    }
    return nil
  }

  /// The members, if each has finished and no more join.
  private var completeMembers: [Member]? {
    state.withLock { $0.isComplete ? $0.members.all : nil }
  }

  private func end() -> [Member] {
    state.withLock { state in
      state.isOver = true
      return exchange(&state.members, with: GroupMembers()).all
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
    if let old {
      group.absorb(old)
    } else {
      guard group.join(self) else { return }
      isGrouped.store(true, ordering: .relaxed)
      let generation = generation
      membership.withLock { $0 = GroupMembership(group: group, since: generation) }
    }
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

  fileprivate func move(from old: DisplayGroup, to new: DisplayGroup) {
    membership.withLock { if $0.group === old { $0.group = new } }
  }

  func leaveGroup() {
    if let group { leave(group) }
  }

  /// Leaves the group that a display takes part in. (User code that was told of it may have brought others along, or
  /// have come to be in one that it has no part in.)
  func leaveGroup(of generation: UInt64) {
    if let group = group(for: generation) { leave(group) }
  }

  /// Leaves a group, which may commit the others: user code may run, and display this owner again.
  private func leave(_ group: DisplayGroup) {
    forgetGroup(group)
    group.leave(self)
  }

  /// Displays of the owner have ended, and nobody has been told: what that means to their group.
  ///
  /// - Returns: The other members that were called off, to be told after this one.
  @inline(__always)
  func membersCalledOff(with effects: Machine.Effects) -> [DisplayOwner] {
    isGrouped.load(ordering: .relaxed) ? endInGroup(effects) : []
  }

  @inline(never)
  private func endInGroup(_ effects: Machine.Effects) -> [DisplayOwner] {
    let generations = (effects.endedActive?.generation, effects.endedQueued?.generation)
    switch effects.ending {
    case .superseded:
      if let active = generations.0 { group(for: active)?.memberUnfinished(self, active) }
      return []
    case .cancelled, .expired, .failed:
      // What ends behind one that stands for the owner (with `progressive`) has no part in the group.
      let machine = state.value.cycle.machine
      let standing = machine.rendered ?? machine.running
      if let standing, group(for: standing.generation) != nil { return [] }
      let newest = generations.1 ?? generations.0 ?? 0
      return group(for: newest) == nil ? [] : callOffGroup()
    }
  }

  /// Ends the owner's part in its group, which does not come to pass; the other members are told after that.
  func callOffGroup(_ end: () -> Void) {
    let others = callOffGroup()
    end()
    for other in others { other.tellAll() }
  }

  /// The owner's part in its group does not come to pass.
  ///
  /// - Returns: The other members that were called off, to be told after this one.
  private func callOffGroup() -> [DisplayOwner] {
    guard let group else { return [] }
    forgetGroup(group)
    return group.callOff(by: self)
  }

  /// Calls off what is under way, and leaves it to be told by ``tellAll()``.
  fileprivate func callOff(_ reason: DisplayCancellation) { applyUntold(step(.cancel(reason))) }
}
