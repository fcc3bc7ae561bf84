// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments

extension OptionValue {
  /// Parses code points separated by commas or spaces: `U+0041,U+20,1F600`.
  ///
  /// A surrogate becomes U+FFFD, as in ill-formed text.
  ///
  /// - Throws: ``CommandError`` with `usage`.
  static func codePoints(_ text: String, option: CommandOption) throws(CommandError) -> ScalarText {
    var scalars: [UInt32] = []
    for part in text.split(whereSeparator: { $0 == "," || $0 == " " }) {
      let digits = part.hasPrefix("U+") || part.hasPrefix("u+") ? part.dropFirst(2) : part
      guard !digits.isEmpty, digits.utf8.count <= 8, digits.allSatisfy(\.isHexDigit),
        let value = UInt32(digits, radix: 16), value <= 0x10FFFF
      else {
        throw .usage(option.typed, "'\(part)' is no code point; write U+0041 or 41, up to 10FFFF")
      }
      scalars.append(value)
    }
    return ScalarText(scalars: scalars)
  }
}
