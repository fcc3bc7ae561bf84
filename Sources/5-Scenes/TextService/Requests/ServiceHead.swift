// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The head of a request: the method, the target, and the header fields.
public struct ServiceHead: Sendable {
  /// The method, in capital letters: `GET`.
  public var method: String
  /// The path with the query, as it was sent: `/v1/render?d=…`.
  public var target: String
  /// The header fields, in their order.
  public var fields: [(name: String, value: String)]

  /// Creates a head.
  public init(
    _ method: String, _ target: String, fields: [(name: String, value: String)] = []
  ) {
    (self.method, self.target, self.fields) = (method, target, fields)
  }

  /// The value of the first field of a name.
  ///
  /// - Parameter name: The name in lower case.
  func value(_ name: String) -> String? {
    fields.first { Self.isSame($0.name, name) }?.value
  }

  /// The values of all fields of a name as one list; `nil` if there is none.
  ///
  /// Source: RFC 9110, section 5.3.
  func list(_ name: String) -> String? {
    var list: String?
    for field in fields where Self.isSame(field.name, name) {
      list = list.map { "\($0), \(field.value)" } ?? field.value
    }
    return list
  }

  /// Whether a name equals another name, which is in lower case, ignoring the case of the first.
  private static func isSame(_ name: String, _ small: String) -> Bool {
    let (a, b) = (name.utf8, small.utf8)
    guard a.count == b.count else { return false }
    return zip(a, b).allSatisfy { x, y in x == y || (65...90 ~= x && x | 0x20 == y) }
  }
}

/// The answer to a request.
public struct ServiceAnswer: Sendable {
  /// The status code of HTTP.
  public var status: Int
  /// The header fields, without those about the connection and the length.
  public var fields: [(name: String, value: String)]
  /// The body; in an answer to `HEAD` the body that `GET` would have, which a server does not send.
  public var body: [UInt8]

  /// Creates an answer.
  public init(
    status: Int, fields: [(name: String, value: String)] = [], body: [UInt8] = []
  ) {
    (self.status, self.fields, self.body) = (status, fields, body)
  }

  /// The value of a field; `nil` if there is no field of this name.
  public subscript(name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The answer with further fields.
  func adding(_ more: [(name: String, value: String)]) -> ServiceAnswer {
    if more.isEmpty { return self }
    var answer = self
    answer.fields += more
    return answer
  }

  /// An answer with status 200 and a text.
  static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> ServiceAnswer {
    ServiceAnswer(
      status: 200, fields: [("Content-Type", type), ("Cache-Control", "no-store")],
      body: Array(text.utf8))
  }
}
