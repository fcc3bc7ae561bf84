// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CTextLinkedFonts
internal import TextModel

extension DefaultFont {
  /// The embedded fonts, if the program links the module `TextDefaultFonts`; else none.
  ///
  /// A weak symbol refers to the fonts: it is null in a program that does not link the module.
  package static let linked: [DefaultFont] = {
    var count = 0
    guard let table = unsafe ctext_linked_fonts(&count) else { return [] }
    return (0..<count).map { unsafe DefaultFont(table[$0]) }
  }()

  /// Describes an entry of the table, whose bytes and strings live as long as the process.
  @unsafe fileprivate init(_ entry: CTextDefaultFont) {
    unsafe self.init(
      EmbeddedFont(
        bytes: UnsafeRawBufferPointer(start: entry.bytes, count: entry.count),
        name: String(cString: entry.name)),
      role: DefaultFontRole(entry.role),
      languages: entry.role == CTextDefaultFontRole_CJK ? ["ja", "zh", "ko"] : [],
      family: String(cString: entry.family),
      traits: FontTraits(
        weight: Double(entry.weight)...Double(entry.weight),
        slant: entry.italic != 0 ? .italic : .normal),
      isCutDown: entry.role == CTextDefaultFontRole_CJK)
  }
}

extension DefaultFontRole {
  fileprivate init(_ role: CTextDefaultFontRole) {
    self =
      switch role {
      case CTextDefaultFontRole_SANS: .sansSerif
      case CTextDefaultFontRole_SERIF: .serif
      case CTextDefaultFontRole_MONOSPACE: .monospace
      case CTextDefaultFontRole_EMOJI: .emoji
      default: .fallback
      }
  }
}
