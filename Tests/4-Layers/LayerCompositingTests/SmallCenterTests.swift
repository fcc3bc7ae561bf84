// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Contents in nine parts about a centre that is smaller than a pixel of the source. Core Animation
/// says of `contentsCenter`: "If the width or height is either very small or 0, the rectangle is
/// implicitly changed to the width or height of a single source pixel centered at the specified
/// location."
struct SmallCenterTests {
  private static let side = 31

  /// Column x and row y have a colour of their own: (8x, 8y, 128).
  private func bitmap() throws -> Bitmap {
    var context = try GraphicsContext(
      pixels: PixelSize(width: Self.side, height: Self.side), background: .black)
    for y in 0..<Self.side {
      for x in 0..<Self.side {
        try context.fill(
          Rect(x: Double(x), y: Double(y), width: 1, height: 1),
          with: Color(red: Double(8 * x) / 255, green: Double(8 * y) / 255, blue: 128.0 / 255))
      }
    }
    return context.makeBitmap()
  }

  private func image(
    _ center: Rect, _ width: Double, _ height: Double, scale: Double = 1,
    _ change: @escaping (inout LayerProperties) -> Void = { _ in }
  ) throws -> Bitmap {
    let node = RenderNode(
      Rect(width: width, height: height), contents: .image(ImageContents(try bitmap()))
    ) {
      $0.contentsCenter = center
      change(&$0)
    }
    return try RenderTree(100, 100, scale: scale, background: nil, [node]).image
  }

  /// The source pixel of a pixel of the target, whose ends of `first` and `last` pixels keep their
  /// size.
  private func source(_ x: Int, of extent: Int, first: Int) -> Int {
    let last = Self.side - first - 1
    return x < first ? x : x >= extent - last ? x - extent + Self.side : first
  }

  /// The middle pixel, or another one, is stretched along one axis or both, and the others stand as
  /// they are. A centre of width 0 lies in the middle of the stretched pixel.
  @Test(arguments: [15, 3, 0, 30], [0.0, 1e-9, 0.5 / 31])
  func onePixelIsStretched(pixel: Int, size: Double) throws {
    let low = (Double(pixel) + 0.5) / 31 - size / 2
    for (width, height) in [(61, 47), (33, 90), (31, 31)] {
      let image = try image(
        Rect(x: low, y: low, width: size, height: size), Double(width), Double(height))
      for y in 0..<height {
        for x in 0..<width {
          let expected = [
            UInt8(8 * source(x, of: width, first: pixel)),
            UInt8(8 * source(y, of: height, first: pixel)), 128, 255,
          ]
          if image.rgba(x, y) != expected {
            Issue.record("\(pixel) \(size) \(x), \(y): \(image.rgba(x, y)), not \(expected)")
            return
          }
        }
      }
    }
  }

  /// Only one axis has no extent; a centre at an end takes the pixel there, and one beyond it, too.
  @Test(arguments: [(0.0, 0), (1, 30), (-3, 0), (7, 30)])
  func centersAtAnEnd(place: Double, pixel: Int) throws {
    let image = try image(Rect(x: place, y: 10.0 / 31, width: 0, height: 11.0 / 31), 61, 61)
    for x in 0..<61 {
      let column = UInt8(8 * source(x, of: 61, first: pixel))
      #expect(image.rgba(x, 3) == [column, 24, 128, 255], "\(x)")
    }
  }

  /// All of an opaque picture is opaque in targets of any size, at any scale, and what has no room
  /// for both ends shows the left one on the left and the right one on the right.
  @Test(arguments: [1.0, 2, 3, 10, 15.5, 30, 31, 40], [1.0, 1.5, 2])
  func smallTargets(side: Double, scale: Double) throws {
    let image = try image(Rect(x: 0.5, y: 0.5, width: 0, height: 0), side, side, scale: scale)
    let pixels = Int(side * scale)
    for y in 0..<pixels {
      for x in 0..<pixels { #expect(image.pixel(x: x, y: y) >> 24 == 255, "\(x), \(y)") }
    }
    guard pixels >= 4 else { return }
    #expect(image.rgba(0, 0)[0] < 8 * 15 && image.rgba(pixels - 1, 0)[0] > 8 * 15)
  }

  /// Ends count in points by the scale of the contents, and in pixels by that of the picture.
  @Test func scales() throws {
    let center = Rect(x: 0.5, y: 0.5, width: 0, height: 0)
    let large = try image(center, 45, 45, scale: 2)
    let fine = try image(center, 45, 45, scale: 2) { $0.contentsScale = 2 }
    // Two pixels each of the corners: pixel 14 has its middle at 7.25, between columns 6 and 7.
    #expect(abs(Int(large.rgba(14, 4)[0]) - 54) <= 1 && large.rgba(45, 4)[0] == 120)
    // One pixel each: 15 columns, 60 of the middle, 15 columns.
    for x in 0..<90 {
      #expect(fine.rgba(x, 3) == [UInt8(8 * source(x, of: 90, first: 15)), 24, 128, 255], "\(x)")
    }
  }

  /// A quarter turn of the layer turns the picture, and a layer that is mirrored mirrors it.
  @Test func turnedAndMirrored() throws {
    let center = Rect(x: 15.5 / 31, y: 3.5 / 31, width: 0, height: 0)
    let plain = try image(center, 60, 60)
    let turned = try image(center, 60, 60) {
      $0.transform = .rotation(.pi / 2, x: 0, y: 0, z: 1)
    }
    let mirrored = try image(center, 60, 60) { $0.transform = .scale(x: -1, y: 1, z: 1) }
    for y in 0..<60 {
      for x in 0..<60 {
        let (turnedPixel, mirroredPixel) = (turned.rgba(59 - y, x), mirrored.rgba(59 - x, y))
        let pixel = plain.rgba(x, y)
        #expect(zip(pixel, turnedPixel).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(x), \(y)")
        #expect(zip(pixel, mirroredPixel).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(x), \(y)")
      }
    }
  }

  /// In a flipped layer the picture stays upright. Places of the centre are those of the layer's
  /// plane, whose y grows upwards: a centre near its origin stretches a row near the lower edge.
  @Test func flipped() throws {
    let center = Rect(x: 15.5 / 31, y: 3.5 / 31, width: 0, height: 0)
    let contents = ImageContents(try bitmap())
    let node = RenderNode(Rect(width: 60, height: 60), contents: .image(contents)) {
      $0.contentsCenter = center
    }
    let root = RenderNode(Rect(width: 60, height: 60), sublayers: [node]) {
      $0.isGeometryFlipped = true
    }
    let image = try RenderTree(60, 60, background: nil, [root]).image
    for y in 0..<60 {
      #expect(image.rgba(2, y) == [16, UInt8(8 * source(y, of: 60, first: 27)), 128, 255], "\(y)")
    }
  }
}
