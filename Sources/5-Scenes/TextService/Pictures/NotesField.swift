// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The header field `Render-Notes`: notes about parts of the document that the picture does not
/// show as written, as a JSON list of strings in ASCII.
enum NotesField {
  /// The most bytes of the field; of further notes only the number is given.
  private static let limit = 2048

  /// The value of the field; `nil` if there are no notes.
  static func value(_ notes: [String]) -> String? {
    if notes.isEmpty { return nil }
    var value = "["
    for (i, note) in notes.enumerated() {
      let text = quoted(note)
      guard value.utf8.count + text.utf8.count < limit else {
        return value + (i == 0 ? "" : ",") + "\"\(notes.count - i) more\"]"
      }
      value += (i == 0 ? "" : ",") + text
    }
    return value + "]"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for unit in text.utf16 {
      switch unit {
      case 0x22, 0x5C: result += "\\" + String(UnicodeScalar(UInt8(unit)))
      case 0x20..<0x7F: result += String(UnicodeScalar(UInt8(unit)))
      default:
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result + "\""
  }
}
