// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
package import CanvasGeometry
import SystemConcurrency
package import TextFonts

extension Font {
  /// A glyph's outline as it is drawn, in font units, y upwards: with the font's synthesis.
  package func paintedOutline(of glyph: UInt32) -> Path {
    var path = Path()
    paintedOutline(of: glyph, into: &path)
    return path
  }

  /// A picture of a colour glyph, and its rectangle relative to the glyph's origin, y downwards;
  /// `nil` if the glyph has no ink, or unlimited ink.
  ///
  /// - Parameters:
  ///   - emSize: The em size, in points.
  ///   - scale: The pixels of the picture per point.
  ///   - foreground: The colour of paints that have the text's colour.
  /// - Throws: `GraphicsError`.
  package func picture(
    of glyph: ColorGlyph, emSize: Double, scale: Double, foreground: Color
  ) throws -> (image: Bitmap, frame: Rect)? {
    guard let ink = try glyph.ink(font: self, emSize: emSize * scale, offset: .zero), !ink.isEmpty
    else { return nil }
    var context = try GraphicsContext(pixels: PixelSize(width: ink.width, height: ink.height))
    context.transform = .translation(x: -Double(ink.x), y: -Double(ink.y))
    try ColorGlyphDrawer.draw(
      glyph, font: self, emSize: emSize * scale, foreground: foreground, cancellation: .never,
      in: &context)
    let frame = Rect(
      x: Double(ink.x) / scale, y: Double(ink.y) / scale, width: Double(ink.width) / scale,
      height: Double(ink.height) / scale)
    return (context.makeBitmap(), frame)
  }

  /// The rectangle that a colour glyph may touch relative to its origin, in points, y downwards;
  /// `nil` if it is unlimited.
  package func inkBox(of glyph: ColorGlyph, emSize: Double) -> Rect? {
    switch glyph {
    case .paint(let graph):
      guard case .box(let box) = graph.bounds(font: self) else { return nil }
      if box.isEmpty { return .zero }
      let scale = emSize / Double(unitsPerEm)
      return AffineTransform(a: scale, b: 0, c: 0, d: -scale, tx: 0, ty: 0).boundingBox(of: box)
    case .bitmap(let strike):
      guard let size = strike.pixelSize else { return .zero }
      return strike.frame(of: size, emSize: emSize)
    }
  }
}
