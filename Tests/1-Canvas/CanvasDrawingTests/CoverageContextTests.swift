// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Testing

/// Contexts of opacity alone: what is drawn there is the alpha of the same drawing in colour.
@Suite struct CoverageContextTests {
  static func draw(_ c: inout GraphicsContext) throws {
    try c.fill(Rect(x: 2, y: 3, width: 20, height: 9), with: Color(white: 0, alpha: 0.6))
    try c.fill(Path(ellipseIn: Rect(x: 5.3, y: 4.1, width: 23, height: 17)), with: .white)
    c.saveGState()
    try c.clip(to: Path(ellipseIn: Rect(x: 0, y: 10, width: 30, height: 20)))
    try c.fill(
      Rect(x: 0.5, y: 8.25, width: 30, height: 15),
      with: Color(red: 1, green: 0, blue: 0, alpha: 0.5))
    try c.beginLayer(blendMode: .destinationOut, alpha: 0.7)
    try c.fill(Path(ellipseIn: Rect(x: 12, y: 12, width: 9, height: 9)), with: .black)
    try c.endLayer()
    try c.fill(
      Path(rect: Rect(x: 1, y: 20.5, width: 29, height: 6)),
      with: Gradient(
        .axial(from: .zero, to: Point(x: 32, y: 0)),
        stops: [
          .init(offset: 0, color: Color(white: 0, alpha: 0.2)), .init(offset: 1, color: .black),
        ]))
    c.restoreGState()
    var strike = try GraphicsContext(pixels: PixelSize(width: 40, height: 40))
    try strike.fill(Path(ellipseIn: Rect(x: 3, y: 3, width: 33, height: 33)), with: .black)
    try c.draw(strike.makeBitmap(), in: Rect(x: 20, y: 1, width: 11, height: 11), alpha: 0.8)
  }

  @Test func isTheAlphaOfTheColouredDrawing() throws {
    let size = PixelSize(width: 32, height: 32)
    var colored = try GraphicsContext(pixels: size)
    var coverage = try GraphicsContext(pixels: size, format: .alpha8)
    try Self.draw(&colored)
    try Self.draw(&coverage)
    let (a, b) = (colored.makeBitmap(), coverage.makeBitmap())
    var different = 0
    for y in 0..<32 {
      for x in 0..<32 where a.pixel(x: x, y: y) >> 24 != b.pixel(x: x, y: y) { different += 1 }
    }
    #expect(different == 0)
  }

  @Test func masksAreDrawnThroughTheClip() throws {
    let mask = (0..<(10 * 16)).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    for format in [PixelFormat.rgba8, .alpha8] {
      var c = try GraphicsContext(pixels: PixelSize(width: 16, height: 16), format: format)
      // Half of column 5 is let through, all of 6 to 9, and rows from 4 on.
      try c.clip(to: Path(rect: Rect(x: 5.5, y: 4, width: 4.5, height: 12)))
      mask.withUnsafeBufferPointer { m in
        guard let start = m.baseAddress else { return }
        // Partly beyond the left and lower sides.
        for x in [-3, 100] as [Int32] {
          let placed = PlacedMask(coverage: start, stride: 16, width: 14, height: 10, x: x, y: 9)
          c.fillMasks([placed].span, color: 0xff00_0000)
        }
      }
      let b = c.makeBitmap()
      for y in 0..<16 {
        for x in 0..<16 {
          var expected = 0.0
          if y >= 9, x + 3 < 14, (5...9).contains(x) {
            expected = Double(mask[(y - 9) * 16 + x + 3]) * (x == 5 ? 128.0 / 255 : 1)
          }
          let pixel = b.pixel(x: x, y: y)
          let seen = Double(format == .rgba8 ? pixel >> 24 : pixel)
          #expect(abs(seen - expected) <= 0.51, "\(format) \(x) \(y)")
        }
      }
    }
  }

  /// Masks of all small widths, inside, over each side and outside, in a clip and without one.
  @Test func manyMasksAreDrawnAsOneByOne() throws {
    var random = AreaOracle.Random(21)
    for round in 0..<120 {
      let (width, height) = (
        Int.random(in: 1...70, using: &random), Int.random(in: 1...20, using: &random)
      )
      let bytes = KernelTests.bytes(40 * 12 * 12 + 16, &random)
      let color =
        [0xff00_0000, 0xff20_4060, 0x8030_0010, 0xffff_ffff, 0xff1c_1c1c][round % 5] as UInt32
      let places = (0..<12).map { i in
        (
          width: Int32.random(in: 0...40, using: &random),
          height: Int32.random(in: 0...12, using: &random),
          x: Int32.random(in: -20...75, using: &random),
          y: Int32.random(in: -6...22, using: &random)
        )
      }
      for format in [PixelFormat.rgba8, .alpha8] {
        func draw(_ drawing: (inout GraphicsContext) -> Void) throws -> Bitmap {
          var c = try GraphicsContext(
            pixels: PixelSize(width: width, height: height), format: format,
            background: round % 3 == 0
              ? Color(white: 0.8, alpha: 0.7) : round % 3 == 1 ? .white : nil)
          if round % 4 == 1 { try c.clip(to: Rect(x: 3, y: 1, width: 9, height: 30)) }
          if round % 4 == 2 {
            try c.clip(to: Path(ellipseIn: Rect(x: 3, y: 1, width: 29, height: 30)))
          }
          if round % 4 == 3 { try c.clip(to: Rect(x: 2, y: 2, width: 60, height: 5)) }
          if round % 4 >= 3 { try c.beginLayer() }
          drawing(&c)
          return c.makeBitmap()
        }
        bytes.withUnsafeBufferPointer { bytes in
          guard let start = bytes.baseAddress else { return }
          let masks = places.indices.map { i in
            let p = places[i]
            return PlacedMask(
              coverage: start + i * 480, stride: p.width, width: p.width, height: p.height, x: p.x,
              y: p.y)
          }
          let many = try? draw { c in
            c.fillMasks(masks.span, color: color)
          }
          let single = try? draw { c in
            for mask in masks { c.fillMask(mask, color: color) }
          }
          #expect(many != nil && many == single, "\(round) \(format)")
        }
      }
    }
  }
}
