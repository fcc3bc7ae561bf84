// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import DocumentJSON
internal import LayerCompositing
internal import StyledDocuments
internal import SystemConcurrency

/// The properties of a member that a reader of layers uses, computed once.
///
/// A class, so that layers refer to rows instead of copying keys and samples.
final class LayerMemberRow: Sendable {
  let name: LayerMember
  /// The place in the order in which members are read.
  let order: Int
  /// The kinds of the layers that have the member; empty if all have it.
  let kinds: [LayerKind]
  /// Whether the member is read by the function of its kind, after all others.
  let isReadByKind: Bool
  /// ``LayerMember/key``, with a sample value, which tells the type of the property.
  let key: (key: LayerKey, sample: LayerValue)?
  /// Whether `null` is a value, as for colours, where it means no colour.
  let acceptsNull: Bool

  init(_ name: LayerMember, at order: Int) {
    (self.name, self.order, kinds) = (name, order, name.kinds)
    isReadByKind = kinds.contains(where: \.hasReader)
    key = name.key.map { ($0, $0.value(in: LayerProperties())) }
    acceptsNull = if case .color? = key?.sample { true } else { false }
  }

  /// Whether layers of a kind have the member.
  func applies(to kind: LayerKind) -> Bool { kinds.isEmpty || kinds.contains(where: kind.isKind) }
}

/// The known members of one layer, in the order of ``LayerMember``. Members that are `null` are
/// left out, unless `null` is a value for them; if a member occurs twice, the last one counts.
struct LayerMembers {
  private let object: JSONObject
  /// The rows of the known members, with their indexes in the object.
  private var found: [(row: LayerMemberRow, place: Int)] = []
  /// The indexes of the unknown members in the object.
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

  /// Removes the members that layers of a kind do not have, and returns them.
  mutating func removeOthers(
    than kind: LayerKind
  ) -> [(row: LayerMemberRow, member: JSONObject.Member)] {
    guard !found.allSatisfy({ $0.row.applies(to: kind) }) else { return [] }
    let others = all.filter { !$0.row.applies(to: kind) }
    found.removeAll { !$0.row.applies(to: kind) }
    return others
  }

  /// The members that layers of this kind have, but not layers of every kind.
  func only(of kind: LayerKind) -> some Sequence<(row: LayerMemberRow, member: JSONObject.Member)> {
    all.lazy.filter { !$0.row.kinds.isEmpty && $0.row.applies(to: kind) }
  }
}
