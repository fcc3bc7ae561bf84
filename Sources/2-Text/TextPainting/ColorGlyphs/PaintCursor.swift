// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import TextModel
import TextShaping
import TextTypesetting

/// A cursor over the paint of a layout's text or of its token, which caches the present run of
/// equal paint.
struct PaintCursor {
  private let text: AttributedText
  /// The layout of the text; `nil` for a token.
  let layout: TextLayout?
  let selection: PaintSelection
  private var start = 0
  /// The code unit after the run of equal paint.
  private(set) var end = 0
  /// The colour of colour glyphs, as far as they have that of the text.
  private(set) var color = Color.clear
  /// The colour of all other glyphs: clear where a fill is laid over them.
  private(set) var glyphColor = Color.clear
  /// Whether everything is drawn, and glyphs are filled with something else than a colour.
  private(set) var isFilled = false
  /// ``glyphColor`` as 8-bit premultiplied R, G, B, A.
  private(set) var premultiplied: UInt32 = 0
  /// The class of ``glyphColor``; see ``LightText``.
  private(set) var lightness: UInt8 = 0

  init(_ layout: TextLayout, _ selection: PaintSelection = .all) {
    self.layout = layout
    text = layout.text
    self.selection = selection
    load(0)
  }

  init(token text: AttributedText, _ selection: PaintSelection) {
    layout = nil
    self.text = text
    self.selection = selection
    load(0)
  }

  /// The colour in which a stroke of the present run is drawn.
  func strokeColor(_ stroke: TextStroke, of style: PaintStyle) -> Color {
    selection.strokeColor(stroke, of: style, from: start, isOfToken: layout == nil)
  }

  /// The style of the present run.
  var style: PaintStyle { text.paint.value(at: start) }

  /// Moves to an offset; the text's end belongs to the last run.
  @inline(__always)
  mutating func move(to offset: Int) {
    if !covers(offset) { find(offset) }
  }

  /// Whether an offset lies in the present run.
  @inline(__always)
  func covers(_ offset: Int) -> Bool { offset >= start && offset < end }

  @inline(never)
  private mutating func find(_ offset: Int) { load(text.paint.run(at: offset)) }

  private mutating func load(_ run: Int) {
    start = text.paint.start(of: run)
    end = text.paint.end(of: run)
    // The colour alone is read, since a copy of the style would retain it.
    var next = text.paint.value(ofRun: run).color
    color = next
    isFilled = false
    if !selection.isAll || !text.paint.value(ofRun: run).isPlain {
      let style = text.paint.value(ofRun: run)
      (color, next) = selection.colors(of: style, from: start, isOfToken: layout == nil)
      isFilled = selection.isAll && style.drawnFill != nil
    }
    if next == glyphColor { return }
    glyphColor = next
    premultiplied = next.premultiplied8
    lightness = LightText.lightness(of: next)
  }
}
