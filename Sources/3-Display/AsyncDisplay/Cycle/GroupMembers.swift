// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

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
