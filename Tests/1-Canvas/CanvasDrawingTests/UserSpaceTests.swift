// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CanvasDrawing
@testable import CanvasGeometry

@Suite struct UserSpaceTests {
  @Test func stepsOfTheTransformAreTakenBeforeThoseThatCameFirst() throws {
    var c = try GraphicsContext(size: Size(width: 40, height: 40), scale: 2)
    c.translateBy(x: 10, y: 20)
    c.rotate(by: .pi / 2)
    c.scaleBy(x: 3, y: 1)
    // (1, 0) → (3, 0) → a quarter turn clockwise (0, 3) → (10, 23) → two pixels a point.
    #expect(c.transform.apply(Point(x: 1, y: 0)) == Point(x: 20, y: 46))
    try c.fill(Rect(x: 0, y: 0, width: 2, height: 5), with: .red)
    // x from 10 − 5 to 10 and y from 20 to 26 points.
    let b = c.makeBitmap()
    #expect(b.pixel(x: 10, y: 40) == 0xff00_00ff && b.pixel(x: 19, y: 51) == 0xff00_00ff)
    #expect(b.pixel(x: 9, y: 45) == 0 && b.pixel(x: 20, y: 45) == 0)
    #expect(b.pixel(x: 15, y: 39) == 0 && b.pixel(x: 15, y: 52) == 0)
  }

  @Test("S-185: the clip in user space is what can be drawn, under any transform")
  func s185ClipBounds() throws {
    var c = try GraphicsContext(size: Size(width: 64, height: 32), scale: 2)
    #expect(c.clipBounds == Rect(width: 64, height: 32))
    c.translateBy(x: 16, y: 8)
    #expect(c.clipBounds == Rect(x: -16, y: -8, width: 64, height: 32))
    c.saveGState()
    try c.clip(to: Rect(x: 0, y: 0, width: 20, height: 10))
    #expect(c.clipBounds == Rect(x: 0, y: 0, width: 20, height: 10))
    #expect(c.clipPixels == PixelRect(x: 32, y: 16, width: 40, height: 20))
    c.scaleBy(x: 4, y: -2)
    #expect(c.clipBounds == Rect(x: 0, y: -5, width: 5, height: 5))
    c.restoreGState()
    c.rotate(by: .pi / 2)
    // Right is down: x runs from −8 to 24, y from −48 to 16.
    #expect(c.clipBounds == Rect(x: -8, y: -48, width: 32, height: 64))
    try c.clip(to: Rect(x: 0, y: 0, width: 0, height: 5))
    #expect(c.clipBounds == .zero)
  }

  @Test("S-185: the index of a tile follows from the clip, at both scales", arguments: [1.0, 2.0])
  func s185TileIndex(scale: Double) throws {
    // A context of one tile of 256 pixels, as a layer of tiles makes it: column 3, row 2.
    let side = 256 / scale
    var c = try GraphicsContext(size: Size(width: side, height: side), scale: scale)
    c.translateBy(x: -3 * side, y: -2 * side)
    let bounds = c.clipBounds
    #expect((bounds.minX * scale / 256).rounded(.down) == 3)
    #expect((bounds.minY * scale / 256).rounded(.down) == 2)
    #expect(bounds.width == side && bounds.height == side)
  }

  @Test func nothingCanBeDrawnUnderAMapWithoutInverse() throws {
    var c = try GraphicsContext(size: Size(width: 8, height: 8))
    c.scaleBy(x: 0, y: 1)
    #expect(c.clipBounds == .zero)
  }

  @Test func inPerspectiveTheClipIsSeenFromThePlane() throws {
    var c = try GraphicsContext(size: Size(width: 100, height: 100))
    // The weight of (x, y) is 1 + x/100: (100, 50) is seen at (50, 25), and infinity at 100.
    var map = Projection.identity
    map.m13 = 0.01
    c.projection = map
    try c.clip(to: Rect(x: 0, y: 0, width: 100, height: 50))
    #expect(c.clipPixels == PixelRect(x: 0, y: 0, width: 50, height: 50))
    // Pixel (50, 50) is the image of (100, 100), and (0, 50) of (0, 50).
    #expect(abs(c.clipBounds.maxX - 100) < 1e-9 && abs(c.clipBounds.maxY - 100) < 1e-9)
    #expect(abs(c.clipBounds.minX) < 1e-9 && abs(c.clipBounds.minY) < 1e-9)
    c.translateBy(x: 10, y: 0)
    #expect(abs(c.clipBounds.maxX - 90) < 1e-9 && abs(c.clipBounds.minX + 10) < 1e-9)
  }

  // MARK: Ellipses and frames

  private func ink(_ bitmap: Bitmap) -> Double {
    (0..<bitmap.height).reduce(0) { sum, y in
      (0..<bitmap.width).reduce(sum) { $0 + Double(bitmap.pixel(x: $1, y: y) >> 24) / 255 }
    }
  }

  @Test("S-074: the line of an ellipse in a square of 100 has 2524.8 of its 3141.6 inside")
  func s074StrokedEllipse() throws {
    var c = try GraphicsContext(size: Size(width: 100, height: 100))
    try c.strokeEllipse(
      in: Rect(width: 100, height: 100), with: .red, style: StrokeStyle(lineWidth: 10))
    #expect(abs(ink(c.makeBitmap()) / 2524.8 - 1) < 0.003)
    c = try GraphicsContext(size: Size(width: 120, height: 120))
    try c.strokeEllipse(
      in: Rect(x: 10, y: 10, width: 100, height: 100), with: .red, style: StrokeStyle(lineWidth: 10)
    )
    // π (55² − 45²) = 1000 π.
    #expect(abs(ink(c.makeBitmap()) / (1000 * .pi) - 1) < 0.003)
  }

  @Test func ellipsesAreFilledAndFramesStroked() throws {
    var c = try GraphicsContext(size: Size(width: 60, height: 40))
    try c.fillEllipse(in: Rect(x: 5, y: 5, width: 50, height: 30), with: .blue)
    #expect(abs(ink(c.makeBitmap()) / (25 * 15 * .pi) - 1) < 0.003)
    c = try GraphicsContext(size: Size(width: 60, height: 40))
    try c.stroke(
      Rect(x: 10, y: 10, width: 40, height: 20), with: .black, style: StrokeStyle(lineWidth: 4))
    // 44 × 24 outside, 36 × 16 inside.
    #expect(ink(c.makeBitmap()) == 44 * 24 - 36 * 16)
  }
}
