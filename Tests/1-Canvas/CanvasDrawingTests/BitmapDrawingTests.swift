// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Testing

/// Drawn bitmaps against the mean of the exact boxes, in `Double`.
@Suite struct BitmapDrawingTests {
  static func noise(_ width: Int, _ height: Int, _ seed: UInt64) -> Bitmap {
    var random = AreaOracle.Random(seed)
    var buffer = try! BitmapBuffer(width: width, height: height)
    let stride = buffer.bytesPerRow
    buffer.withUnsafeMutableBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let a = UInt8.random(in: 0...255, using: &random)
          for k in 0..<3 { bytes[y * stride + 4 * x + k] = .random(in: 0...a, using: &random) }
          bytes[y * stride + 4 * x + 3] = a
        }
      }
    }
    return buffer.freeze()
  }

  /// The mean over [x0, x1) × [y0, y1), pixels beyond the sides repeated.
  static func mean(
    _ b: Bitmap, _ x0: Double, _ x1: Double, _ y0: Double, _ y1: Double
  ) -> [Double] {
    var sum = [0.0, 0, 0, 0]
    for y in Int(y0.rounded(.down))...Int(y1.rounded(.down)) {
      let h = min(y1, Double(y + 1)) - max(y0, Double(y))
      for x in Int(x0.rounded(.down))...Int(x1.rounded(.down)) {
        let w = min(x1, Double(x + 1)) - max(x0, Double(x))
        guard w > 0, h > 0 else { continue }
        let p = b.pixel(x: max(0, min(b.width - 1, x)), y: max(0, min(b.height - 1, y)))
        for k in 0..<4 { sum[k] += Double((p >> UInt32(8 * k)) & 255) * w * h }
      }
    }
    let area = (x1 - x0) * (y1 - y0)
    return sum.map { $0 / area }
  }

  @Test(arguments: [(128, 30), (136, 21), (7, 7), (5, 40), (64, 1), (300, 1), (301, 90)])
  func isTheMeanOfWhatAPixelCovers(from: Int, to: Int) throws {
    let source = Self.noise(from, from + 3, UInt64(from))
    var c = try GraphicsContext(pixels: PixelSize(width: to, height: to))
    try c.draw(source, in: Rect(width: Double(to), height: Double(to)))
    let result = c.makeBitmap()
    let (sx, sy) = (Double(from) / Double(to), Double(from + 3) / Double(to))
    let (w, h) = (max(1, sx), max(1, sy))
    var worst = 0.0
    for y in 0..<to {
      for x in 0..<to {
        let (cx, cy) = ((Double(x) + 0.5) * sx, (Double(y) + 0.5) * sy)
        let expected = Self.mean(source, cx - w / 2, cx + w / 2, cy - h / 2, cy + h / 2)
        let p = result.pixel(x: x, y: y)
        for k in 0..<4 {
          worst = max(worst, abs(expected[k] - Double((p >> UInt32(8 * k)) & 255)))
        }
      }
    }
    #expect(worst <= 0.51)
  }

  @Test func manyWholeRowsOfABoxAreAddedUp() throws {
    // 1,200 rows to one pixel, of which the sum does not fit 16 bits: 400 of white, then 800 of a
    // grey of 102: (400 · 255 + 800 · 102) / 1200 = 153.
    var buffer = try BitmapBuffer(width: 300, height: 1200)
    let stride = buffer.bytesPerRow
    buffer.withUnsafeMutableBytes { bytes in
      for y in 0..<1200 {
        for i in 0..<1200 { bytes[y * stride + i] = y < 400 || i % 4 == 3 ? 255 : 102 }
      }
    }
    let source = buffer.freeze()
    var c = try GraphicsContext(pixels: PixelSize(width: 100, height: 1))
    try c.draw(source, in: Rect(width: 100, height: 1))
    let result = c.makeBitmap()
    for x in 0..<100 { #expect(result.pixel(x: x, y: 0) == 0xff99_9999, "\(x)") }
  }

  @Test func whatIsClippedHasTheBitsOfTheWhole() throws {
    let source = Self.noise(100, 90, 3)
    let rect = Rect(x: 1.3, y: 2.6, width: 33.4, height: 29.9)
    var whole = try GraphicsContext(pixels: PixelSize(width: 40, height: 36))
    try whole.draw(source, in: rect)
    var parts = try GraphicsContext(pixels: PixelSize(width: 40, height: 36))
    for y in stride(from: 0, to: 36, by: 7) {
      for x in stride(from: 0, to: 40, by: 11) {
        parts.saveGState()
        try parts.clip(to: Rect(x: Double(x), y: Double(y), width: 11, height: 7))
        try parts.draw(source, in: rect)
        parts.restoreGState()
      }
    }
    let (a, b) = (whole.makeBitmap(), parts.makeBitmap())
    #expect(a == b)
  }

  @Test func turnedPicturesKeepTheirColours() throws {
    // A quarter turn maps pixels to pixels; mirrored ones too.
    let source = Self.noise(9, 9, 5)
    var c = try GraphicsContext(pixels: PixelSize(width: 9, height: 9))
    c.transform = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 9, ty: 0)
    try c.draw(source, in: Rect(width: 9, height: 9))
    let turned = c.makeBitmap()
    var d = try GraphicsContext(pixels: PixelSize(width: 9, height: 9))
    d.transform = AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 9, ty: 0)
    try d.draw(source, in: Rect(width: 9, height: 9))
    let mirrored = d.makeBitmap()
    for y in 0..<9 {
      for x in 0..<9 {
        #expect(turned.pixel(x: 8 - y, y: x) == source.pixel(x: x, y: y))
        #expect(mirrored.pixel(x: 8 - x, y: y) == source.pixel(x: x, y: y))
      }
    }
  }

  @Test func opacityFadesAndCoverageIsBlack() throws {
    var full = try BitmapBuffer(width: 2, height: 2, format: .alpha8)
    _ = full.withUnsafeMutableBytes { $0.initializeMemory(as: UInt8.self, repeating: 255) }
    var c = try GraphicsContext(pixels: PixelSize(width: 2, height: 2), background: .white)
    try c.draw(full.freeze(), in: Rect(width: 2, height: 2), alpha: 0.4)
    let b = c.makeBitmap()
    #expect(b.pixel(x: 1, y: 1) == 0xff99_9999)
  }
}
