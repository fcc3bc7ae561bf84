// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A JSON value as it was read.
enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// What kind of value it is, for messages.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// The members of a JSON object in their order; of equal names the last one counts.
struct JSONObject: Sendable {
  /// A name, its value, and where the value stands in the bytes that were read.
  struct Member: Sendable {
    let name: String
    let value: JSONValue
    let bytes: Range<Int>
  }

  private(set) var members: [Member] = []

  mutating func append(_ member: Member) { members.append(member) }

  /// The member with a name.
  func member(_ name: String) -> Member? { members.last { $0.name == name } }

  /// The value with a name; `nil` where there is none.
  subscript(name: String) -> JSONValue? { member(name)?.value }
}

/// What is wrong with a text that should be JSON.
struct JSONError: Error, CustomStringConvertible {
  /// The byte at which it was noticed.
  let offset: Int
  let message: String
  /// Whether the text may be JSON, but is over a limit.
  var isOverLimit = false

  var description: String {
    "\(isOverLimit ? "too much" : "no valid") JSON at byte \(offset): \(message)"
  }
}
