// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

extension GraphicsContext {
  /// Draws a sprite; the clip applies, ``transform`` does not.
  ///
  /// Pixels are mixed of the four nearest ones, so that the sprite's edges fade over one of its
  /// pixels. A pixel depends on the map alone, whatever the clip's bounds.
  ///
  /// - Parameters:
  ///   - sprite: The pixels.
  ///   - map: The map from pixels of the sprite's part to device pixels.
  ///   - color: The premultiplied colour by which each channel is multiplied.
  ///   - isAdditive: Whether the sprite is added to what lies behind it.
  /// - Throws: `allocationFailed`.
  package mutating func draw(
    _ sprite: borrowing SpriteLevels, map: AffineTransform, color: UInt32, isAdditive: Bool = false
  ) throws(GraphicsError) {
    guard let placed = sprite.placed(by: map) else { return }
    let area = placed.box.intersection(clipPixels)
    let color = placed.fade < 1 ? Self.faded(color, by: placed.fade) : color
    guard !area.isEmpty, color != 0 else { return }
    if clipMask == nil, target.format == .rgba8 {
      return target.draw(sprite, placed, in: area, color: color, isAdditive: isAdditive)
    }
    var row = DrawingTarget(
      try BitmapBuffer(
        width: area.width, height: 1, format: .rgba8, freeList: freeList, pattern: 0),
      x: area.x, y: area.y)
    var coverage = [UInt8](repeating: 255, count: area.width)
    for y in area.y..<area.maxY {
      row = row.moved(toRow: y)
      row.clearRows(from: 0, count: 1)
      row.draw(sprite, placed, in: row.bounds, color: color, isAdditive: false)
      if let clipMask {
        for i in coverage.indices { coverage[i] = 255 }
        clipMask.multiply(&coverage, x: area.x, y: y)
      }
      target.blend(row, through: coverage, isAdditive: isAdditive)
    }
  }

  private static func faded(_ color: UInt32, by factor: Double) -> UInt32 {
    var faded: UInt32 = 0
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      faded |= UInt32(Double(color >> shift & 255) * factor + 0.5) << shift
    }
    return faded
  }
}
