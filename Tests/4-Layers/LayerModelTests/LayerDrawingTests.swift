// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import CanvasDrawing
import CanvasGeometry
import LayerModel
import Testing
import TextTestSupport

/// A layer that draws what a test says, and counts.
@MainActor
private final class Canvas: Layer {
  var body: LayerDrawing = { _ in }
  var count = 0
  var clip: PixelRect?

  override func drawing() -> LayerDrawing? {
    { [self] context in
      count += 1
      clip = context.clipPixels
      try body(&context)
    }
  }
}

@Suite("Layer: drawing", .timeLimit(.minutes(30)))
@MainActor
struct LayerDrawingTests {
  private let canvas = Canvas(Rect(width: 20, height: 10))

  @Test("S-073, S-077: the bitmap has the bounds' size times the scale, rounded up")
  func s073_backingSize() throws {
    canvas.frame.size = Size(width: 20.25, height: 10)
    canvas.display()
    #expect(canvas.contents?.pixelSize == PixelSize(width: 21, height: 10))
    canvas.contentsScale = 2
    canvas.displayIfNeeded()
    #expect(canvas.contents?.pixelSize == PixelSize(width: 41, height: 20))
    #expect(try #require(canvas.contents).rgba(3, 3) == [0, 0, 0, 0])
  }

  @Test("S-077: the picture of a drawing at twice the scale is that drawing, pixel for pixel")
  func s077_contentsScale() throws {
    canvas.contentsScale = 2
    canvas.frame = Rect(width: 8, height: 8)
    canvas.body = { try $0.fill(Rect(x: 1.5, y: 2, width: 3, height: 3.5), with: .red) }
    canvas.display()
    let root = Layer(Rect(width: 8, height: 8), nil, [canvas])
    let contents = try #require(canvas.contents)
    #expect(try root.picture(scale: 2, background: nil).differences(from: contents) == 0)
  }

  @Test("S-076, S-083: nothing is drawn on appearing, and no memory is taken without a drawing")
  func s076_nothingByItself() async throws {
    let root = Layer(Rect(width: 40, height: 40), nil, [canvas])
    #expect(try root.picture().differences(from: .filled(40, 40, .white)) == 0)
    await DisplayCoordinator.main.drain()
    #expect(canvas.count == 0 && canvas.contents == nil)
    let plain = Layer(Rect(width: 10, height: 10))
    plain.display()
    #expect(plain.contents == nil)
  }

  @Test("S-037, S-041, S-084: contents stay until they are invalidated, once a turn")
  func s037_cached() async throws {
    canvas.body = { try $0.fill(Rect(width: 20, height: 10), with: .red) }
    let root = Layer(Rect(width: 40, height: 40), nil, [canvas])
    for _ in 0..<20 { canvas.setNeedsDisplay() }
    await DisplayCoordinator.main.drain()
    #expect(canvas.count == 1 && !canvas.needsDisplay)
    let before = try root.picture()
    canvas.position.x += 5
    canvas.opacity = 0.5
    canvas.affineTransform = .scale(x: 2, y: 1)
    canvas.backgroundColor = .lime
    let after = try root.picture()
    await DisplayCoordinator.main.drain()
    #expect(canvas.count == 1 && before.differences(from: after) > 0)
    canvas.setNeedsDisplay()
    await DisplayCoordinator.main.drain()
    #expect(canvas.count == 2)
  }

  @Test("S-066, S-067, S-085: a resize draws again only if the layer says so")
  func s066_resize() async throws {
    canvas.display()
    canvas.bounds.size.width = 30
    await DisplayCoordinator.main.drain()
    #expect(canvas.count == 1)
    #expect(canvas.contents?.pixelSize == PixelSize(width: 20, height: 10))
    canvas.needsDisplayOnBoundsChange = true
    canvas.bounds.origin.x = 3
    await DisplayCoordinator.main.drain()
    #expect(canvas.count == 1)
    canvas.bounds.size.width = 31
    await DisplayCoordinator.main.drain()
    #expect(canvas.count == 2)
    #expect(canvas.contents?.pixelSize == PixelSize(width: 31, height: 10))
  }

  @Test("S-066: a dirty rectangle is the clip, and the pixels around it stay")
  func s066_dirtyRectangle() throws {
    canvas.frame = Rect(width: 20, height: 10)
    canvas.bounds.origin = Point(x: 100, y: 200)
    let all = Rect(x: 100, y: 200, width: 20, height: 10)
    canvas.body = { try $0.fill(all, with: Color(red: 1, green: 0, blue: 0, alpha: 0.5)) }
    canvas.setNeedsDisplay(Rect(x: 105, y: 200, width: 2, height: 2))
    canvas.displayIfNeeded()
    #expect(canvas.clip == PixelRect(width: 20, height: 10))
    let first = try #require(canvas.contents)
    canvas.body = { try $0.fill(all, with: .lime) }
    canvas.setNeedsDisplay(Rect(x: 104.5, y: 202, width: 2, height: 3))
    canvas.setNeedsDisplay(Rect(x: 110, y: 204, width: 1, height: 1))
    canvas.displayIfNeeded()
    #expect(canvas.clip == PixelRect(x: 4, y: 2, width: 7, height: 3))
    let second = try #require(canvas.contents)
    #expect(second.differences(from: first) == 21)
    #expect(second.rgba(4, 2) == [0, 255, 0, 255] && second.rgba(11, 2) == first.rgba(11, 2))
    canvas.setNeedsDisplay(Rect(x: 104, y: 202, width: 2, height: 3))
    canvas.setNeedsDisplay()
    canvas.setNeedsDisplay(Rect(x: 104, y: 202, width: 2, height: 3))
    canvas.displayIfNeeded()
    #expect(canvas.clip == PixelRect(width: 20, height: 10))
    canvas.setNeedsDisplay(Rect(x: 900, y: 202, width: 2, height: .infinity))
    canvas.displayIfNeeded()
    #expect(canvas.clip?.isEmpty == true)
    #expect(canvas.contents?.rgba(4, 2) == [0, 255, 0, 255])
  }

  @Test("S-066: after a change of bounds, scale or background under it, all is drawn, not a part")
  func s066_partAfterChange() throws {
    canvas.bounds = Rect(width: 20, height: 10)
    func clip(after change: () -> Void) -> PixelRect? {
      canvas.display()
      change()
      canvas.setNeedsDisplay(
        Rect(x: canvas.bounds.minX, y: canvas.bounds.minY, width: 2, height: 2))
      canvas.displayIfNeeded()
      return canvas.clip
    }
    let (part, all) = (PixelRect(width: 2, height: 2), PixelRect(width: 20, height: 10))
    #expect(clip {} == part)
    #expect(clip { canvas.bounds.origin.x = 5 } == all)
    #expect(clip { canvas.backgroundColor = .lime } == part)
    #expect(clip { canvas.isOpaque = true } == all)
    #expect(clip { canvas.backgroundColor = .blue } == all)
    #expect(clip {} == part)
    #expect(clip { canvas.isOpaque = false } == all)
    // The same number of pixels.
    let halved = clip {
      canvas.bounds.size = Size(width: 10, height: 5)
      canvas.contentsScale = 2
    }
    #expect(halved == all)
    #expect(clip {} == PixelRect(width: 4, height: 4))
  }

  @Test(
    "S-079, S-080: the background lies behind a drawing at once; under an opaque one it is drawn")
  func s080_opaque() throws {
    let root = Layer(Rect(width: 20, height: 10), nil, [canvas])
    canvas.body = { try $0.fill(Rect(width: 10, height: 10), with: .red) }
    canvas.display()
    canvas.backgroundColor = .lime
    #expect(try root.picture().rgba(15, 5) == [0, 255, 0, 255])
    #expect(canvas.count == 1)
    #expect(canvas.contents?.rgba(15, 5) == [0, 0, 0, 0])
    canvas.isOpaque = true
    #expect(canvas.contents?.rgba(15, 5) == [0, 0, 0, 0])
    canvas.display()
    #expect(canvas.contents?.rgba(15, 5) == [0, 255, 0, 255])
    canvas.backgroundColor = Color(red: 1, green: 0, blue: 0, alpha: 0.5)
    canvas.display()
    #expect(canvas.contents?.rgba(15, 5) == [255, 128, 128, 255])
    canvas.backgroundColor = nil
    canvas.display()
    #expect(canvas.contents?.rgba(15, 5) == [255, 255, 255, 255])
  }

  @Test("A drawing that fails leaves the old contents and tells its error; no size, no contents")
  func failures() {
    struct Failure: Error {}
    canvas.display()
    let old = canvas.contents?.id
    canvas.body = { _ in throw Failure() }
    canvas.display()
    #expect(canvas.contents?.id == old && canvas.drawingError is Failure)
    canvas.body = { _ in }
    canvas.display()
    #expect(canvas.contents?.id != old && canvas.drawingError == nil)
    canvas.bounds.size = Size(width: 1e9, height: 1e9)
    canvas.display()
    #expect(canvas.contents != nil && canvas.drawingError is GraphicsError)
    for size in [Size.zero, Size(width: .nan, height: 4), Size(width: 0, height: -4)] {
      canvas.bounds.size = size
      canvas.display()
      #expect(canvas.contents == nil)
      #expect((canvas.drawingError as? GraphicsError)?.code == .badSize)
    }
    #expect(canvas.count == 3)
  }
}
