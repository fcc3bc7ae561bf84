// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A schedule's record of cycles that were displayed in one group (I29).
// @unchecked Sendable: a schedule is used on one thread.
final class ScheduleGroup: @unchecked Sendable {
  struct Member {
    /// Displays of this generation and before have no part in the group.
    var since: UInt64
    /// The first of the later ones that was published, and the turn in which it was.
    var published: UInt64?
    var turn: Int?
  }

  private var members: [UInt64: Member] = [:]
  /// Whether a member left or was not published: nothing is known of the others then.
  private(set) var isBroken = false

  func join(_ cycle: UInt64, since generation: UInt64) {
    if members[cycle] == nil { members[cycle] = Member(since: generation) }
  }

  var cycles: Dictionary<UInt64, Member>.Keys { members.keys }

  func holds(anyOf cycles: Set<UInt64>) -> Bool { !cycles.isDisjoint(with: members.keys) }

  func breakUp() { isBroken = true }

  /// Whether the group is checked and no member was published.
  var isWaiting: Bool { !isBroken && members.values.allSatisfy { $0.turn == nil } }

  func published(_ cycle: UInt64, _ generation: UInt64, turn: Int) {
    guard let member = members[cycle], generation > member.since, member.turn == nil else { return }
    members[cycle]?.published = generation
    members[cycle]?.turn = turn
  }

  /// Whether the end of a display that was not committed breaks the group. A cleared display is
  /// published before it ends.
  func breaks(by cycle: UInt64, _ generation: UInt64) -> Bool {
    guard let member = members[cycle], generation > member.since else { return false }
    return generation <= member.published ?? .max
  }

  /// The violation, if there is one at rest.
  var complaint: String? {
    if isBroken { return nil }
    let turns = members.values.map(\.turn)
    return Set(turns).count > 1 ? "I29: published in turns \(turns) \(members)" : nil
  }
}
