// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz

extension CharacterCoverage {
  /// Reads the characters that a face maps.
  init(_ face: OpaquePointer) {
    guard let set = unsafe hb_set_create() else {
      self.init(pages: [])
      return
    }
    defer { unsafe hb_set_destroy(set) }
    unsafe hb_face_collect_unicodes(face, set)
    // A symbol font maps U+0020 to U+00FF through its private U+F020 to U+F0FF.
    if unsafe hb_set_has(set, 0xF020) != 0 || hb_set_has(set, 0xF041) != 0 {
      if let font = unsafe hb_font_create(face) {
        for c in UInt32(0x20)...0xFF {
          var glyph: UInt32 = 0
          if unsafe hb_font_get_nominal_glyph(font, c, &glyph) != 0 { unsafe hb_set_add(set, c) }
        }
        unsafe hb_font_destroy(font)
      }
    }
    var pages: [(block: Int, words: (UInt64, UInt64, UInt64, UInt64))] = []
    var first: UInt32 = 0xFFFF_FFFF
    var last: UInt32 = 0xFFFF_FFFF
    while unsafe hb_set_next_range(set, &first, &last) != 0 {
      var c = first
      let end = min(last, 0x10FFFF)
      while c <= end {
        let block = Int(c >> 8)
        if pages.last?.block != block { pages.append((block, (0, 0, 0, 0))) }
        // The bits of this word from c on, at most to the range's end.
        let wordEnd = min(end, c | 63)
        let count = UInt64(wordEnd - c + 1)
        let mask: UInt64 = (count == 64 ? ~0 : (1 << count) - 1) << UInt64(c & 63)
        switch c >> 6 & 3 {
        case 0: pages[pages.count - 1].words.0 |= mask
        case 1: pages[pages.count - 1].words.1 |= mask
        case 2: pages[pages.count - 1].words.2 |= mask
        default: pages[pages.count - 1].words.3 |= mask
        }
        c = wordEnd + 1
      }
    }
    self.init(pages: pages)
  }
}
