// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import TextFonts

/// A table of a face, such as `GSUB` or `GPOS`, read with bounds checks: what lies outside reads as
/// 0, which ends every list.
///
/// Source: OpenType 1.9, chapter 2, common table formats.
@safe
final class LayoutTable {
  /// Keeps the bytes alive.
  private let blob: OpaquePointer?
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ tag: UInt32, of face: FontFace) {
    unsafe blob = hb_face_reference_table(face.hbFace, tag)
    var length: UInt32 = 0
    let data = unsafe UnsafeRawPointer(hb_blob_get_data(blob, &length))
    unsafe bytes = unsafe UnsafeBufferPointer(
      start: data?.assumingMemoryBound(to: UInt8.self), count: data == nil ? 0 : Int(length))
  }

  deinit { unsafe hb_blob_destroy(blob) }

  var isEmpty: Bool { unsafe bytes.isEmpty }

  @inline(__always)
  func u16(_ offset: Int) -> Int {
    guard offset >= 0, unsafe offset + 2 <= bytes.count else { return 0 }
    return unsafe Int(bytes[offset]) << 8 | Int(bytes[offset + 1])  // checked above
  }

  func u32(_ offset: Int) -> Int { u16(offset) << 16 | u16(offset + 2) }

  /// The offset of a table to which a field of another one refers; nil where it refers to none.
  @inline(__always)
  func offset(at field: Int, from table: Int) -> Int? {
    let relative = u16(field)
    return relative == 0 ? nil : table + relative
  }

  /// The offset of each rule of a set.
  func rules(of set: Int) -> some Sequence<Int> {
    (0..<u16(set)).lazy.compactMap { self.offset(at: set + 2 + 2 * $0, from: set) }
  }

  /// The offset of the range record that holds a glyph, in a table of ranges in order; nil if none
  /// does.
  private func range(holding glyph: Int, at table: Int) -> Int? {
    var low = 0
    var high = u16(table + 2)
    while low < high {
      let mid = (low + high) >> 1
      let range = table + 4 + 6 * mid
      if glyph < u16(range) {
        high = mid
      } else if glyph > u16(range + 2) {
        low = mid + 1
      } else {
        return range
      }
    }
    return nil
  }

  /// A glyph's index in a coverage table; nil where it is not covered.
  func coverageIndex(_ glyph: Int, at table: Int) -> Int? {
    switch u16(table) {
    case 1:
      var low = 0
      var high = u16(table + 2)
      while low < high {
        let mid = (low + high) >> 1
        let there = u16(table + 4 + 2 * mid)
        if there == glyph { return mid }
        if there < glyph { low = mid + 1 } else { high = mid }
      }
      return nil
    case 2: return range(holding: glyph, at: table).map { u16($0 + 4) + glyph - u16($0) }
    default: return nil
    }
  }

  /// A glyph's class; 0 where none is given.
  func glyphClass(_ glyph: Int, at table: Int) -> Int {
    switch u16(table) {
    case 1:
      let index = glyph - u16(table + 2)
      return index >= 0 && index < u16(table + 4) ? u16(table + 6 + 2 * index) : 0
    case 2: return range(holding: glyph, at: table).map { u16($0 + 4) } ?? 0
    default: return 0
    }
  }
}
