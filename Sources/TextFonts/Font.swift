// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz

/// A face at one position on its axes: what text is shaped and painted with, at any size.
///
/// All measures are font units, y upwards. Immutable and shared by all threads; fonts of the same face and
/// position are equal and bear the same ``id`` as long as one of them lives.
///
/// The corresponding HarfBuzz type is `hb_font_t`, here always at a scale of ``unitsPerEm``.
@safe public final class Font: Sendable, Identifiable {
  /// Unique in this process, never used again.
  public let id: UInt32
  /// The face.
  public let face: FontFace
  /// One position for each of the face's axes; empty where the face is as it comes.
  public let coordinates: [Float]
  /// What the painter adds.
  public let synthesis: FontSynthesis
  /// The measures of the whole font.
  public let metrics: FontMetrics
  /// The number of font units an em has.
  public let unitsPerEm: Int

  /// What all fonts of the face and position share. It is referred to weakly by the face, which makes counting
  /// its references slow; so everything that text needs stands in this object as well.
  let instance: FontInstance
  nonisolated(unsafe) private let handle: OpaquePointer
  /// Those of `instance`, without a reference to count.
  let colorGlyphKinds: Unmanaged<ColorGlyphKinds>?

  init(_ instance: FontInstance) {
    self.instance = instance
    unsafe handle = instance.handle
    id = instance.id
    face = instance.face
    coordinates = instance.coordinates
    synthesis = instance.synthesis
    metrics = instance.metrics
    unitsPerEm = instance.face.unitsPerEm
    unsafe colorGlyphKinds = instance.colorGlyphKinds.map(Unmanaged.passUnretained)
  }

  /// The same font in an object of its own, for one thread: threads that count references to the same one wait for
  /// each other.
  package func copied() -> Font { Font(instance) }

  /// The position on the axes from -1 to 1 in steps of 2⁻¹⁴; empty where the face is as it comes.
  package var normalizedCoordinates: [Int32] { instance.normalizedCoordinates }

  /// The immutable HarfBuzz font; it lives as long as this object.
  @unsafe package var hbFont: OpaquePointer { unsafe handle }

  /// The glyph of a character; `nil` if the font has none.
  ///
  /// - Parameters:
  ///   - scalar: The character.
  ///   - variationSelector: U+FE00 to U+FE0F or U+E0100 to U+E01EF, where one follows.
  public func glyph(
    for scalar: Unicode.Scalar, variationSelector: Unicode.Scalar? = nil
  ) -> UInt32? {
    var glyph: UInt32 = 0
    if let variationSelector,
      unsafe hb_font_get_variation_glyph(handle, scalar.value, variationSelector.value, &glyph) != 0
    {
      return glyph
    }
    return unsafe hb_font_get_nominal_glyph(handle, scalar.value, &glyph) != 0 ? glyph : nil
  }

  /// How far the pen moves after a glyph in horizontal text, in font units.
  public func advance(of glyph: UInt32) -> Int {
    Int(unsafe hb_font_get_glyph_h_advance(handle, glyph))
  }

  /// The font's own name of a glyph, `gidN` where it has none.
  public func glyphName(_ glyph: UInt32) -> String {
    var bytes = [CChar](repeating: 0, count: 128)
    if unsafe hb_font_get_glyph_name(handle, glyph, &bytes, 128) != 0, bytes[0] != 0 {
      return String(
        decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return "gid\(glyph)"
  }
}

extension Font: Hashable {
  /// Whether both are the same face at the same position.
  public static func == (a: Font, b: Font) -> Bool { a.id == b.id }
  /// Feeds the number that is unique in this process.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
