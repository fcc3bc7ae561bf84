// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextFonts
internal import TextGraphics
internal import TextModel
internal import TextPainting
internal import TextTypesetting

/// The rectangle around everything that is drawn of a layout.
struct InkBounds {
  private struct GlyphKey: Hashable {
    var font: UInt32
    var glyph: UInt32
  }

  /// The ink of glyphs at an em size of 1, relative to their origins, y downwards.
  private var boxes: [GlyphKey: Rect] = [:]
  private var bounds: Rect?

  /// Returns the bounds in points of the layout; `nil` if nothing is drawn.
  ///
  /// Ink that is moved to whole pixels or to quarters of them is counted where it may come to lie.
  ///
  /// - Parameter scale: Device pixels per point.
  static func bounds(of layout: TextLayout, scale: Double) throws(CommandError) -> Rect? {
    var ink = InkBounds()
    let pixel = 1 / scale
    do {
      try layout.forEachPaintedElement { element in
        switch element {
        case .bar(let rect, _):
          ink.add(rect.inset(dx: -pixel / 2, dy: -pixel / 2))
        case .glyph(let glyph):
          let box = ink.box(of: glyph.id, in: glyph.font)
          if box.isEmpty { return }
          ink.add(
            Rect(
              x: glyph.origin.x + box.minX * glyph.size - pixel / 8,
              y: glyph.origin.y + box.minY * glyph.size - pixel / 8,
              width: box.width * glyph.size + pixel / 4, height: box.height * glyph.size + pixel / 4
            ))
        }
      }
    } catch {
      throw CommandError.wrapping(error)
    }
    return ink.bounds
  }

  private mutating func add(_ rect: Rect) { bounds = bounds.map { $0.union(rect) } ?? rect }

  private mutating func box(of glyph: UInt32, in font: Font) -> Rect {
    let key = GlyphKey(font: font.id, glyph: glyph)
    if let known = boxes[key] { return known }
    var box = Rect.zero
    if font.face.hasColorGlyphs, let picture = font.colorGlyph(glyph) {
      box = font.inkBox(of: picture, emSize: 1) ?? .zero
    } else {
      // y upwards.
      let outline = font.paintedOutline(of: glyph).bounds
      let em = Double(max(1, font.unitsPerEm))
      if !outline.isEmpty {
        box = Rect(
          x: outline.minX / em, y: -outline.maxY / em, width: outline.width / em,
          height: outline.height / em)
      }
    }
    boxes[key] = box
    return box
  }
}
