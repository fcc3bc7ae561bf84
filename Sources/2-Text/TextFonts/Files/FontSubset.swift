// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import CTextSubset
import SystemFiles
import TextModel

/// The outlines of some glyphs of a font, for files that embed it. The glyphs keep their numbers.
///
/// Layout tables, names, characters and instructions for small sizes are left out: a program that
/// shows the file asks for glyphs by number.
package struct FontSubset: Sendable {
  /// The form of the outlines.
  package enum Kind: Sendable {
    /// A file with table `glyf`.
    case trueType
    /// The bytes of table `CFF `.
    case compact
  }

  package let kind: Kind
  package let bytes: [UInt8]
}

extension Font {
  /// The outlines of some glyphs, at the font's position on its axes, without its synthesis.
  ///
  /// The corresponding HarfBuzz function is `hb_subset_or_fail()`.
  ///
  /// - Returns: `nil` where HarfBuzz cannot make them: for axes of outlines in `CFF2`, glyphs that
  ///   are pictures, or damaged tables.
  /// - Complexity: O(size of the file).
  package func subset(_ glyphs: some Sequence<UInt32>) -> FontSubset? {
    guard let input = unsafe hb_subset_input_create_or_fail() else { return nil }
    defer { unsafe hb_subset_input_destroy(input) }
    let set = unsafe hb_subset_input_glyph_set(input)
    for glyph in glyphs { unsafe hb_set_add(set, glyph) }
    unsafe hb_subset_input_set_flags(
      input,
      HB_SUBSET_FLAGS_RETAIN_GIDS.rawValue | HB_SUBSET_FLAGS_NO_HINTING.rawValue
        | HB_SUBSET_FLAGS_NOTDEF_OUTLINE.rawValue)
    let dropped = unsafe hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG)
    for tag in Self.unneeded { unsafe hb_set_add(dropped, tag.value) }
    let positions = coordinates.isEmpty ? face.axes.map { Float($0.defaultValue) } : coordinates
    for (axis, position) in zip(face.axes, positions) {
      guard
        unsafe hb_subset_input_pin_axis_location(
          input, face.hbFace, axis.tag.value, position) != 0
      else { return nil }
    }
    guard let made = unsafe hb_subset_or_fail(face.hbFace, input) else { return nil }
    defer { unsafe hb_face_destroy(made) }
    func table(_ tag: FontTable.Tag) -> FontBlob {
      unsafe FontBlob(adopting: hb_face_reference_table(made, tag.rawValue))
    }
    let compact = table(.cff)
    if compact.count > 0 {
      return FontSubset(kind: .compact, bytes: compact.copy(0..<compact.count))
    }
    guard table(.glyf).count > 0 else { return nil }
    let file = unsafe FontBlob(adopting: hb_face_reference_blob(made))
    return FontSubset(kind: .trueType, bytes: file.copy(0..<file.count))
  }
}

extension Font {
  private static let unneeded = [
    "GSUB", "GPOS", "GDEF", "BASE", "JSTF", "MATH", "name", "DSIG", "cmap", "post", "OS/2", "kern",
    "morx", "mort", "feat", "STAT", "COLR", "CPAL", "meta", "VDMX", "hdmx", "LTSH", "PCLT", "gasp",
    "vhea", "vmtx", "VORG",
  ].compactMap { FontTag($0) }
}

extension FontFace {
  /// Whether the font's makers allow that it is embedded in files. Source: `OS/2.fsType`, bits 1
  /// to 3: restricted without a lesser right forbids it.
  package var isEmbeddable: Bool {
    let rights = harfBuzz.table(.os2).u16(8)?.value ?? 0
    return rights & 0xE != 0x2
  }
}
