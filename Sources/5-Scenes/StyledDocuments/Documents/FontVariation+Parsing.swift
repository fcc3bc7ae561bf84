// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextModel

extension FontVariation {
  /// Parses one axis position: `wght=700`.
  package init?(setting text: String) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, let tag = FontTag(String(parts[0])),
      let value = OptionValue.number(String(parts[1]))
    else { return nil }
    self.init(tag: tag, value: value)
  }

  /// Parses axis positions separated by commas.
  ///
  /// - Parameter option: The option or key that errors name.
  package static func list(_ text: String, option: String) throws(DocumentError) -> [FontVariation]
  {
    var variations: [FontVariation] = []
    for part in text.split(separator: ",") {
      guard let variation = FontVariation(setting: String(part)) else {
        throw .malformed(option, "'\(part)' is no axis position; write wght=700")
      }
      variations.append(variation)
    }
    return variations
  }
}
