// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import DocumentJSON
internal import SystemConcurrency

/// The known members of an object. Members that are `null` are left out; if a member occurs twice,
/// the last one counts.
package struct ObjectMembers<Member: DocumentObject> {
  private var members: [(name: Member, value: JSONValue, key: DocumentKey)] = []

  /// Reads an object.
  ///
  /// - Parameter unknownKeys: The list to which unknown keys are appended.
  /// - Throws: ``DocumentError`` with `malformed` if a required member is missing.
  package init(
    _ value: JSONValue, _ parent: DocumentKey, _ unknownKeys: inout [UnknownKey]
  ) throws(DocumentError) {
    let object = try parent.object(value)
    // An object has few known members, so only one with many unknown or repeated members takes long
    // enough to be cancelled.
    let cancellation = object.members.count < 64 ? Cancellation.never : parent.cancellation
    for member in object.members {
      try cancellation.checkReading()
      let key = parent.at(member)
      guard let name = Member(rawValue: member.name) else {
        unknownKeys.append(UnknownKey(key, member.name, known: Member.keys))
        continue
      }
      if case .null = member.value { continue }
      members.append((name, member.value, key))
    }
    for name in Member.allCases where name.isRequired && self[name] == nil {
      let meant = unknownKeys.last {
        $0.path.hasPrefix(parent.path + ".") && $0.hint == name.rawValue
      }
      let hint = meant.map { "; '\($0.path)' is called \(name.rawValue)" } ?? ""
      throw parent.error("its \(name.rawValue) is missing\(hint)")
    }
  }

  /// The value of a member with its key; `nil` if the object lacks the member.
  package subscript(name: Member) -> (value: JSONValue, key: DocumentKey)? {
    members.last { $0.name == name }.map { ($0.value, $0.key) }
  }
}
