// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextFonts
internal import TextGraphics
internal import TextModel
internal import TextPainting
internal import TextTypesetting

/// The rectangle around everything that is drawn of a layout.
struct InkBounds {
  /// The font and the number of glyphs, in ascending order. A dictionary would cost half as much as
  /// the drawing of a short text, for its metadata.
  private var keys: [UInt64] = []
  /// The ink of the glyphs at an em size of 1, relative to their origins, y downwards.
  private var boxes: [Rect] = []
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
    let key = UInt64(font.id) << 32 | UInt64(glyph)
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    if low < keys.count, keys[low] == key { return boxes[low] }
    let box = Self.box(of: glyph, in: font)
    keys.insert(key, at: low)
    boxes.insert(box, at: low)
    return box
  }

  private static func box(of glyph: UInt32, in font: Font) -> Rect {
    if font.face.hasColorGlyphs, let picture = font.colorGlyph(glyph) {
      return font.inkBox(of: picture, emSize: 1) ?? .zero
    }
    // y upwards.
    var box = Rect.zero
    if !font.synthesis.isEmpty {
      box = font.paintedOutline(of: glyph).bounds
    } else if let extents = font.extents(of: glyph) {
      box = Rect(
        x: Double(extents.minX), y: Double(extents.minY),
        width: Double(extents.maxX - extents.minX), height: Double(extents.maxY - extents.minY))
    }
    let em = Double(max(1, font.unitsPerEm))
    return Rect(
      x: box.minX / em, y: -box.maxY / em, width: box.width / em, height: box.height / em)
  }
}
