// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import TextFonts

/// The host's fonts differ from machine to machine, so these tests compare answers with each other.
struct SystemFontsTests {
  @Test func answersDoNotDependOnHistory() throws {
    let text = "Aя語한नعไ→😀\u{1F469}".unicodeScalars.filter { _ in true }
    func names(_ scalars: [Unicode.Scalar]) throws -> [Unicode.Scalar: String] {
      let cascade = FontCollection(includesSystemFonts: true).cascade(for: FontDescriptor())
      guard (try? cascade.primary) != nil else { return [:] }
      var result: [Unicode.Scalar: String] = [:]
      for scalar in scalars {
        let choice = try cascade.font(for: scalar)
        result[scalar] =
          "\(choice.font.face.fileName) \(choice.font.face.index) \(choice.isCovered)"
      }
      return result
    }
    #expect(try names(Array(text)) == names(text.reversed()))
  }

  @Test func languageChoosesHanForms() throws {
    var faces: [String: String] = [:]
    for language in ["ja", "ja-JP", "zh-Hans", "zh-CN", "zh-Hant", "zh-TW", "zh-Hant-TW", "ko"] {
      let cascade = FontCollection.default.cascade(for: FontDescriptor(), language: language)
      guard (try? cascade.primary) != nil else { return }
      faces[language] = try cascade.font(for: "\u{76F4}").font.face.postScriptName
    }
    #expect(faces["ja"] == faces["ja-JP"])
    #expect(faces["zh-Hans"] == faces["zh-CN"])
    #expect(faces["zh-Hant"] == faces["zh-TW"])
    #expect(faces["zh-Hant"] == faces["zh-Hant-TW"])
    if faces.values.contains(where: { $0.hasPrefix("NotoSansCJK") }) {
      #expect(Set(faces.values).count == 4)
    }
  }

  /// More queries than are kept: lists that fall out are let go without a deadlock.
  @Test func manyQueriesAreLetGo() {
    for i in 0..<140 {
      let query = SystemFonts.Query(
        families: ["family \(i)"], weight: 400, slant: .normal, stretch: 100, language: "en")
      _ = SystemFonts.shared.sorted(query).count
    }
  }

  @Test func unknownFamilyHasNoMatch() {
    let query = SystemFonts.Query(
      families: [], weight: 400, slant: .normal, stretch: 100, language: "en")
    #expect(SystemFonts.shared.match(family: "No Such Family 7", query) == nil)
  }
}

struct LanguageTagTests {
  @Test(arguments: [
    ("ja", "ja"), ("ja-JP", "ja"), ("ja_JP.UTF-8", "ja"), ("zh", "zh-cn"), ("zh-Hans", "zh-cn"),
    ("zh-Hant", "zh-tw"), ("zh-TW", "zh-tw"), ("zh-HK", "zh-hk"), ("zh-Hant-MO", "zh-hk"),
    ("zh-Hans-HK", "zh-cn"), ("zh-yue", "zh-hk"), ("yue", "zh-hk"), ("ko-KR", "ko"), ("", "en"),
    ("und", "en"), ("und-Jpan", "ja"), ("pt-BR", "pt-br"), ("sr-Latn-RS", "sr-rs"), ("x", "en"),
    ("-", "en"), ("de-u-co-phonebk", "de"),
  ])
  func fontconfigName(tag: String, name: String) {
    #expect(LanguageTag(tag).fontconfig == name)
  }
}
