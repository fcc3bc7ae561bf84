// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The generic families of CSS for which embedded fonts may exist.
enum GenericFamily: Sendable {
  case sansSerif, serif, monospace, emoji

  init?(_ name: String) {
    switch FontMatcher.normalized(name) {
    case "sansserif", "sans", "systemui", "uisansserif": self = .sansSerif
    case "serif", "uiserif": self = .serif
    case "monospace", "mono", "uimonospace": self = .monospace
    case "emoji": self = .emoji
    default: return nil
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
