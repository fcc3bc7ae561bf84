// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import FuzzSupport

/// Uses a font file of any bytes: whatever reads it answers or throws.
struct FontProbe {
  private let face: FontFace
  private let source: FontSource
  /// Choices by the file's last bytes, where few fonts have anything that is read.
  private var choices: ByteSource

  /// Opens the last face; `nil` for what is no font.
  init?(_ bytes: [UInt8]) {
    guard let file = try? FontFile(data: bytes),
      let source = try? FontSource(file, index: file.faceCount - 1)
    else { return nil }
    self.source = source
    face = source.face
    choices = ByteSource(bytes.suffix(16))
  }

  mutating func use() {
    _ = (face.names, face.traits, face.namedInstances, face.coverage.count)
    let characters = coveredCharacters()
    let extremes = face.axes.map {
      FontVariation(tag: $0.tag, value: choices.once(in: 2) ? $0.minimum : $0.maximum)
    }
    readGlyphs(of: face.font())
    if !extremes.isEmpty || choices.once(in: 4) {
      readGlyphs(of: face.font(variations: extremes, synthesis: [.embolden, .oblique]))
    }
    let string =
      switch choices.below(3) {
      case 0: String(String.UnicodeScalarView(characters.prefix(32)))
      case 1: Self.sample
      default: Self.words
      }
    let variations = choices.once(in: 2) ? extremes : []
    setAndDraw(string, variations: variations)
  }

  /// The first characters that the font has of those that texts are likely to hold.
  private func coveredCharacters() -> [Unicode.Scalar] {
    let coverage = face.coverage
    guard coverage.count > 0 else { return [] }
    var found: [Unicode.Scalar] = []
    for block in [
      0x20..<0x600, 0x900..<0x1200, 0x4E00..<0x4E20, 0xE000..<0xE080, 0x1F300..<0x1F700,
    ] {
      for value in block {
        if let scalar = Unicode.Scalar(UInt32(value)), coverage.contains(scalar) {
          found.append(scalar)
          if found.count == 64 { return found }
        }
      }
    }
    return found
  }

  private mutating func readGlyphs(of font: Font) {
    check(font.metrics.ascent.isFinite && font.metrics.descent <= 0, "\(font.metrics)")
    _ = font.glyph(for: "a", variationSelector: "\u{FE0F}")
    let start = choices.below(face.glyphCount)
    for turn in 0..<24 {
      let glyph = UInt32(turn < 12 ? turn : (start + turn) % (face.glyphCount + 1))
      _ = (font.advance(of: glyph), font.extents(of: glyph), font.glyphName(glyph))
      let outline = font.outline(of: glyph)
      check(outline.bounds.width >= 0, "bounds of glyph \(glyph)")
      switch font.colorGlyph(glyph, pixelsPerEm: 20) {
      case .paint(let graph):
        check(graph.nodes.indices.contains(graph.root), "root of glyph \(glyph)")
        check(graph.nodes.count <= TextLimits.paintNodes + 1, "nodes of glyph \(glyph)")
      case .bitmap(let picture):
        check(picture.png.count <= 1 << 20, "picture of glyph \(glyph)")
      case nil: break
      }
    }
  }

  private mutating func setAndDraw(_ string: String, variations: [FontVariation]) {
    let fonts = FontCollection(given: [source], includesSystemFonts: false)
    var style = TextStyle(size: [13, 200, 7.3, 40][choices.below(4)])
    style.shaping.font.variations = variations
    style.paint.underline = TextDecoration()
    let text = AttributedText(string, style: style)
    guard let layout = try? TextLayout(text, in: TextContainer(width: 220), fonts: fonts) else {
      return
    }
    _ = layout.position(at: Point(x: 40, y: 10))
    guard choices.once(in: 2),
      var context = try? GraphicsContext(pixels: PixelSize(width: 120, height: 80))
    else { return }
    try? context.draw(layout, at: .zero)
    if choices.once(in: 4) {
      context.concatenate(AffineTransform(a: 0.5, b: 0.5, c: -0.5, d: 0.5, tx: 40, ty: 0))
      try? context.draw(layout)
    }
    if choices.once(in: 4) { _ = try? layout.inkBounds() }
  }

  /// As many words as make the shaper read the font's rules for pairs of letters.
  private static let words = (0..<64).map { i in
    let letters = Array("abcdefgh.ijklmno,pqrstuvwxyzAVTWY-1")
    return String([letters[i / 2], letters[(i * 7 + 3) % letters.count]])
  }.joined(separator: " ")

  /// Letters of several scripts and emoji: whichever the font has.
  private static let sample =
    "ABCDEFGHVa fi\u{301} jf 12\u{2044}3 بَال क्षि ไทย้ ᱚᱞ 漢字\u{FE00} 😀👩🏽‍🚀 \u{E000}\u{E001}"
}
