// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextFontconfig
import SystemFiles

/// Hashes that are equal on hosts with the same fonts.
package enum FontFingerprint {
  /// The number of bytes at the beginning of a file that are hashed. They hold the table directory
  /// of a font, which has a checksum of each table.
  private static let length = 4096

  /// The hash of the embedded fonts.
  package static let embedded: [UInt8] = {
    var hash = SHA256()
    for font in DefaultFont.linked { font.update(&hash, length: length) }
    return hash.digest
  }()

  /// The hash of the host's fonts and of the rules by which fontconfig chooses among them. Of each
  /// file, the name without the folder, the length and the beginning are hashed.
  ///
  /// Opens every font of the host once.
  package static let system: [UInt8] = {
    var hash = SHA256()
    let (rules, fonts) = SystemFonts.shared.files()
    let byName = fonts.sorted { name(of: $0).utf8.lexicographicallyPrecedes(name(of: $1).utf8) }
    for path in rules + byName { update(&hash, path) }
    return hash.digest
  }()

  private static func name(of path: String) -> String {
    path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
  }

  private static func update(_ hash: inout SHA256, _ path: String) {
    hash.update(Array(name(of: path).utf8) + [0])
    guard let file = try? InputFile(path: path) else { return }
    var bytes = [UInt8](repeating: 0, count: length)
    let count = (try? file.read(into: &bytes)) ?? 0
    hash.update(Array("\(file.byteCount)".utf8) + [0] + bytes.prefix(count))
  }
}
