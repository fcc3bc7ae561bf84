// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
package import CanvasGeometry
package import SystemConcurrency
package import TextModel
import TextTypesetting

extension TextGradient {
  /// The stops that count; `nil` for a gradient that shows nothing.
  var drawn: [Gradient.Stop]? {
    let stops = stops.filter { $0.offset.isFinite }.map {
      Gradient.Stop(offset: $0.offset, color: $0.color)
    }
    guard !stops.isEmpty,
      [start.x, start.y, end.x, end.y].allSatisfy({ $0.isFinite && abs($0) <= 1e6 })
    else { return nil }
    return stops
  }

  /// The gradient over a box.
  ///
  /// A gradient without a direction, and one over a box without extent along it, has the colour of
  /// its last stop.
  package func gradient(over box: Rect) -> Gradient {
    let stops = drawn ?? []
    func point(_ unit: Point) -> Point {
      Point(x: box.minX + unit.x * box.width, y: box.minY + unit.y * box.height)
    }
    let kind: Gradient.Kind =
      switch self.kind {
      case .axial: .axial
      case .radial: .radial
      case .conic: .conic
      }
    let (from, to) = (point(start), point(end))
    let hasExtent =
      switch self.kind {
      case .axial, .conic: from != to
      case .radial: from.x != to.x && from.y != to.y
      }
    guard hasExtent, let (geometry, axes) = kind.geometry(from: from, to: to) else {
      let color = stops.last?.color ?? .clear
      return Gradient(
        .axial(from: from, to: Point(x: from.x + 1, y: from.y)),
        stops: [Gradient.Stop(offset: 0, color: color)])
    }
    return Gradient(geometry, stops: stops, transform: axes)
  }
}

extension TextPicture {
  /// The most tiles along a side of the box: smaller ones are enlarged.
  private static let mostTiles = 256.0

  /// The size of a tile over a box.
  func tileSize(over box: Rect) -> Size {
    func side(_ tile: Double?, _ whole: Double) -> Double {
      let whole = max(whole, 1e-3)
      guard let tile, tile.isFinite, tile > 0 else { return whole }
      return max(tile, whole / Self.mostTiles)
    }
    return Size(width: side(tile?.width, box.width), height: side(tile?.height, box.height))
  }
}

extension GraphicsContext {
  /// Draws a fill over a box of user space, and on beyond the box: gradients with their last
  /// colours, pictures with their next tiles.
  ///
  /// - Parameter area: The part of user space that is seen.
  /// - Throws: `GraphicsError`, `CancellationError`, or an error of the picture.
  package mutating func draw(
    _ source: TextFill.Source, over box: Rect, in area: Rect, _ cancellation: Cancellation
  ) throws {
    switch source {
    case .gradient(let gradient): try fillClip(with: gradient.gradient(over: box))
    case .picture(let picture):
      guard let drawing = picture.content as? any AttachmentDrawing else { return }
      let tile = picture.tileSize(over: box)
      func tiles(_ low: Double, _ high: Double, _ origin: Double, _ side: Double) -> Range<Int> {
        let first = ((low - origin) / side).rounded(.down)
        let end = ((high - origin) / side).rounded(.up)
        guard first.isFinite, end.isFinite, abs(first) < 1e6, abs(end) < 1e6 else { return 0..<1 }
        return Int(first)..<max(Int(first), Int(end))
      }
      for row in tiles(area.minY, area.maxY, box.minY, tile.height) {
        for column in tiles(area.minX, area.maxX, box.minX, tile.width) {
          try cancellation.check()
          saveGState()
          defer { restoreGState() }
          let rect = Rect(
            x: box.minX + Double(column) * tile.width, y: box.minY + Double(row) * tile.height,
            width: tile.width, height: tile.height)
          try clip(to: rect)
          concatenate(.translation(x: rect.minX, y: rect.minY))
          try drawing.draw(in: &self, size: tile, cancellation: cancellation)
        }
      }
    }
  }

  /// Draws a fill through what a closure draws.
  ///
  /// - Parameters:
  ///   - pixels: The device pixels of what is filled.
  ///   - mask: Draws what is filled, in black.
  ///   - fill: Draws the fill.
  mutating func draw(
    through pixels: PixelRect, mask: (inout GraphicsContext) throws -> Void,
    fill: (inout GraphicsContext) throws -> Void
  ) throws {
    if pixels.isEmpty { return }
    try beginLayer(in: pixels)
    do {
      try mask(&self)
      try beginLayer(in: pixels, blendMode: .sourceIn)
      do {
        try fill(&self)
      } catch {
        try endLayer()
        throw error
      }
      try endLayer()
    } catch {
      try endLayer()
      throw error
    }
    try endLayer()
  }
}

extension TextLayout {
  /// The map from the space in which the boxes of fills stand upright to line space.
  var fillAxes: AffineTransform {
    axes.isVertical ? axes.transform.inverted() ?? .identity : .identity
  }

  /// A rectangle of line space in the space of ``fillAxes``.
  func fillRect(_ rect: Rect) -> Rect {
    axes.isVertical ? axes.transform.boundingBox(of: rect) : rect
  }
}
