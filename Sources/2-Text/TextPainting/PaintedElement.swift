// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
package import CanvasGeometry
package import SystemConcurrency
package import TextFonts
package import TextModel
import TextShaping
package import TextTypesetting

/// A part of a drawn text, for formats that hold shapes instead of pixels. Points of the layout, y
/// downwards.
package enum PaintedElement: Sendable {
  /// A rectangle: a background or a line.
  case bar(Rect, Color)
  /// A filled shape: a box with round corners, a border, dashes, a wave.
  case shape(Path, Color)
  case glyph(PaintedGlyph)
  /// A line along the outline of a glyph, in the glyph's colour.
  case stroke(PaintedGlyph, StrokeStyle)
  /// A gradient or a picture that fills other elements, which are not drawn themselves.
  case fill(PaintedFill)
  /// A shadow of other elements, which are not drawn themselves.
  case shadow(PaintedShadow)
}

/// A glyph as it is drawn.
package struct PaintedGlyph: Sendable {
  /// The font, with its synthesis.
  package let font: Font
  /// The em size, in points.
  package let size: Double
  /// The glyph's number in the font.
  package let id: UInt32
  /// The place of its origin, in points.
  package let origin: Point
  /// The map from its own axes, y downwards, to the place; more than a translation for glyphs that
  /// stand upright in vertical text.
  package let transform: AffineTransform
  /// The colour of the text; clear where a ``PaintedFill`` draws the glyph.
  package let color: Color
  /// The part of a ligature that has the colour; `nil` for a whole glyph.
  package var clip: Rect?
  /// The characters of the text that the glyph stands for, with the others of its cluster; `nil`
  /// for a hyphen, a ruby, a mark or an ellipsis.
  package var characters: TextRange?
  /// The character that a glyph of a ruby stands for; `nil` for any other glyph.
  package var reading: String?
  /// The index of its line.
  package var line = 0
  /// Whether a ``PaintedFill`` draws the glyph.
  package var isFilled = false
  /// Whether the glyph is the hyphen at the end of a line.
  package var isHyphen = false
}

/// A gradient or a picture in glyphs, or in the strokes of glyphs, as it is drawn.
package struct PaintedFill: Sendable {
  package let source: TextFill.Source
  /// The box that the fill is laid over, in points.
  package let box: Rect
  /// The glyphs or strokes that are filled, in black.
  package let elements: [PaintedElement]
  /// A rectangle around the elements, in points.
  package let frame: Rect
  /// The same rectangle in line space, in which the elements lie.
  package let ink: Rect
  /// The map from the space of ``box`` and ``frame`` to line space.
  package let axes: AffineTransform

  /// The fill as pixels that cover ``frame``.
  ///
  /// - Parameter scale: Pixels per point.
  /// - Throws: `GraphicsError`, `CancellationError`, or an error of the picture.
  package func picture(
    scale: Double, cancellation: Cancellation
  ) throws -> (image: Bitmap, frame: Rect)? {
    let map = AffineTransform.scale(x: scale, y: scale)
    let pixels = PixelRect(covering: map.boundingBox(of: frame))
    guard pixels.width > 0, pixels.height > 0 else { return nil }
    let area = Rect(
      x: Double(pixels.x) / scale, y: Double(pixels.y) / scale,
      width: Double(pixels.width) / scale, height: Double(pixels.height) / scale)
    var context = try GraphicsContext(pixels: pixels)
    context.concatenate(map)
    try context.draw(source, over: box, in: area, cancellation)
    return (context.makeBitmap(), area)
  }
}

/// A shadow as it is drawn.
package struct PaintedShadow: Sendable {
  /// The shadow; ``offset`` and ``deviation`` have its numbers as they are drawn.
  package let shadow: TextShadow
  /// The elements that cast it, in black.
  package let casters: [PaintedElement]
  /// A rectangle around the shadow and its casters, in points.
  package let frame: Rect

  /// The distance from the casters, in points.
  package var offset: Point { shadow.drawnOffset }
  /// The standard deviation of the blur, in points.
  package var deviation: Double { shadow.deviation }
}

extension TextLayout {
  /// Calls `body` for everything that is drawn, in the painter's order.
  ///
  /// - Parameter part: The lines that are drawn; `nil` for all.
  package func forEachPaintedElement(
    onLines part: Range<Int>? = nil, _ body: (PaintedElement) throws -> Void
  ) throws {
    let all = (part ?? 0..<lines.count).clamped(to: 0..<lines.count)
    guard !all.isEmpty else { return }
    let has = try PaintKinds(of: self, lines: all, .never)
    let space = MarkSpace(grid: nil)
    func boxes(_ kind: TextBoxMarks.Kind) -> TextBoxMarks {
      TextBoxMarks(kind: kind, layout: self, space: space, cancellation: .never)
    }
    func add(_ marks: [TextMark]) throws { for mark in marks { try body(PaintedElement(mark)) } }
    func addLines(_ kinds: [DecorationKind]) throws {
      for index in all { try add(marks(kinds, onLine: index, in: space, .all, .never)) }
    }
    for pass in has.passes {
      switch pass {
      case .blockBackgrounds: try add(boxes(.background).blocks(in: textRange(ofLines: all)))
      case .backgrounds:
        try addLines([.background])
        try add(boxes(.background).ranges(onLines: all))
      case .shadows: try forEachShadow(onLines: all, inside: false, has, body)
      case .linesBelow: try addLines([.underline, .overline])
      case .glyphs: for index in all { try forEachGlyph(onLine: index, .all, body) }
      case .fills: for index in all { try forEachFill(onLine: index, isStroke: false, has, body) }
      case .strokeFills:
        for index in all { try forEachFill(onLine: index, isStroke: true, has, body) }
      case .strokes: for index in all { try forEachStroke(onLine: index, .all, body) }
      case .innerShadows: try forEachShadow(onLines: all, inside: true, has, body)
      case .strikethroughs: try addLines([.strikethrough])
      case .borders:
        try add(boxes(.border).blocks(in: textRange(ofLines: all)))
        try add(boxes(.border).ranges(onLines: all))
      }
    }
  }

  private func forEachGlyph(
    onLine index: Int, _ selection: PaintSelection, _ body: (PaintedElement) throws -> Void
  ) throws {
    var paint = PaintCursor(self, selection)
    var ligatures = LigatureDivider()
    let line = lines[index]
    try forEachDrawnRun(ofLine: index, .never) { whole in
      if !whole.kind.hasGlyphs { return }
      try withPainted(whole, &paint) { run, paint in
        try run.forEachGlyph { glyph throws in
          paint.move(to: glyph.cluster)
          var painted = PaintedGlyph(
            font: run.run.font, size: run.run.size, id: UInt32(glyph.id),
            origin: Point(x: glyph.x, y: glyph.y), transform: run.transform(of: glyph),
            color: run.run.font.isColorGlyph(UInt32(glyph.id)) ? paint.color : paint.glyphColor)
          painted.isFilled = paint.isFilled && painted.color.alpha == 0
          painted.characters = whole.characters(at: glyph.index)
          painted.isHyphen = whole.kind == .hyphen
          painted.line = index
          if whole.kind == .annotation {
            painted.reading = reading(
              ofRubyAt: whole.range.start, whole.run.cluster(at: glyph.index))
          }
          let parts =
            run.run.isUpright ? [] : ligatures.parts(of: glyph.index, in: run, paint: paint)
          if parts.isEmpty { try body(.glyph(painted)) }
          for part in parts {
            // The outer parts reach far enough to hold the whole glyph.
            let reach = 8 * run.run.size
            let left = max(part.left, glyph.x - reach)
            let right = min(part.right, glyph.x + glyph.advance + reach)
            var piece = PaintedGlyph(
              font: painted.font, size: painted.size, id: painted.id, origin: painted.origin,
              transform: painted.transform, color: part.color,
              clip: Rect(
                x: left, y: line.blockBaseline - reach, width: right - left, height: 2 * reach))
            piece.line = index
            // The characters belong to the first part.
            if part.left == parts[0].left { piece.characters = painted.characters }
            try body(.glyph(piece))
          }
        }
      }
    }
  }

  /// The character of a ruby.
  ///
  /// - Parameters:
  ///   - offset: A character of the text that has the ruby.
  ///   - cluster: The place of the character in the ruby, in code units.
  private func reading(ofRubyAt offset: Int, _ cluster: Int) -> String? {
    guard offset < text.length, let ruby = text.elements.value(at: offset).ruby else { return nil }
    let units = Array(ruby.text.utf16)
    guard units.indices.contains(cluster) else { return nil }
    let isPair = UTF16.isLeadSurrogate(units[cluster]) && cluster + 1 < units.count
    return String(decoding: units[cluster..<cluster + (isPair ? 2 : 1)], as: UTF16.self)
  }

  private func forEachStroke(
    onLine index: Int, _ selection: PaintSelection, _ body: (PaintedElement) throws -> Void
  ) throws {
    var paint = PaintCursor(self, selection)
    try forEachDrawnRun(ofLine: index, .never) { run in
      if !run.kind.hasGlyphs { return }
      try withPainted(run, &paint) { run, paint in
        try run.forEachGlyph { glyph throws in
          paint.move(to: glyph.cluster)
          let (style, font) = (paint.style, run.run.font)
          guard let stroke = style.stroke, let line = stroke.style,
            !font.face.hasColorGlyphs || !font.isColorGlyph(UInt32(glyph.id))
          else { return }
          let color = paint.strokeColor(stroke, of: style)
          var painted = PaintedGlyph(
            font: font, size: run.run.size, id: UInt32(glyph.id),
            origin: Point(x: glyph.x, y: glyph.y), transform: run.transform(of: glyph),
            color: color)
          painted.characters = run.characters(at: glyph.index)
          try body(.stroke(painted, line))
        }
      }
    }
  }

  private func forEachFill(
    onLine index: Int, isStroke: Bool, _ has: PaintKinds, _ body: (PaintedElement) throws -> Void
  ) throws {
    var meter = InkMeter(self, grid: nil, fitsHeights: false, cancellation: .never)
    for zone in try fillZones(onLine: index, isStroke: isStroke, .never) {
      let ink = try meter.extent(ofLine: index, zone.selection, has).rect(scale: 1)
      if ink.isEmpty { continue }
      var elements: [PaintedElement] = []
      func add(_ element: PaintedElement) {
        if element.color.alpha > 0 { elements.append(element) }
      }
      if isStroke {
        try forEachStroke(onLine: index, zone.selection, add)
      } else {
        try forEachGlyph(onLine: index, zone.selection, add)
      }
      try body(
        .fill(
          PaintedFill(
            source: zone.target.fill.source, box: fillRect(zone.box), elements: elements,
            frame: fillRect(ink), ink: ink, axes: fillAxes)))
    }
  }

  private func forEachShadow(
    onLines all: Range<Int>, inside: Bool, _ has: PaintKinds,
    _ body: (PaintedElement) throws -> Void
  ) throws {
    var meter = InkMeter(self, grid: nil, fitsHeights: false, cancellation: .never)
    for index in all {
      for style in try shadowStyles(onLine: index, .never) {
        let casting = PaintSelection.casting(style.shadows)
        var casters = try marks(
          [.underline, .overline, .strikethrough], onLine: index, in: MarkSpace(grid: nil), casting,
          .never
        ).map { PaintedElement($0) }
        try forEachGlyph(onLine: index, casting) { casters.append($0) }
        try forEachStroke(onLine: index, casting) { casters.append($0) }
        let ink = try meter.extent(ofLine: index, casting, has).rect(scale: 1)
        if ink.isEmpty { continue }
        for shadow in style.drawnShadows.reversed() where shadow.isInner == inside {
          let offset = shadow.drawnOffset
          let reach = 3 * shadow.deviation + 1
          let cast = ink.offsetBy(dx: offset.x, dy: offset.y).insetBy(dx: -reach, dy: -reach)
          try body(
            .shadow(
              PaintedShadow(
                shadow: shadow, casters: casters.filter { $0.color.alpha > 0 },
                frame: cast.union(ink))))
        }
      }
    }
  }
}

extension PaintedElement {
  fileprivate init(_ mark: TextMark) {
    switch mark.shape {
    case .pixels(let area):
      self = .bar(
        Rect(
          x: Double(area.x), y: Double(area.y), width: Double(area.width),
          height: Double(area.height)), mark.color)
    case .rect(let rect): self = .bar(rect, mark.color)
    case .path(let path, _): self = .shape(path, mark.color)
    }
  }

  fileprivate var color: Color {
    switch self {
    case .bar(_, let color), .shape(_, let color): color
    case .glyph(let glyph), .stroke(let glyph, _): glyph.color
    case .fill: .black
    case .shadow(let shadow): shadow.shadow.color
    }
  }
}
