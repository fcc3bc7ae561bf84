// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// An owner's membership in a group, if it is in one.
struct GroupMembership {
  private(set) var group: DisplayGroup?
  /// The generation at which the owner joined; older displays have no part in the group.
  private var since: UInt64 = 0

  /// The group that a display takes part in.
  func group(for generation: UInt64) -> DisplayGroup? { generation > since ? group : nil }

  /// Makes the owner a member; displays after the present generation take part in the group.
  mutating func join(_ group: DisplayGroup, since generation: UInt64) {
    self.group = group
    since = generation
  }

  /// Follows the members of a group into the one that takes them over.
  mutating func move(from old: DisplayGroup, to new: DisplayGroup) {
    if group === old { group = new }
  }

  /// Ends the membership in a group.
  mutating func leave(_ old: DisplayGroup) { if group === old { group = nil } }
}
