// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemConcurrency
import TextFonts
import TextModel
import TextShaping
import TextTypesetting

/// The kinds of decoration along a text.
enum DecorationKind {
  case background
  case underline
  case overline
  case strikethrough

  var paintKind: PaintKinds {
    switch self {
    case .background: .background
    case .underline: .underline
    case .overline: .overline
    case .strikethrough: .strikethrough
    }
  }

  func decoration(of style: PaintStyle) -> TextDecoration? {
    switch self {
    case .background: nil
    case .underline: style.underline
    case .overline: style.overline
    case .strikethrough: style.strikethrough
    }
  }
}

/// A rectangle of a decoration on one line, in points of the layout.
struct DecorationBar {
  /// The background, or the band of the line. Of a double line, it is the band next to the text.
  var rect: Rect
  var color: Color
  /// The form of the line; a background is solid.
  var style = TextDecoration.Style.solid
  var skipsInk = false

  /// The bars of one kind on a line, from left to right.
  ///
  /// Backgrounds cover the ``ContentArea`` of the text; only plain rectangles are among them.
  /// Underlines and strikethroughs have the position and thickness of the fonts of text, overlines
  /// lie over the ascent; where the runs on a baseline differ, the position farthest from the text
  /// and the greatest thickness apply to all, so that one line is drawn. An underline that is made
  /// thicker grows downwards, an overline upwards, a strikethrough both ways. White space that
  /// hangs at the line's end is excluded.
  ///
  /// In vertical text underlines lie below the em boxes, of Japanese and Korean above them, at the
  /// right; strikethroughs run along the middle. Source: CSS Text Decoration 4, 2.6.
  static func bars(
    _ kind: DecorationKind, onLine index: Int, of layout: TextLayout,
    _ selection: PaintSelection = .all, cancellation: Cancellation = .never
  ) throws -> [DecorationBar] {
    let line = layout.lines[index]
    var pieces = [Piece]()
    let (start, end) = (line.inlineStart, line.inlineStart + line.inlineExtent)
    let middle = layout.axes.isVertical ? line.blockBaseline : nil
    try layout.forEachPaintStretch(onLine: index, cancellation) { stretch in
      let style = stretch.style
      if style.isPlain { return }
      guard let look = Look(kind, of: style, selection), look.color.alpha > 0 else { return }
      if pieces.count == pieces.capacity {
        // Reserve the expected number of pieces, from the share of the line that is done.
        pieces.reserve(at: Int(stretch.left - start) + 1, of: Int(min(end - start, 1e9)) + 1)
      }
      let fonts = layout.shaped.fonts
      if kind == .background {
        let area = ContentArea(of: stretch.run, in: layout, middle: middle)
        pieces.append(
          Piece(
            left: stretch.left, right: stretch.right, baseline: area.top, top: 0,
            thickness: area.bottom - area.top, look: look))
        return
      }
      let place =
        middle == nil
        ? look.place(kind, in: stretch.run, fonts: fonts)
        : look.verticalPlace(kind, in: stretch.run, fonts: fonts)
      let baseline =
        middle.map { $0 - stretch.run.run.style.baselineOffset + stretch.run.run.style.offset.y }
        ?? stretch.run.y
      pieces.append(
        Piece(
          left: stretch.left, right: stretch.right, baseline: baseline, top: place.top,
          thickness: place.thickness, look: look))
    }
    if pieces.isEmpty { return [] }
    if kind == .background {
      return try merged(pieces, cancellation) {
        DecorationBar(
          rect: Rect(
            x: $0.left, y: $0.baseline + $0.top, width: $0.right - $0.left, height: $0.thickness),
          color: $0.look.color)
      }
    }
    // All runs on a baseline share one line; raised and lowered runs have lines of their own.
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
          height: thickness),
        color: piece.look.color, style: piece.look.line.style, skipsInk: piece.look.line.skipsInk)
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
      if let last = result.last, last.color == bar.color, last.style == bar.style,
        last.skipsInk == bar.skipsInk, last.rect.minY == bar.rect.minY,
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
    /// The distance from the baseline down to the upper edge.
    var top: Double
    var thickness: Double
    var look: Look

    /// The properties that pieces of one line have in common.
    struct Key: Hashable {
      var baseline: Double
      var look: Look
    }

    var key: Key { Key(baseline: baseline, look: look) }
  }

  /// The colour and the form of a bar.
  private struct Look: Hashable {
    var color: Color
    var line: TextDecoration

    /// - Returns: `nil` for a style without a bar of the kind.
    init?(_ kind: DecorationKind, of style: PaintStyle, _ selection: PaintSelection) {
      if kind == .background {
        guard let background = style.background, background.shape == .plain else { return nil }
        color = selection.color(background.color, of: style)
        line = TextDecoration()
        return
      }
      guard var line = kind.decoration(of: style) else { return nil }
      color = selection.color(line.color ?? style.color, of: style)
      line.color = nil
      self.line = line
    }

    /// The distance from the baseline down to the line's upper edge, and the line's thickness.
    func place(
      _ kind: DecorationKind, in run: LineRun, fonts: FontCollection
    ) -> (top: Double, thickness: Double) {
      let (metrics, scale) = DecorationBar.measures(of: run.run, in: fonts)
      let offset = PaintLimits.offset(line.offset)
      switch kind {
      case .background: return (0, 0)
      case .underline:
        let own = metrics.underlineThickness * scale
        return (
          -metrics.underlinePosition * scale - own / 2 + offset, line.thickness(font: own)
        )
      case .overline:
        let own = metrics.underlineThickness * scale
        let thickness = line.thickness(font: own)
        return (-metrics.ascent * scale - thickness + offset, thickness)
      case .strikethrough:
        let own = metrics.strikeoutThickness * scale
        let thickness = line.thickness(font: own)
        return (
          -metrics.strikeoutPosition * scale + (own - thickness) / 2 + offset, thickness
        )
      }
    }

    /// The distance from the middle of vertical text to the line's upper edge, and its thickness.
    func verticalPlace(
      _ kind: DecorationKind, in run: LineRun, fonts: FontCollection
    ) -> (top: Double, thickness: Double) {
      let (metrics, scale) = DecorationBar.measures(of: run.run, in: fonts)
      let offset = PaintLimits.offset(line.offset)
      let own =
        (kind == .strikethrough ? metrics.strikeoutThickness : metrics.underlineThickness) * scale
      let thickness = line.thickness(font: own)
      let half = (metrics.ascent - metrics.descent) / 2 * scale
      let isOver = kind == .overline || kind == .underline && run.run.isUnderlinedOver
      return switch kind {
      case .background: (0, 0)
      case .underline, .overline:
        isOver ? (-half - thickness - offset, thickness) : (half + offset, thickness)
      case .strikethrough: (-thickness / 2 + offset, thickness)
      }
    }
  }

  /// The metrics from which the decorations of a run are placed, and the points for a unit of them.
  ///
  /// They are those of the run's font. For a font with colour glyphs they are those of the style's
  /// primary font, since the metrics of an emoji font are not meant for lines of text.
  private static func measures(
    of run: ShapedRun, in fonts: FontCollection
  ) -> (metrics: FontMetrics, scale: Double) {
    if run.font.face.hasColorGlyphs {
      let cascade = fonts.cascade(for: run.style)
      if let primary = try? cascade.primary {
        return (primary.metrics, run.size / Double(primary.face.unitsPerEm))
      }
    }
    // The lines of small capitals that are made are those of the text around them.
    return (run.font.metrics, run.scale * (run.style.lineSize / run.style.size))
  }
}

extension ShapedRun {
  /// Whether an underline in vertical text lies at the right of the text, as in Japanese and
  /// Korean.
  fileprivate var isUnderlinedOver: Bool {
    let language = language.lowercased()
    return language == "ja" || language == "ko" || language.hasPrefix("ja-")
      || language.hasPrefix("ko-")
  }
}
