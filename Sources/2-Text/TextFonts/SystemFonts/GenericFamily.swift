// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemFiles

/// The generic families of CSS for which embedded fonts may exist.
enum GenericFamily: Sendable {
  case sansSerif, serif, monospace, emoji

  init?(_ name: String) {
    switch FontMatcher.normalized(name) {
    case "sansserif", "sans", "systemui", "uisansserif", "uirounded": self = .sansSerif
    case "serif", "uiserif": self = .serif
    case "monospace", "mono", "uimonospace": self = .monospace
    case "emoji": self = .emoji
    default: return nil
    }
  }

  /// The generic family of embedded fonts; `nil` for those that are only fallen back to.
  init?(_ role: DefaultFontRole) {
    switch role {
    case .sansSerif: self = .sansSerif
    case .serif: self = .serif
    case .monospace: self = .monospace
    case .emoji: self = .emoji
    case .fallback: return nil
    }
  }

  /// The generic family that a word of a family's name tells, as in `Noto Serif Bengali`.
  init?(wordsOf name: String) {
    let words = Set(name.lowercased().split { $0 == " " || $0 == "-" || $0 == "_" })
    func has(_ some: Set<Substring>) -> Bool { !words.isDisjoint(with: some) }
    if has(["mono", "monospace", "monospaced", "code", "courier", "typewriter", "console"]) {
      self = .monospace
    } else if has(["sans", "gothic", "hei", "gulim", "dotum", "grotesk", "grotesque"]) {
      self = .sansSerif
    } else if has(["serif", "mincho", "song", "ming", "batang", "myungjo", "roman", "times"]) {
      self = .serif
    } else {
      return nil
    }
  }

  /// The role of the embedded fonts of the family.
  var role: DefaultFontRole {
    switch self {
    case .sansSerif: .sansSerif
    case .serif: .serif
    case .monospace: .monospace
    case .emoji: .emoji
    }
  }

  /// The name that fontconfig's rules have for the family.
  var fontconfigName: String {
    switch self {
    case .sansSerif: "sans-serif"
    case .serif: "serif"
    case .monospace: "monospace"
    case .emoji: "emoji"
    }
  }
}

extension FontFace {
  /// The generic family of the face; `nil` where its tables and names do not tell it.
  ///
  /// Source: the family's name, else `post.isFixedPitch`, `OS/2.panose` and `OS/2.sFamilyClass`.
  var genericFamily: GenericFamily? {
    if let named = GenericFamily(wordsOf: familyName) ?? GenericFamily(like: familyName) {
      return named
    }
    if traits.isMonospaced { return .monospace }
    let os2 = harfBuzz.table(.os2)
    let panose = os2.u16(32)?.value ?? 0
    if panose >> 8 == 2 {
      if (os2.u16(34)?.value ?? 0) & 0xFF == 9 { return .monospace }
      switch panose & 0xFF {
      case 2...10: return .serif
      case 11...15: return .sansSerif
      default: break
      }
    }
    switch (os2.u16(30)?.value ?? 0) >> 8 {
    case 1...5, 7: return .serif
    case 8: return .sansSerif
    default: return nil
    }
  }
}
