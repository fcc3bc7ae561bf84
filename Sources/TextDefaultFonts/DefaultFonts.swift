// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CTextDefaultFonts
public import TextFonts
internal import TextModel

/// The fonts that are embedded in the program, which are found without the host's files.
///
/// Noto Sans, Noto Serif, Liberation Mono, Noto fonts for 31 scripts, the commonest Chinese,
/// Japanese and Korean characters, symbols and colour emoji, all under the SIL Open Font License
/// 1.1. Linking this module adds about 23 MiB of read-only data to a program, which is loaded page
/// by page as it is used.
public enum DefaultFonts {
  /// The embedded fonts in the order in which fallback tries them.
  ///
  /// Each is opened when a character is first looked up in it.
  public static let all: [DefaultFont] = {
    var count = 0
    let table = unsafe ctext_default_fonts(&count)
    return (0..<count).map { unsafe DefaultFont(table[$0]) }
  }()
}

extension DefaultFont {
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
        slant: entry.italic != 0 ? .italic : .normal))
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

extension FontCollection {
  /// The embedded fonts alone: the same pixels on every machine.
  public static let embedded = FontCollection(
    defaultFonts: DefaultFonts.all, includesSystemFonts: false)

  /// The embedded fonts, and the host's for other characters.
  public static let embeddedAndSystem = FontCollection(
    defaultFonts: DefaultFonts.all, includesSystemFonts: true)
}
