// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextShaping
import TextTypesetting

/// A cursor over the paint of a layout's text, which caches the present run of equal paint.
struct PaintCursor {
  private let layout: TextLayout
  private var start = 0
  /// The code unit after the run of equal paint.
  private(set) var end = 0
  private(set) var color = Color.clear
  /// ``color`` as 8-bit premultiplied R, G, B, A.
  private(set) var premultiplied: UInt32 = 0
  /// The class of ``color``; see ``LightText``.
  private(set) var lightness: UInt8 = 0

  init(_ layout: TextLayout) {
    self.layout = layout
    load(0)
  }

  /// Moves to an offset; the text's end belongs to the last run.
  @inline(__always)
  mutating func move(to offset: Int) {
    if !covers(offset) { find(offset) }
  }

  /// Whether an offset lies in the present run.
  @inline(__always)
  func covers(_ offset: Int) -> Bool { offset >= start && offset < end }

  @inline(never)
  private mutating func find(_ offset: Int) { load(layout.shaped.text.paint.run(at: offset)) }

  private mutating func load(_ run: Int) {
    start = layout.shaped.text.paint.start(of: run)
    end = layout.shaped.text.paint.end(of: run)
    let next = layout.shaped.text.paint.value(ofRun: run).color
    if next == color { return }
    color = next
    premultiplied = next.premultiplied8
    lightness = LightText.lightness(of: next)
  }
}
