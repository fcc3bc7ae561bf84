// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TextGraphics

/// What is known about the contours of a font's glyphs: two bits a glyph, shared by all its sizes.
///
/// Whether contours overlap does not depend on the size, and to find out costs as much as to draw a small
/// glyph. The answer depends on the outline alone, so it is the same whoever asks first.
// @unchecked Sendable: `words` is set once; its words are atomic.
@safe
final class OutlineProofs: @unchecked Sendable {
  /// The em size at which outlines are looked at, in pixels.
  static let emSize = 64.0
  /// Above this em size an overlap that the proof does not see could be seen: such glyphs are looked at as they are
  /// drawn.
  static let largestEmSize = 256.0

  private static let glyphsPerWord = 32

  private let words: UnsafeMutablePointer<Atomic<UInt64>>
  private let count: Int

  init(glyphCount: Int) {
    count = (max(0, min(glyphCount, 1 << 16)) + Self.glyphsPerWord - 1) / Self.glyphsPerWord
    unsafe words = .allocate(capacity: max(1, count))
    for i in 0..<count { unsafe (words + i).initialize(to: Atomic(0)) }
  }

  deinit {
    unsafe words.deinitialize(count: count)
    unsafe words.deallocate()
  }

  /// The proof of a glyph, made if need be.
  func proof(
    of glyph: UInt32, outline: Path, unitsPerEm: Int, with rasterizer: PathRasterizer
  ) -> OutlineProof {
    let index = Int(glyph) / Self.glyphsPerWord, shift = UInt64(glyph) % 32 * 2
    guard index < count else {
      return Self.prove(outline, unitsPerEm: unitsPerEm, with: rasterizer)
    }
    let bits = unsafe words[index].load(ordering: .relaxed) >> shift & 3
    if bits != 0 { return OutlineProof(rawValue: UInt8(bits)) ?? .unknown }
    let proof = Self.prove(outline, unitsPerEm: unitsPerEm, with: rasterizer)
    unsafe words[index].bitwiseOr(UInt64(proof.rawValue) << shift, ordering: .relaxed)
    return proof
  }

  /// The proof of an outline in font units.
  static func prove(
    _ outline: Path, unitsPerEm: Int, with rasterizer: PathRasterizer
  ) -> OutlineProof {
    rasterizer.prove(outline, scale: emSize / Double(max(1, unitsPerEm)))
  }
}
