// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextAnalysis
import TextDefaultFonts
import TextModel
import TextTestSupport

@testable import TextFonts

/// A font of the host comes before an embedded one that would have to be bent.
struct HostFontTests {
  private func font(
    _ name: String, bold: Bool = false, italic: Bool = false, family: String? = nil,
    panose: Int? = nil
  ) throws -> PatchedFont {
    var font = try PatchedFont(name)
    if bold { font.makeBold() }
    if italic { font.makeItalic() }
    if let family { font.rename("Sans", family) }
    if let panose { font.set(panose, in: "OS/2", at: 32) }
    return font
  }

  /// The file and the synthesis of a character's font; the file's last part.
  private func answer(
    _ fonts: FontCollection, _ text: String, weight: Double = 400, slant: FontSlant = .normal,
    families: [String] = [], _ presentation: EmojiPresentation = .unspecified
  ) throws -> String {
    let descriptor = FontDescriptor(families: families, weight: weight, slant: slant)
    let (choice, reason) = try fonts.cascade(for: descriptor)
      .explain(Array(text.unicodeScalars), presentation: presentation)
    #expect(choice.isCovered)
    let file = choice.font.face.fileName.split(separator: "/").last.map(String.init) ?? ""
    var changes = ""
    if choice.font.synthesis.contains(.embolden) { changes += " bold" }
    if choice.font.synthesis.contains(.oblique) { changes += " slanted" }
    return "\(reason == .system ? "host " : "")\(file)\(changes)"
  }

  @Test(arguments: [
    ("ব", "Bengali"), ("த", "Tamil"), ("ខ", "Khmer"), ("Ա", "Armenian"), ("ა", "Georgian"),
    ("አ", "Ethiopic"),
  ])
  func boldAndItalicComeFromTheHost(text: String, script: String) throws {
    let regular = "NotoSans\(script)-Regular.ttf"
    let host = try HostFolder([
      "bold.ttf": font(regular, bold: true), "italic.ttf": font(regular, italic: true),
      "regular.ttf": font(regular),
    ])
    let fonts = host.collection()
    #expect(try answer(fonts, text) == regular)
    #expect(try answer(fonts, text, weight: 500) == regular)
    #expect(try answer(fonts, text, weight: 700) == "host bold.ttf")
    #expect(try answer(fonts, text, weight: 700, .text) == "host bold.ttf")
    #expect(try answer(fonts, text, slant: .italic) == "host italic.ttf")
    // No face is both: of two that lack one of them, the first in fontconfig's order.
    let both = try answer(fonts, text, weight: 700, slant: .italic)
    #expect(both == "host italic.ttf bold" || both == "host bold.ttf slanted")
    // By the family's name as well.
    let named = ["Noto Sans \(script)"]
    #expect(try answer(fonts, text, weight: 700, families: named) == "bold.ttf")
    #expect(try answer(fonts, text, families: named) == regular)
    // What the embedded fonts have in bold stays with them.
    #expect(try answer(fonts, "ع", weight: 700) == "NotoSansArabic-Bold.ttf")
    #expect(try answer(fonts, "A", weight: 700) == "NotoSans-Bold.ttf")
  }

  /// Of two bold faces of the host, that of the embedded font's family, whatever fontconfig's
  /// order.
  @Test func boldIsOfTheFamilyOfTheTextAroundIt() throws {
    let bengali = "NotoSansBengali-Regular.ttf"
    var other = try font(bengali, bold: true)
    other.rename("Noto Sans", "Aaaa Sans")
    for names in [("a.ttf", "z.ttf"), ("z.ttf", "a.ttf")] {
      let host = try HostFolder([names.0: font(bengali, bold: true), names.1: other])
      #expect(try answer(host.collection(), "ব", weight: 700) == "host \(names.0)")
    }
    let host = try HostFolder(["other.ttf": other])
    #expect(try answer(host.collection(), "ব", weight: 700) == "host other.ttf")
  }

  /// The embedded CJK font is a part of the one whose name it has: that of the host, if it has it,
  /// draws the whole family. A full embedded font stays before the host's.
  @Test func aWholeFontComesBeforeTheEmbeddedPartOfIt() throws {
    var whole = try PatchedFont("NotoSansTelugu-Regular.ttf")
    whole.rename("Noto Sans Telugu", "Noto Sans CJK JP")
    var bold = whole
    bold.makeBold()
    let host = try HostFolder(["whole.ttf": whole])
    let fonts = host.collection()
    let family = "Noto Sans CJK JP"
    for text in ["1", " ", "…", "“"] {
      #expect(try answer(fonts, text, families: [family]) == "whole.ttf")
      #expect(try answer(fonts, text, families: [family, "Noto Sans"]) == "whole.ttf")
    }
    // What the host's font lacks comes from the embedded part.
    #expect(try answer(fonts, "漢", families: [family]) == "NotoSansCJK-Common.otf")
    // Without the name, and for a face of another weight, the embedded fonts stay first.
    #expect(try answer(fonts, "1") == "NotoSans-Regular.ttf")
    let other = try HostFolder(["bold.ttf": bold])
    #expect(try answer(other.collection(), "1", families: [family]) == "NotoSans-Regular.ttf")
  }

  @Test func withoutABetterFaceTheEmbeddedOneIsBent() throws {
    let host = try HostFolder(["regular.ttf": font("NotoSansBengali-Regular.ttf")])
    for fonts in [host.collection(), .embedded] {
      #expect(try answer(fonts, "ব", weight: 700) == "NotoSansBengali-Regular.ttf bold")
      #expect(try answer(fonts, "ব", slant: .oblique) == "NotoSansBengali-Regular.ttf slanted")
      #expect(
        try answer(fonts, "ব", weight: 700, families: ["Noto Sans Bengali"])
          == "NotoSansBengali-Regular.ttf bold")
    }
  }

  @Test func theGenericFamilyComesFromTheHost() throws {
    let bengali = "NotoSansBengali-Regular.ttf"
    // A name without a known word: OS/2.panose tells a text face with serifs.
    let host = try HostFolder([
      "serif.ttf": font(bengali, family: "Slab", panose: 0x0204),
      "mono.ttf": font(bengali, family: "Mono"),
      "bold.ttf": font(bengali, bold: true),
    ])
    let fonts = host.collection()
    #expect(try answer(fonts, "ব") == bengali)
    #expect(try answer(fonts, "ব", families: ["sans-serif"]) == bengali)
    #expect(try answer(fonts, "ব", families: ["serif"]) == "host serif.ttf")
    #expect(try answer(fonts, "ব", families: ["Noto Serif"]) == "host serif.ttf")
    #expect(try answer(fonts, "ব", families: ["Georgia"]) == "host serif.ttf")
    #expect(try answer(fonts, "ব", families: ["monospace"]) == "host mono.ttf")
    #expect(try answer(fonts, "ব", families: ["Noto Sans"]) == bengali)
    #expect(try answer(fonts, "ব", weight: 700) == "host bold.ttf")
    // Bold and serif: each of the host's faces lacks one of the two, the embedded one both.
    let both = try answer(fonts, "ব", weight: 700, families: ["serif"])
    #expect(both == "host serif.ttf bold" || both == "host bold.ttf")
    #expect(
      try answer(.embedded, "ব", weight: 700, families: ["serif"]) == "\(bengali) bold")
    // The family of Latin letters stays that of the embedded fonts.
    #expect(try answer(fonts, "A", families: ["serif"]) == "NotoSerif-Regular.ttf")
  }

  /// Symbols are like letters: the host's bold face, which is no serif one.
  @Test func aFaceOfAnotherKindIsNoBetter() throws {
    let bengali = "NotoSansBengali-Regular.ttf"
    let host = try HostFolder([
      "bold.ttf": font(bengali, bold: true, family: "Slab", panose: 0x0204)
    ])
    // Bold, but with serifs: as far from what is asked for as the embedded face, which is first.
    #expect(try answer(host.collection(), "ব", weight: 700) == "\(bengali) bold")
    #expect(
      try answer(host.collection(), "ব", weight: 700, families: ["serif"]) == "host bold.ttf")
  }

  @Test func ordersTellWhereTheHostsFontsAre() {
    // Four candidates: one asked for, two without colour, one with.
    let orders = FontOrder.all(
      isColored: [false, false, false, true], familyEnd: 1, shortfalls: [0, 1, 0, 0])
    let first = orders[0].segments.map { "\($0)" }
    #expect(first.count == 2 * (FontDemand.count + 1) + 2)
    #expect(first[0] == "candidates([0, 2])")
    #expect(first[1] == "system(colored: false, shortfall: 0)")
    #expect(first[2] == "candidates([1])")
    #expect(first[3] == "system(colored: false, shortfall: 1)")
    let plain = FontOrder.all(isColored: [false, false, false, true], familyEnd: 1)
    #expect(plain[0].segments.map { "\($0)" }.first == "candidates([0, 1, 2])")
    #expect(plain.allSatisfy { $0.segments.count == 4 })
  }
}
