// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import TextModel

/// A face of a font file in HarfBuzz, immutable and shared by all threads.
///
/// This module reads faces here, their features and lookups aside. The corresponding HarfBuzz type
/// is `hb_face_t`.
@safe final class HarfBuzzFace: Sendable {
  /// HarfBuzz's face; valid as long as this object.
  nonisolated(unsafe) let handle: OpaquePointer
  /// The whole file.
  let blob: FontBlob

  /// Opens a face; `nil` where memory is short.
  init?(_ blob: FontBlob, index: Int) {
    guard let handle = unsafe hb_face_create(blob.handle, UInt32(index)) else { return nil }
    unsafe hb_face_make_immutable(handle)
    unsafe self.handle = handle
    self.blob = blob
  }

  deinit { unsafe hb_face_destroy(handle) }

  /// Whether the face has any table.
  var hasTables: Bool { unsafe hb_face_get_table_tags(handle, 0, nil, nil) > 0 }

  /// The number of glyphs. Source: `maxp.numGlyphs`.
  var glyphCount: Int { Int(unsafe hb_face_get_glyph_count(handle)) }

  /// The number of font units an em has, at least 1. Source: `head.unitsPerEm`.
  var unitsPerEm: Int { max(1, Int(unsafe hb_face_get_upem(handle))) }

  /// A table, empty if the face does not have it.
  func table(_ tag: FontTable.Tag) -> FontTable {
    FontTable(unsafe FontBlob(adopting: hb_face_reference_table(handle, tag.rawValue)))
  }

  /// An entry of table `name` in English, without control characters; `nil` where it is missing
  /// or empty.
  func name(_ id: hb_ot_name_id_t) -> String? {
    var size: UInt32 = 512
    var bytes = [CChar](repeating: 0, count: 512)
    // HarfBuzz writes at most `size` bytes, a zero among them.
    let length = unsafe hb_ot_name_get_utf8(
      handle, id, hb_language_from_string("en", 2), &size, &bytes)
    guard length > 0, size > 0 else { return nil }
    let text = String(
      decoding: bytes.prefix(Int(size)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let controls = text.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
    return controls
      ? String(text.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }) : text
  }

  /// The axes of a variable face, at most 64; empty for any other. Source: table `fvar`.
  var axes: [FontFace.Axis] {
    var count = min(unsafe hb_ot_var_get_axis_count(handle), 64)
    guard count > 0 else { return [] }
    var infos = [hb_ot_var_axis_info_t](repeating: hb_ot_var_axis_info_t(), count: Int(count))
    unsafe hb_ot_var_get_axis_infos(handle, 0, &count, &infos)
    return infos.prefix(Int(count)).map { info in
      FontFace.Axis(
        tag: FontTag(value: info.tag), name: name(info.name_id) ?? "",
        minimum: Double(info.min_value), defaultValue: Double(info.default_value),
        maximum: Double(info.max_value),
        isHidden: info.flags.rawValue & HB_OT_VAR_AXIS_FLAG_HIDDEN.rawValue != 0)
    }
  }

  /// The named instances of a variable face, at most 4,096. Source: table `fvar`.
  func namedInstances(axisCount: Int) -> [FontFace.NamedInstance] {
    (0..<min(unsafe hb_ot_var_get_named_instance_count(handle), 4096)).map { i in
      var length = UInt32(axisCount)
      var coordinates = [Float](repeating: 0, count: axisCount)
      let id = unsafe hb_ot_var_named_instance_get_subfamily_name_id(handle, i)
      unsafe hb_ot_var_named_instance_get_design_coords(handle, i, &length, &coordinates)
      return FontFace.NamedInstance(
        name: name(id) ?? "", coordinates: coordinates.prefix(Int(length)).map(Double.init))
    }
  }

  /// Calls a function with the first and the last character of each range that the face maps,
  /// ascending. Source: table `cmap`.
  ///
  /// A callback instead of an array of ranges, since to make that array's type takes the runtime
  /// 170,000 instructions. A symbol font also maps U+0020 to U+00FF where it has glyphs at U+F020
  /// to U+F0FF; older Arabic ones map Arabic letters to later places of that area, as HarfBuzz
  /// does.
  func forEachCharacterRange(_ body: (_ first: UInt32, _ last: UInt32) -> Void) {
    let set = HarfBuzzSet()
    unsafe hb_face_collect_unicodes(handle, set.handle)
    if let symbol = set.next(after: 0xF01F), symbol <= 0xF2FF {
      let font = HarfBuzzFont(self, unitsPerEm: unitsPerEm, coordinates: [])
      for range in [UInt32(0x20)...0xFF, 0x600...0x6FF] {
        for c in range where font.glyph(for: c) != nil { set.insert(c) }
      }
    }
    set.forEachRange { first, last in
      if first <= 0x10FFFF { body(first, min(last, 0x10FFFF)) }
    }
  }
}
