// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

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

  init(_ face: HarfBuzzFace, fileName: String) {
    let file = fileName.split(separator: "/").last.map(String.init) ?? fileName
    let legacy = face.name(1)
    let typographic = face.name(16)
    let full = face.name(4)
    family = typographic ?? legacy ?? file
    subfamily = face.name(17) ?? face.name(2) ?? ""
    let name = face.name(6) ?? full ?? family
    postScript = String(name.unicodeScalars.filter { $0.value > 32 && $0.value < 127 })
    var aliases: [String] = []
    for name in [typographic, legacy, full, postScript] {
      if let name, !name.isEmpty, !aliases.contains(name) { aliases.append(name) }
    }
    familyAliases = aliases
  }
}
