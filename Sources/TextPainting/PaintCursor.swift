// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// The paint of a place in the text, which is mostly that of the place before.
struct PaintCursor {
  private let paint: RunColumn<PaintStyle>
  private var start = 0
  /// The code unit after the run of equal paint.
  private(set) var end = -1
  private(set) var color = Color.clear
  /// The same as 8-bit premultiplied R, G, B, A.
  private(set) var premultiplied: UInt32 = 0

  init(_ paint: RunColumn<PaintStyle>) {
    self.paint = paint
    load(0)
  }

  /// Goes to an offset; at the text's end, the last run.
  @inline(__always)
  mutating func move(to offset: Int) {
    if !covers(offset) { find(offset) }
  }

  /// Whether an offset has the present paint.
  @inline(__always)
  func covers(_ offset: Int) -> Bool { offset >= start && offset < end }

  @inline(never)
  private mutating func find(_ offset: Int) { load(paint.run(at: offset)) }

  private mutating func load(_ run: Int) {
    start = run == 0 ? 0 : paint.end(of: run - 1)
    end = paint.end(of: run)
    color = paint.value(ofRun: run).color
    premultiplied = color.premultiplied8
  }
}
