// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// Traits of scripts that shaping depends on.
enum ScriptTraits {
  /// Scripts that take HarfBuzz several times as long as Latin, whatever the font.
  static func isSlow(_ script: FontTag) -> Bool {
    switch script.value {
    case 0x5469_6274, 0x4B68_6D72, 0x4D79_6D72, 0x4C61_6E61, 0x4A61_7661, 0x4261_6C69:
      true  // Tibt Khmr Mymr Lana Java Bali
    default: false
    }
  }

  /// The scripts of Chinese and Japanese.
  static func isHan(_ script: FontTag) -> Bool {
    switch script.value {
    case 0x4861_6E69, 0x4869_7261, 0x4B61_6E61, 0x4872_6B74, 0x426F_706F:
      true  // Hani Hira Kana Hrkt Bopo
    default: false
    }
  }

  /// Scripts whose letters join, so that space between them would tear words.
  ///
  /// Source: CSS Text 3, 8.2; HarfBuzz's list of scripts with Arabic-like joining.
  static func isCursive(_ script: FontTag) -> Bool {
    switch script.value {
    case 0x4172_6162, 0x5379_7263, 0x4D6F_6E67, 0x4E6B_6F6F,  // Arab Syrc Mong Nkoo
      0x4D61_6E64, 0x526F_6867, 0x5068_6167, 0x4D61_6E69,  // Mand Rohg Phag Mani
      0x4164_6C6D, 0x5068_6C70, 0x536F_6764, 0x4368_7273,  // Adlm Phlp Sogd Chrs
      0x4F75_6772:  // Ougr
      return true
    default: return false
    }
  }
}
