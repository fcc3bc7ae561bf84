// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A set of cycles whose next contents are published in one turn of the commit queue, or not at
/// all.
///
/// A member whose display is superseded stays a member with its newer display; with `progressive`,
/// one that is being drawn is published, and the newer one follows alone. A member that is cleared,
/// displayed synchronously or dropped leaves. When a member's display is cancelled or fails, the
/// displays of the other members are cancelled too, and these cycles still need display. A member
/// that joins another group brings all its members along.
///
/// User code runs before the group is committed, or after all its members are shown, never in
/// between.
// @unchecked Sendable: all properties are used on the commit queue alone; every caller asserts it.
final class DisplayGroup: @unchecked Sendable {
  struct Member {
    let cycle: DisplayCycle
    /// The display that waits for its commit.
    var finished: UInt64?
    /// Whether the member's display was cancelled while others may still join.
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
  var cycles: [DisplayCycle] { members.all.map(\.cycle) }

  /// Marks the group as admitted.
  ///
  /// - Returns: Whether it was not admitted before.
  func admit() -> Bool { !exchange(&isAdmitted, with: true) }

  // MARK: Members

  /// Adds a cycle that is not suspended, with all members of its present group.
  func add(_ cycle: DisplayCycle) {
    let old = cycle.group
    if old === self || cycle.isSuspended { return }
    let admission = cycle.loop.admission
    if let old {
      absorb(old)
      // The group was admitted before, so displays of its new members need not wait for admission.
      if isAdmitted { admission.admitMembers(of: self) }
    } else if !isOver {
      join(cycle)
      if isAdmitted { admission.admit(cycle) }
    }
  }

  private func join(_ cycle: DisplayCycle) {
    if !members.change(cycle, { $0.isCancelled = false }) { members.append(Member(cycle: cycle)) }
    cycle.join(self)
  }

  /// Adds the members of another group to this one.
  private func absorb(_ other: DisplayGroup) {
    let joining = other.end()
    for member in joining {
      members.append(member)
      member.cycle.leave(other, for: self)
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
  /// - Returns: Whether the group commits the display, so that the cycle must not.
  func memberFinished(_ cycle: DisplayCycle, _ generation: UInt64) -> Bool {
    guard !isOver, members.change(cycle, { $0.finished = generation }) else { return false }
    commitIfComplete()
    return true
  }

  /// Records that a member's display was superseded. If the member waited for its commit with that
  /// display, the group waits for the newer one. Otherwise, with `progressive`, the display that
  /// waits is still committed.
  func memberUnfinished(_ cycle: DisplayCycle, _ generation: UInt64) {
    _ = members.change(cycle) { if $0.finished == generation { $0.finished = nil } }
  }

  /// Commits the group if it is complete now, after a member's client has prepared a display.
  func memberAnswered() { commitIfComplete() }

  /// Removes a member; its cycle ends or commits its finished display itself. If the group is
  /// complete without it, the other members are committed here: user code may run, and display the
  /// cycle again.
  func leave(_ cycle: DisplayCycle) {
    cycle.leave(self)
    members.remove(cycle)
    commitIfComplete()
  }

  // MARK: The end

  /// Acts on a step that has ended displays of a member, before any callback of theirs runs.
  ///
  /// - Returns: The members that were cancelled as well; their callbacks run after that member's.
  func displaysEnded(
    of cycle: DisplayCycle, by effects: DisplayCycle.Machine.Effects
  ) -> [DisplayCycle] {
    guard let newest = (effects.endedQueued ?? effects.endedActive)?.generation else { return [] }
    switch effects.ending {
    case .superseded:
      if let active = effects.endedActive, cycle.group(for: active.generation) === self {
        memberUnfinished(cycle, active.generation)
      }
      return []
    case .cancelled, .failed, .committed, .cleared:
      // With `progressive`, a newer display queued behind the active one has no part in the group:
      // its end cancels no other member.
      let standing = cycle.tickets.active
      if let standing, cycle.group(for: standing.generation) === self { return [] }
      return cycle.group(for: newest) === self ? cancel(by: cycle) : []
    }
  }

  /// Cancels the displays of the other members after one member's display was cancelled or has
  /// failed.
  ///
  /// - Parameter cycle: The member whose display has ended, which leaves; `nil` for the members
  ///   that were cancelled before the group was sealed.
  /// - Returns: The cycles whose callbacks are to run after that member's. Empty while others may
  ///   still join: these would not be cancelled.
  func cancel(by cycle: DisplayCycle?) -> [DisplayCycle] {
    cycle?.leave(self)
    guard isSealed else {
      if let cycle {
        _ = members.change(cycle) { ($0.isCancelled, $0.finished) = (true, nil) }
      }
      return []
    }
    let others = end().filter { $0.cycle !== cycle && !$0.isCancelled }.map(\.cycle)
    for other in others {
      other.leave(self)
      // A display that is under way reports its own end, or the refusal of its request. Only a
      // member whose display never began needs a callback here.
      let isUnderWay = other.isPending || other.isPreparing
      let neverBegan = !isUnderWay && other.needsDisplay
      _ = other.step(.cancel(.group))
      if neverBegan { other.addCallback(.neverBegan) }
    }
    return others
  }

  private func commitIfComplete() {
    // A preparation that is under way checks `isComplete` again after user code has run.
    if isPreparing || !isComplete { return }
    isPreparing = true
    let prepared = preparedMembers()
    isPreparing = false
    guard let prepared else { return }
    _ = end()
    for member in prepared { member.cycle.leave(self) }
    for member in prepared {
      if let finished = member.finished {
        member.cycle.commitWithoutCallbacks(finished)
      }
    }
    for member in prepared { member.cycle.runCallbacks() }
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
        let isPassDone = passes >= DisplayCycle.passLimit * all.count
        switch member.cycle.prepareCommit(finished, isPassDone: isPassDone) {
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
