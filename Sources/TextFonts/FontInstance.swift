// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import TextModel
import TextRuntime

import struct Synchronization.Atomic

/// What all ``Font`` objects of one face, position and synthesis share, the HarfBuzz font among it.
///
/// The face knows it weakly, so that a position that nobody uses is given up.
@safe final class FontInstance: Sendable {
  let id: UInt32
  let face: FontFace
  let coordinates: [Float]
  let synthesis: FontSynthesis
  let metrics: FontMetrics
  let normalizedCoordinates: [Int32]
  nonisolated(unsafe) let handle: OpaquePointer
  let colorGlyphs = Mutex(HashTable<UInt32, ColorGlyph?>())
  let colorGlyphKinds: ColorGlyphKinds?

  private static let nextID = Atomic<UInt32>(1)

  init(face: FontFace, coordinates: [Float], synthesis: FontSynthesis) {
    // HarfBuzz answers with its inert empty font where memory is short; all calls on it are safe.
    let handle = unsafe hb_font_create(face.hbFace) ?? hb_font_get_empty().unsafelyUnwrapped
    unsafe hb_font_set_scale(handle, Int32(face.unitsPerEm), Int32(face.unitsPerEm))
    if !coordinates.isEmpty {
      unsafe coordinates.withUnsafeBufferPointer {
        unsafe hb_font_set_var_coords_design(handle, $0.baseAddress, UInt32($0.count))
      }
    }
    unsafe hb_font_make_immutable(handle)
    var count: UInt32 = 0
    let normalized = unsafe hb_font_get_var_coords_normalized(handle, &count)
    normalizedCoordinates = unsafe Array(
      UnsafeBufferPointer(start: normalized, count: coordinates.isEmpty ? 0 : Int(count)))
    unsafe self.handle = handle
    self.face = face
    self.coordinates = coordinates
    self.synthesis = synthesis
    colorGlyphKinds = face.hasColorGlyphs ? ColorGlyphKinds(glyphCount: face.glyphCount) : nil
    id = FontInstance.nextID.wrappingAdd(1, ordering: .relaxed).oldValue
    metrics = unsafe FontMetrics(handle, face: face.hbFace, unitsPerEm: face.unitsPerEm)
  }

  deinit { unsafe hb_font_destroy(handle) }
}
