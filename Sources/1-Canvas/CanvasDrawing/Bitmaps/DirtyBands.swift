// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The dirty bytes of a buffer: those that may differ from the pattern that it was last filled
/// with.
///
/// The record stays with the buffer in the pool, so that the next fill with the same pattern writes
/// only dirty bytes. Most of a label is background.
struct DirtyBands: Sendable {
  /// A rectangle of rows and bytes within a row.
  private struct Band: Sendable {
    var top: Int32 = 0
    var bottom: Int32 = 0
    var left: Int32 = 0
    var right: Int32 = 0
  }

  /// The most bands: enough for the lines of a paragraph.
  private static let limit = 16

  /// The four bytes that are repeated outside the bands; `nil` if the whole content is unknown.
  private(set) var pattern: UInt32?
  /// The number of bytes, from the first one, that were filled.
  private(set) var filledBytes = 0
  private var bytesPerRow = 0
  private(set) var count = 0
  private var bands = InlineArray<16, Band>(repeating: Band())

  /// A buffer of unknown content.
  init() {}

  /// A buffer whose first bytes repeat a pattern of four bytes.
  init(pattern: UInt32, byteCount: Int) {
    self.pattern = pattern
    filledBytes = byteCount
  }

  /// Sets the length of the rows to which ``add(top:bottom:left:right:)`` refers.
  mutating func setRows(bytesPerRow: Int) { self.bytesPerRow = bytesPerRow }

  /// Forgets the content: all bytes may differ from any pattern.
  mutating func forget() { pattern = nil }

  /// Marks a rectangle of rows and bytes as dirty.
  mutating func add(top: Int32, bottom: Int32, left: Int32, right: Int32) {
    guard pattern != nil else { return }
    // Text is drawn from the top down, so the last band is the likeliest and is tried first.
    var index = count - 1
    while index >= 0, bands[index].top > bottom || bands[index].bottom < top { index -= 1 }
    if index < 0 {
      if count < Self.limit {
        bands[count] = Band(top: top, bottom: bottom, left: left, right: right)
        count += 1
        return
      }
      index = nearest(top: top, bottom: bottom)
    }
    let (oldTop, oldBottom) = (bands[index].top, bands[index].bottom)
    bands[index].top = min(oldTop, top)
    bands[index].bottom = max(oldBottom, bottom)
    bands[index].left = min(bands[index].left, left)
    bands[index].right = max(bands[index].right, right)
    if count > 1, top < oldTop || bottom > oldBottom { merge(into: index) }
  }

  /// The index of the band that is the fewest rows away.
  private func nearest(top: Int32, bottom: Int32) -> Int {
    var (best, least) = (0, Int32.max)
    for index in 0..<count {
      let gap = max(bands[index].top - bottom, top - bands[index].bottom)
      if gap < least { (best, least) = (index, gap) }
    }
    return best
  }

  /// Merges a band that grew with those that it now meets, so that no row lies in two bands.
  private mutating func merge(into grown: Int) {
    var band = bands[grown]
    var kept = 0
    var place = 0
    for index in 0..<count {
      let other = bands[index]
      if index == grown {
        place = kept
      } else if other.top <= band.bottom, other.bottom >= band.top {
        band = Band(
          top: min(band.top, other.top), bottom: max(band.bottom, other.bottom),
          left: min(band.left, other.left), right: max(band.right, other.right))
        continue
      }
      bands[kept] = other
      kept += 1
    }
    bands[place] = band
    count = kept
  }

  /// The sum of the bands' heights, for tests.
  var rowCount: Int { (0..<count).reduce(0) { $0 + Int(bands[$1].bottom - bands[$1].top) } }

  /// Rows of bytes at equal distances.
  struct Rows: Equatable {
    /// The first byte of the first row.
    var offset: Int
    var bytesPerRow: Int
    /// The bytes of each row.
    var byteCount: Int
    var count: Int
  }

  /// The bytes of a band; offset and size are multiples of 4.
  func rows(ofBand index: Int) -> Rows {
    let band = bands[index]
    let (left, right) = (Int(band.left & ~3), Int((band.right + 3) & ~3))
    let height = Int(band.bottom - band.top)
    let offset = Int(band.top) * bytesPerRow + left
    if (right - left) * 4 >= bytesPerRow * 3 {
      // The band covers nearly whole rows: one range, with the clean bytes between its rows.
      let byteCount = (height - 1) * bytesPerRow + right - left
      return Rows(offset: offset, bytesPerRow: bytesPerRow, byteCount: byteCount, count: 1)
    }
    return Rows(offset: offset, bytesPerRow: bytesPerRow, byteCount: right - left, count: height)
  }

  /// Records that the first bytes repeat a pattern.
  mutating func noteFill(byteCount: Int, pattern wanted: UInt32) {
    filledBytes = pattern == wanted ? max(filledBytes, byteCount) : byteCount
    pattern = wanted
    count = 0
  }
}
