// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which bytes of a buffer may differ from the colour that it was filled with.
///
/// It goes to the pool with the buffer: when that is to be filled with the same colour again, only what was
/// drawn upon is written. Most of a label is background.
struct DrawnBands: Sendable {
  /// Rows and the bytes in each of them that were drawn upon.
  private struct Band: Sendable {
    var top: Int32 = 0
    var bottom: Int32 = 0
    var left: Int32 = 0
    var right: Int32 = 0
  }

  /// Lines of text that lie apart: those of a paragraph.
  private static let limit = 16

  /// The four bytes that are repeated everywhere else; `nil` if nothing is known.
  private var pattern: UInt32?
  /// How many bytes from the beginning were filled.
  private var filledBytes = 0
  private var bytesPerRow = 0
  private var count = 0
  private var bands = InlineArray<16, Band>(repeating: Band())

  /// Nothing is known.
  init() {}

  /// A buffer whose first bytes repeat four bytes.
  init(pattern: UInt32, byteCount: Int) {
    self.pattern = pattern
    filledBytes = byteCount
  }

  /// Says how long rows are from now on.
  mutating func setRows(bytesPerRow: Int) { self.bytesPerRow = bytesPerRow }

  /// Nothing is known any more: somebody else writes.
  mutating func forget() { pattern = nil }

  /// Notes that bytes are written.
  mutating func add(top: Int32, bottom: Int32, left: Int32, right: Int32) {
    guard pattern != nil else { return }
    // Text is drawn from the top: the band below which the last one lies is mostly the last one.
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
    if count > 1, top < oldTop || bottom > oldBottom { absorb(into: index) }
  }

  /// The band that is the fewest rows away.
  private func nearest(top: Int32, bottom: Int32) -> Int {
    var (best, least) = (0, Int32.max)
    for index in 0..<count {
      let gap = max(bands[index].top - bottom, top - bands[index].bottom)
      if gap < least { (best, least) = (index, gap) }
    }
    return best
  }

  /// Joins a band that grew with those that it reached: no row is filled twice, and there is room for others.
  private mutating func absorb(into grown: Int) {
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

  /// How many rows differ as far as is known, those counted twice that lie in two bands; for tests.
  var rowCount: Int { (0..<count).reduce(0) { $0 + Int(bands[$1].bottom - bands[$1].top) } }

  /// Fills the first bytes of the buffer, as far as they do not hold the four bytes yet.
  ///
  /// - Parameter byteCount: A multiple of 16.
  mutating func fill(
    _ memory: UnsafeMutableRawPointer, byteCount: Int, pattern wanted: UInt32
  ) {
    if pattern == wanted {
      for index in 0..<count {
        let band = bands[index]
        let (left, right) = (Int(band.left & ~3), Int((band.right + 3) & ~3))
        let height = Int(band.bottom - band.top)
        let start = unsafe memory + Int(band.top) * bytesPerRow + left
        if (right - left) * 4 >= bytesPerRow * 3 {
          let rows = (height - 1) * bytesPerRow
          unsafe Self.write(wanted, to: start, byteCount: rows + right - left)
        } else {
          for row in 0..<height {
            unsafe Self.write(wanted, to: start + row * bytesPerRow, byteCount: right - left)
          }
        }
      }
      if byteCount > filledBytes {
        unsafe Self.write(wanted, to: memory + filledBytes, byteCount: byteCount - filledBytes)
      }
      filledBytes = max(filledBytes, byteCount)
    } else {
      unsafe Self.write(wanted, to: memory, byteCount: byteCount)
      pattern = wanted
      filledBytes = byteCount
    }
    count = 0
    assert(unsafe Self.holds(wanted, memory, byteCount: byteCount), "a drawing was not noted")
  }

  private static func write(
    _ pattern: UInt32, to memory: UnsafeMutableRawPointer, byteCount: Int
  ) {
    if pattern == 0 {
      unsafe memset(memory, 0, byteCount)
    } else {
      unsafe ctk_fill_rgba8(
        memory.assumingMemoryBound(to: UInt8.self), byteCount, Int32(byteCount / 4), 1, pattern)
    }
  }

  private static func holds(
    _ pattern: UInt32, _ memory: UnsafeMutableRawPointer, byteCount: Int
  ) -> Bool {
    let words = unsafe memory.assumingMemoryBound(to: UInt32.self)
    // All words equal the first if the buffer equals itself moved by one.
    return unsafe words[0] == pattern
      && memcmp(memory, memory + 4, byteCount - 4) == 0
  }
}
