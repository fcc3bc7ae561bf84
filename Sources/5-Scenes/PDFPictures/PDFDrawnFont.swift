// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import PDFFiles
internal import TextFonts
internal import TextPainting

/// Glyphs that are drawings: colour glyphs, outlines that are made bolder or slanted, and those of
/// positions on axes that HarfBuzz cannot make a file of (ISO 32000-1, §9.6.5: fonts of type 3).
///
/// A font of type 3 has 256 codes, so that further glyphs are in further fonts.
final class PDFDrawnFont {
  /// A glyph; colour glyphs may show the colour of the text.
  struct Key: Hashable {
    let glyph: UInt32
    let foreground: Color?
  }

  private struct Drawing {
    let procedure: PDFReference
    let width: Double
  }

  /// A font of at most 255 glyphs.
  private struct Part {
    let name: String
    let reference: PDFReference
    var drawings: [Drawing] = []
    var characters: [UInt32: String] = [:]
    var images: [(name: String, reference: PDFReference)] = []
  }

  let font: Font
  let name: String
  private var parts: [Part] = []
  private var codes: [Key: (part: Int, code: UInt8)] = [:]

  init(_ font: Font, name: String) { (self.font, self.name) = (font, name) }

  /// The pixels of an em of colour glyphs that have no outlines.
  private static let pictureSide = 256.0

  /// The font and the code of a glyph, which is written at its first use.
  ///
  /// - Parameter text: The characters that it stands for; `nil` where they are written around it.
  /// - Returns: `nil` if it stands for others elsewhere.
  func use(
    _ glyph: UInt32, for text: String?, color: Color, in document: PDFDocument
  ) throws -> (name: String, reference: PDFReference, code: UInt8)? {
    let isColored = font.face.hasColorGlyphs && font.isColorGlyph(glyph)
    var foreground = color
    foreground.alpha = 1
    let key = Key(glyph: glyph, foreground: isColored ? foreground : nil)
    if codes[key] == nil {
      if parts.last.map({ $0.drawings.count >= 255 }) ?? true {
        parts.append(
          Part(name: name + (parts.isEmpty ? "" : ".\(parts.count)"), reference: document.reserve())
        )
      }
      let part = parts.count - 1
      let code = UInt8(parts[part].drawings.count + 1)
      let drawing = try draw(glyph, isColored ? foreground : nil, &parts[part], document)
      parts[part].drawings.append(drawing)
      codes[key] = (part, code)
    }
    guard let (part, code) = codes[key] else { return nil }
    if let text {
      if let known = parts[part].characters[UInt32(code)], known != text { return nil }
      parts[part].characters[UInt32(code)] = text
    }
    return (parts[part].name, parts[part].reference, code)
  }

  /// The advance of a glyph, in thousandths of an em.
  func width(of glyph: UInt32) -> Double {
    Double(font.advance(of: glyph)) * 1000 / Double(font.unitsPerEm)
  }

  private func draw(
    _ glyph: UInt32, _ foreground: Color?, _ part: inout Part, _ document: PDFDocument
  ) throws -> Drawing {
    let width = width(of: glyph)
    let unit = 1000 / Double(font.unitsPerEm)
    var syntax = PDFSyntax()
    if let foreground, let picture = font.colorGlyph(glyph) {
      syntax.number(width)
      syntax.raw("0 d0")
      if let (image, frame) = try font.picture(
        of: picture, emSize: 1000, scale: Self.pictureSide / 1000, foreground: foreground)
      {
        let reference = try document.image(image)
        let name = "I\(part.images.count)"
        part.images.append((name, reference))
        // The frame has its y downwards from the baseline.
        syntax.transform(
          AffineTransform(
            a: frame.width, b: 0, c: 0, d: frame.height, tx: frame.minX, ty: -frame.maxY))
        syntax.name(name)
        syntax.raw("Do")
      }
    } else {
      let path = font.paintedOutline(of: glyph)
        .applying(AffineTransform.scale(x: unit, y: unit))
      let box = path.controlBounds
      syntax.number(width)
      syntax.number(0)
      for edge in [box.minX, box.minY, box.maxX, box.maxY] { syntax.number(edge) }
      syntax.raw("d1")
      if !path.isEmpty {
        syntax.path(path)
        syntax.fill(.nonZero)
      }
    }
    let procedure = document.reserve()
    try document.write(procedure, stream: syntax.bytes)
    return Drawing(procedure: procedure, width: width)
  }

  /// Writes the fonts.
  func write(to document: PDFDocument) throws {
    for part in parts {
      let characters = document.reserve()
      try document.write(
        characters, stream: CharacterMap.bytes(part.characters, codeBytes: 1))
      let metrics = font.metrics
      let unit = 1000 / Double(font.unitsPerEm)
      try document.write(part.reference) { syntax in
        syntax.dictionary {
          $0.entry("Type", name: "Font")
          $0.entry("Subtype", name: "Type3")
          $0.entry(
            "FontBBox",
            numbers: [-1000, metrics.descent * unit - 500, 3000, metrics.ascent * unit + 500])
          $0.entry("FontMatrix", numbers: [0.001, 0, 0, 0.001, 0, 0])
          $0.key("CharProcs")
          $0.dictionary { syntax in
            for (index, drawing) in part.drawings.enumerated() {
              syntax.name("g\(index + 1)")
              syntax.reference(drawing.procedure)
            }
          }
          $0.key("Encoding")
          $0.dictionary {
            $0.entry("Type", name: "Encoding")
            $0.key("Differences")
            $0.array { syntax in
              syntax.integer(1)
              for index in part.drawings.indices { syntax.name("g\(index + 1)") }
            }
          }
          $0.entry("FirstChar", 1)
          $0.entry("LastChar", part.drawings.count)
          $0.entry("Widths", numbers: part.drawings.map(\.width))
          $0.entry("ToUnicode", characters)
          $0.key("Resources")
          $0.dictionary {
            if part.images.isEmpty { return }
            $0.key("XObject")
            $0.dictionary { syntax in
              for image in part.images {
                syntax.name(image.name)
                syntax.reference(image.reference)
              }
            }
          }
        }
      }
    }
  }
}
