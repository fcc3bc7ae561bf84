// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import DocumentJSON
internal import LayerCompositing
internal import StyledDocuments
internal import SystemConcurrency

/// What a reader of layers needs of a member, computed once.
///
/// A class: layers refer to their rows, and do not copy keys and samples.
final class LayerMemberRow: Sendable {
  let name: LayerMember
  /// The place in the order in which members are read.
  let order: Int
  /// The types of the layers that have the member; empty if all have it.
  let types: [LayerType]
  /// Whether the member is read by the function of its type, after all others.
  let isReadByType: Bool
  /// The property that has the name of the member and is set by it alone, with some value of it,
  /// which stands for its type.
  let key: (key: LayerKey, sample: LayerValue)?
  /// Whether `null` is a value: no colour.
  let acceptsNull: Bool

  init(_ name: LayerMember, at order: Int) {
    (self.name, self.order, types) = (name, order, name.types)
    isReadByType = types.contains(where: \.hasReader)
    key = name.key.map { ($0, $0.value(in: LayerProperties())) }
    acceptsNull = if case .color? = key?.sample { true } else { false }
  }
}

/// The known members of one layer that are not `null`, unless it is a value, in the order of
/// ``LayerMember``; of equal ones the last counts.
struct LayerMembers {
  private let object: JSONObject
  /// The rows of the members, with their places in the object.
  private var found: [(row: LayerMemberRow, place: Int)] = []
  /// The places of the other members in the object.
  private(set) var unknown: [Int] = []

  /// - Parameter cancellation: Polled every 1,024 members.
  /// - Throws: `cancelled`.
  init(_ object: JSONObject, _ cancellation: Cancellation) throws(DocumentError) {
    self.object = object
    found.reserveCapacity(min(object.members.count, LayerMember.rows.count))
    for place in object.members.indices {
      if place & 1023 == 1023 { try cancellation.checkReading() }
      guard let row = LayerMember.rows[object.members[place].name] else {
        unknown.append(place)
        continue
      }
      var at = found.endIndex
      while at > 0, found[at - 1].row.order >= row.order { at -= 1 }
      if at < found.endIndex, found[at].row === row { found.remove(at: at) }
      if case .null = object.members[place].value, !row.acceptsNull { continue }
      found.insert((row, place), at: at)
    }
  }

  /// The members with their rows.
  var all: some Sequence<(row: LayerMemberRow, member: JSONObject.Member)> {
    found.lazy.map { (row: $0.row, member: object.members[$0.place]) }
  }

  /// The member of a name; `nil` if the layer has none.
  subscript(name: LayerMember) -> JSONObject.Member? {
    found.first { $0.row.name == name }.map { object.members[$0.place] }
  }

  /// The member `type`, the first in the order.
  var type: JSONObject.Member? {
    guard let first = found.first, case .type = first.row.name else { return nil }
    return object.members[first.place]
  }

  /// Removes the members that layers of a type do not have, and returns them.
  ///
  /// - Parameter type: `nil` for a plain layer.
  mutating func removeOthers(
    than type: LayerType?
  ) -> [(row: LayerMemberRow, member: JSONObject.Member)] {
    func isOther(_ row: LayerMemberRow) -> Bool {
      !row.types.isEmpty && !(type.map(row.types.contains) ?? false)
    }
    guard found.contains(where: { isOther($0.row) }) else { return [] }
    let others = all.filter { isOther($0.row) }
    found.removeAll { isOther($0.row) }
    return others
  }
}
