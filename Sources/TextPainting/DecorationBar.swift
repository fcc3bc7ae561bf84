// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextRuntime
import TextShaping
import TextTypesetting

/// The kinds of decoration along a text.
enum DecorationKind {
  case background
  case underline
  case strikethrough
}

/// The kinds of decoration that occur in a range, so that plain text skips them.
struct DecorationKinds {
  var background = false
  var underline = false
  var strikethrough = false

  init(of text: AttributedText, in range: TextRange, _ cancellation: Cancellation) throws {
    // By index: the column is not copied.
    for run in text.paint.run(at: range.start)...text.paint.run(at: max(range.start, range.end - 1))
    {
      if run & 0xFFF == 0xFFF { try cancellation.check() }
      let style = text.paint.value(ofRun: run)
      background = background || style.background != nil
      underline = underline || style.underline != nil
      strikethrough = strikethrough || style.strikethrough != nil
    }
  }

  func contains(_ kind: DecorationKind) -> Bool {
    switch kind {
    case .background: background
    case .underline: underline
    case .strikethrough: strikethrough
    }
  }
}

/// A rectangle of a decoration on one line, in points of the layout.
struct DecorationBar {
  var rect: Rect
  var color: Color

  /// The bars of one kind on a line, from left to right.
  ///
  /// Backgrounds reach from the line's top to its bottom. Underlines and strikethroughs have the
  /// position and thickness of the fonts of text; where the runs on a baseline differ, the position
  /// farthest from the text and the greatest thickness apply to all, so that one line is drawn.
  /// White space that hangs at the line's end is excluded.
  static func bars(
    _ kind: DecorationKind, onLine index: Int, of layout: TextLayout,
    cancellation: Cancellation = .never
  ) throws -> [DecorationBar] {
    let line = layout.lines[index]
    let paint = layout.shaped.text.paint
    var pieces = [Piece]()
    var runs = 0
    try layout.forEachRun(ofLine: index, cancellation) { run in
      runs += 1
      if runs & 0xFF == 0xFF { try cancellation.check() }
      try append(
        kind, of: run, line: line, paint: paint, fonts: layout.shaped.fonts, to: &pieces,
        cancellation)
    }
    if pieces.isEmpty { return [] }
    var (top, bottom) = (line.origin.y, line.origin.y + line.height)
    if kind != .background {
      // One line for each baseline: raised and lowered runs have their own.
      var shared: [Piece.Key: (top: Double, thickness: Double)] = [:]
      for (index, piece) in pieces.enumerated() {
        if index & 0x3FF == 0x3FF { try cancellation.check() }
        let known = shared[piece.key] ?? (piece.top, piece.thickness)
        shared[piece.key] = (
          kind == .underline ? max(known.top, piece.top) : min(known.top, piece.top),
          max(known.thickness, piece.thickness)
        )
      }
      return try merged(pieces, cancellation) { piece in
        let (upper, thickness) = shared[piece.key] ?? (piece.top, piece.thickness)
        return DecorationBar(
          rect: Rect(
            x: piece.left, y: piece.baseline + upper, width: piece.right - piece.left,
            height: thickness), color: piece.color)
      }
    }
    if top > bottom { swap(&top, &bottom) }
    return try merged(pieces, cancellation) {
      DecorationBar(
        rect: Rect(x: $0.left, y: top, width: $0.right - $0.left, height: bottom - top),
        color: $0.color)
    }
  }

  /// Joins neighbours of one colour and height: two bars that meet within a pixel would leave a
  /// seam.
  private static func merged(
    _ pieces: [Piece], _ cancellation: Cancellation, _ bar: (Piece) -> DecorationBar
  ) throws -> [DecorationBar] {
    var result: [DecorationBar] = []
    for (index, piece) in pieces.enumerated() {
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      let bar = bar(piece)
      if let last = result.last, last.color == bar.color, last.rect.minY == bar.rect.minY,
        last.rect.height == bar.rect.height, abs(last.rect.maxX - bar.rect.minX) < 1e-6
      {
        result[result.count - 1].rect.size.width = bar.rect.maxX - last.rect.minX
      } else {
        if result.count == result.capacity { result.reserve(at: index, of: pieces.count) }
        result.append(bar)
      }
    }
    return result
  }

  private struct Piece {
    var left: Double
    var right: Double
    var baseline: Double
    /// From the baseline to the upper edge, downwards.
    var top: Double
    var thickness: Double
    var color: Color

    /// The properties that pieces of one line have in common.
    struct Key: Hashable {
      var baseline: Double
      var color: Color
    }

    var key: Key { Key(baseline: baseline, color: color) }
  }

  /// The metrics that decorations of a run follow, and the points for a unit of them.
  ///
  /// They are the font's own. The metrics of a font of pictures that takes the place of the style's
  /// first font are those of that font, since an emoji's box says nothing about lines of text.
  private static func measures(
    of run: ShapedRun, in fonts: FontCollection
  ) -> (metrics: FontMetrics, scale: Double) {
    if run.font.face.hasColorGlyphs {
      let cascade = fonts.cascade(for: run.style.font, language: run.style.language)
      if let primary = try? cascade.primary {
        return (primary.metrics, run.size / Double(primary.face.unitsPerEm))
      }
    }
    return (run.font.metrics, run.scale)
  }

  private static func append(
    _ kind: DecorationKind, of run: LineRun, line: LineFragment, paint: RunColumn<PaintStyle>,
    fonts: FontCollection, to pieces: inout [Piece], _ cancellation: Cancellation
  ) throws {
    let (start, end) = (line.origin.x, line.origin.x + line.width)
    let (metrics, scale) = measures(of: run.run, in: fonts)
    let top: Double
    let thickness: Double
    if kind == .underline {
      thickness = metrics.underlineThickness * scale
      top = -metrics.underlinePosition * scale - thickness / 2
    } else {
      thickness = metrics.strikeoutThickness * scale
      top = -metrics.strikeoutPosition * scale
    }
    func add(from left: Double, to right: Double, paintRun: Int) {
      let style = paint.value(ofRun: paintRun)
      let color: Color? =
        switch kind {
        case .background: style.background
        case .underline: style.underline.map { $0.color ?? style.color }
        case .strikethrough: style.strikethrough.map { $0.color ?? style.color }
        }
      let (left, right) = (max(left, start), min(right, end))
      guard let color, color.alpha > 0, right > left else { return }
      if pieces.count == pieces.capacity {
        // In proportion to the part of the line that is done; never below the present size.
        pieces.reserve(at: Int(left - start) + 1, of: Int(min(end - start, 1e9)) + 1)
      }
      pieces.append(
        Piece(
          left: left, right: right, baseline: run.y, top: top, thickness: thickness, color: color))
    }
    let first = paint.run(at: run.range.start)
    if run.glyphs.isEmpty || paint.end(of: first) >= run.range.end {
      add(from: run.x, to: run.maxX, paintRun: first)
      return
    }
    // Several paints: the run is divided where the paint of the clusters changes.
    var left = run.x
    var pen = run.x
    var current = -1
    var sincePoll = 0
    try run.forEachGlyph { glyph throws in
      sincePoll += 1
      if sincePoll & 0x3FF == 0 { try cancellation.check() }
      let next = paint.run(at: glyph.cluster)
      if next != current {
        if current >= 0 { add(from: left, to: pen, paintRun: current) }
        left = pen
        current = next
      }
      pen += glyph.advance
    }
    if current >= 0 { add(from: left, to: run.maxX, paintRun: current) }
  }
}
