// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Contents in nine parts whose parts end within pixels: what is opaque stays opaque.
struct NinePartTests {
  private static let center = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)

  /// A bitmap of 12 × 12: its outer three pixels red, the middle blue.
  private func bitmap() throws -> Bitmap {
    var context = try GraphicsContext(
      pixels: PixelSize(width: 12, height: 12), background: .red)
    try context.fill(Rect(x: 3, y: 3, width: 6, height: 6), with: .blue)
    return context.makeBitmap()
  }

  private func image(
    _ frame: Rect, scale: Double = 1, opacity: Double = 1, bitmap: Bitmap? = nil,
    _ change: @escaping (inout LayerProperties) -> Void = { _ in }
  ) throws -> Bitmap {
    let contents = ImageContents(try bitmap ?? self.bitmap())
    let node = RenderNode(frame, contents: .image(contents)) {
      $0.contentsCenter = Self.center
      $0.opacity = opacity
      change(&$0)
    }
    return try RenderTree(100, 100, scale: scale, background: nil, [node]).image
  }

  private func alphas(_ image: Bitmap, _ area: PixelRect) -> [UInt32] {
    (area.y..<area.maxY).flatMap { y in
      (area.x..<area.maxX).map { x in image.pixel(x: x, y: y) >> 24 }
    }
  }

  /// At any place within a pixel the sides are as soft as those of a filled rectangle, and all
  /// inside is opaque.
  @Test(arguments: [0.0, 0.1, 0.25, 0.5, 0.7], [1, 1.25, 1.5, 2])
  func theAlphaIsThatOfARectangle(offset: Double, scale: Double) throws {
    for size in [
      Size(width: 60, height: 40), Size(width: 5, height: 5.5), Size(width: 31, height: 2),
    ] {
      let frame = Rect(x: 10 + offset, y: 10 + offset / 2, width: size.width, height: size.height)
      let shown = try image(frame, scale: scale)
      let plain = try RenderTree(
        100, 100, scale: scale, background: nil, [RenderNode(frame, .red)]
      ).image
      let all = PixelRect(width: shown.width, height: shown.height)
      #expect(alphas(shown, all) == alphas(plain, all), "\(frame)")
    }
  }

  /// Ends that share too little room fill it, whatever rounding leaves between them.
  @Test(arguments: [2, 3, 4, 5, 6, 7]) func endsFillWhatTheyShare(side: Int) throws {
    for count in [9, 10, 12] {
      let bitmap = try GraphicsContext(
        pixels: PixelSize(width: count, height: count), background: .red
      ).makeBitmap()
      let n = Double(count)
      for low in 1..<count - 1 {
        for middle in 1..<count - low {
          let shown = try image(
            Rect(x: 2, y: 2, width: Double(side), height: Double(side)), bitmap: bitmap
          ) {
            $0.contentsCenter = Rect(
              x: Double(low) / n, y: Double(low) / n, width: Double(middle) / n,
              height: Double(middle) / n)
          }
          let inside = PixelRect(x: 2, y: 2, width: side, height: side)
          #expect(Set(alphas(shown, inside)) == [255], "\(low), \(middle) of \(count)")
        }
      }
    }
  }

  /// Parts of which rounding leaves nothing are left out, and the others are drawn.
  @Test(arguments: [1e-17, 1 - 1e-16, 1e-300])
  func partsWithoutExtent(place: Double) throws {
    let image = try image(Rect(x: 25, y: 25, width: 50, height: 40)) {
      $0.contentsCenter = Rect(x: 0.25, y: place, width: 0.5, height: 0.5)
      $0.contentsGravity = .resizeAspect
    }
    #expect(image.pixel(x: 50, y: 45) >> 24 == 255)
  }

  @Test func turnedAndInPerspective() throws {
    var eye = Transform3D.identity
    eye.m34 = -1.0 / 200
    for transform in [
      Transform3D.rotation(0.3, x: 0, y: 0, z: 1), .rotation(1.2, x: 0, y: 0, z: 1),
      Transform3D.rotation(0.6, x: 0, y: 1, z: 0).concatenating(eye),
      Transform3D.rotation(0.6, x: 1, y: 1, z: 0).concatenating(eye),
      .scale(x: 0.37, y: 1.71, z: 1),
    ] {
      let frame = Rect(x: 20, y: 30, width: 60, height: 40)
      let shown = try image(frame) { $0.transform = transform }
      let plain = try RenderTree(
        100, 100, background: nil, [RenderNode(frame, .red) { $0.transform = transform }]
      ).image
      let all = PixelRect(width: 100, height: 100)
      #expect(alphas(shown, all) == alphas(plain, all), "\(transform)")
    }
  }

  /// Every pixel shows the part in which its middle lies: at x = 10.5 the left corner ends at 13.5,
  /// so the middle of pixel 13 belongs to the part behind it.
  @Test func partsEndAtTheMiddlesOfPixels() throws {
    let shown = try image(Rect(x: 10.5, y: 10.5, width: 60, height: 40))
    let row = (10..<72).map { shown.rgba($0, 30) }
    #expect(row[0] == [128, 0, 0, 128] && row[60] == [128, 0, 0, 128] && row[61] == [0, 0, 0, 0])
    #expect(row[1] == [255, 0, 0, 255] && row[2] == [255, 0, 0, 255])
    for x in 3...56 { #expect(row[x] == [0, 0, 255, 255], "\(x)") }
    #expect(row[57] == [255, 0, 0, 255] && row[59] == [255, 0, 0, 255])
  }

  /// A frame of 5 × 5 has room for 2.5 pixels of each corner of three: no pixel is missing.
  @Test func smallerThanItsCorners() throws {
    let shown = try image(Rect(x: 10, y: 10, width: 5, height: 5))
    for alpha in alphas(shown, PixelRect(x: 10, y: 10, width: 5, height: 5)) {
      #expect(alpha == 255)
    }
    #expect(shown.rgba(12, 12) == [255, 0, 0, 255])
  }

  /// Half opaque contents and layers are half opaque everywhere inside.
  @Test func halfOpaque() throws {
    let frame = Rect(x: 10.5, y: 10.5, width: 60, height: 40)
    let inside = PixelRect(x: 11, y: 11, width: 59, height: 39)
    let faded = try image(frame, opacity: 0.5)
    #expect(Set(alphas(faded, inside)) == [128])
    let glass = try GraphicsContext(
      pixels: PixelSize(width: 12, height: 12),
      background: Color(red: 0, green: 1, blue: 0, alpha: 128.0 / 255)
    ).makeBitmap()
    let shown = try image(frame, bitmap: glass)
    #expect(Set(alphas(shown, inside)) == [128])
  }

  /// Bands, and frames that repaint a part, show the same pixels.
  @Test func partsOfThePictureAreTheSame() throws {
    let contents = ImageContents(try bitmap())
    func tree(_ color: Color) -> RenderTree {
      let node = RenderNode(
        Rect(x: 10.3, y: 10.6, width: 60, height: 70), contents: .image(contents)
      ) {
        $0.contentsCenter = Self.center
        $0.transform = .rotation(0.2, x: 0, y: 0, z: 1)
      }
      return RenderTree(
        100, 100, background: nil,
        [node, RenderNode(Rect(x: 30, y: 30, width: 7, height: 9), color)])
    }
    var buffers = FrameBuffers()
    for color in [Color.green, Color(red: 0, green: 0, blue: 0, alpha: 0.1)] {
      let job = try #require(try buffers.begin(tree(color)))
      _ = job.run()
      let frame = try buffers.finish(job)
      #expect(try frame.image == tree(color).image)
    }
  }

  /// Corners have the size of their pixels at the scale of the contents: at two pixels a point 1.5
  /// points, at one 3 points.
  @Test(arguments: [(2.0, 3), (1, 6), (0, 6)])
  func theScaleOfTheContents(contentsScale: Double, corner: Int) throws {
    let image = try image(Rect(x: 10, y: 10, width: 30, height: 30), scale: 2) {
      $0.contentsScale = contentsScale
    }
    let (red, blue) = ([255, 0, 0, 255] as [UInt8], [0, 0, 255, 255] as [UInt8])
    // The pixels beside an edge are a mixture.
    #expect(image.rgba(20, 50) == red && image.rgba(20 + corner - 2, 50) == red)
    #expect(image.rgba(20 + corner + 2, 50) == blue && image.rgba(79 - corner - 2, 50) == blue)
    #expect(image.rgba(79, 50) == red && image.rgba(79 - corner + 2, 50) == red)
  }
}
