// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import TextRenderCommand

struct OptionValueTests {
  @Test(arguments: ["nan", "inf", "-inf", "0x10", "", "1 ", "1e999", "big", "1,2"])
  func noNumber(_ text: String) {
    #expect(OptionValue.number(text) == nil)
  }

  @Test func numbers() {
    #expect(OptionValue.number("-1.5e2") == -150)
    #expect(OptionValue.pair("1,2").map { [$0.0, $0.1] } == [1, 2])
    #expect(OptionValue.pair("1,2,3") == nil)
  }

  @Test func languages() {
    for good in ["de", "zh-Hant-TW", "en_US", "", "x-foo"] {
      #expect(OptionValue.language(good) == good)
    }
    #expect(OptionValue.language("und")?.isEmpty == true)
    for bad in ["!!!", "de fr", "дe"] { #expect(OptionValue.language(bad) == nil) }
  }

  @Test func features() {
    for good in ["liga", "liga=0", "liga 0", "liga on", "+smcp", "-kern", "kern[3:5]=0"] {
      #expect(RangedFeature(good) != nil, "\(good)")
    }
    for bad in ["li ga", "liga=2x", "", "ligatures"] {
      #expect(RangedFeature(bad) == nil, "\(bad)")
    }
  }

  @Test func codePoints() throws {
    let text = try OptionValue.codePoints("U+0041,20 1F600,D800", option: .unicodes)
    #expect(text.scalars == ["A", " ", "😀", "\u{FFFD}"])
    for bad in ["U+ZZ", "U+110000", "U+", "-41", "41;42"] {
      #expect(throws: CommandError.self) {
        try OptionValue.codePoints(bad, option: .unicodes)
      }
    }
  }

  @Test func tabsAndLineHeights() throws {
    let tabs = try #require(OptionValue.tabs("160:end,80,every:64"))
    #expect(
      tabs.stops == [TabStop(position: 80), TabStop(position: 160, alignment: .end)])
    #expect(tabs.interval == 64)
    #expect(OptionValue.tabs("80:middle") == nil)
    #expect(OptionValue.lineHeight("24px") == .fixed(24))
    #expect(OptionValue.lineHeight("1.5") == .multiple(1.5))
    #expect(OptionValue.lineHeight("natural") == .natural)
    #expect(OptionValue.lineHeight("-1") == nil)
    #expect(OptionValue.lineHeight("0") == nil)
    #expect(OptionValue.lineHeight("0px") == nil)
    #expect(OptionValue.weight("bold") == 700)
    #expect(OptionValue.weight("1001") == nil)
  }

  @Test func featuresKeepTheirRanges() throws {
    let features = try RangedFeature.list("liga=0,+smcp,kern[3:5]=0", option: "x")
    #expect(features.map(\.feature.tag.description) == ["liga", "smcp", "kern"])
    #expect(features.map(\.feature.value) == [0, 1, 0])
    #expect(features[0].isGlobal && !features[2].isGlobal)
    #expect(features[2].start == 3 && features[2].end == 5)
    #expect(throws: CommandError.self) { try RangedFeature.list("[[[", option: "x") }
    #expect(throws: CommandError.self) { try FontVariation.list("wght==", option: "x") }
  }

  @Test func numbersHaveFourDecimalsAndNoExponent() {
    let cases: [(Double, String)] = [
      (0, "0"), (-0.00001, "0"), (1, "1"), (0.5, "0.5"), (-1.23456, "-1.2346"), (1e-4, "0.0001"),
      (123_456_789.125, "123456789.125"), (1e12, "1000000000000"), (-3.1, "-3.1"),
      (1e15, "1000000000000000"),
    ]
    for (value, text) in cases { #expect(DecimalNumber.text(value) == text) }
    for value in [1e300, -1e300, .infinity, -.infinity, Double.nan] {
      #expect(DecimalNumber.text(value).utf8.allSatisfy { (48...57).contains($0) || $0 == 45 })
    }
  }
}
