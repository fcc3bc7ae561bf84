// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextFontconfig
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
      let cascade = FontCollection().cascade(for: FontDescriptor(), language: language)
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

  @Test func unknownFamilyHasNoMatch() {
    let query = SystemFonts.Query(
      families: [], weight: 400, slant: .normal, stretch: 100, language: "en")
    #expect(SystemFonts.shared.match(family: "No Such Family 7", query) == nil)
  }
}

/// The shorter ways of asking fontconfig, compared with its general ones.
struct SystemFamilyTests {
  private struct Face: Hashable {
    var file: String
    var index: Int32

    init?(_ pattern: borrowing FontconfigPattern) {
      guard let file = pattern.string(of: FC_FILE) else { return nil }
      self.file = file
      index = pattern.integer(of: FC_INDEX) ?? 0
    }
  }

  private static func faces(of config: FontconfigConfiguration?) -> [Face?] {
    var faces: [Face?] = []
    config?.visitSystemFaces { faces.append(Face($0)) }
    return faces
  }

  @Test func configurationHasTheSameFaces() {
    let quick = FontconfigConfiguration.withFaces(.rules())
    let general = FontconfigConfiguration.withFaces(nil)
    #expect(Self.faces(of: quick) == Self.faces(of: general))
    #expect(quick != nil && general != nil)
  }

  /// All families of the host in three styles, and names that stand for others.
  @Test func bestFaceIsThatOfAllFaces() throws {
    let config = try #require(FontconfigConfiguration.withFaces(nil))
    var found = 0
    let names = SystemFonts.shared.families() + ["Arial", "times new roman", "No Such Family 7"]
    for name in names {
      for (weight, slant) in [(80.0, 0), (200, 0), (80, 100)] as [(Double, Int32)] {
        guard let pattern = FontconfigPattern() else { return }
        pattern.add(name, to: FC_FAMILY)
        pattern.add(weight, to: FC_WEIGHT)
        pattern.add(slant, to: FC_SLANT)
        config.substitute(pattern)
        guard let best = SystemFamily(pattern).bestFace(for: pattern, in: config),
          let ofAll = config.best(pattern)
        else { continue }
        let faces = (Face(best), Face(ofAll))
        #expect(faces.0 == faces.1, "\(name) \(weight) \(slant)")
        found += 1
      }
    }
    #expect(found > 0 || names.count == 3)
  }

  /// A pattern that asks for a property that counts more than the family needs the general match.
  @Test func thereIsNoAnswerWhereMoreIsAsked() throws {
    let config = try #require(FontconfigConfiguration.withFaces(nil))
    let name = SystemFonts.shared.families().first ?? "none"
    for property in [nil, FC_FOUNDRY, FC_FONTFORMAT] {
      guard let pattern = FontconfigPattern() else { return }
      pattern.add(name, to: FC_FAMILY)
      if let property { pattern.add("anything", to: property) }
      config.substitute(pattern)
      let hasAnswer = SystemFamily(pattern).bestFace(for: pattern, in: config) != nil
      if property != nil { #expect(!hasAnswer) }
    }
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
