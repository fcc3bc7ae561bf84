// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import ImageCodecs
import Testing

@Suite struct GraphicsContextTests {
  static let red = Color(red8: 255, green8: 0, blue8: 0)

  @Test func fillsAndFractionsOfPixels() throws {
    var c = try GraphicsContext(size: Size(width: 4, height: 4), scale: 2, background: .white)
    try c.fill(Rect(x: 1, y: 1, width: 1.25, height: 1), with: .black)
    let b = c.makeBitmap()
    #expect(b.width == 8 && b.height == 8)
    #expect(b.pixel(x: 2, y: 2) == 0xff00_0000)
    #expect(b.pixel(x: 4, y: 2) == 0xff7f_7f7f)
    #expect(b.pixel(x: 5, y: 2) == 0xffff_ffff)
    #expect(b.pixel(x: 2, y: 4) == 0xffff_ffff)
  }

  @Test func clipsNestAndComeBack() throws {
    var c = try GraphicsContext(pixels: PixelSize(width: 8, height: 8))
    c.saveGState()
    try c.clip(to: Rect(x: 2, y: 2, width: 4, height: 4))
    try c.clip(to: Path(rect: Rect(x: 0, y: 0, width: 3.5, height: 8)))
    try c.fillClip(with: .black)
    c.restoreGState()
    try c.fill(Rect(x: 7, y: 7, width: 1, height: 1), with: .black)
    let b = c.makeBitmap()
    #expect(b.pixel(x: 2, y: 2) == 0xff00_0000)
    #expect(b.pixel(x: 3, y: 2) == 0x8000_0000)
    #expect(b.pixel(x: 4, y: 2) == 0)
    #expect(b.pixel(x: 2, y: 1) == 0)
    #expect(b.pixel(x: 7, y: 7) == 0xff00_0000)
  }

  @Test func layersAreJoinedOnce() throws {
    var c = try GraphicsContext(pixels: PixelSize(width: 4, height: 1), background: .white)
    try c.beginLayer(alpha: 0.5)
    try c.fill(Rect(width: 3, height: 1), with: .black)
    try c.fill(Rect(width: 2, height: 1), with: .black)
    try c.endLayer()
    let b = c.makeBitmap()
    #expect(b.pixel(x: 0, y: 0) == 0xff7f_7f7f)
    #expect(b.pixel(x: 2, y: 0) == 0xff7f_7f7f)
    #expect(b.pixel(x: 3, y: 0) == 0xffff_ffff)
  }

  @Test(arguments: [
    (BlendMode.multiply, 0xff00_0000 as UInt32), (.screen, 0xff00_ffff), (.clear, 0),
    (.difference, 0xff00_ffff), (.sourceOut, 0), (.destination, 0xff00_00ff),
  ])
  func blendModes(mode: BlendMode, expected: UInt32) throws {
    var c = try GraphicsContext(pixels: PixelSize(width: 1, height: 1), background: Self.red)
    try c.beginLayer(blendMode: mode)
    try c.fillClip(with: Color(red8: 0, green8: 255, blue8: 0))
    try c.endLayer()
    #expect(c.makeBitmap().pixel(x: 0, y: 0) == expected)
  }

  @Test func linearGradientsRunFromStopToStop() throws {
    let g = Gradient(
      .axial(from: .zero, to: Point(x: 256, y: 0)),
      stops: [.init(offset: 0, color: .black), .init(offset: 1, color: .white)])
    var c = try GraphicsContext(pixels: PixelSize(width: 256, height: 1))
    try c.fillClip(with: g)
    let b = c.makeBitmap()
    for x in stride(from: 0, to: 256, by: 17) {
      #expect(abs(Int(b.pixel(x: x, y: 0) & 255) - x) <= 1)
    }
  }

  @Test func badSizesAndMissingMemoryAreErrors() {
    func code(_ w: Double, _ h: Double) -> GraphicsError.Code? {
      do throws(GraphicsError) {
        _ = try GraphicsContext(size: Size(width: w, height: h))
        return nil
      } catch { return error.code }
    }
    #expect(code(0, 1) == .badSize)
    #expect(code(-1, 1) == .badSize)
    #expect(code(.nan, 1) == .badSize)
    #expect(code(1e9, 1) == .tooLarge)
    let pool = BitmapPool(allocator: FailingBitmapAllocator(failingAfter: 0))
    #expect(throws: GraphicsError.self) {
      _ = try GraphicsContext(size: Size(width: 9, height: 9), pool: pool)
    }
  }

  @Test func poolKeepsItsAccount() throws {
    let allocator = FailingBitmapAllocator()
    let pool = BitmapPool(capacity: 1 << 20, allocator: allocator)
    for _ in 0..<3 {
      _ = try GraphicsContext(pixels: PixelSize(width: 50, height: 50), pool: pool).makeBitmap()
    }
    #expect(pool.ledger.created == 1)
    #expect(pool.ledger.reused == 2)
    #expect(pool.ledger.live == 0)
    pool.drain()
    #expect(pool.ledger.freed == 1)
    #expect(allocator.outstanding == 0)
  }

  /// States that were saved within a layer and not restored end with it.
  @Test func aLayerRestoresTheStateOfItsBeginning() throws {
    var c = try GraphicsContext(pixels: PixelSize(width: 8, height: 8))
    c.saveGState()
    c.transform = .translation(x: 1, y: 0)
    try c.beginLayer()
    c.transform = .translation(x: 2, y: 0)
    c.saveGState()
    c.transform = .translation(x: 3, y: 0)
    try c.clip(to: Rect(x: 0, y: 0, width: 1, height: 1))
    try c.endLayer()
    #expect(c.transform.tx == 1 && c.clipPixels.width == 8)
    c.restoreGState()
    #expect(c.transform == .identity)
  }

  @Test(arguments: [PixelFormat.rgba8, .alpha8])
  func picturesSurvivePNG(format: PixelFormat) throws {
    for level in [0, 1, 6] {
      var c = try GraphicsContext(pixels: PixelSize(width: 33, height: 9), format: format)
      try c.fill(
        Path(ellipseIn: Rect(x: 1, y: 1, width: 30, height: 7)), with: Color(white: 0))
      let b = c.makeBitmap()
      let r = try Bitmap(png: b.pngData(options: PNGOptions(level: level)))
      if format == .rgba8 {
        #expect(r == b)
      } else {
        #expect(r.pixel(x: 15, y: 4) == 0xffff_ffff)
      }
      let whole = try b.pngData(options: PNGOptions(level: level, reducesColor: false))
      #expect(try Bitmap(png: whole) == r)
    }
  }

  @Test func damagedPNGIsAnError() throws {
    let c = try GraphicsContext(pixels: PixelSize(width: 9, height: 9), background: .white)
    let data = try c.makeBitmap().pngData()
    for n in [0, 4, 8, 20, data.count / 2] {
      #expect(throws: GraphicsError.self) { _ = try Bitmap(png: Array(data[..<n])) }
    }
  }

  @Test func aFullDiskIsAnErrorWithItsNumber() throws {
    let c = try GraphicsContext(pixels: PixelSize(width: 9, height: 9), background: .white)
    let b = c.makeBitmap()
    do throws(GraphicsError) {
      try b.write(to: "/dev/full")
      Issue.record("no error")
    } catch {
      #expect(error.code == .writeFailed && error.errno == 28)
    }
  }
}
