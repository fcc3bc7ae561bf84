// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency
import TextModel
import TextTypesetting

extension AlphaShadow {
  /// The shadow of a text on the device; `nil` if it falls farther than any picture is wide.
  ///
  /// Its offset is rounded to whole device pixels.
  ///
  /// - Parameters:
  ///   - scale: Device pixels per point, for the blur.
  ///   - map: The map of vectors from points to device pixels.
  init?(_ shadow: TextShadow, scale: Double, _ map: (Point) -> Point) {
    let offset = map(shadow.drawnOffset)
    let (dx, dy) = (offset.x.rounded(), offset.y.rounded())
    guard abs(dx) < 1e6, abs(dy) < 1e6 else { return nil }
    self.init(
      color: shadow.color.premultiplied8, dx: Int(dx), dy: Int(dy),
      blur: GaussianBlur(deviation: shadow.deviation * scale))
  }
}

extension [AlphaShadow] {
  /// The pixels that must be drawn so that their shadows in a clip can be computed.
  ///
  /// - Parameters:
  ///   - ink: All pixels that cast shadows.
  ///   - inside: Whether the shadows fall into the ink.
  func casters(in clip: PixelRect, ink: PixelRect, inside: Bool) -> PixelRect {
    var area = PixelRect(width: 0, height: 0)
    for shadow in self {
      let needed = (inside ? clip.intersection(ink) : shadow.extent(of: ink).intersection(clip))
      if needed.isEmpty { continue }
      var part = shadow.sources(of: needed).intersection(ink)
      if inside { part = part.union(needed) }
      area = area.union(part)
    }
    return area
  }
}

extension GraphicsContext {
  /// Draws the shadows of what a closure draws, but not what it draws.
  ///
  /// - Parameters:
  ///   - area: The device pixels that cast shadows.
  ///   - body: Draws what casts the shadows.
  mutating func draw(
    _ shadows: [AlphaShadow], inside: Bool, castBy area: PixelRect, _ cancellation: Cancellation,
    _ body: (inout GraphicsContext) throws -> Void
  ) throws {
    try beginLayer(in: area)
    do {
      try body(&self)
    } catch {
      // A layer that ends without shadows draws nothing.
      try endLayer(castingOnly: [], inside: inside) {}
      throw error
    }
    try endLayer(castingOnly: shadows, inside: inside) { try cancellation.check() }
  }
}

extension TextLayout {
  /// A style for each list of shadows that may occur on a line.
  func shadowStyles(onLine index: Int, _ cancellation: Cancellation) throws -> [PaintStyle] {
    var styles: [PaintStyle] = []
    func add(_ paint: RunColumn<PaintStyle>, _ range: TextRange) throws {
      for run in paint.run(at: range.start)...paint.run(at: max(range.start, range.end - 1)) {
        if run & 0xFF == 0xFF { try cancellation.check() }
        let style = paint.value(ofRun: run)
        if style.isPlain || style.drawnShadows.isEmpty { continue }
        if !styles.contains(where: { $0.shadows == style.shadows }) { styles.append(style) }
      }
    }
    try add(text.paint, textRange(ofLine: index))
    if isTruncated, let token = container.token { try add(token.paint, token.range) }
    return styles
  }
}
