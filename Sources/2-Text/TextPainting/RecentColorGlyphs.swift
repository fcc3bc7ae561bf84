// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing

/// A thread's own cache in front of ``ColorGlyphCache``: the pictures of colour glyphs that one
/// scratch set drew last.
///
/// A hit takes no lock and counts no reference. Only pictures of the shared cache are kept here.
/// 4-way set-associative; the oldest picture of a set is replaced.
final class RecentColorGlyphs {
  /// A picture that is kept, by reference.
  struct Known {
    fileprivate var key: ColorGlyphKey
    /// Valid until the next insertion; `nil` where the glyph has no ink.
    var pixels: UnretainedBitmap?
    var left: Int
    var top: Int
  }

  /// The number of pictures in a set.
  private static let ways = 4
  private static let capacity = 128 * ways
  /// The most bytes that are kept. Pictures that the shared cache drops stay here until they are
  /// replaced.
  static let byteLimit = 2 << 20
  /// The largest picture that is kept, in bytes.
  private static let largest = byteLimit / 32

  /// Empty until the first insertion: most text has no colour glyphs.
  private var known: [Known?] = []
  /// The owners of the pixels in `known`, apart from them so that a look-up touches no reference.
  private var images: [ColorGlyphImage?] = []
  /// The bytes that are kept.
  private(set) var byteCount = 0

  /// Drops all pictures.
  func removeAll() {
    guard byteCount > 0 else { return }
    known = []
    images = []
    byteCount = 0
  }

  /// The picture of a key.
  func picture(for key: ColorGlyphKey) -> Known? {
    if known.isEmpty { return nil }
    let first = Self.index(of: key)
    for way in first..<first + Self.ways where known[way]?.key == key { return known[way] }
    return nil
  }

  /// Inserts a picture that is not here.
  func keep(_ image: ColorGlyphImage, for key: ColorGlyphKey) {
    guard image.byteCount <= Self.largest else { return }
    if byteCount + image.byteCount > Self.byteLimit { removeAll() }
    let pixels = image.bitmap.flatMap { UnretainedBitmap($0) }
    if image.bitmap != nil, pixels == nil { return }
    if known.isEmpty {
      known = Array(repeating: nil, count: Self.capacity)
      images = Array(repeating: nil, count: Self.capacity)
    }
    let first = Self.index(of: key)
    let last = first + Self.ways - 1
    byteCount += image.byteCount - (images[last]?.byteCount ?? 0)
    for way in stride(from: last, to: first, by: -1) {
      known[way] = known[way - 1]
      images[way] = images[way - 1]
    }
    known[first] = Known(key: key, pixels: pixels, left: image.left, top: image.top)
    images[first] = image
  }

  /// The first place of a key's set.
  private static func index(of key: ColorGlyphKey) -> Int {
    let parts =
      UInt64(key.glyph) << 40 ^ UInt64(key.font) << 24 ^ UInt64(key.bins) << 16
      ^ UInt64(key.foreground) ^ key.size >> 36
    return Int((parts &* 0x9E37_79B9_7F4A_7C15) >> 57) * ways
  }
}
