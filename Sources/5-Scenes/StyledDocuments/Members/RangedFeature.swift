// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CTextHarfBuzz
package import TextModel

/// An OpenType feature setting for a range of scalars.
package struct RangedFeature: Hashable, Sendable {
  package var feature: FontFeature
  /// The first scalar.
  package var start: Int
  /// The end of the range; `Int.max` is the end of the text.
  package var end: Int

  /// Whether the range is the whole text.
  package var isGlobal: Bool { start == 0 && end == Int.max }

  /// Parses one feature in HarfBuzz's syntax: `liga=0`, `+smcp`, `kern[3:5]=0`.
  package init?(_ text: String) {
    var feature = hb_feature_t()
    let count = Int32(clamping: text.utf8.count)
    // unsafe: C call
    guard unsafe hb_feature_from_string(text, count, &feature) != 0 else { return nil }
    // HarfBuzz accepts any word behind a space as a value; here it must be on, off, true or false.
    let words = text.split(separator: " ")
    if words.count > 1, let last = words.last, last.first?.isLetter == true,
      !["on", "off", "true", "false"].contains(last.lowercased())
    {
      return nil
    }
    self.feature = FontFeature(tag: FontTag(value: feature.tag), value: feature.value)
    start = Int(feature.start)
    end = feature.end == .max ? .max : max(Int(feature.end), start)
  }

  /// Parses features separated by commas.
  ///
  /// - Parameter option: The option or key that errors name.
  package static func list(_ text: String, option: String) throws(DocumentError) -> [RangedFeature]
  {
    var features: [RangedFeature] = []
    for part in text.split(separator: ",") {
      guard let feature = RangedFeature(String(part)) else {
        throw .malformed(
          option, "'\(part)' is no feature; write liga=0, +smcp or kern[3:5]=0")
      }
      features.append(feature)
    }
    return features
  }
}
