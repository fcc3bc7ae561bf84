// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextAnalysis
import TextDefaultFonts
import TextModel
import TextTestSupport

@testable import CanvasGeometry
@testable import TextFonts

/// The candidates of a collection, their order, and the answers of its cascades.
struct FontCollectionTests {
  static let files = [
    "NotoSans-Regular.ttf", "NotoSansThai-Regular.ttf", "NotoSans-Bold.ttf", "NotoSans-Italic.ttf",
  ]

  private func source(_ name: String) throws -> FontSource {
    try FontSource(FontFile.shared(path: BundledFonts.path(name)))
  }

  private func listing(
    _ fonts: FontCollection, _ descriptor: FontDescriptor = FontDescriptor(), language: String = ""
  ) -> [FontCascade.Reason] {
    fonts.cascade(for: descriptor, language: language).listing.map(\.reason)
  }

  private func answer(
    _ fonts: FontCollection, _ text: String, _ presentation: EmojiPresentation = .unspecified,
    descriptor: FontDescriptor = FontDescriptor(), language: String = ""
  ) throws -> (name: String, reason: FontCascade.Reason) {
    let (choice, reason) = try fonts.cascade(for: descriptor, language: language)
      .explain(Array(text.unicodeScalars), presentation: presentation)
    return (choice.font.face.postScriptName, reason)
  }

  // MARK: - The order of candidates

  @Test(
    arguments: [
      (FontDescriptor(), [0, 1, 2, 3]),
      // The best face of a family takes the family's first place.
      (FontDescriptor(weight: 700), [2, 1, 0, 3]),
      (FontDescriptor(slant: .italic), [3, 1, 0, 2]),
      // Families that are named come first, in the descriptor's order.
      (FontDescriptor(families: ["noto sans thai"]), [1, 0, 2, 3]),
      (FontDescriptor(families: ["Other", "Noto Sans"], weight: 700), [2, 0, 3, 1]),
      // A font that is asked for by its number comes before all others.
      (FontDescriptor(weight: 700, givenFont: 3), [3, 2, 1, 0]),
      (FontDescriptor(givenFont: 4), [0, 1, 2, 3]),
    ] as [(FontDescriptor, [Int])])
  func givenFontsAreOrderedByStyleAndFamily(descriptor: FontDescriptor, order: [Int]) throws {
    let fonts = try BundledFonts.collection(of: Self.files)
    #expect(listing(fonts, descriptor) == order.map { .given(index: $0) })
  }

  @Test func givenFontsComeBeforeFamiliesAndThoseBeforeEmbeddedOnes() throws {
    let fonts = try FontCollection(
      given: [source("NotoSansThai-Regular.ttf")],
      defaultFonts: [
        DefaultFont(source("NotoSans-Regular.ttf"), role: .sansSerif),
        DefaultFont(source("NotoSerif-Regular.ttf"), role: .serif),
      ], includesSystemFonts: false)
    let descriptor = FontDescriptor(families: ["serif"])
    #expect(listing(fonts, descriptor) == [.given(index: 0), .family("serif"), .embedded])
    #expect(try answer(fonts, "ก", descriptor: descriptor).reason == .given(index: 0))
    #expect(
      try answer(fonts, "A", descriptor: descriptor) == ("NotoSerif-Regular", .family("serif")))
  }

  /// A face that is given, asked for by name and embedded is one candidate.
  @Test func aFaceIsListedOnce() throws {
    let sans = try source("NotoSans-Regular.ttf")
    let fonts = FontCollection(
      given: [sans], defaultFonts: [DefaultFont(sans, role: .sansSerif)],
      includesSystemFonts: false)
    #expect(listing(fonts, FontDescriptor(families: ["Noto Sans"])) == [.given(index: 0)])
    let embedded = FontCollection(
      defaultFonts: [DefaultFont(sans, role: .sansSerif)], includesSystemFonts: false)
    let twice = FontDescriptor(families: ["Noto Sans", "sans-serif"])
    #expect(listing(embedded, twice) == [.family("Noto Sans")])
  }

  @Test func embeddedFontsFollowTheGenericFamilyAndEmojiComeLast() throws {
    let roles: [(String, DefaultFontRole)] = [
      ("NotoColorEmoji.ttf", .emoji), ("LiberationMono-Regular.ttf", .monospace),
      ("NotoSansThai-Regular.ttf", .fallback), ("NotoSerif-Regular.ttf", .serif),
      ("NotoSans-Regular.ttf", .sansSerif),
    ]
    let fonts = try FontCollection(
      defaultFonts: roles.map { try DefaultFont(source($0.0), role: $0.1) },
      includesSystemFonts: false)
    func names(_ families: [String]) -> [String] {
      fonts.cascade(for: FontDescriptor(families: families)).listing.map {
        String($0.face.familyName.dropFirst(5))
      }
    }
    #expect(names([]) == ["Sans", "Sans Thai", "ation Mono", "Serif", "Color Emoji"])
    #expect(
      names(["mono", "serif"]) == ["ation Mono", "Serif", "Sans", "Sans Thai", "Color Emoji"])
  }

  // MARK: - Fallback

  @Test func languageChoosesAmongFallbackFonts() throws {
    let fonts = try FontCollection(
      defaultFonts: [
        DefaultFont(source("NotoSans-Regular.ttf"), role: .fallback, languages: ["de", "zh-Hant"]),
        DefaultFont(source("NotoSerif-Regular.ttf"), role: .fallback, languages: ["fr", "ja"]),
        DefaultFont(source("LiberationMono-Regular.ttf"), role: .fallback, languages: ["it"]),
      ], includesSystemFonts: false)
    let expected = [
      "de-AT": "NotoSans-Regular", "fr": "NotoSerif-Regular", "fr-Latn": "NotoSerif-Regular",
      "it_IT.UTF-8": "LiberationMono", "zh-TW": "NotoSans-Regular", "ja-JP": "NotoSerif-Regular",
      "zh-Hans": "NotoSans-Regular", "": "NotoSans-Regular", "ko": "NotoSans-Regular",
    ]
    for (language, name) in expected {
      let found = try answer(fonts, "A", language: language)
      #expect(found == (name, .embedded), "\(language)")
    }
  }

  /// A font for all languages comes before those for other languages.
  @Test func fontsForOtherLanguagesComeLast() throws {
    let fonts = try FontCollection(
      defaultFonts: [
        DefaultFont(source("NotoSans-Regular.ttf"), role: .fallback, languages: ["de"]),
        DefaultFont(source("NotoSerif-Regular.ttf"), role: .fallback),
      ], includesSystemFonts: false)
    #expect(try answer(fonts, "A", language: "fr").name == "NotoSerif-Regular")
    #expect(try answer(fonts, "A", language: "de").name == "NotoSans-Regular")
  }

  @Test(
    arguments: [
      ("A", "NotoSans-Regular"), ("ก", "NotoSansThai-Regular"), ("ع", "NotoSansArabic-Regular"),
      ("語", "NotoSansCJKjp-Regular"), ("😀", "NotoColorEmoji"),
    ])
  func scriptsFallBackInAnyOrderOfQuestions(text: String, name: String) throws {
    for first in ["", "A", "ก", "語", "😀"] {
      let fonts = FontCollection(defaultFonts: DefaultFonts.all, includesSystemFonts: false)
      if !first.isEmpty { _ = try answer(fonts, first) }
      #expect(try answer(fonts, text) == (name, .embedded), "after \(first)")
    }
  }

  @Test func presentationChoosesBetweenTextAndColour() throws {
    let fonts = try BundledFonts.collection(of: ["NotoSans-Regular.ttf", "NotoColorEmoji.ttf"])
    #expect(try answer(fonts, "7").name == "NotoSans-Regular")
    #expect(try answer(fonts, "7", .emoji).name == "NotoColorEmoji")
    let swapped = try BundledFonts.collection(of: ["NotoColorEmoji.ttf", "NotoSans-Regular.ttf"])
    // Without a presentation the order counts, with text presentation it does not.
    #expect(try answer(swapped, "7").name == "NotoColorEmoji")
    #expect(try answer(swapped, "7", .text).name == "NotoSans-Regular")
    // A font of the other kind is better than none.
    #expect(try answer(fonts, "A", .emoji).reason == .given(index: 0))
    #expect(try answer(fonts, "😀", .text).reason == .given(index: 1))
  }

  @Test func systemFontsAreAskedLastAndOnlyIfIncluded() throws {
    let thai = try source("NotoSansThai-Regular.ttf")
    try #require(!thai.face.coverage.contains("я"))
    let alone = FontCollection(given: [thai], includesSystemFonts: false)
    #expect(try answer(alone, "я").reason == .missing)
    #expect(alone.systemFamilies.isEmpty)
    let withSystem = FontCollection(given: [thai])
    #expect(try answer(withSystem, "ก") == (thai.face.postScriptName, .given(index: 0)))
    let reason = try answer(withSystem, "я").reason
    #expect(reason == .system || reason == .missing)
    #expect(withSystem.systemFamilies == withSystem.systemFamilies.sorted())
    if try answer(FontCollection(), "я").reason != .missing { #expect(reason == .system) }
  }

  @Test func missingCharactersAreDrawnWithTheFirstFont() throws {
    let fonts = try BundledFonts.collection(of: [
      "NotoSansThai-Regular.ttf", "NotoSans-Regular.ttf",
    ])
    let cascade = fonts.cascade(for: FontDescriptor())
    try #require(!fonts.given[0].face.coverage.contains("я"))
    func font(_ text: String) throws -> (index: Int?, isCovered: Bool) {
      let choice = try cascade.explain(Array(text.unicodeScalars)).choice
      return (fonts.given.firstIndex { $0.face === choice.font.face }, choice.isCovered)
    }
    #expect(try font("\u{E000}") == (0, false))
    // The first character's font draws a cluster that no font maps as a whole.
    #expect(try font("я\u{E000}") == (1, false))
    #expect(try font("\u{E000}я") == (0, false))
    #expect(try font("яก") == (1, false))
    #expect(try font("กя") == (0, false))
    // Default-ignorable characters need no glyph.
    #expect(try font("я\u{200D}\u{FE0F}") == (1, true))
    #expect(try font("\u{200B}") == (0, true))
    #expect(try font("") == (0, true))
    let none = FontCollection(includesSystemFonts: false).cascade(for: FontDescriptor())
    #expect(throws: FontError.self) { try none.font(for: "A") }
    #expect(!none.hasAskedFont && cascade.hasAskedFont)
  }

  /// No font maps both characters but the last one, which maps neither first.
  @Test func aClusterIsDrawnWithOneFontThatMapsAllOfIt() throws {
    let fonts = try BundledFonts.collection(of: [
      "NotoSansThai-Regular.ttf", "NotoSansHebrew-Regular.ttf", "NotoSans-Regular.ttf",
    ])
    let faces = fonts.given.map(\.face.coverage)
    try #require(faces[0].contains("\u{25CC}") && faces[2].contains("\u{25CC}"))
    try #require(!faces[0].contains("\u{0301}") && faces[2].contains("\u{0301}"))
    #expect(try answer(fonts, "\u{25CC}").reason == .given(index: 0))
    #expect(try answer(fonts, "\u{25CC}\u{0301}").reason == .given(index: 2))
  }

  // MARK: - Identity

  @Test func cascadesAreCachedByDescriptorAndLanguage() throws {
    let fonts = try BundledFonts.collection(of: Self.files)
    let bold = FontDescriptor(weight: 700)
    let first = fonts.cascade(for: bold, language: "de")
    #expect(fonts.cascade(for: FontDescriptor(weight: 700), language: "de") === first)
    #expect(fonts.cascade(for: bold, language: "fr") !== first)
    #expect(fonts.cascade(for: FontDescriptor(weight: 701), language: "de") !== first)
    #expect(first.descriptor == bold && first.language == "de")
    for i in 0..<256 { _ = fonts.cascade(for: FontDescriptor(), language: "x\(i)") }
    let second = fonts.cascade(for: bold, language: "de")
    #expect(second !== first)
    #expect(second.listing.map(\.face.id) == first.listing.map(\.face.id))
    #expect(try second.primary == first.primary)
  }

  @Test func equalSourcesAreTheSameFaceOfOneFile() throws {
    let path = BundledFonts.path("NotoSansThai-Regular.ttf")
    let file = try FontFile(path: path)
    let (a, b) = try (FontSource(file), FontSource(file, index: 0))
    #expect(a == b && a.hashValue == b.hashValue)
    let other = try FontSource(FontFile(path: path))
    #expect(a != other && Set([a, b, other]).count == 2)
    #expect(throws: FontError.self) { try FontSource(file, index: 1) }
  }

  @Test func equalDefaultFontsHaveTheSameFaceAndUse() throws {
    let source = try source("NotoSansThai-Regular.ttf")
    let font = DefaultFont(source, role: .fallback, languages: ["th"])
    let same = DefaultFont(source, role: .fallback, languages: ["th"])
    #expect(font == same && font.hashValue == same.hashValue)
    #expect(font != DefaultFont(source, role: .fallback))
    #expect(font != DefaultFont(source, role: .sansSerif, languages: ["th"]))
    let bold = try self.source("NotoSansThai-Bold.ttf")
    #expect(font != DefaultFont(bold, role: .fallback, languages: ["th"]))
  }
}
