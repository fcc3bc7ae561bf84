// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
import CanvasGeometry
import ImageCodecs
import SystemConcurrency
package import TextFonts

/// Draws colour glyphs: small ones as cached bitmaps, large ones directly.
///
/// The size of the glyph alone decides, so the pixels do not depend on what the cache holds.
struct ColorGlyphDrawer {
  private let scratch: PaintingScratch

  init(scratch: PaintingScratch) { self.scratch = scratch }

  /// Draws one glyph with the opacity of the text's colour.
  ///
  /// - Parameters:
  ///   - kind: Whether the glyph's colours depend on the text's colour.
  ///   - emSize: The em size, in device pixels.
  ///   - clip: The device pixels that may be drawn to.
  func draw(
    _ glyph: UInt32, _ kind: ColorGlyphKind, of font: Font, emSize: Double,
    at origin: GlyphOrigin, color: Color, clip: PixelRect, cancellation: Cancellation,
    in context: inout GraphicsContext
  ) throws {
    if !(color.alpha > 0) { return }
    var foreground = color
    foreground.alpha = 1
    let key = ColorGlyphKey(
      font: font.id, glyph: glyph, size: emSize.bitPattern,
      bins: UInt8(origin.binY << 2 | origin.binX),
      foreground: kind.isTinted ? foreground.premultiplied8 : 0)
    if let image = scratch.colors.image(for: key) {
      try blit(image, at: origin, alpha: color.alpha, in: &context)
      return
    }
    guard let picture = font.colorGlyph(glyph) else { return }
    try cancellation.check()
    let offset = Point(x: Double(origin.binX) / 4, y: Double(origin.binY) / 4)
    let ink = try picture.ink(font: font, emSize: emSize, offset: offset)
    guard let ink else {
      try drawDirectly(
        picture, font: font, emSize: emSize, offset: offset, at: origin, color: color, ink: nil,
        clip: clip, cancellation: cancellation, in: &context)
      return
    }
    let side = ColorGlyphCache.largestSide
    if ink.width > side || ink.height > side {
      try drawDirectly(
        picture, font: font, emSize: emSize, offset: offset, at: origin, color: color, ink: ink,
        clip: clip, cancellation: cancellation, in: &context)
      return
    }
    var image = ColorGlyphImage(bitmap: nil, left: ink.x, top: ink.y)
    if !ink.isEmpty {
      var small = try GraphicsContext(pixels: PixelSize(width: ink.width, height: ink.height))
      small.transform = .translation(x: offset.x - Double(ink.x), y: offset.y - Double(ink.y))
      try Self.draw(
        picture, font: font, emSize: emSize, foreground: foreground, cancellation: cancellation,
        in: &small)
      image.bitmap = small.makeBitmap()
    }
    scratch.colors.keep(image, for: key)
    try blit(image, at: origin, alpha: color.alpha, in: &context)
  }

  /// Draws a glyph whose origin is the origin of user space.
  ///
  /// - Parameter emSize: The em size, in units of user space.
  static func draw(
    _ picture: ColorGlyph, font: Font, emSize: Double, foreground: Color,
    cancellation: Cancellation, in context: inout GraphicsContext
  ) throws {
    switch picture {
    case .paint(let graph):
      let scale = emSize / Double(font.unitsPerEm)
      context.saveGState()
      defer { context.restoreGState() }
      context.concatenate(.scale(x: scale, y: -scale))
      var painter = ColorGlyphPainter(
        font: font, graph: graph, foreground: foreground, cancellation: cancellation)
      try painter.draw(in: &context)
    case .bitmap(let strike):
      guard let bitmap = strike.decoded() else { return }
      try context.draw(bitmap, in: strike.frame(of: bitmap.pixelSize, emSize: emSize))
    }
  }

  private func drawDirectly(
    _ picture: ColorGlyph, font: Font, emSize: Double, offset: Point, at origin: GlyphOrigin,
    color: Color, ink: PixelRect?, clip: PixelRect, cancellation: Cancellation,
    in context: inout GraphicsContext
  ) throws {
    context.saveGState()
    defer { context.restoreGState() }
    if let ink {
      // A layer has the size of the clip, so the clip is reduced to the glyph.
      let box = PixelRect(
        x: ink.x + origin.x, y: ink.y + origin.y, width: ink.width, height: ink.height
      ).intersection(clip)
      if box.isEmpty { return }
      context.transform = .identity
      try context.clip(
        to: Rect(
          x: Double(box.x), y: Double(box.y), width: Double(box.width), height: Double(box.height)))
    }
    context.transform = .translation(
      x: Double(origin.x) + offset.x, y: Double(origin.y) + offset.y)
    var foreground = color
    foreground.alpha = 1
    try context.beginLayer(alpha: color.alpha)
    try Self.draw(
      picture, font: font, emSize: emSize, foreground: foreground, cancellation: cancellation,
      in: &context)
    try context.endLayer()
  }

  private func blit(
    _ image: ColorGlyphImage, at origin: GlyphOrigin, alpha: Double,
    in context: inout GraphicsContext
  ) throws {
    guard let bitmap = image.bitmap else { return }
    let (x, y) = (origin.x + image.left, origin.y + image.top)
    if alpha >= 1, context.blit(bitmap, atPixelX: x, y: y) { return }
    let transform = context.transform
    context.transform = .identity
    defer { context.transform = transform }
    try context.draw(
      bitmap,
      in: Rect(
        x: Double(x), y: Double(y), width: Double(bitmap.width), height: Double(bitmap.height)),
      alpha: alpha)
  }
}

extension ColorGlyph {
  /// The pixels that the glyph can touch, with its origin at `offset`; `nil` if they are unlimited.
  func ink(font: Font, emSize: Double, offset: Point) throws -> PixelRect? {
    switch self {
    case .paint(let graph):
      guard case .box(let box) = graph.bounds(font: font) else { return nil }
      if box.isEmpty { return PixelRect(width: 0, height: 0) }
      let scale = emSize / Double(font.unitsPerEm)
      let device = AffineTransform(
        a: scale, b: 0, c: 0, d: -scale, tx: offset.x, ty: offset.y
      ).boundingBox(of: box)
      return PixelRect(covering: device)
    case .bitmap(let strike):
      guard let bitmap = strike.decoded() else { return PixelRect(width: 0, height: 0) }
      let frame = strike.frame(of: bitmap.pixelSize, emSize: emSize)
      return PixelRect(covering: frame.offsetBy(dx: offset.x, dy: offset.y))
    }
  }
}

extension BitmapGlyph {
  /// The longest side of a bitmap glyph that is decoded, in its own pixels. Without this bound, a
  /// PNG of a few bytes could take `CanvasLimits.bitmapBytes` of memory for each glyph of a text.
  private static let longestSide = 4096

  /// The decoded bitmap; `nil` if it is too large or damaged. The glyph is then blank.
  package func decoded() -> Bitmap? {
    guard let size = pixelSize, size.width <= Self.longestSide, size.height <= Self.longestSide
    else { return nil }
    return try? Bitmap(png: png)
  }

  /// The size that the header of the PNG states, in pixels; `nil` without a header.
  var pixelSize: PixelSize? {
    // A PNG begins with its signature, length and name of the first chunk, width, and height.
    guard png.count >= 24 else { return nil }
    func number(at place: Int) -> Int { png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    return PixelSize(width: number(at: 16), height: number(at: 20))
  }

  /// The rectangle that the bitmap fills, relative to the glyph's origin, y downwards.
  ///
  /// - Parameters:
  ///   - pixels: The size of the bitmap.
  ///   - emSize: The em size; the rectangle has the same unit.
  func frame(of pixels: PixelSize, emSize: Double) -> Rect {
    guard pixelsPerEm > 0, pixelsPerEm.isFinite else { return .zero }
    let scale = emSize / pixelsPerEm
    let top = bearingY ?? originOffsetY + Double(pixels.height)
    return Rect(
      x: bearingX * scale, y: -top * scale, width: Double(pixels.width) * scale,
      height: Double(pixels.height) * scale)
  }
}
