// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import SystemFiles
import TextFonts

/// A table of a face, such as `GSUB` or `GPOS`, read with bounds checks. Places outside the table
/// read as 0, which ends every list.
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
    unsafe bytes = UnsafeBufferPointer(
      start: data?.assumingMemoryBound(to: UInt8.self), count: data == nil ? 0 : Int(length))
  }

  deinit { unsafe hb_blob_destroy(blob) }

  var isEmpty: Bool { unsafe bytes.isEmpty }

  @inline(__always)
  func u16(_ offset: FileNumber) -> FileNumber {
    guard let place = offset.value, unsafe place < bytes.count &- 1 else { return 0 }
    return unsafe FileNumber(Int(bytes[place]) << 8 | Int(bytes[place + 1]))  // checked above
  }

  func u32(_ offset: FileNumber) -> FileNumber { 0x10000 * u16(offset) + u16(offset + 2) }

  /// The indices of a list whose length lies at an offset.
  @inline(__always)
  func indices(_ offset: FileNumber) -> Range<Int> { u16(offset).indices(atMost: 0xFFFF) }

  /// The offset of a table to which a field of another one refers; nil where it refers to none.
  @inline(__always)
  func offset(at field: FileNumber, from table: FileNumber) -> FileNumber? {
    let relative = u16(field)
    return relative > 0 ? table + relative : nil
  }

  /// The offset of each rule of a set.
  func rules(of set: FileNumber) -> some Sequence<FileNumber> {
    indices(set).lazy.compactMap { self.offset(at: set + 2 + 2 * FileNumber($0), from: set) }
  }

  /// The offset of the range record that holds a glyph, in a table of ranges in order; nil if none
  /// does.
  private func range(holding glyph: FileNumber, at table: FileNumber) -> FileNumber? {
    var low = 0
    var high = indices(table + 2).count
    while low < high {
      let mid = (low + high) >> 1
      let range = table + 4 + 6 * FileNumber(mid)
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
  func coverageIndex(_ glyph: UInt16, at table: FileNumber) -> FileNumber? {
    let glyph = FileNumber(Int(glyph))
    switch u16(table).value {
    case 1:
      var low = 0
      var high = indices(table + 2).count
      while low < high {
        let mid = (low + high) >> 1
        let there = u16(table + 4 + 2 * FileNumber(mid))
        if there == glyph { return FileNumber(mid) }
        if there < glyph { low = mid + 1 } else { high = mid }
      }
      return nil
    case 2: return range(holding: glyph, at: table).map { u16($0 + 4) + glyph - u16($0) }
    default: return nil
    }
  }

  /// A glyph's class; 0 where none is given.
  func glyphClass(_ glyph: UInt16, at table: FileNumber) -> FileNumber {
    let glyph = FileNumber(Int(glyph))
    switch u16(table).value {
    case 1:
      let index = glyph - u16(table + 2)
      return index < u16(table + 4) ? u16(table + 6 + 2 * index) : 0
    case 2: return range(holding: glyph, at: table).map { u16($0 + 4) } ?? 0
    default: return 0
    }
  }
}
