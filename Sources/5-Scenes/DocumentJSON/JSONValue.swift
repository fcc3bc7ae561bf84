// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  /// The elements, and the byte offset of each in the source.
  case array([JSONValue], offsets: [Int])
  case object(JSONObject)

  /// The kind of value, for messages.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }

  package var isNull: Bool {
    if case .null = self { true } else { false }
  }
}

/// The members of a JSON object in order; of equal names the last one is used.
package struct JSONObject: Sendable {
  /// A name with its value, and the byte range of the value in the source.
  package struct Member: Sendable {
    package let name: String
    package let value: JSONValue
    package let bytes: Range<Int>

    /// The member with another value, which has the place of the old one in messages.
    package func with(_ value: JSONValue) -> Member {
      Member(name: name, value: value, bytes: bytes)
    }
  }

  package internal(set) var members: [Member] = []

  package init() {}

  /// Creates an object without members, and with room for some.
  init(capacity: Int) { members.reserveCapacity(capacity) }

  package mutating func append(_ member: Member) { members.append(member) }

  /// The object with one more member, which has no place in the source.
  package func adding(_ name: String, _ value: JSONValue) -> JSONObject {
    var object = self
    object.append(Member(name: name, value: value, bytes: 0..<0))
    return object
  }

  /// The last member with a name.
  package func member(_ name: String) -> Member? { members.last { $0.name == name } }

  /// The value with a name; `nil` if there is none.
  package subscript(name: String) -> JSONValue? { member(name)?.value }
}

/// A syntax error in JSON, an exceeded limit, or the end of a reading that was cancelled.
package struct JSONError: Error, CustomStringConvertible {
  /// The byte offset at which it was detected.
  package let offset: Int
  package let message: String
  /// Whether a limit was exceeded, rather than the syntax violated.
  package var isOverLimit = false
  /// Whether the reading was cancelled.
  package var isCancelled = false

  package var description: String {
    if isCancelled { return "\(message) at byte \(offset)" }
    return "\(isOverLimit ? "too much" : "no valid") JSON at byte \(offset): \(message)"
  }
}
