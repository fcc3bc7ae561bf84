// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// Pictures of borders: CSS Backgrounds and Borders 3, §5.
extension CompositionPlan {
  /// Adds the parts of a picture around a box.
  mutating func addBorderImage(
    _ image: BorderImage, _ borders: BoxBorders, _ bounds: Rect, _ map: PlaneMap, _ layer: Int,
    opacity: Double
  ) {
    let area = bounds.inset(by: image.outset.map { -max(0, $0) })
    if area.isEmpty { return }
    let parts = image.parts(in: area, widths: image.widths ?? borders.widths, map)
    let add = { (plan: inout CompositionPlan) in
      for part in parts {
        let extent = PixelRect(covering: map.boundingBox(of: part.target))
        plan.clipped(to: BoxShape(part.target), map, layer) {
          $0.append(.tiles(part.tiles), extent, layer)
        }
      }
    }
    if opacity >= 1 { return add(&self) }
    nest(.group(GroupDraw(opacity: opacity, reason: .opacity)), layer, body: add)
  }
}

extension BorderImage {
  /// The parts that are drawn: tiles, and the rectangle that they fill.
  fileprivate func parts(
    in area: Rect, widths: BoxInsets, _ map: PlaneMap
  ) -> [(tiles: TileDraw, target: Rect)] {
    let size = size ?? image.size ?? area.size
    guard size.width > 0, size.height > 0 else { return [] }
    let columns = Self.bands(
      size.width, slice.left, slice.right, area.minX, area.width,
      ends: widths.left, widths.right, with: widths.top, widths.bottom, area.height)
    let rows = Self.bands(
      size.height, slice.top, slice.bottom, area.minY, area.height,
      ends: widths.top, widths.bottom, with: widths.left, widths.right, area.width)
    // The scale of the middle parts is that of the parts beside them (§5.4).
    let scaleX = rows.scale(0) ?? rows.scale(2) ?? 1
    let scaleY = columns.scale(0) ?? columns.scale(2) ?? 1
    var parts: [(TileDraw, Rect)] = []
    for row in 0..<3 {
      for column in 0..<3 where fills || row != 1 || column != 1 {
        let source = Rect(
          x: columns.source[column].start, y: rows.source[row].start,
          width: columns.source[column].length, height: rows.source[row].length)
        let target = Rect(
          x: columns.target[column].start, y: rows.target[row].start,
          width: columns.target[column].length, height: rows.target[row].length)
        if source.isEmpty || target.isEmpty { continue }
        let across = rows.scale(row) ?? scaleX
        let down = columns.scale(column) ?? scaleY
        let tiles = TileDraw(
          image, part: source, of: size,
          columns: TileAxis(
            column == 1 ? repeatX : .stretch, length: source.width * across,
            from: target.minX, room: target.width),
          rows: TileAxis(
            row == 1 ? repeatY : .stretch, length: source.height * down, from: target.minY,
            room: target.height), map: map)
        parts.append((tiles, target))
      }
    }
    return parts
  }

  /// The three parts of a length, of the picture and of the area.
  private struct Bands {
    var source: [(start: Double, length: Double)]
    var target: [(start: Double, length: Double)]

    /// The scale of an outer part; `nil` for the middle one, and one without length.
    func scale(_ index: Int) -> Double? {
      guard index != 1, source[index].length > 0, target[index].length > 0 else { return nil }
      return target[index].length / source[index].length
    }
  }

  /// Divides a length of the picture and of the area.
  ///
  /// - Parameter with: The widths of the other two sides and their length: if widths do not fit, all
  ///   four are reduced by one factor.
  private static func bands(
    _ size: Double, _ first: Double, _ last: Double, _ start: Double, _ length: Double,
    ends before: Double, _ after: Double, with above: Double, _ below: Double, _ other: Double
  ) -> Bands {
    func limited(_ value: Double) -> Double { max(0, min(value, size)) }
    let (first, last) = (limited(first), limited(last))
    var factor = 1.0
    if before + after > length { factor = length / (before + after) }
    if above + below > other { factor = min(factor, other / (above + below)) }
    let (low, high) = (max(0, before) * factor, max(0, after) * factor)
    return Bands(
      source: [(0, first), (first, size - first - last), (size - last, last)],
      target: [
        (start, low), (start + low, length - low - high), (start + length - high, high),
      ])
  }
}

extension TileAxis {
  /// Places the tiles of a part of a border, from its middle (§5.5).
  fileprivate init(_ repetition: BoxRepeat, length: Double, from start: Double, room: Double) {
    let length = length > 0 ? length : room
    switch repetition {
    case .stretch, .noRepeat:
      self.init(first: start, length: room, step: room, count: 1)
    case .repeat:
      // A tile stands in the middle, and others on both sides of it.
      let whole = ((room - length) / 2 / length).rounded(.up)
      let count = Int(max(1, min(Double(Self.most), 1 + 2 * whole)))
      self.init(
        first: start + (room - Double(count) * length) / 2, length: length, step: length,
        count: count)
    case .round:
      let count = max(1, min(Double(Self.most), (room / length).rounded()))
      self.init(
        first: start, length: room / count, step: room / count, count: Int(count))
    case .space:
      let count = min(Double(Self.most), (room / length + 1e-9).rounded(.down))
      let gap = (room - count * length) / (count + 1)
      self.init(
        first: start + gap, length: length, step: length + gap, count: Int(count))
    }
  }
}
