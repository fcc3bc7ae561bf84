// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import CBareHarfBuzz
import Foundation
import TextDefaultFonts

// Two figures that hold on any machine, since both sides are taken in turn in one run:
// the cold layout of a Latin paragraph against bare hb_shape of the same bytes, and growth.

func processorTime() -> Double {
  var t = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t)
  return Double(t.tv_sec) * 1e6 + Double(t.tv_nsec) / 1e3
}

/// The median of several measurements of one piece of work, in microseconds.
func median(_ count: Int, _ work: () throws -> Void) rethrows -> Double {
  var times: [Double] = []
  for _ in 0..<count {
    let start = processorTime()
    try work()
    times.append(processorTime() - start)
  }
  return times.sorted()[count / 2]
}

let words = """
  When we speak of free software we are referring to freedom, not price. Our licenses are designed to \
  make sure that you have the freedom to distribute copies of free software, that you receive source \
  code or can get it if you want it, that you can change the software or use pieces of it in new free \
  programs, and that you know you can do these things. To protect your rights we need to prevent others \
  from denying you these rights or asking you to surrender them; therefore you have certain \
  responsibilities if you distribute copies.
  """
let paragraph = String(words.prefix(575))
let style = TextStyle(size: 16)
let container = TextContainer(width: 600)

let path =
  #filePath.split(separator: "/").dropLast(5).reduce("") { $0 + "/" + $1 }
  + "/Fonts/files/NotoSans-Regular.ttf"
let blob = hb_blob_create_from_file(path)
let face = hb_face_create(blob, 0)
let bare = hb_font_create(face)
hb_font_set_scale(bare, 16 * 64, 16 * 64)
hb_font_make_immutable(bare)
let buffer = hb_buffer_create()
let units = Array(paragraph.utf16)

@MainActor func shapeBare() {
  hb_buffer_clear_contents(buffer)
  hb_buffer_add_utf16(buffer, units, Int32(units.count), 0, Int32(units.count))
  hb_buffer_set_direction(buffer, HB_DIRECTION_LTR)
  hb_buffer_set_script(buffer, HB_SCRIPT_LATIN)
  hb_buffer_set_language(buffer, hb_language_from_string("en", 2))
  hb_shape(bare, buffer, nil, 0)
}

@MainActor func layOut(_ text: String) throws -> Int {
  try TextLayout(AttributedText(text, style: style), in: container, fonts: .embedded).lines.count
}

for _ in 0..<50 {
  shapeBare()
  _ = try layOut(paragraph)
}
var ratios: [Double] = []
for _ in 0..<9 {
  let ours = try median(101) { _ = try layOut(paragraph) }
  let theirs = median(101) { shapeBare() }
  ratios.append(ours / theirs)
  print(
    String(
      format: "cold layout %.1f µs, bare hb_shape %.1f µs, ratio %.2f", ours, theirs, ours / theirs)
  )
}
print(
  String(format: "cold Latin paragraph: %.2f × bare hb_shape (must be ≤ 3)", ratios.sorted()[4]))

// One text in paragraphs, and one long paragraph.
for separator in ["\n", " "] {
  let small = String(repeating: paragraph + separator, count: 100_000 / (paragraph.utf8.count + 1))
  let large = String(repeating: small, count: 10)
  let a = try median(9) { _ = try layOut(small) }
  let b = try median(3) { _ = try layOut(large) }
  print(
    String(
      format: "%@: 100 KB %.1f ms, 1 MB %.1f ms, ratio %.1f (must be ≤ 12)",
      separator == "\n" ? "paragraphs" : "one paragraph", a / 1e3, b / 1e3, b / a))
}
