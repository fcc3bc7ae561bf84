// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
public import CanvasDrawing

/// A face at one position on its axes, with which text of any size is shaped and painted.
///
/// All measures are font units, y upwards. Immutable and shared by all threads. Fonts of the same
/// face, position and synthesis are equal and have the same ``id`` as long as one of them lives.
///
/// The corresponding HarfBuzz type is `hb_font_t`, here always at a scale of ``unitsPerEm``.
@safe public final class Font: Sendable, Identifiable {
  /// Unique in this process, never used again.
  public let id: UInt32
  /// The face.
  public let face: FontFace
  /// One position for each of the face's axes; empty at the face's default position.
  public let coordinates: [Float]
  /// The changes that the painter makes to the outlines.
  public let synthesis: FontSynthesis
  /// The measures that hold for all glyphs, in font units.
  public let metrics: FontMetrics
  /// The number of font units in an em.
  public let unitsPerEm: Int

  /// The data shared by all fonts of the face, position and synthesis. The face refers to it
  /// weakly, which makes counting its references slow, so this object has copies of its values.
  let instance: FontInstance
  let colorGlyphKinds: ColorGlyphKinds?
  private let harfBuzz: HarfBuzzFont

  init(_ instance: FontInstance) {
    self.instance = instance
    harfBuzz = instance.harfBuzz
    id = instance.id
    face = instance.face
    coordinates = instance.coordinates
    synthesis = instance.synthesis
    metrics = instance.metrics
    unitsPerEm = instance.face.unitsPerEm
    colorGlyphKinds = instance.colorGlyphKinds
  }

  /// An equal font in an object of its own, for one thread: threads that count references to one
  /// object contend for its cache line.
  package func copied() -> Font { Font(instance) }

  /// The position on the axes from -1 to 1 in steps of 2⁻¹⁴; empty at the face's default position.
  package var normalizedCoordinates: [Int32] { instance.normalizedCoordinates }

  /// The immutable HarfBuzz font, valid as long as this object.
  @unsafe package var hbFont: OpaquePointer { unsafe harfBuzz.handle }

  /// The glyph of a character; `nil` if the font has none. A variation selector with which the font
  /// has no glyph of its own is ignored.
  ///
  /// - Parameters:
  ///   - scalar: The character.
  ///   - variationSelector: The selector that follows the character, U+FE00 to U+FE0F or U+E0100 to
  ///     U+E01EF; `nil` if none does.
  public func glyph(
    for scalar: Unicode.Scalar, variationSelector: Unicode.Scalar? = nil
  ) -> UInt32? {
    if let selector = variationSelector,
      let glyph = harfBuzz.glyph(for: scalar.value, selector: selector.value)
    {
      return glyph
    }
    return harfBuzz.glyph(for: scalar.value)
  }

  /// The horizontal advance of a glyph, in font units.
  public func advance(of glyph: UInt32) -> Int { harfBuzz.advance(of: glyph) }

  /// The font's own name of a glyph; `gid` and the glyph's number where it has none.
  public func glyphName(_ glyph: UInt32) -> String {
    let name = harfBuzz.name(of: glyph)
    return name.isEmpty ? "gid\(glyph)" : name
  }

  /// The outline of a glyph in font units, y upwards; empty for a glyph without one.
  ///
  /// Variations are applied, synthesis is not. The outline is not cached.
  ///
  /// The corresponding HarfBuzz function is `hb_font_get_glyph_shape()`.
  public func outline(of glyph: UInt32) -> Path {
    var path = Path()
    harfBuzz.appendOutline(of: glyph, to: &path)
    return path
  }

  /// Adds the outline of a glyph to a path, in font units, y upwards.
  package func appendOutline(of glyph: UInt32, to path: inout Path) {
    harfBuzz.appendOutline(of: glyph, to: &path)
  }

  /// The box around a glyph's outline as the font gives it, in font units, y upwards; `nil` if the
  /// glyph has none.
  public func extents(of glyph: UInt32) -> (minX: Int, minY: Int, maxX: Int, maxY: Int)? {
    guard let box = harfBuzz.extents(of: glyph) else { return nil }
    return (
      Int(box.x_bearing), Int(box.y_bearing) + Int(box.height),
      Int(box.x_bearing) + Int(box.width), Int(box.y_bearing)
    )
  }

  /// The carets inside a ligature, in font units from its origin, at most 64; empty where the font
  /// has none for it. Source: table `GDEF`, ligature caret list.
  ///
  /// They are in the order of the ligature's components in a text of the given direction: rising
  /// for left to right.
  package func ligatureCarets(_ glyph: UInt16, isRightToLeft: Bool) -> [Int32] {
    harfBuzz.ligatureCarets(
      UInt32(glyph), isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
  }
}

extension Font: Hashable {
  /// Whether both are the same face at the same position, with the same synthesis.
  public static func == (a: Font, b: Font) -> Bool { a.id == b.id }
  /// Hashes the ``id``.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
