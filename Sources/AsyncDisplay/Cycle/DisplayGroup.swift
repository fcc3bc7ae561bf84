// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextRuntime

/// A set of owners whose next contents are published in one turn of the commit queue, or not at
/// all.
///
/// A member whose display is superseded stays a member with its newer display; with `progressive`,
/// one that is being drawn is published, and the newer one follows alone. A member that is cleared,
/// displayed synchronously or dropped leaves. When a member's display is cancelled or fails, the
/// displays of the other members are cancelled too, and these owners still need display. A member
/// that joins another group brings all its members along.
///
/// User code runs before the group is committed, or after all its members are shown, never in
/// between.
// @unchecked Sendable: all properties are used on the commit queue alone; every caller asserts it.
final class DisplayGroup: @unchecked Sendable {
  struct Member {
    let owner: DisplayOwner
    /// The display that waits for its commit.
    var finished: UInt64?
    /// Whether it was cancelled while others may still join.
    var isCancelled = false
  }

  private var members = GroupMembers()
  /// Whether no more members join.
  private var isSealed = false
  /// Whether the group was committed or cancelled.
  private var isOver = false
  /// Whether the members are being prepared for the commit.
  private var isPreparing = false
  /// Whether a member has been admitted; the others are then admitted beyond the bound, since
  /// members wait for each other.
  private(set) var isAdmitted = false

  private var isComplete: Bool { isSealed && !isOver && members.haveFinished }

  /// The members.
  ///
  /// - Complexity: O(*n*).
  var owners: [DisplayOwner] { members.all.map(\.owner) }

  /// Marks the group as admitted.
  ///
  /// - Returns: Whether it was not admitted before.
  func admit() -> Bool { !exchange(&isAdmitted, with: true) }

  // MARK: Members

  /// Adds a member.
  ///
  /// - Returns: `false` if the group is over.
  func join(_ owner: DisplayOwner) -> Bool {
    if isOver { return false }
    if !members.change(owner, { $0.isCancelled = false }) { members.append(Member(owner: owner)) }
    return true
  }

  /// Takes over the members of another group.
  func absorb(_ other: DisplayGroup) {
    let joining = other.end()
    for member in joining {
      members.append(member)
      member.owner.move(from: other, to: self)
    }
    if other.isAdmitted { isAdmitted = true }
  }

  /// Ends the joining of members; the group may commit, or is cancelled.
  func seal() {
    isSealed = true
    if members.all.contains(where: \.isCancelled) {
      for other in cancel(by: nil) { other.runCallbacks() }
    } else {
      commitIfComplete()
    }
  }

  /// Records that a member's display waits for its commit.
  ///
  /// - Returns: Whether the group commits it.
  func memberFinished(_ owner: DisplayOwner, _ generation: UInt64) -> Bool {
    guard !isOver, members.change(owner, { $0.finished = generation }) else { return false }
    commitIfComplete()
    return true
  }

  /// Records that a member's display was superseded. If it is the finished one, the newer one is
  /// waited for; else, with `progressive`, the finished one still stands.
  func memberUnfinished(_ owner: DisplayOwner, _ generation: UInt64) {
    _ = members.change(owner) { if $0.finished == generation { $0.finished = nil } }
  }

  /// Looks again whether the group is complete, after a member's client has prepared a display.
  func memberAnswered() { commitIfComplete() }

  /// Removes a member, which ends or commits its finished display itself.
  func leave(_ owner: DisplayOwner) {
    members.remove(owner)
    commitIfComplete()
  }

  // MARK: The end

  /// Cancels the displays of the other members after one member's display was cancelled or has
  /// failed.
  ///
  /// - Parameter owner: That member; `nil` for those that were cancelled before the group was
  ///   sealed.
  /// - Returns: The owners whose callbacks are to run after that member's. Empty while others may
  ///   still join: these would not be cancelled.
  func cancel(by owner: DisplayOwner?) -> [DisplayOwner] {
    guard isSealed else {
      if let owner {
        _ = members.change(owner) { ($0.isCancelled, $0.finished) = (true, nil) }
      }
      return []
    }
    let others = end().filter { $0.owner !== owner && !$0.isCancelled }.map(\.owner)
    for other in others {
      other.forgetGroup(self)
      _ = other.step(.cancel(.group))
    }
    return others
  }

  private func commitIfComplete() {
    // A preparation that is under way looks again after user code has run.
    if isPreparing || !isComplete { return }
    isPreparing = true
    let prepared = preparedMembers()
    isPreparing = false
    guard let prepared else { return }
    _ = end()
    for member in prepared { member.owner.forgetGroup(self) }
    for member in prepared {
      if let finished = member.finished { member.owner.commitWithoutCallbacks(finished) }
    }
    for member in prepared { member.owner.runCallbacks() }
  }

  /// Prepares all members for the commit; user code may run and change the group meanwhile.
  ///
  /// - Returns: The members, if each has a display that can be published as it is.
  private func preparedMembers() -> [Member]? {
    var passes = 0
    again: while isComplete {
      let all = members.all
      for member in all {
        guard let finished = member.finished else { return nil }
        let isPassDone = passes >= DisplayOwner.passLimit * all.count
        switch member.owner.prepareCommit(finished, isPassDone: isPassDone) {
        case .none: break
        case .preparing: return nil
        case .callbacks: continue again
        case .pass:
          passes += 1
          continue again
        }
      }
      return all
    }
    return nil
  }

  private func end() -> [Member] {
    isOver = true
    return exchange(&members, with: GroupMembers()).all
  }
}

/// The members of a group in the order in which they joined; changes of one member are O(1).
struct GroupMembers {
  /// `nil` for a member that has left.
  private var members: [DisplayGroup.Member?] = []
  private var places: [ObjectIdentifier: Int] = [:]
  private var unfinishedCount = 0

  /// Whether the display of each member waits for its commit.
  var haveFinished: Bool { unfinishedCount == 0 }

  /// All members.
  ///
  /// - Complexity: O(*n*).
  var all: [DisplayGroup.Member] { members.compactMap { $0 } }

  /// Adds an owner that is not a member.
  mutating func append(_ member: DisplayGroup.Member) {
    places[ObjectIdentifier(member.owner)] = members.count
    members.append(member)
    if member.finished == nil { unfinishedCount += 1 }
  }

  /// Changes a member.
  ///
  /// - Returns: Whether the owner is a member.
  mutating func change(_ owner: DisplayOwner, _ body: (inout DisplayGroup.Member) -> Void) -> Bool {
    guard let place = places[ObjectIdentifier(owner)], var member = members[place] else {
      return false
    }
    if member.finished == nil { unfinishedCount -= 1 }
    body(&member)
    if member.finished == nil { unfinishedCount += 1 }
    members[place] = member
    return true
  }

  /// Removes a member.
  mutating func remove(_ owner: DisplayOwner) {
    guard let place = places.removeValue(forKey: ObjectIdentifier(owner)) else { return }
    if let member = members[place], member.finished == nil { unfinishedCount -= 1 }
    members[place] = nil
    if members.count > 2 * places.count + 8 { compact() }
  }

  private mutating func compact() {
    members.removeAll { $0 == nil }
    for (place, member) in members.enumerated() {
      if let member { places[ObjectIdentifier(member.owner)] = place }
    }
  }
}

/// An owner's membership in a group.
struct GroupMembership {
  let group: DisplayGroup
  /// The generation at which the owner joined; older displays have no part in the group.
  let since: UInt64
}

extension DisplayOwner {
  var group: DisplayGroup? { state.value.membership?.group }

  /// The group that a display takes part in.
  func group(for generation: UInt64) -> DisplayGroup? {
    guard let membership = state.value.membership else { return nil }
    return generation > membership.since ? membership.group : nil
  }

  /// Joins the group that is being formed, with all members of the owner's present group.
  func joinCurrentGroup() {
    guard let group = environment.currentGroup, !isSuspended else { return }
    let old = self.group
    if old === group { return }
    // Older displays of new members may wait for admission.
    if let old {
      group.absorb(old)
      if group.isAdmitted { services.admission.admitMembers(of: group) }
    } else if group.join(self) {
      state.value.membership = GroupMembership(group: group, since: generation)
      if group.isAdmitted { services.admission.admit(self) }
    }
  }

  func forgetGroup(_ group: DisplayGroup) {
    if self.group === group { state.value.membership = nil }
  }

  fileprivate func move(from old: DisplayGroup, to new: DisplayGroup) {
    guard let membership = state.value.membership, membership.group === old else { return }
    state.value.membership = GroupMembership(group: new, since: membership.since)
  }

  func leaveGroup() {
    if let group { leave(group) }
  }

  /// Leaves the group that a display takes part in.
  func leaveGroup(of generation: UInt64) {
    if let group = group(for: generation) { leave(group) }
  }

  /// Leaves a group, which may commit the others: user code may run, and display this owner again.
  private func leave(_ group: DisplayGroup) {
    forgetGroup(group)
    group.leave(self)
  }

  /// Tells the owner's group of ended displays, before any callback of theirs runs.
  ///
  /// - Returns: The members that were cancelled with that; their callbacks run after this owner's.
  func membersCancelled(with effects: DisplayStateMachine.Effects) -> [DisplayOwner] {
    if state.value.membership == nil { return [] }
    let generations = (effects.endedActive?.generation, effects.endedQueued?.generation)
    if generations == (nil, nil) { return [] }
    switch effects.ending {
    case .superseded:
      if let active = generations.0 { group(for: active)?.memberUnfinished(self, active) }
      return []
    case .cancelled, .expired, .failed:
      // A display that is queued behind the one that stands (`progressive`) has no part in the
      // group.
      let machine = state.value.pipeline.machine
      let standing = machine.rendered ?? machine.running
      if let standing, group(for: standing.generation) != nil { return [] }
      let newest = generations.1 ?? generations.0 ?? 0
      return group(for: newest) == nil ? [] : cancelGroup()
    }
  }

  /// Cancels the owner's group around the end of its own display.
  func cancelGroup(_ end: () -> Void) {
    let others = cancelGroup()
    end()
    for other in others { other.runCallbacks() }
  }

  private func cancelGroup() -> [DisplayOwner] {
    guard let group else { return [] }
    forgetGroup(group)
    return group.cancel(by: self)
  }
}
