// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// JSON as untyped values: dictionaries, arrays, strings, numbers; read by another reader than the
/// tool's own.
public enum UntypedJSON {
  /// Reads one value; whole numbers are `Int`, others `Double`, null is `Optional<Any>.none`.
  public static func value(_ bytes: some Sequence<UInt8>) throws -> Any {
    try JSONDecoder().decode(Node.self, from: Data(bytes)).value
  }

  /// A string as a JSON literal.
  public static func literal(_ string: String) throws -> String {
    String(decoding: try JSONEncoder().encode(string), as: UTF8.self)
  }

  private struct Node: Decodable {
    var value: Any

    init(from decoder: any Decoder) throws {
      let box = try decoder.singleValueContainer()
      if box.decodeNil() {
        value = Any?.none as Any
      } else if let flag = try? box.decode(Bool.self) {
        value = flag
      } else if let whole = try? box.decode(Int.self) {
        value = whole
      } else if let number = try? box.decode(Double.self) {
        value = number
      } else if let string = try? box.decode(String.self) {
        value = string
      } else if let array = try? box.decode([Node].self) {
        value = array.map(\.value)
      } else {
        value = try box.decode([String: Node].self).mapValues(\.value)
      }
    }
  }
}
