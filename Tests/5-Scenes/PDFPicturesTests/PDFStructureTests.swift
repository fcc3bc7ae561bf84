// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import HTMLPages
import LayerCompositing
import Testing
import TextFonts
import TextLayers
import TextModel
import TextTypesetting

@testable import PDFPictures

/// The parts of files of PDF that readers know: headings, lists, tables, links (ISO 32000-1, 14.7).
@Suite struct PDFStructureTests {
  private static func file(
    _ html: String, on paper: Paper = .a5, metadata: PDFWriter.Metadata = .init()
  ) throws -> (text: String, notes: [String]) {
    var bytes: [UInt8] = []
    var options = HTMLPageOptions()
    options.fonts = PDFPictureTests.fonts
    let writer = try PDFWriter(metadata: metadata, isPacked: false) { bytes += $0 }
    try writer.add(HTMLDocument(html, options: options).page(on: paper))
    let notes = try writer.finish()
    return (String(decoding: bytes, as: UTF8.self), notes)
  }

  /// The parts of a file as a tree: the name of each, and those within it in parentheses. Marked
  /// contents are `*`, annotations `@`.
  private static func tree(_ file: String) throws -> String {
    var objects: [Int: Substring] = [:]
    for match in file.matches(of: /(?s)(\d+) 0 obj\n(.*?)\nendobj/) {
      objects[try #require(Int(match.1))] = match.2
    }
    func described(_ number: Int) -> String {
      guard let object = objects[number],
        let kind = object.firstMatch(of: /\/S \/(\w+)/),
        let kids = object.firstMatch(of: /\/K \[ (.*) \]/)
      else { return "?" }
      var list = String(kids.1)
      list = list.replacing(/<< \/Type \/OBJR.*?>>/) { _ in "@" }
      list = list.replacing(/<< \/Type \/MCR.*?>>/) { _ in "*" }
      list = list.replacing(/(\d+) 0 R/) { described(Int($0.1) ?? 0) }
      list = list.replacing(/\b\d+\b/) { _ in "*" }
      return "\(kind.1)(\(list.split(separator: " ").joined(separator: " ")))"
    }
    let root = try #require(
      objects.first { $0.value.contains("/Type /StructElem /S /Document") }?.key)
    return described(root)
  }

  @Test func elementsHaveTheirRoles() throws {
    let (file, notes) = try Self.file(
      """
      <html lang=en><title>T</title><h1>One</h1><p>a <a href="https://example.org">link</a> b</p>
      <ul><li>x<li>y</ul><section>loose</section>
      """)
    #expect(notes.isEmpty)
    #expect(
      try Self.tree(file)
        == "Document(H1(*) P(* Link(* @) *) L(LI(Lbl(*) LBody(*)) LI(Lbl(*) LBody(*))) "
        + "Sect(P(*)))")
    #expect(file.contains("/Title (T)") && file.contains("/Lang (en)"))
    #expect(file.contains("/ActualText <FEFF2022>"), "the disc of an item is read")
  }

  @Test func cellsHaveTheirHeads() throws {
    let (file, _) = try Self.file(
      """
      <table><thead><tr><th>a<th>b</tr></thead>
      <tbody><tr><th>c<td>d</tr><tr><td colspan=2>e</tr></tbody></table>
      """)
    #expect(
      try Self.tree(file)
        == "Document(Table(THead(TR(TH(*) TH(*))) TBody(TR(TH(*) TD(*)) TR(TD(*)))))")
    #expect(file.split(separator: "/Scope /Column").count == 3)
    #expect(file.split(separator: "/Scope /Row").count == 2)
    #expect(file.contains("/ColSpan 2"))
  }

  /// A table that only places its cells is none to readers, and an ornament is not read.
  @Test func whatHasNoMeaningHasNoPart() throws {
    let (file, _) = try Self.file(
      """
      <table role=presentation><tr><td>a</table><p aria-hidden=true>b</p>
      <img alt="" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' \
      height='9'><rect width='9' height='9'/></svg>">
      """)
    #expect(try Self.tree(file) == "Document(P(*))")
    #expect(file.contains("/Artifact BMC"))
  }

  /// Items without a list, rows without a table and lists in lists have the parts around them that
  /// the standard asks for (ISO 14289-1, 7.5 and 7.6).
  @Test func partsLieWhereTheyMay() throws {
    let (file, _) = try Self.file(
      "<ul role=none><li>a</ul><ul><ul><li>b</ul></ul><table role=none><tr><td>c</table>")
    #expect(
      try Self.tree(file)
        == "Document(Div(P(*)) L(LI(LBody(L(LI(Lbl(*) LBody(*)))))) P(*))", "\(file.count)")
  }

  /// The readings of rubies in vertical text have characters, though their glyphs have none.
  @Test func readingsAreFound() throws {
    let (file, _) = try Self.file(
      "<html style='writing-mode: vertical-rl'><p><ruby>街<rt>まち</rt></ruby>を")
    #expect(!file.contains("/ActualText ()"))
  }

  @Test func picturesHaveAlternatives() throws {
    let svg =
      "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
      + "<rect width='9' height='9'/></svg>"
    let standards = PDFWriter.Metadata(standards: [.accessible])
    let (file, _) = try Self.file("<p>a<img alt='a square' src=\"\(svg)\">b")
    #expect(try Self.tree(file) == "Document(P(* Figure(*) *))")
    #expect(file.contains("/Alt (a square)"))
    #expect(!file.contains("/Subtype /Image"), "shapes of SVG are shapes")
    let (_, notes) = try Self.file("<p>a<img src=\"\(svg)\">b", metadata: standards)
    #expect(notes.last?.contains("1 picture has no alternative") == true)
  }

  /// A paragraph that is broken over sheets is one part, and no line of it is on both.
  @Test func aBrokenParagraphIsOnePart() throws {
    let words = (0..<400).map { "w\($0)" }.joined(separator: " ")
    let (file, _) = try Self.file("<p style='font-size:20px'>\(words)", on: .a6)
    let pages = file.split(separator: "/Type /Page ").count - 1
    #expect(pages > 2)
    let tree = try Self.tree(file)
    #expect(
      tree == "Document(P(\(Array(repeating: "*", count: pages).joined(separator: " "))))")
    // The digit 7 occurs 80 times: each line of glyphs is drawn once.
    let code = String(try #require(file.firstMatch(of: /<([0-9A-F]{4})> <0037>/)).1)
    var count = 0
    for match in file.matches(of: /\[ <([^\]]*)> \]/) {
      // Distances between the strings are no glyphs.
      let strings = match.1.split(separator: ">").map { $0.split(separator: "<").last ?? "" }
      for string in strings {
        let digits = Array(string.filter(\.isHexDigit))
        for at in stride(from: 0, to: digits.count - 3, by: 4)
        where String(digits[at..<at + 4]) == code { count += 1 }
      }
    }
    #expect(count == 80)
  }

  /// Headings are the outline, and links within the page lead to places.
  @Test func headingsAreAnOutline() throws {
    let (file, _) = try Self.file(
      """
      <a href="#x">to x</a><h1>One</h1><h2 id=x>Two</h2><h2>Three</h2><h1>Four</h1>
      """)
    #expect(file.contains("/Type /Outlines"))
    #expect(file.contains("/Title (Two)") && file.contains("/Count -2"))
    #expect(file.split(separator: "/Dest [").count == 6, "four headings and a link")
    #expect(!file.contains("/URI"))
  }

  /// A text that is no page of HTML is paragraphs, lists and links.
  @Test func textsHaveParagraphs() throws {
    var text = AttributedText("one\ntwo\nthree")
    text.updateElements(TextRange(0, 3)) { $0.link = TextLink("https://example.org") }
    text.updateParagraphs(TextRange(4, 7)) { $0.list = TextList(.disc) }
    let layout = try TextLayout(text, fonts: PDFPictureTests.fonts)
    var properties = LayerProperties()
    properties.bounds.size = Size(width: 200, height: 100)
    properties.anchorPoint = .zero
    let (file, _) = try PDFPictureTests.file(
      RenderNode(properties: properties, contents: .vector(TextContents(layout))))
    #expect(try Self.tree(file) == "Document(P(Link(* @)) L(LI(LBody(*))) P(*))")
    #expect(file.contains("/URI (https://example.org)"))
  }

  /// Text that is seen by its stroke or its background alone is there to be found.
  @Test func textWithoutAFillIsFound() throws {
    let (file, _) = try Self.file("<p style='color:transparent'>unseen")
    #expect(file.contains("3 Tr") && file.contains("Tf"))
  }

  @Test func theProfileIsWhole() {
    let profile = ColorProfile.sRGB
    #expect(profile.count == profile[0..<4].reduce(0) { $0 << 8 | Int($1) })
    #expect(profile[36..<40].elementsEqual("acsp".utf8))
  }
}
