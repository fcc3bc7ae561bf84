// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import LayerTree
import Testing
import TextGraphics
import TextModel
import TextTestSupport

/// The hooks that a test layer or its delegate has; each fills the contents with its colour.
@MainActor
private final class Hooks: LayerDelegate {
  enum Hook: CaseIterable {
    case display
    case delegateDisplay
    case drawing
    case delegateDrawing

    var color: Color {
      switch self {
      case .display: .red
      case .delegateDisplay: .green
      case .drawing: .blue
      case .delegateDrawing: .black
      }
    }
  }

  var present: Set<Hook> = []
  var called: [Hook] = []

  func display(_ layer: Layer) -> Bool {
    guard present.contains(.delegateDisplay) else { return false }
    called.append(.delegateDisplay)
    layer.contents = try? .filled(1, 1, Hook.delegateDisplay.color)
    return true
  }

  func drawing(for layer: Layer) -> LayerDrawing? {
    guard present.contains(.delegateDrawing) else { return nil }
    called.append(.delegateDrawing)
    return { try $0.fill(Rect(width: 99, height: 99), with: Hook.delegateDrawing.color) }
  }
}

@MainActor
private class DrawingLayer: Layer {
  let hooks = Hooks()

  override init() {
    super.init()
    delegate = hooks
  }

  override func drawing() -> LayerDrawing? {
    guard hooks.present.contains(.drawing) else { return nil }
    hooks.called.append(.drawing)
    return { try $0.fill(Rect(width: 99, height: 99), with: Hooks.Hook.drawing.color) }
  }
}

@MainActor
private final class DisplayingLayer: DrawingLayer {
  override func display() {
    guard hooks.present.contains(.display) else { return super.display() }
    hooks.called.append(.display)
    contents = try? .filled(1, 1, Hooks.Hook.display.color)
  }
}

/// A layer that draws what a test says, and counts.
@MainActor
private final class Canvas: Layer {
  var body: LayerDrawing = { _ in }
  var count = 0
  var clip: PixelRect?

  override func drawing() -> LayerDrawing? {
    { [self] context in
      count += 1
      clip = context.clipBounds
      try body(&context)
    }
  }
}

@Suite("Layer: drawing", .timeLimit(.minutes(5)))
@MainActor
struct LayerDrawingTests {
  private let canvas = Canvas(Rect(width: 20, height: 10))

  @Test("S-068 to S-072: of the hooks that are there, the first one draws, alone")
  func s072_precedence() throws {
    for mask in 0..<16 {
      let layer = DisplayingLayer(Rect(width: 4, height: 4))
      layer.hooks.present = Set(
        Hooks.Hook.allCases.enumerated().filter { mask >> $0.offset & 1 == 1 }.map(\.element))
      layer.setNeedsDisplay()
      layer.displayIfNeeded()
      let expected = Hooks.Hook.allCases.first { layer.hooks.present.contains($0) }
      #expect(layer.hooks.called == (expected.map { [$0] } ?? []))
      #expect(layer.contents?.pixel(x: 0, y: 0) == expected?.color.premultiplied8)
    }
  }

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
    canvas.backgroundColor = .green
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
    canvas.body = { try $0.fill(all, with: .green) }
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

  @Test(
    "S-079, S-080: the background lies behind a drawing at once; under an opaque one it is drawn")
  func s080_opaque() throws {
    let root = Layer(Rect(width: 20, height: 10), nil, [canvas])
    canvas.body = { try $0.fill(Rect(width: 10, height: 10), with: .red) }
    canvas.display()
    canvas.backgroundColor = .green
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
    for size in [Size.zero, Size(width: .nan, height: 4), Size(width: -4, height: 4)] {
      canvas.bounds.size = size
      canvas.display()
      #expect(canvas.contents == nil)
    }
    #expect(canvas.count == 3)
  }
}

@Suite("Layer: contents in the picture")
@MainActor
struct LayerContentsTests {
  @Test("S-064, S-065: a bitmap is shown as it is; nil clears")
  func s064_contents() throws {
    let image = try Bitmap.filled(4, 4, .red)
    let layer = Layer(Rect(x: 2, y: 2, width: 4, height: 4))
    let root = Layer(Rect(width: 8, height: 8), nil, [layer])
    layer.contents = image
    let picture = try root.picture()
    #expect(picture.rgba(2, 2) == [255, 0, 0, 255] && picture.rgba(6, 6) == [255, 255, 255, 255])
    layer.contents = nil
    #expect(try root.picture().rgba(2, 2) == [255, 255, 255, 255])
  }

  @Test("S-078, S-086, S-087: gravity and scale; the default stretches")
  func s086_gravity() throws {
    let layer = Layer(Rect(width: 10, height: 10))
    layer.contents = try .filled(4, 4, .red)
    func area() throws -> PixelRect {
      let picture = try layer.picture()
      var area = PixelRect(width: 0, height: 0)
      for y in 0..<10 {
        for x in 0..<10 where picture.rgba(x, y) == [255, 0, 0, 255] {
          area = area.union(PixelRect(x: x, y: y, width: 1, height: 1))
        }
      }
      return area
    }
    #expect(layer.contentsGravity == .resize)
    #expect(try area() == PixelRect(width: 10, height: 10))
    layer.contentsGravity = .center
    #expect(try area() == PixelRect(x: 3, y: 3, width: 4, height: 4))
    layer.contentsScale = 2
    #expect(try area() == PixelRect(x: 4, y: 4, width: 2, height: 2))
    layer.contentsScale = 1
    layer.contentsGravity = .bottomRight
    #expect(try area() == PixelRect(x: 6, y: 6, width: 4, height: 4))
    layer.contentsGravity = .topLeft
    #expect(try area() == PixelRect(width: 4, height: 4))
  }

  @Test("A tint colours coverage; without one it is black")
  func tint() throws {
    let layer = Layer(Rect(width: 4, height: 4))
    var context = try GraphicsContext(size: Size(width: 4, height: 4), format: .alpha8)
    try context.fill(Rect(width: 4, height: 2), with: .white)
    layer.contents = context.makeBitmap()
    #expect(try layer.picture().rgba(1, 1) == [0, 0, 0, 255])
    layer.contentsTint = .red
    #expect(try layer.picture().rgba(1, 1) == [255, 0, 0, 255])
    #expect(try layer.picture().rgba(1, 3) == [255, 255, 255, 255])
  }

  @Test("S-042, S-043: the four layers, unmasked and masked")
  func s042_fourLayers() throws {
    let lay2 = Layer(
      Rect(x: 41, y: 56, width: 132, height: 194), Color(red: 0.5, green: 1, blue: 0))
    let lay1 = Layer(
      Rect(x: 113, y: 111, width: 132, height: 194), Color(red: 1, green: 0.4, blue: 1), [lay2])
    let lay3 = Layer(Rect(x: 43, y: 197, width: 160, height: 230), .red)
    let lay4 = Layer(Rect(x: 180, y: 180, width: 48, height: 48))
    lay4.contents = try .filled(48, 48, .blue)
    let root = Layer(Rect(width: 400, height: 460), nil, [lay1, lay4, lay3])
    let picture = try root.picture()
    #expect(picture.rgba(120, 120) == [255, 102, 255, 255])
    #expect(picture.rgba(260, 300) == [128, 255, 0, 255])
    #expect(picture.rgba(170, 250) == [255, 0, 0, 255])
    #expect(picture.rgba(100, 300) == [255, 0, 0, 255])
    #expect(picture.rgba(210, 190) == [0, 0, 255, 255])
    #expect(picture.rgba(260, 350) == [128, 255, 0, 255])
    lay1.masksToBounds = true
    #expect(try root.picture().rgba(260, 350) == [255, 255, 255, 255])
  }

  @Test("S-081: opacity is that of the layer and its sublayers as one")
  func s081_groupOpacity() throws {
    let group = Layer(
      Rect(width: 20, height: 20), nil,
      [
        Layer(Rect(width: 12, height: 20), .red), Layer(Rect(x: 8, width: 12, height: 20), .red),
      ])
    let root = Layer(Rect(width: 20, height: 20), nil, [group])
    group.opacity = 0.5
    let picture = try root.picture()
    #expect(
      picture.rgba(2, 2) == [255, 128, 128, 255] || picture.rgba(2, 2) == [255, 127, 127, 255])
    #expect(picture.rgba(10, 2) == picture.rgba(2, 2))
  }

  @Test("An unchanged layer keeps its node; a change makes those above it anew")
  func nodes() throws {
    let (leaf, other) = (Layer(Rect(width: 1, height: 1)), Layer(Rect(width: 1, height: 1)))
    let middle = Layer(Rect(width: 1, height: 1), nil, [leaf])
    let root = Layer(Rect(width: 9, height: 9), nil, [middle, other])
    let before = root.node
    #expect(root.node === before)
    leaf.opacity = 0.5
    let after = root.node
    #expect(after !== before && after.sublayers[0] !== before.sublayers[0])
    #expect(after.sublayers[1] === before.sublayers[1])
    #expect(after.sublayers[0].sublayers[0].properties.opacity == 0.5)
    #expect(before.sublayers[0].sublayers[0].properties.opacity == 1)
    let mask = Layer()
    leaf.mask = mask
    let masked = root.node
    #expect(masked.sublayers[0].sublayers[0].mask?.id == mask.id)
    mask.name = "mask"
    #expect(root.node.sublayers[0].sublayers[0].mask?.name == "mask")
    leaf.removeFromSuperlayer()
    #expect(root.node.nodeCount == 3)
    other.addSublayer(leaf)
    #expect(root.node.nodeCount == 5)
    root.sublayers = [other]
    #expect(root.node.nodeCount == 4)
    leaf.mask = nil
    #expect(root.node.nodeCount == 3)
  }
}
