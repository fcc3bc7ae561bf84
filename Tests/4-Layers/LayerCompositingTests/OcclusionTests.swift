// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// What is not drawn because it is hidden, and what is drawn although it might be.
struct OcclusionTests {
  private static let frame = Rect(width: 40, height: 40)

  /// The picture of a layer in front of a green one, and whether the green one was drawn.
  private func compose(
    _ front: RenderNode
  ) throws -> (image: Bitmap, isBackDrawn: Bool) {
    let back = RenderNode(Self.frame, .lime, id: LayerID())
    let frame = try Compositor.frame(of: RenderTree(40, 40, [back, front]), reporting: true)
    return (frame.image, try #require(frame.report).layers.contains { $0.id == back.id })
  }

  private func clear(_ format: PixelFormat) throws -> NodeContents {
    let pixels = PixelSize(width: 40, height: 40)
    return .image(
      ImageContents(
        try GraphicsContext(pixels: pixels, format: format).makeBitmap(), tint: .blue))
  }

  /// An image that is said to be opaque and is not: what lies behind it is drawn, in both formats.
  @Test(arguments: [PixelFormat.rgba8, .alpha8]) func opaqueLies(_ format: PixelFormat) throws {
    let front = RenderNode(Self.frame, contents: try clear(format)) { $0.isOpaque = true }
    let (image, isBackDrawn) = try compose(front)
    #expect(image.rgba(20, 20) == [0, 255, 0, 255] && isBackDrawn)
  }

  /// An image whose pixels are opaque covers, and what lies behind it is drawn nevertheless: the
  /// format says nothing of them.
  @Test(arguments: [false, true]) func opaqueImage(_ isOpaque: Bool) throws {
    let contents = NodeContents.image(ImageContents(try ContentsTests.plain(40, 40)))
    let front = RenderNode(Self.frame, contents: contents) { $0.isOpaque = isOpaque }
    let (image, isBackDrawn) = try compose(front)
    #expect(image.rgba(20, 20) == [255, 0, 0, 255] && isBackDrawn)
  }

  /// An opaque background hides what lies behind, with contents or without; `isOpaque` does not
  /// count.
  @Test(arguments: [false, true]) func opaqueBackground(_ isOpaque: Bool) throws {
    for contents in [NodeContents.none, try clear(.rgba8)] {
      let front = RenderNode(Self.frame, .red, contents: contents) { $0.isOpaque = isOpaque }
      let (image, isBackDrawn) = try compose(front)
      #expect(image.rgba(20, 20) == [255, 0, 0, 255] && !isBackDrawn)
    }
  }

  /// The background of the picture is seen around opaque layers, in their corners and through
  /// layers between them, as in a context that is filled with it and then drawn into.
  @Test func backgroundAroundOpaqueLayers() throws {
    let layers = (0..<6).map { (k: Int) -> RenderNode in
      let (x, y) = (Double(3 + 5 * k), Double(2 + k % 3 * 9))
      return RenderNode(Rect(x: x, y: y, width: 14, height: 13), .red) {
        $0.cornerRadius = k % 2 == 0 ? 0 : 5
        $0.opacity = k == 2 ? 0.5 : 1
      }
    }
    let background = Color(red: 0, green: 0.4, blue: 0.9)
    var tree = RenderTree(40, 40, layers)
    tree.background = background
    var context = try GraphicsContext(pixels: PixelSize(width: 40, height: 40))
    try context.fill(Self.frame, with: background)
    try Compositor.draw(tree.root, in: &context)
    #expect(try tree.image == context.makeBitmap())
    #expect(try tree.image.rgba(1, 1) == [0, 102, 230, 255])
  }

  /// A background that is not opaque, or that ends before the layer behind, hides nothing.
  @Test func translucentOrSmaller() throws {
    let veil = RenderNode(Self.frame, Color(red: 1, green: 0, blue: 0, alpha: 0.99)) {
      $0.isOpaque = true
    }
    #expect(try compose(veil).isBackDrawn)
    let faded = RenderNode(Self.frame, .red) { $0.opacity = 0.99 }
    #expect(try compose(faded).isBackDrawn)
    let round = RenderNode(Self.frame, .red) { $0.cornerRadius = 4 }
    #expect(try compose(round).isBackDrawn)
    let smaller = RenderNode(Rect(x: 0, y: 0, width: 40, height: 39), .red)
    let (image, isBackDrawn) = try compose(smaller)
    #expect(image.rgba(20, 39) == [0, 255, 0, 255] && isBackDrawn)
  }

  /// What is opaque within round corners does not hide what lies behind the corners.
  @Test func opaqueWithinARoundedClip() throws {
    let front = RenderNode(Self.frame, sublayers: [RenderNode(Self.frame, .red)]) {
      $0.cornerRadius = 10
      $0.masksToBounds = true
    }
    let (image, isBackDrawn) = try compose(front)
    #expect(isBackDrawn)
    for (x, y) in [(0, 0), (39, 0), (0, 39), (39, 39)] {
      #expect(image.rgba(x, y) == [0, 255, 0, 255], "\(x) \(y)")
    }
    #expect(image.rgba(20, 20) == [255, 0, 0, 255])
    // A small layer behind one corner, and nothing else.
    let small = RenderNode(Rect(width: 2, height: 2), .blue)
    let corner = try RenderTree(40, 40, background: .lime, [small, front]).image
    #expect(corner.rgba(0, 0) == [0, 0, 255, 255] && corner.rgba(39, 0) == [0, 255, 0, 255])
  }

  /// A shadow is drawn where it is seen: not below the rows between the corners of an opaque layer,
  /// nor below the columns.
  @Test func theShadowOfAnOpaqueLayer() throws {
    func pixels(_ change: (inout LayerProperties) -> Void) throws -> Int {
      let panel = RenderNode(Rect(x: 30, y: 30, width: 200, height: 100), .white, id: LayerID()) {
        $0.cornerRadius = 10
        $0.shadow = Shadow(opacity: 0.5, offset: .zero, radius: 4)
        change(&$0)
      }
      let frame = try Compositor.frame(of: RenderTree(260, 160, [panel]), reporting: true)
      return try #require(frame.report?.layers.first { $0.id == panel.id }).pixels
    }
    // The panel's own 200 · 100; the shadow's 224 · 124, less 200 · 80 rows, less 180 · 20 of the
    // columns.
    #expect(try pixels { _ in } == 20000 + 27776 - 16000 - 3600)
    // One that is moved away from the panel: 120 · 80 rows and 90 · 20 of the columns are common.
    #expect(
      try pixels { $0.shadow.offset = Size(width: 92, height: 0) }
        == 20000 + (260 - 110) * 124 - 120 * 80 - 110 * 20)
    // Columns of a few pixels are drawn over.
    #expect(try pixels { $0.cornerRadius = 2 } == 20000 + 27776 - 200 * 96)
    // A panel that lets the shadow through.
    let all = try pixels {
      $0.opacity = 0.5
      $0.allowsGroupOpacity = false
    }
    #expect(all == 20000 + 27776)
  }

  /// What is hidden of a shadow is not seen: pixels are those of the same shadow along a path, which
  /// is drawn as a whole. At fractions of a pixel, with other corners, and below thin borders.
  @Test(arguments: [0.0, 0.3, 0.75])
  func aHiddenShadowIsNotMissed(_ fraction: Double) throws {
    let rect = Rect(x: 30 + fraction, y: 30 - fraction, width: 200, height: 100)
    for (radius, corners, border) in [
      (0.0, Corners.all, 0.0), (10, .all, 0), (24, [.topLeft, .bottomRight], 0), (10, .all, 0.5),
      (0, .all, 1), (6, .all, 3),
    ] {
      func picture(_ path: Path?) throws -> Bitmap {
        let panel = RenderNode(rect, .white) {
          $0.cornerRadius = radius
          $0.maskedCorners = corners
          $0.borderWidth = border
          $0.borderColor = .white
          $0.shadow = Shadow(opacity: 1, offset: Size(width: 3, height: 5), radius: 4)
          $0.shadow.path = path
        }
        return try Compositor.frame(of: RenderTree(260, 160, background: .white, [panel])).image
      }
      let path = Path(
        roundedRect: Rect(width: 200, height: 100), radii: Size(width: radius, height: radius),
        corners: corners)
      let (fast, whole) = (try picture(nil), try picture(path))
      var farthest = 0
      for y in 0..<160 {
        for x in 0..<260 {
          for (a, b) in zip(fast.rgba(x, y), whole.rgba(x, y)) {
            farthest = max(farthest, abs(Int(a) - Int(b)))
          }
        }
      }
      #expect(farthest <= 2, "radius \(radius), border \(border)")
    }
  }

  /// A picture that fills the frame pixel for pixel is stored on the background, which is seen
  /// through it; one that does not fill it lies on the background.
  @Test(arguments: [0.0, 1]) func aWholePictureOnTheBackground(_ x: Double) throws {
    var buffer = try BitmapBuffer(width: 200, height: 40)
    let bytesPerRow = buffer.bytesPerRow
    unsafe buffer.withUnsafeMutableBytes { bytes in
      for y in 0..<40 {
        for x in 0..<200 {
          // Opaque red, but for a half transparent pixel and a clear one.
          let alpha: UInt8 = (x, y) == (99, 7) ? 128 : (x, y) == (199, 7) ? 0 : 255
          bytes[y * bytesPerRow + 4 * x] = alpha
          bytes[y * bytesPerRow + 4 * x + 3] = alpha
        }
      }
    }
    let picture = RenderNode(
      Rect(x: x, y: 0, width: 200, height: 40),
      contents: .image(ImageContents(buffer.freeze())))
    let tree = RenderTree(200, 40, background: .lime, [picture])
    let frame = try Compositor.frame(of: tree, reporting: true)
    let shift = Int(x)
    #expect(frame.report?.drawnPixels == (200 - shift) * 40)
    #expect(frame.image.rgba(99 + shift, 7) == [128, 127, 0, 255])
    for column in 0..<200 where column != 99 + shift {
      let isRed = column >= shift && column != 199 + shift
      #expect(frame.image.rgba(column, 7) == (isRed ? [255, 0, 0, 255] : [0, 255, 0, 255]))
    }
  }
}
