// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The members of a group, in the order in which they came.
///
/// What happens to one of them takes the same time among few and among many.
struct GroupMembers {
  struct Member {
    let owner: DisplayOwner
    /// The display that waits for its commit.
    var finished: UInt64?
    /// Whether it was called off while others may yet join.
    var isCalledOff = false
  }

  /// `nil` for who has left.
  private var members: [Member?] = []
  private var places: [ObjectIdentifier: Int] = [:]
  private var unfinishedCount = 0

  /// Whether the display of each waits for its commit.
  var haveFinished: Bool { unfinishedCount == 0 }

  /// All there are.
  ///
  /// - Complexity: O(*n*).
  var all: [Member] { members.compactMap { $0 } }

  /// Adds an owner that is no member.
  mutating func append(_ member: Member) {
    places[ObjectIdentifier(member.owner)] = members.count
    members.append(member)
    if member.finished == nil { unfinishedCount += 1 }
  }

  /// - Returns: Whether the owner is a member.
  mutating func change(_ owner: DisplayOwner, _ body: (inout Member) -> Void) -> Bool {
    guard let place = places[ObjectIdentifier(owner)], var member = members[place] else {
      return false
    }
    if member.finished == nil { unfinishedCount -= 1 }
    body(&member)
    if member.finished == nil { unfinishedCount += 1 }
    members[place] = member
    return true
  }

  mutating func remove(_ owner: DisplayOwner) {
    guard let place = places.removeValue(forKey: ObjectIdentifier(owner)) else { return }
    if let member = members[place], member.finished == nil { unfinishedCount -= 1 }
    members[place] = nil
    // Who comes and goes leaves no more places behind than there are members.
    if members.count > 2 * places.count + 8 { closeUp() }
  }

  private mutating func closeUp() {
    members.removeAll { $0 == nil }
    for (place, member) in members.enumerated() {
      if let member { places[ObjectIdentifier(member.owner)] = place }
    }
  }
}
