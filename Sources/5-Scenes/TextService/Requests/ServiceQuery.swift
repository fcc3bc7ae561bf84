// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON

/// The path and the parameters of a target.
struct ServiceQuery: Sendable {
  /// The parts of the path, decoded.
  let path: [String]
  /// The parameters in their order, decoded; a plus sign is a space, as in forms.
  let parameters: [(name: String, value: String)]
  /// Notes about parameters whose decoded bytes are not valid UTF-8.
  let notes: [String]

  /// Reads a target.
  ///
  /// - Throws: ``ServiceRefusal`` with 400 for an invalid percent escape, for a repeated parameter,
  ///   and for a path part such as `..`.
  init(_ target: String) throws(ServiceRefusal) {
    let halves = target.utf8.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    var path: [String] = []
    for part in halves[0].split(separator: UInt8(ascii: "/")) {
      guard let step = Self.decoded(part, plusIsSpace: false) else {
        throw ServiceRefusal(400, "malformed", Self.noDigits)
      }
      guard step != "..", step != ".", !step.utf8.contains(0), !step.utf8.contains(0x2F) else {
        throw ServiceRefusal(400, "malformed", "The path has a step that leads nowhere.")
      }
      path.append(step)
    }
    self.path = path
    var parameters: [(name: String, value: String)] = []
    var notes: [String] = []
    // A set, since an address may have tens of thousands of parameters.
    var names: Set<String> = []
    if halves.count == 2 {
      for pair in halves[1].split(separator: UInt8(ascii: "&")) {
        let sides = pair.split(
          separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = Self.decoded(sides[0], plusIsSpace: true) else {
          throw ServiceRefusal(400, "malformed", Self.noDigits)
        }
        guard names.insert(name).inserted else {
          throw .malformed(name, "The parameter is given twice.")
        }
        let bytes = sides.count == 2 ? Self.decodedBytes(sides[1], plusIsSpace: true) : []
        guard let bytes else { throw .malformed(name, Self.noDigits) }
        if let note = (try? IllFormedUTF8(in: bytes))?.note { notes.append("\(name): \(note)") }
        parameters.append((name, String(decoding: bytes, as: UTF8.self)))
      }
    }
    (self.parameters, self.notes) = (parameters, notes)
  }

  subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

  private static let noDigits = "A percent sign stands without two digits."

  /// The text with its percent escapes decoded; `nil` if an escape is invalid.
  private static func decoded(_ text: Substring.UTF8View, plusIsSpace: Bool) -> String? {
    if isPlain(text) { return String(Substring(text)) }
    return decodedBytes(text, plusIsSpace: plusIsSpace).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a part is taken as it is, since it has no escapes; most have none.
  private static func isPlain(_ text: Substring.UTF8View) -> Bool {
    text.allSatisfy { $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "+") }
  }

  private static func decodedBytes(
    _ text: Substring.UTF8View, plusIsSpace: Bool
  ) -> [UInt8]? {
    if isPlain(text) { return Array(text) }
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(0x20)
      case UInt8(ascii: "%"):
        guard let high = digit(rest.popFirst()), let low = digit(rest.popFirst()) else {
          return nil
        }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    return bytes
  }

  private static func digit(_ byte: UInt8?) -> UInt8? {
    switch byte {
    case let byte? where 48...57 ~= byte: byte - 48
    case let byte? where 65...70 ~= byte: byte - 55
    case let byte? where 97...102 ~= byte: byte - 87
    default: nil
    }
  }
}
