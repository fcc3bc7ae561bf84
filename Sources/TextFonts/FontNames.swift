// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz

/// The names of a face. Source: table `name`, English entries.
public struct FontNames: Hashable, Sendable {
  /// The name by which documents refer to the face (name 6), else the full name without spaces.
  public let postScript: String
  /// The family's name (name 16, else 1), else the file's name.
  public let family: String
  /// The face's name within its family (name 17, else 2).
  public let subfamily: String
  /// All names under which the family can be asked for.
  public let familyAliases: [String]

  init(_ face: OpaquePointer, fileName: String) {
    let file = fileName.split(separator: "/").last.map(String.init) ?? fileName
    let legacy = unsafe FontNames.string(face, 1)
    let typographic = unsafe FontNames.string(face, 16)
    let full = unsafe FontNames.string(face, 4)
    family = typographic ?? legacy ?? file
    subfamily = unsafe FontNames.string(face, 17) ?? FontNames.string(face, 2) ?? ""
    let name = unsafe FontNames.string(face, 6) ?? full ?? family
    postScript = String(name.unicodeScalars.filter { $0.value > 32 && $0.value < 127 })
    var aliases: [String] = []
    for name in [typographic, legacy, full, postScript] {
      if let name, !name.isEmpty, !aliases.contains(name) { aliases.append(name) }
    }
    familyAliases = aliases
  }

  /// One entry of the table; `nil` where it is missing or empty.
  static func string(_ face: OpaquePointer, _ id: hb_ot_name_id_t) -> String? {
    let english = unsafe hb_language_from_string("en", 2)
    var size: UInt32 = 512
    var bytes = [CChar](repeating: 0, count: 512)
    let length = unsafe hb_ot_name_get_utf8(face, id, english, &size, &bytes)
    guard length > 0, size > 0 else { return nil }
    let text = String(
      decoding: bytes.prefix(Int(size)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let controls = text.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
    return controls
      ? String(text.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }) : text
  }
}
