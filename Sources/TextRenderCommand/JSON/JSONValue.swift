// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A parsed JSON value.
enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// The kind of value, for messages.
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

/// The members of a JSON object in order; of equal names the last one is used.
struct JSONObject: Sendable {
  /// A name with its value, and the byte range of the value in the source.
  struct Member: Sendable {
    let name: String
    let value: JSONValue
    let bytes: Range<Int>
  }

  private(set) var members: [Member] = []
  /// The flaws of the whole text; empty in an object within another value.
  var flaws = JSONFlaws()

  mutating func append(_ member: Member) { members.append(member) }

  /// The last member with a name.
  func member(_ name: String) -> Member? { members.last { $0.name == name } }

  /// The value with a name; `nil` if there is none.
  subscript(name: String) -> JSONValue? { member(name)?.value }
}

/// A syntax error in JSON, or an exceeded limit.
struct JSONError: Error, CustomStringConvertible {
  /// The byte offset at which it was detected.
  let offset: Int
  let message: String
  /// Whether a limit was exceeded, rather than the syntax violated.
  var isOverLimit = false

  var description: String {
    "\(isOverLimit ? "too much" : "no valid") JSON at byte \(offset): \(message)"
  }
}
