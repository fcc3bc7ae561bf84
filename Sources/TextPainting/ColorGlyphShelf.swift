// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextGraphics

/// The pictures of colour glyphs that one scratch set drew last, out of the cache that all threads share.
///
/// A picture that lies here is found without the cache's lock and drawn without counting references to it. Only what
/// the cache keeps is put here, and a key holds every input, so a picture is the same wherever it is found.
@safe final class ColorGlyphShelf {
  /// A picture that the shelf holds, without a reference to it.
  @unsafe struct Known {
    /// `nil` where the glyph has no ink.
    let bitmap: LentBitmap?
    let left: Int
    let top: Int
  }

  @unsafe private struct Slot {
    var key: ColorGlyphKey
    var image: ColorGlyphImage
    var known: Known
  }

  /// How many keys share their places.
  private static let places = 4
  private static let capacity = 128 * places
  /// The most bytes that are held. What the cache drops stays here until something takes its place.
  static let byteLimit = 2 << 20
  /// The largest picture that is held, in bytes.
  private static let largest = byteLimit / 32

  /// Most text has no colour glyphs: made when the first is kept.
  private var slots: UnsafeMutablePointer<Slot?>?
  /// The bytes that are held.
  private(set) var byteCount = 0

  init() {}

  deinit {
    removeAll()
    unsafe slots?.deallocate()
  }

  /// Lets go of all pictures.
  func removeAll() {
    guard byteCount > 0, let slots = unsafe slots else { return }
    for index in 0..<Self.capacity { unsafe slots[index] = nil }
    byteCount = 0
  }

  private func makeSlots() -> UnsafeMutablePointer<Slot?> {
    let made = UnsafeMutablePointer<Slot?>.allocate(capacity: Self.capacity)
    unsafe made.initialize(repeating: nil, count: Self.capacity)
    unsafe slots = made
    return unsafe made
  }

  /// The picture of a key, until something else is kept.
  @unsafe
  func picture(for key: ColorGlyphKey) -> Known? {
    guard let slots = unsafe slots else { return nil }
    let first = Self.index(of: key)
    for place in first..<first + Self.places where unsafe slots[place]?.key == key {
      return unsafe slots[place]?.known
    }
    return nil
  }

  /// Holds a picture of the cache's that is not here.
  func keep(_ image: ColorGlyphImage, for key: ColorGlyphKey) {
    guard image.byteCount <= Self.largest else { return }
    if byteCount + image.byteCount > Self.byteLimit { removeAll() }
    var lent: LentBitmap?
    if let bitmap = image.bitmap {
      unsafe lent = LentBitmap(bitmap)
      if unsafe lent == nil { return }
    }
    let slots = unsafe slots ?? makeSlots()
    // Those that were there move on.
    let first = Self.index(of: key)
    let last = first + Self.places - 1
    byteCount += unsafe image.byteCount - (slots[last]?.image.byteCount ?? 0)
    for place in stride(from: last, to: first, by: -1) { unsafe slots[place] = slots[place - 1] }
    unsafe slots[first] = Slot(
      key: key, image: image, known: Known(bitmap: lent, left: image.left, top: image.top))
  }

  /// The first place of a key.
  private static func index(of key: ColorGlyphKey) -> Int {
    let parts =
      UInt64(key.glyph) << 40 ^ UInt64(key.font) << 24 ^ UInt64(key.bins) << 16
      ^ UInt64(key.foreground) ^ key.size >> 36
    return Int((parts &* 0x9E37_79B9_7F4A_7C15) >> 57) * places
  }
}
