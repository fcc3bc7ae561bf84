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

  /// Adds a cycle that is not a member.
  mutating func append(_ member: DisplayGroup.Member) {
    places[ObjectIdentifier(member.cycle)] = members.count
    members.append(member)
    if member.finished == nil { unfinishedCount += 1 }
  }

  /// Changes a member.
  ///
  /// - Returns: Whether the cycle is a member.
  mutating func change(_ cycle: DisplayCycle, _ body: (inout DisplayGroup.Member) -> Void) -> Bool {
    guard let place = places[ObjectIdentifier(cycle)], var member = members[place] else {
      return false
    }
    if member.finished == nil { unfinishedCount -= 1 }
    body(&member)
    if member.finished == nil { unfinishedCount += 1 }
    members[place] = member
    return true
  }

  mutating func remove(_ cycle: DisplayCycle) {
    guard let place = places.removeValue(forKey: ObjectIdentifier(cycle)) else { return }
    if let member = members[place], member.finished == nil { unfinishedCount -= 1 }
    members[place] = nil
    if members.count > 2 * places.count + 8 { compact() }
  }

  private mutating func compact() {
    members.removeAll { $0 == nil }
    for (place, member) in members.enumerated() {
      if let member { places[ObjectIdentifier(member.cycle)] = place }
    }
  }
}
