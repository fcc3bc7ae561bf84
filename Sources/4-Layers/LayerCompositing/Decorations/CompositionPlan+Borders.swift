// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// Borders of boxes, drawn as Chromium draws them: CSS leaves joins, dashes and shades open.
extension CompositionPlan {
  /// Adds borders inside a shape.
  mutating func addBorders(
    _ borders: BoxBorders, around outer: BoxShape, _ map: PlaneMap, _ layer: Int, opacity: Double
  ) {
    guard borders.areVisible, !outer.rect.isEmpty else { return }
    let frame = BorderFrame(
      outer: outer, widths: borders.widths, scale: map.greatestScale(in: outer.rect))
    if let (style, color) = borders.common, style == .solid || style == .double {
      return addRings(style, color, frame, map, layer, opacity: opacity)
    }
    var painter = BorderPainter(borders: borders, frame: frame, map: map, layer: layer)
    if outer.isSharp { return painter.addSides(to: &self, opacity: opacity) }
    let inner = frame.shape(at: 1)
    let ring = PathClip(frame.ring(from: outer, to: inner), rule: .evenOdd, map: map)
    clipped(to: ring, layer) { plan in
      // Dashes all around are one line.
      if let (style, color) = borders.common, style == .dashed || style == .dotted,
        frame.widths == BoxInsets(frame.widths.top)
      {
        let line = DashedLine(borders.top, scale: frame.scale).outline(around: frame)
        plan.addFill(line, color, map, layer, opacity: opacity)
      } else {
        painter.addSides(to: &plan, opacity: opacity)
      }
    }
  }

  /// Adds borders whose sides have one style and one colour: as one path for each line.
  private mutating func addRings(
    _ style: LineStyle, _ color: Color, _ frame: BorderFrame, _ map: PlaneMap, _ layer: Int,
    opacity: Double
  ) {
    let (outer, inner) = (frame.outer, frame.shape(at: 1))
    let width = frame.widths.top
    let third = [frame.widths.right, frame.widths.bottom, frame.widths.left]
      .reduce(frame.doubleLine(width)) { max($0, frame.doubleLine($1)) }
    let isDouble = style == .double && third > 0
    // A border of one width between circles is a ring that the plan knows.
    if !isDouble, frame.widths == BoxInsets(width), let outline = outer.outline(map) {
      let ring = FillDraw(outline: outline, border: width, color: color)
      return addFill(ring, layer, opacity: opacity)
    }
    func add(_ from: BoxShape, _ to: BoxShape) {
      addFill(
        frame.ring(from: from, to: to), rule: .evenOdd, color, map, layer, opacity: opacity)
    }
    if !isDouble { return add(outer, inner) }
    add(outer, frame.shape { frame.doubleLine($0) })
    add(frame.shape { $0 - frame.doubleLine($0) }, inner)
  }
}

extension BoxBorders {
  /// The style and the colour that all sides with a width have; `nil` if they differ.
  fileprivate var common: (style: LineStyle, color: Color)? {
    let sides = BoxSide.allCases.map { self[$0] }.filter { $0.usedWidth > 0 }
    guard let first = sides.first,
      sides.allSatisfy({ $0.style == first.style && $0.color == first.color })
    else { return nil }
    return (first.style, first.color)
  }
}
