// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// What a schedule knows of owners that were displayed together (I29).
// @unchecked Sendable: a schedule lives on one thread.
final class VirtualGroup: @unchecked Sendable {
  struct Member {
    /// Displays of this generation and before have no part in the group.
    var since: UInt64
    /// The first of the later ones that was published, and the turn in which it was.
    var published: UInt64?
    var turn: Int?
  }

  private var members: [UInt64: Member] = [:]
  /// Whether a member left, or did not come to pass: nothing is known of the others then.
  private(set) var isBroken = false

  func join(_ owner: UInt64, since generation: UInt64) {
    if members[owner] == nil { members[owner] = Member(since: generation) }
  }

  var owners: Dictionary<UInt64, Member>.Keys { members.keys }

  func holds(anyOf owners: Set<UInt64>) -> Bool { !owners.isDisjoint(with: members.keys) }

  func breakUp() { isBroken = true }

  func published(_ owner: UInt64, _ generation: UInt64, turn: Int) {
    guard let member = members[owner], generation > member.since, member.turn == nil else { return }
    members[owner]?.published = generation
    members[owner]?.turn = turn
  }

  /// Whether the group breaks by the end of a display that was not published. (A cleared display counts
  /// as published before it ends.)
  func breaks(by owner: UInt64, _ generation: UInt64) -> Bool {
    guard let member = members[owner], generation > member.since else { return false }
    return generation <= member.published ?? .max
  }

  /// What is wrong at rest.
  var complaint: String? {
    if isBroken { return nil }
    let turns = members.values.map(\.turn)
    return Set(turns).count > 1 ? "I29: published in turns \(turns) \(members)" : nil
  }
}
