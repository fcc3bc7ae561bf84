// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

import struct Synchronization.Atomic

/// The data that all ``Font`` objects of one face, position and synthesis share.
///
/// The face refers to it weakly, so that it is freed with the last font that uses it.
final class FontInstance: Sendable {
  let id: UInt32
  let face: FontFace
  let coordinates: [Float]
  let synthesis: FontSynthesis
  let metrics: FontMetrics
  let normalizedCoordinates: [Int32]
  let harfBuzz: HarfBuzzFont
  let colorGlyphs = Mutex(ColorGlyphPaints())
  let colorGlyphKinds: ColorGlyphKinds?
  let glyphBoxes = GlyphBoxes()
  private let lazyVertical = LazyValue<VerticalFont>()

  private static let nextID = Atomic<UInt32>(1)

  init(face: FontFace, coordinates: [Float], synthesis: FontSynthesis) {
    let harfBuzz = HarfBuzzFont(
      face.harfBuzz, unitsPerEm: face.unitsPerEm, coordinates: coordinates)
    self.harfBuzz = harfBuzz
    self.face = face
    self.coordinates = coordinates
    self.synthesis = synthesis
    normalizedCoordinates = coordinates.isEmpty ? [] : harfBuzz.normalizedCoordinates
    colorGlyphKinds = face.hasColorGlyphs ? ColorGlyphKinds(glyphCount: face.glyphCount) : nil
    id = FontInstance.nextID.wrappingAdd(1, ordering: .relaxed).oldValue
    metrics = FontMetrics(harfBuzz, face: face.harfBuzz, unitsPerEm: face.unitsPerEm)
  }

  /// The properties of the font that only vertical lines need.
  var vertical: VerticalFont {
    lazyVertical.get { VerticalFont(harfBuzz, face: face.harfBuzz, metrics: metrics) }
  }
}
