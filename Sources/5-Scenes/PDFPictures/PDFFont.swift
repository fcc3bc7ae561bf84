// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import PDFFiles
internal import TextFonts

/// A font that is embedded as outlines: a composite font whose codes are the numbers of glyphs (ISO
/// 32000-1, §9.7).
final class PDFFont {
  let font: Font
  let name: String
  let reference: PDFReference
  private var glyphs: Set<UInt32> = []
  private let identifiers: [UInt16]?
  /// The characters that glyphs stand for wherever none are written around them.
  private var characters: [UInt32: String] = [:]

  init(_ font: Font, name: String, _ reference: PDFReference) {
    (self.font, self.name, self.reference) = (font, name, reference)
    identifiers = font.face.glyphIdentifiers
  }

  /// The code of a glyph: its identifier if the font has some, else its number.
  func code(of glyph: UInt32) -> UInt16 {
    guard let identifiers, glyph < identifiers.count else {
      return UInt16(truncatingIfNeeded: glyph)
    }
    return identifiers[Int(glyph)]
  }

  /// Whether a font can be embedded: its makers allow it, its outlines are in its file as they are
  /// drawn, and it has no pictures.
  static func canEmbed(_ font: Font) -> Bool {
    font.face.isEmbeddable && font.synthesis.isEmpty && !font.face.hasColorGlyphs
      && font.subset([0]) != nil
  }

  /// Notes that a glyph stands for some characters; `nil` where they are written around it.
  ///
  /// - Returns: Whether it does: it may stand for others elsewhere.
  func use(_ glyph: UInt32, for text: String?) -> Bool {
    glyphs.insert(glyph)
    guard let text else { return true }
    if let known = characters[glyph] { return known == text }
    characters[glyph] = text
    return true
  }

  /// The advance of a glyph, in thousandths of an em.
  func width(of glyph: UInt32) -> Double {
    (Double(font.advance(of: glyph)) * 1000 / Double(font.unitsPerEm) * 10).rounded() / 10
  }

  /// Writes the font: a part of its file, widths, and the characters of its glyphs.
  func write(to document: PDFDocument) throws {
    let used = glyphs.sorted()
    var mapped = characters
    for glyph in used where mapped[glyph] == nil {
      mapped[glyph] = font.character(of: glyph).map { String($0) } ?? "\u{FFFD}"
    }
    let codes = Dictionary(
      uniqueKeysWithValues: mapped.map { (UInt32(code(of: $0.key)), $0.value) })
    guard let subset = font.subset([0] + used) else { return }
    let (file, descriptor, descendant, map) = (
      document.reserve(), document.reserve(), document.reserve(), document.reserve()
    )
    let isCompact = subset.kind == .compact
    try document.write(file, stream: subset.bytes) {
      if isCompact {
        $0.entry("Subtype", name: "CIDFontType0C")
      } else {
        $0.entry("Length1", subset.bytes.count)
      }
    }
    let base = Self.tag(of: used) + "+" + font.face.postScriptName
    let unit = 1000 / Double(font.unitsPerEm)
    let metrics = font.metrics
    let box =
      font.face.glyphBox
      ?? Rect(x: 0, y: metrics.descent, width: 1000, height: metrics.ascent - metrics.descent)
    try document.write(descriptor) { syntax in
      syntax.dictionary {
        $0.entry("Type", name: "FontDescriptor")
        $0.entry("FontName", name: base)
        // Bit 3: the glyphs are not those of the Latin alphabet alone.
        $0.entry("Flags", 4)
        $0.entry(
          "FontBBox",
          numbers: [box.minX, box.minY, box.maxX, box.maxY].map { ($0 * unit).rounded() })
        $0.entry("ItalicAngle", 0)
        $0.entry("Ascent", number: (metrics.ascent * unit).rounded())
        $0.entry("Descent", number: (metrics.descent * unit).rounded())
        $0.entry("CapHeight", number: (metrics.capHeight * unit).rounded())
        $0.entry("StemV", 80)
        if isCompact { $0.entry("FontFile3", file) } else { $0.entry("FontFile2", file) }
      }
    }
    try document.write(descendant) { syntax in
      syntax.dictionary {
        $0.entry("Type", name: "Font")
        $0.entry("Subtype", name: isCompact ? "CIDFontType0" : "CIDFontType2")
        $0.entry("BaseFont", name: base)
        $0.key("CIDSystemInfo")
        $0.dictionary {
          $0.entry("Registry", text: "Adobe")
          $0.entry("Ordering", text: "Identity")
          $0.entry("Supplement", 0)
        }
        $0.entry("FontDescriptor", descriptor)
        $0.entry("DW", 0)
        $0.key("W")
        $0.array { widths(used, to: &$0) }
        if !isCompact { $0.entry("CIDToGIDMap", name: "Identity") }
      }
    }
    try document.write(map, stream: CharacterMap.bytes(codes, codeBytes: 2))
    try document.write(reference) { syntax in
      syntax.dictionary {
        $0.entry("Type", name: "Font")
        $0.entry("Subtype", name: "Type0")
        $0.entry("BaseFont", name: base)
        $0.entry("Encoding", name: "Identity-H")
        $0.entry("DescendantFonts", references: [descendant])
        $0.entry("ToUnicode", map)
      }
    }
  }

  /// The widths of glyphs in stretches of neighbours (§9.7.4.3).
  private func widths(_ used: [UInt32], to syntax: inout PDFSyntax) {
    let used = used.map { (code: code(of: $0), width: width(of: $0)) }.sorted { $0.code < $1.code }
    var index = 0
    while index < used.count {
      var end = index + 1
      while end < used.count, used[end].code == used[end - 1].code + 1 { end += 1 }
      syntax.integer(Int(used[index].code))
      syntax.array { for glyph in used[index..<end] { $0.number(glyph.width) } }
      index = end
    }
  }

  /// Six letters that tell parts of one font apart (§9.6.4).
  private static func tag(of glyphs: [UInt32]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for glyph in glyphs { hash = (hash ^ UInt64(glyph)) &* 0x100_0000_01B3 }
    var tag = ""
    for _ in 0..<6 {
      tag.unicodeScalars.append(Unicode.Scalar(UInt8(65 + hash % 26)))
      hash /= 26
    }
    return tag
  }
}

/// The characters that codes of a font stand for: a CMap for `/ToUnicode` (ISO 32000-1, §9.10.3).
enum CharacterMap {
  /// - Parameter codeBytes: The bytes of a code: 1 or 2.
  static func bytes(_ characters: [UInt32: String], codeBytes: Int) -> [UInt8] {
    var syntax = PDFSyntax()
    syntax.raw(
      """
      /CIDInit /ProcSet findresource begin
      12 dict begin
      begincmap
      /CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
      /CMapName /Adobe-Identity-UCS def
      /CMapType 2 def
      1 begincodespacerange
      """)
    if codeBytes == 1 { syntax.raw("<00> <FF>") } else { syntax.raw("<0000> <FFFF>") }
    syntax.raw("endcodespacerange\n")
    let codes = characters.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
    var start = 0
    // A section has at most 100 entries.
    while start < codes.count {
      let part = codes[start..<min(start + 100, codes.count)]
      syntax.integer(part.count)
      syntax.raw("beginbfchar\n")
      for (code, text) in part {
        if codeBytes == 1 {
          syntax.string([UInt8(truncatingIfNeeded: code)])
        } else {
          syntax.string([UInt8(truncatingIfNeeded: code >> 8), UInt8(truncatingIfNeeded: code)])
        }
        syntax.string(text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] })
        syntax.raw("\n")
      }
      syntax.raw("endbfchar\n")
      start += 100
    }
    syntax.raw("endcmap CMapName currentdict /CMap defineresource pop end end")
    return syntax.bytes
  }
}
