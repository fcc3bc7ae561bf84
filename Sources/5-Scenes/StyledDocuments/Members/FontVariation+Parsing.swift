// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextModel

extension FontVariation {
  /// Parses axis positions separated by commas.
  ///
  /// - Parameter option: The option or key that errors name.
  package static func list(_ text: String, option: String) throws(DocumentError) -> [FontVariation]
  {
    var variations: [FontVariation] = []
    for part in text.split(separator: ",") {
      guard let variation = FontVariation(setting: part) else {
        throw .malformed(option, "'\(part)' is no axis position; write wght=700")
      }
      variations.append(variation)
    }
    return variations
  }
}
