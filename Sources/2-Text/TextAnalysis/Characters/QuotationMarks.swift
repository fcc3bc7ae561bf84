// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The pairs of quotation marks that enclose text like brackets: “ ” and ‘ ’.
enum QuotationMarks {
  /// Whether a code unit is one of the four marks.
  @inline(__always)
  static func contains(_ unit: UInt16) -> Bool { unit & 0xFFFA == 0x2018 }

  /// The closing mark of an opening mark; `nil` for closing marks and other characters.
  static func closing(_ opening: UInt32) -> UInt32? {
    opening == 0x2018 || opening == 0x201C ? opening + 1 : nil
  }
}

/// The apostrophe, and the middle dot within words, as in Catalan.
package enum Apostrophe {
  /// Whether U+2019 or U+00B7 stands between letters or numbers, so that it is part of a word.
  /// Chinese, Japanese and Korean characters do not count.
  package static func isOne(_ text: Span<UInt16>, at offset: Int) -> Bool {
    guard text[offset] == 0x2019 || text[offset] == 0xB7, offset > 0, offset + 1 < text.count
    else { return false }
    return isLetter(text[offset - 1]) && isLetter(text[offset + 1])
  }

  private static func isLetter(_ unit: UInt16) -> Bool {
    unit < 0x2E80 && CharacterTable.shared[UInt32(unit)].isLetterOrNumber
  }
}
