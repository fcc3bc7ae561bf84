// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping

/// A line that ends with a mark which may be trimmed is shaped again where it is too wide. So only
/// the marks of fonts that can trim them count as such.
@Suite struct LineEndTrimTests {
  /// The break opportunities up to which the text may be narrower than its advances.
  private static func trimmedEnds(
    _ fonts: FontCollection, language: String = "ja", features: [FontFeature] = []
  ) throws -> Int {
    let style = ShapingStyle(size: 100, features: features, language: language)
    let text = AttributedText("漢」漢」漢", style: TextStyle(shaping: style))
    let breaks = try ShapedText(text, fonts: fonts).paragraphs[0].breaks
    #expect(breaks.count == 3)
    return (0..<breaks.count).count { breaks.trimmed(at: $0) < breaks.advance(at: $0) }
  }

  @Test func aFontWithAlternates() throws {
    let fonts = try BundledFonts.collection(of: ["NotoSansCJK-Common.otf"])
    #expect(try Self.trimmedEnds(fonts) == 2)
    #expect(try Self.trimmedEnds(fonts, language: "en") == 0)
    #expect(try Self.trimmedEnds(fonts, features: [FontFeature("palt", 0)]) == 0)
  }

  /// The second font has no glyph of the text at all.
  @Test(arguments: [
    BundledFonts.testPath("ContextualSpacing.ttf"), BundledFonts.path("NotoSans-Regular.ttf"),
  ])
  func aFontWithoutAlternates(_ path: String) throws {
    let fonts = try FontCollection(
      given: [FontSource(FontFile(path: path))], includesSystemFonts: false)
    #expect(try Self.trimmedEnds(fonts) == 0)
  }
}
