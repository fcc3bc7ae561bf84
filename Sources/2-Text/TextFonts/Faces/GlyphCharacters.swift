// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The characters that a face maps to its glyphs: the way of table `cmap` back.
final class GlyphCharacters: Sendable {
  private let characters: [UInt32: Unicode.Scalar]

  init(_ face: FontFace) {
    let font = face.font()
    var characters: [UInt32: Unicode.Scalar] = [:]
    face.harfBuzz.forEachCharacterRange { first, last in
      for value in first...last {
        guard let scalar = Unicode.Scalar(value), let glyph = font.glyph(for: scalar),
          characters[glyph] == nil
        else { continue }
        characters[glyph] = scalar
      }
    }
    self.characters = characters
  }

  subscript(glyph: UInt32) -> Unicode.Scalar? { characters[glyph] }
}

extension Font {
  /// The first character that the face maps to a glyph; `nil` if it maps none.
  package func character(of glyph: UInt32) -> Unicode.Scalar? { face.characters[glyph] }
}
