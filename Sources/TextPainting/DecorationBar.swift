// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextShaping
import TextTypesetting

/// What is drawn along the text besides glyphs.
enum DecorationKind {
  case background
  case underline
  case strikethrough
}

/// Which decorations occur at all, so that plain text pays nothing for them.
struct DecorationKinds {
  var background = false
  var underline = false
  var strikethrough = false

  init(_ paint: RunColumn<PaintStyle>, in range: TextRange) {
    for run in paint.run(at: range.start)...paint.run(at: max(range.start, range.end - 1)) {
      let style = paint.values[run]
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

/// One bar of a decoration on one line, in points of the layout.
struct DecorationBar {
  var rect: Rect
  var color: Color

  /// The bars of one kind on a line, from left to right.
  ///
  /// Backgrounds reach from the line's top to its bottom. Lines have the place and thickness that the fonts
  /// give; where the runs of a span differ they take the place farthest from the text and the greatest thickness of the
  /// line, so that one line is drawn. White space hanging at the line's end is left out.
  static func bars(
    _ kind: DecorationKind, on line: LineFragment, runs: [LineRun], paint: RunColumn<PaintStyle>
  ) -> [DecorationBar] {
    var pieces = [Piece]()
    for run in runs { append(kind, of: run, line: line, paint: paint, to: &pieces) }
    if pieces.isEmpty { return [] }
    var (top, bottom) = (line.origin.y, line.origin.y + line.height)
    if kind != .background {
      // Runs on one baseline share a line; raised and lowered runs have their own.
      return merged(
        pieces.indices.map { i in
          let piece = pieces[i]
          var (upper, thickness) = (piece.top, piece.thickness)
          for other in pieces where other.baseline == piece.baseline && other.color == piece.color {
            upper = kind == .underline ? max(upper, other.top) : min(upper, other.top)
            thickness = max(thickness, other.thickness)
          }
          return DecorationBar(
            rect: Rect(
              x: piece.left, y: piece.baseline + upper, width: piece.right - piece.left,
              height: thickness), color: piece.color)
        })
    }
    if top > bottom { swap(&top, &bottom) }
    return merged(
      pieces.map {
        DecorationBar(
          rect: Rect(x: $0.left, y: top, width: $0.right - $0.left, height: bottom - top),
          color: $0.color)
      })
  }

  /// Joins neighbours of one colour and height, since two bars that meet inside a pixel would leave a seam.
  private static func merged(_ bars: [DecorationBar]) -> [DecorationBar] {
    var result: [DecorationBar] = []
    for bar in bars {
      if let last = result.last, last.color == bar.color, last.rect.minY == bar.rect.minY,
        last.rect.height == bar.rect.height, abs(last.rect.maxX - bar.rect.minX) < 1e-6
      {
        result[result.count - 1].rect.size.width = bar.rect.maxX - last.rect.minX
      } else {
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
  }

  private static func append(
    _ kind: DecorationKind, of run: LineRun, line: LineFragment, paint: RunColumn<PaintStyle>,
    to pieces: inout [Piece]
  ) {
    let (start, end) = (line.origin.x, line.origin.x + line.width)
    let metrics = run.run.font.metrics
    let scale = run.run.scale
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
      let style = paint.values[paintRun]
      let color: Color? =
        switch kind {
        case .background: style.background
        case .underline: style.underline.map { $0.color ?? style.color }
        case .strikethrough: style.strikethrough.map { $0.color ?? style.color }
        }
      let (left, right) = (max(left, start), min(right, end))
      guard let color, color.alpha > 0, right > left else { return }
      pieces.append(
        Piece(
          left: left, right: right, baseline: run.y, top: top, thickness: thickness, color: color))
    }
    let first = paint.run(at: run.range.start)
    if run.glyphs.isEmpty || paint.ends[first] >= run.range.end {
      add(from: run.x, to: run.maxX, paintRun: first)
      return
    }
    // Several paints: the pen's way is cut where the paint of the clusters changes.
    var left = run.x
    var pen = run.x
    var current = -1
    run.forEachGlyph { glyph in
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
