// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextDefaultFonts
import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping

@Suite struct ItemizerTests {
  /// An item as its text, font, script, level and kind.
  private struct Item: Equatable, CustomStringConvertible {
    var text: String
    var font: String
    var script: String
    var level: UInt8
    var isTab = false

    var description: String { "\(text.debugDescription) \(font) \(script) \(level) \(isTab)" }
  }

  private struct Itemized {
    var items: [Item]
    var calls: Int
    var hasTabs: Bool
  }

  /// Itemises a text of styles of different sizes, each for so many code units.
  private func itemize(
    _ string: String, direction: TextDirection = .leftToRight, styleLengths: [Int] = []
  ) throws -> Itemized {
    let units = Array(string.utf16)
    let workspace = ShapingWorkspace()
    let scratch = workspace.scratch
    workspace.styles.open(.embedded)
    var spans: [Itemizer.StyleSpan] = []
    var end = 0
    for (index, length) in (styleLengths + [units.count]).enumerated() {
      end = min(end + length, units.count)
      let style = ShapingStyle(size: 10 + Double(index % 2))
      spans.append(
        Itemizer.StyleSpan(end: end, style: try workspace.styles.style(of: style.storage, .never)))
    }
    spans[spans.count - 1].end = units.count
    let analysis = try Itemizer.Analysis(units.span, direction: direction, .never)
    var progress = Itemizer.Progress()
    var items: [ItemExtent] = []
    var calls = 0
    while progress.offset < units.count {
      calls += 1
      try Itemizer.itemize(
        units.span, analysis: analysis, styles: spans, from: &progress, into: &items,
        scratch: scratch, cancellation: .never)
    }
    // Together they cover the text.
    var offset = 0
    for item in items {
      #expect(item.start == offset && item.end > item.start)
      offset = item.end
    }
    #expect(offset == units.count)
    return Itemized(
      items: items.map {
        Item(
          text: String(decoding: units[$0.start..<$0.end], as: UTF16.self),
          font: spans[Int($0.span)].style.shared.font(Int($0.slot)).face.postScriptName,
          script: $0.script.description, level: $0.level,
          isTab: $0.kind == .tab)
      }, calls: calls, hasTabs: progress.hasTabs)
  }

  /// The letter goes on with the word before it, its mark is an item of its own.
  @Test func aClusterOfTwoFontsIsDivided() throws {
    func item(_ text: String, _ font: String) -> Item {
      Item(text: text, font: "\(font)-Regular", script: "Latn", level: 0)
    }
    #expect(
      try itemize("abx\u{951}cd").items == [
        item("abx", "NotoSans"), item("\u{951}", "NotoSansDevanagari"), item("cd", "NotoSans"),
      ])
    #expect(
      try itemize("x\u{951}\u{301}x\u{951}").items == [
        item("x", "NotoSans"), item("\u{951}", "NotoSansDevanagari"),
        item("\u{301}", "NotoSans"), item("x", "NotoSans"),
        item("\u{951}", "NotoSansDevanagari"),
      ])
    // Two thousand of them, in batches.
    let many = try itemize(String(repeating: "x\u{951}", count: 2000))
    #expect(many.items.count == 4000 && many.calls > 1)
  }

  /// A word of which the host has all is in the host's font, words beside it are not.
  @Test func aWordHasOneFontOfTheHost() throws {
    // Embedded are three letters of Bengali alone; the host has the others as well.
    var few = try PatchedFont("NotoSansBengali-Regular.ttf")
    let bengali = try BundledFonts.face("NotoSansBengali-Regular.ttf").font()
    let glyph = Int(bengali.glyph(for: "ক") ?? 0)
    few.replace(
      "cmap",
      with: PatchedFont.characterMap(platform: 3, encoding: 1, [(0x995...0x997, glyph: glyph)]))
    let sans = try FontSource(FontFile(path: BundledFonts.path("NotoSans-Regular.ttf")))
    let embedded = try [
      DefaultFont(sans, role: .sansSerif),
      DefaultFont(FontSource(FontFile(data: few.bytes, name: "few")), role: .fallback),
    ]
    var whole = try PatchedFont("NotoSansBengali-Regular.ttf")
    whole.rename("Sans", "Host")
    let host = try HostFolder(["host.ttf": whole])
    func fonts(_ string: String, _ collection: FontCollection) throws -> [String] {
      try ShapedText(AttributedText(string), fonts: collection).paragraphs[0].runs.map { run in
        let name = run.font.face.fileName.split(separator: "/").last.map(String.init) ?? ""
        let units = Array(string.utf16)[run.textRange.range]
        return "\(String(decoding: units, as: UTF16.self)) \(name)"
      }
    }
    let both = host.collection(embedded)
    #expect(try fonts("কখগ", both) == ["কখগ few"])
    #expect(try fonts("কখহ", both) == ["কখহ host.ttf"])
    #expect(try fonts("হকখ", both) == ["হকখ host.ttf"])
    #expect(try fonts("কহখহগ", both) == ["কহখহগ host.ttf"])
    #expect(
      try fonts("কখ,কহ,খগ", both) == [
        "কখ few", ", NotoSans-Regular.ttf", "কহ host.ttf", ", NotoSans-Regular.ttf", "খগ few",
      ])
    // The first font of all keeps its letters.
    #expect(try fonts("aহ", both) == ["a NotoSans-Regular.ttf", "হ host.ttf"])
    // Without the host's font everything is as it was.
    let alone = FontCollection(defaultFonts: embedded, includesSystemFonts: false)
    #expect(try fonts("কখহ", alone).first == "কখ few")
    // A stretch of more than 64 letters is no word.
    let long = String(repeating: "কখ", count: 40) + "হ"
    #expect(try fonts(long, both).map { $0.hasSuffix("few") } == [true, false])
  }

  @Test func scriptsAndFontsDivideAText() throws {
    let items = try itemize("one שתיים three 漢字").items
    #expect(
      items == [
        Item(text: "one ", font: "NotoSans-Regular", script: "Latn", level: 0),
        Item(text: "שתיים", font: "NotoSansHebrew-Regular", script: "Hebr", level: 1),
        Item(text: " ", font: "NotoSans-Regular", script: "Hebr", level: 0),
        Item(text: "three ", font: "NotoSans-Regular", script: "Latn", level: 0),
        Item(text: "漢字", font: "NotoSansCJKjp-Regular", script: "Hani", level: 0),
      ])
  }

  @Test func levelsDivideAText() throws {
    let items = try itemize("אב12גד", direction: .rightToLeft).items
    #expect(items.map(\.level) == [1, 2, 1])
    #expect(items.map(\.text) == ["אב", "12", "גד"])
  }

  @Test func stylesDivideAText() throws {
    #expect(try itemize("office", styleLengths: [3]).items.map(\.text) == ["off", "ice"])
    // Neighbours of one style are one item.
    #expect(try itemize("office", styleLengths: [2, 0, 2]).items.map(\.text) == ["offi", "ce"])
  }

  @Test func tabsAreItemsOfTheirOwn() throws {
    let found = try itemize("a\t\tb")
    #expect(found.items.map(\.text) == ["a", "\t\t", "b"])
    #expect(found.items.map(\.isTab) == [false, true, false])
    #expect(found.items[1].font == "NotoSans-Regular")
    #expect(found.hasTabs)
    #expect(try !itemize("a b").hasTabs)
  }

  @Test func sequencesOfEmojiStayWhole() throws {
    let items = try itemize("a👩‍🚀🇩🇪b").items
    #expect(items.map(\.text) == ["a", "👩‍🚀🇩🇪", "b"])
    #expect(items[1].font == "NotoColorEmoji")
    // The selector chooses the font.
    #expect(try itemize("❤\u{FE0F}").items[0].font == "NotoColorEmoji")
    #expect(try itemize("❤\u{FE0E}").items[0].font != "NotoColorEmoji")
  }

  @Test func invisibleCharactersStayInTheFontBeforeThem() throws {
    #expect(try itemize("שלו\u{2060}ם").items.count == 1)
    let start = try itemize("\u{2060}א").items
    #expect(start.map(\.text).joined() == "\u{2060}א")
  }

  @Test func marksStayWithTheirBase() throws {
    let items = try itemize("e\u{301}\u{5B0}x").items
    #expect(items.map(\.text).contains { $0.hasPrefix("e\u{301}\u{5B0}") })
    // Characters after the 64th do not count for a cluster's font.
    let long = "e" + String(repeating: "\u{301}", count: ShapingScratch.longestCluster)
    #expect(try itemize(long + "\u{5B0}").items.map(\.font) == ["NotoSans-Regular"])
  }

  @Test func manyItemsComeInBatches() throws {
    let string = String(repeating: "a漢", count: 1500)
    let found = try itemize(string)
    #expect(found.calls > 1)
    #expect(found.items.map(\.text) == string.map { String($0) })
    // An item that the end of a batch divides goes on in the next one.
    let ending = String(repeating: "a漢", count: 511) + "a" + String(repeating: "漢", count: 3000)
    #expect(try itemize(ending).items.map(\.text).last == String(repeating: "漢", count: 3000))
  }
}
