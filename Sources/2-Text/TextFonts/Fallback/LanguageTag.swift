// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The parts of a BCP 47 tag by which fonts are chosen: `zh-Hant-HK`, `ja_JP`, `sr-Latn`.
struct LanguageTag: Hashable, Sendable {
  /// The language in lower case, empty if undetermined.
  let language: String
  /// The script in lower case, empty if not named.
  let script: String
  /// The region in lower case, empty if not named.
  let region: String

  /// Reads a tag; parts that are malformed are left out.
  init(_ tag: String) {
    var language = ""
    var script = ""
    var region = ""
    let parts = tag.lowercased().split { $0 == "-" || $0 == "_" || $0 == "." }
    for (i, part) in parts.enumerated() {
      if i == 0 {
        if (2...8).contains(part.count), part != "und" { language = String(part) }
      } else if part.count == 1 {
        break  // extensions and private use
      } else if part.count == 4, script.isEmpty, region.isEmpty {
        script = String(part)
      } else if region.isEmpty, part.count == 2 || (part.count == 3 && part.allSatisfy(\.isNumber))
      {
        region = String(part)
      } else if part.count == 3, i == 1, ["yue", "cmn", "hak", "nan"].contains(part) {
        language = String(part)  // zh-yue
      }
    }
    self.language = language
    self.script = script
    self.region = region
  }

  /// The regional forms of Han characters; the raw values are fontconfig's names.
  enum HanForm: String, Sendable {
    case japanese = "ja"
    case korean = "ko"
    case simplified = "zh-cn"
    case traditional = "zh-tw"
    case hongKong = "zh-hk"
  }

  /// The regional forms of Han characters that the language uses; `nil` for other languages.
  var hanForm: HanForm? {
    switch language {
    case "ja": return .japanese
    case "ko": return .korean
    case "zh", "cmn", "yue", "nan", "hak", "wuu", "lzh":
      if script == "hans" { return .simplified }
      if region == "hk" || region == "mo" { return .hongKong }
      if script == "hant" || region == "tw" { return .traditional }
      if region.isEmpty, language == "yue" { return .hongKong }
      if region.isEmpty, ["nan", "hak", "lzh"].contains(language) { return .traditional }
      return .simplified
    default: return nil
    }
  }

  /// The tag as fontconfig names languages; `en` where the tag names neither a language nor a
  /// script of Chinese, Japanese or Korean.
  var fontconfig: String {
    if let hanForm { return hanForm.rawValue }
    if language.isEmpty {
      switch script {
      case "jpan", "hira", "kana": return "ja"
      case "kore", "hang": return "ko"
      case "hans": return "zh-cn"
      case "hant": return "zh-tw"
      default: return "en"
      }
    }
    return region.isEmpty ? language : "\(language)-\(region)"
  }

  /// Whether a default font for the language `other` suits this language.
  func matches(_ other: LanguageTag) -> Bool {
    if language == other.language, other.script.isEmpty, other.region.isEmpty {
      return !language.isEmpty
    }
    if let mine = hanForm, let theirs = other.hanForm { return mine == theirs }
    return !language.isEmpty && language == other.language
      && (other.script.isEmpty || script.isEmpty || script == other.script)
  }
}
