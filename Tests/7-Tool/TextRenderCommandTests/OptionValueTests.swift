// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel
import TextTestSupport

@testable import CanvasGeometry
@testable import DocumentJSON
@testable import StyledDocuments
@testable import TextRenderCommand

struct OptionValueTests {
  @Test(arguments: ["nan", "inf", "-inf", "0x10", "", "1 ", "1e999", "big", "1,2"])
  func noNumber(_ text: String) {
    #expect(OptionValue.number(text) == nil)
  }

  @Test func numbers() {
    #expect(OptionValue.number("-1.5e2") == -150)
    #expect(OptionValue.pair("1,2").map { [$0.0, $0.1] } == [1, 2])
    #expect(OptionValue.pair("1px,2").map { [$0.0, $0.1] } == [1, 2])
    #expect(OptionValue.pair("600x400").map { [$0.0, $0.1] } == [600, 400])
    for bad in ["1,2,3", "1", "1x", "px,px", "1x2x3"] { #expect(OptionValue.pair(bad) == nil) }
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
    #expect(LineHeight("24px") == .fixed(24))
    #expect(LineHeight("1.5") == .multiple(1.5))
    #expect(LineHeight("natural") == .natural)
    for text in ["1.5em", "150%"] {
      #expect(LineHeight(text) == .relative(toSize: 1.5))
    }
    for bad in ["-1", "0", "0px", "0em", "tall"] { #expect(LineHeight(bad) == nil) }
    #expect(OptionValue.weight("bold") == 700)
    #expect(OptionValue.weight("1001") == nil)
  }

  @Test func weightsAndWidthsHaveTheNamesOfCSS() {
    for text in ["semi-bold", "SemiBold", "600"] { #expect(OptionValue.weight(text) == 600) }
    #expect(OptionValue.stretch("condensed") == 75 && OptionValue.stretch("75%") == 75)
    #expect(OptionValue.stretch("62.5") == 62.5 && OptionValue.stretch("thin") == nil)
    #expect(OptionValue.scale("2x") == 2 && OptionValue.scale("150%") == 1.5)
    #expect(OptionValue.scale("0") == nil && OptionValue.scale("x") == nil)
    #expect(OptionValue.families("'Noto Serif', serif") == ["Noto Serif", "serif"])
  }

  @Test func lengthsHaveUnits() {
    #expect(Length("12") == Length(12) && Length("12px") == Length(12))
    #expect(Length("9pt") == Length(12) && Length("2rem") == Length(32))
    #expect(Length("1.5em")?.pixels(em: 10) == 15 && Length("150%") == nil)
    #expect(Length("150%", allowsPercentage: true)?.pixels(em: 10) == 15)
    for bad in ["", "px", "em", "12 px", "12furlong", "1e999px"] { #expect(Length(bad) == nil) }
    #expect(OptionValue.absoluteLength("1em") == nil)
  }

  @Test(arguments: [
    ("red", "#ff0000ff"), ("RebeccaPurple", "#663399ff"), ("transparent", "#00000000"),
    ("#f00", "#ff0000ff"), ("#ff000080", "#ff000080"), ("rgb(255, 0, 0)", "#ff0000ff"),
    ("rgb(100% 0% 0% / 50%)", "#ff000080"), ("rgba(255,0,0,0.5)", "#ff000080"),
    ("hsl(0 100% 50%)", "#ff0000ff"), ("hsl(120deg, 100%, 25%)", "#008000ff"),
    ("hsl(-120, 100%, 50%)", "#0000ffff"), ("yellowgreen", "#9acd32ff"),
  ])
  func colors(_ text: String, _ hex: String) {
    #expect(ColorValue.color(text) == Color(hex: hex), "\(text)")
  }

  /// Equal colours of CSS Color 4 (the examples of 8.3, 9.3 and 9.4, and sRGB's own corners).
  @Test(arguments: [
    ("hwb(194 0% 0%)", "#00c3ff"), ("hwb(194 0% 0% / 0.5)", "#00c3ff80"),
    ("hwb(120deg 0% 49.8039%)", "#008000"), ("hwb(0.5turn 20% 20%)", "#33cccc"),
    ("hwb(90 60% 60%)", "#808080"), ("hwb(45 40% 80%)", "#555555"), ("hwb(none 0% 0%)", "#ff0000"),
    ("hwb(60 0 0)", "#ffff00"), ("hwb(400grad 0% 0%)", "#ff0000"),
    ("lab(29.2345% 39.3825 20.0664)", "#7d2329"), ("lab(52.2345% 40.1645 59.9971)", "#c65d07"),
    ("lab(67.5345% -8.6911 -41.6019)", "#62acef"), ("lab(100% 0 0)", "#ffffff"),
    ("lab(0 0 0 / 50%)", "#00000080"), ("lab(50% 0 0)", "#777777"),
    ("lab(54.29 64.65% 55.91%)", "#ff0000"),
    ("lch(29.2345% 44.2 27)", "#7d2329"), ("lch(52.2345% 72.2 56.2)", "#c65d07"),
    ("lch(50% 0 0)", "#777777"), ("lch(50% 0% 0.25turn)", "#777777"),
    ("oklab(40.101% 0.1147 0.0453)", "#7d2329"), ("oklab(0.62796 0.22486 0.12585)", "#ff0000"),
    ("oklab(1 0 0)", "#ffffff"), ("oklab(62.796% 56.215% 31.462%)", "#ff0000"),
    ("oklch(40.101% 0.12332 21.555)", "#7d2329"), ("oklch(0.62796 0.25768 29.234)", "#ff0000"),
    ("oklch(0.86644 0.29483 142.4953 / 50%)", "#00ff0080"),
    ("oklch(45.201% 78.304% 264.052deg)", "#0000ff"), ("oklch(0 0.4 120)", "#000000"),
    // Black and white have no hue.
    ("oklch(1 0.4 120)", "#ffffff"), ("oklab(100% 0.3 0.2)", "#ffffff"),
    ("oklab(0 0.3 -0.2)", "#000000"), ("lab(100% 80 -60)", "#ffffff"),
    ("lab(0% 80 -60)", "#000000"), ("lch(100% 90 30)", "#ffffff"), ("lch(0% 90 30)", "#000000"),
    ("hsl(0.5turn 100% 50%)", "#00ffff"), ("hsl(200grad, 100%, 50%)", "#00ffff"),
    ("hsl(3.14159265rad 100% 50%)", "#00ffff"), ("HWB(120DEG 0% 0%)", "#00ff00"),
    ("hsl(none 100% 50%)", "#ff0000"), ("rgb(none 255 0)", "#00ff00"),
    // Beyond sRGB: channels are cut.
    ("lab(50% 100 0)", "#ff007c"), ("hwb(0 -10% 0%)", "#ff0000"),
  ])
  func colorsOfOtherSpaces(_ text: String, _ hex: String) throws {
    let (color, expected) = (try #require(ColorValue.color(text)), try #require(Color(hex: hex)))
    let (a, b) = (color.premultiplied8, expected.premultiplied8)
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      #expect(abs(Int(a >> shift & 255) - Int(b >> shift & 255)) <= 1, "\(text)")
    }
  }

  @Test(arguments: [
    "hwb(120, 0%, 0%)", "hwb(120 0%)", "hwb(120 0% 0% 0.5)", "lab(50% 0)", "lab(50% 0 0 / x)",
    "oklch(50% 0.1 120foo)", "oklch(50%/0.1/120)", "hwba(120 0% 0%)", "lab 50 0 0", "lab(50 0 0",
    "oklab(a b c)", "hsl(1turns 100% 50%)",
  ])
  func noColorOfOtherSpaces(_ text: String) { #expect(ColorValue.color(text) == nil) }

  @Test(arguments: ["", "blurple", "rgb(1,2)", "rgb(1,2,3,4,5)", "rgb(a,b,c)", "hsl()", "#ggg"])
  func noColor(_ text: String) { #expect(ColorValue.color(text) == nil) }

  @Test func featuresKeepTheirRanges() throws {
    let features = try RangedFeature.list("liga=0,+smcp,kern[3:5]=0", option: "x")
    #expect(features.map(\.feature.tag.description) == ["liga", "smcp", "kern"])
    #expect(features.map(\.feature.value) == [0, 1, 0])
    #expect(features[0].isGlobal && !features[2].isGlobal)
    #expect(features[2].start == 3 && features[2].end == 5)
    #expect(throws: DocumentError.self) { try RangedFeature.list("[[[", option: "x") }
    #expect(throws: DocumentError.self) { try FontVariation.list("wght==", option: "x") }
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
  @Test func gridFittingIsChosen() {
    let pictures = ["none", "baselines", "heights"].map {
      ToolRun(
        "render", "सभी", "--no-system-fonts", "--font-size", "11", "--format", "png", "-o", "-",
        "--grid-fitting", $0
      ).output
    }
    #expect(Set(pictures).count == 3)
    #expect(ToolRun("render", "a", "--grid-fitting", "full").status == 2)
  }

  /// The option changes the advances, and Japanese text is trimmed without it.
  @Test func punctuationIsTrimmedAsAsked() {
    let widths = ["auto", "normal", "space-all"].map { trim in
      ToolRun(
        "layout", "（「字」）", "--no-system-fonts", "--language", "ja", "--text-spacing-trim", trim
      ).output
    }
    #expect(widths[0] == widths[1] && widths[1] != widths[2])
    #expect(
      ToolRun("layout", "（「字」）", "--no-system-fonts", "--language", "ja").output == widths[0])
  }

  /// Both change the lines, and wrong words are refused.
  @Test func spaceAndPunctuationAtEdges() {
    func run(_ options: String...) -> ToolRun {
      ToolRun(
        ["layout", "漢字A。漢字", "--no-system-fonts", "--width", "72"] + options)
    }
    let plain = run().output
    #expect(run("--autospace", "normal").output != plain)
    #expect(run("--autospace", "none").output == plain)
    #expect(run("--hanging-punctuation", "force-end").output != plain)
    #expect(run("--hanging-punctuation", "none").output == plain)
    #expect(run("--hanging-punctuation", "first allow-end").status == 0)
    #expect(run("--hanging-punctuation", "all").status == 2)
    #expect(run("--autospace", "on").status == 2)
  }

  @Test func aFontThatExplodesIsNoted() {
    let run = ToolRun(
      "layout", "lol", "--no-system-fonts", "--font", BundledFonts.testPath("Exploding.ttf"))
    #expect(run.status == 0)
    #expect(run.errors.contains("more glyphs than are drawn, at 0...3"), "\(run.errors)")
    let shaped = ToolRun("shape", "lol", "--font", BundledFonts.testPath("Exploding.ttf"))
    #expect(shaped.status == 0)
    #expect(shaped.errors.contains("more glyphs than are kept"), "\(shaped.errors)")
    #expect(OptionValue.number("1e308") != nil && Length("1e308rem") == nil)
  }
}
