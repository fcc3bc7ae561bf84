// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import CanvasDrawing
import CanvasGeometry
import LayerCompositing
import LayerModel
import Testing
import TextTestSupport

@Suite("Layer: drawing a tree into a context", .timeLimit(.minutes(30)))
@MainActor
struct RenderInContextTests {
  private final class Painter: AsyncLayerDelegate {
    func displayTask(for layer: AsyncLayer) -> DisplayTask<Void>? {
      DisplayTask(
        display: { context, _, _ in
          try context.fill(Rect(width: 100, height: 100), with: .blue)
        })
    }
  }

  private func render(
    _ layer: Layer, _ width: Double, _ height: Double, scale: Double = 1,
    background: Color? = .white, _ prepare: (inout GraphicsContext) throws -> Void = { _ in }
  ) throws -> Bitmap {
    var context = try GraphicsContext(
      size: Size(width: width, height: height), scale: scale, background: background)
    try prepare(&context)
    try layer.render(in: &context)
    return context.makeBitmap()
  }

  @Test("Position and transform of the layer do not count, its bounds do, those of sublayers do")
  func ownSpace() throws {
    let layer = Layer(Rect(x: 70, y: 80, width: 20, height: 10), .lime)
    layer.addSublayer(Layer(Rect(x: 2, y: 3, width: 4, height: 5), .red))
    layer.transform = .rotation(1)
    layer.anchorPoint = Point(x: 0, y: 1)
    layer.zPosition = 5
    layer.anchorPointZ = 7
    for origin in [Point.zero, Point(x: 1, y: 2)] {
      layer.bounds.origin = origin
      let picture = try render(layer, 30, 20)
      for y in 0..<20 {
        for x in 0..<30 {
          let point = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
          let isRed = Rect(x: 2, y: 3, width: 4, height: 5).contains(point)
          let isGreen = layer.bounds.contains(point)
          #expect(
            picture.rgba(x, y)
              == (isRed ? [255, 0, 0, 255] : isGreen ? [0, 255, 0, 255] : [255, 255, 255, 255]))
        }
      }
    }
  }

  @Test("The transform, the clip and what the context holds count")
  func context() throws {
    let layer = Layer(Rect(width: 10, height: 10), .red)
    layer.opacity = 0.5
    let picture = try render(layer, 40, 40, scale: 2, background: .blue) { context in
      context.concatenate(.translation(x: 10, y: 20))
      try context.clip(to: Rect(width: 10, height: 5))
    }
    // Half of red on blue, from (20, 40) to (40, 50) in pixels.
    #expect(
      picture.rgba(20, 40) == [128, 0, 127, 255] && picture.rgba(39, 49) == [128, 0, 127, 255])
    for (x, y) in [(19, 45), (40, 45), (30, 39), (30, 50)] {
      #expect(picture.rgba(x, y) == [0, 0, 255, 255])
    }
    layer.isHidden = true
    #expect(try render(layer, 10, 10).rgba(5, 5) == [255, 255, 255, 255])
  }

  @Test("The state of the context is the one before, and a soft clip has soft edges")
  func state() throws {
    let layer = Layer(Rect(width: 20, height: 20), .red)
    layer.masksToBounds = true
    layer.cornerRadius = 5
    layer.addSublayer(Layer(Rect(width: 20, height: 20), .black))
    var context = try GraphicsContext(size: Size(width: 20, height: 20), background: .white)
    context.saveGState()
    try context.clip(to: Rect(width: 10.5, height: 20))
    let before = (context.transform, context.clipPixels)
    try layer.render(in: &context)
    #expect(context.transform == before.0 && context.clipPixels == before.1)
    context.restoreGState()
    #expect(context.clipPixels == PixelRect(width: 20, height: 20))
    let picture = context.makeBitmap()
    #expect(picture.rgba(5, 10) == [0, 0, 0, 255] && picture.rgba(11, 10) == [255, 255, 255, 255])
    // Half of a pixel: red and then black through the same half.
    #expect(picture.rgba(10, 10)[0] < 128 && picture.rgba(10, 10)[0] > 60)
  }

  @Test("A tree of groups, masks and shadows is drawn as a frame draws it")
  func sameAsAFrame() throws {
    let root = Layer(Rect(width: 60, height: 60), .lime)
    let card = Layer(Rect(x: 10, y: 10, width: 30, height: 30), .white)
    card.cornerRadius = 6
    card.shadowOpacity = 0.7
    card.opacity = 0.8
    card.addSublayer(Layer(Rect(x: 20, y: 5, width: 20, height: 10), .red))
    let masked = Layer(Rect(x: 30, y: 35, width: 25, height: 20), .blue)
    masked.mask = Layer(Rect(x: 5, y: 5, width: 15, height: 10), .black)
    let blended = Layer(Rect(x: 0, y: 20, width: 60, height: 8), .red)
    blended.blendMode = .multiply
    root.sublayers = [card, masked, blended]
    let expected = try root.picture(scale: 2)
    #expect(try render(root, 60, 60, scale: 2).differences(from: expected) == 0)
  }

  @Test("What is out of date is laid out and displayed before, on lanes or not")
  func upToDate() throws {
    final class Column: Layer {
      override func layoutSublayers() {
        for sublayer in sublayers { sublayer.frame = Rect(x: 0, y: 0, width: 8, height: 8) }
      }
    }
    let (column, label, painter) = (Column(), AsyncLayer(), Painter())
    column.bounds = Rect(width: 20, height: 20)
    label.displayDelegate = painter
    column.addSublayer(label)
    label.setNeedsDisplay()
    let picture = try render(column, 20, 20)
    #expect(picture.rgba(7, 7) == [0, 0, 255, 255] && picture.rgba(8, 8) == [255, 255, 255, 255])
    #expect(!label.needsDisplay && !column.needsLayout)
  }

  @Test("Animations are ignored: what was set is drawn")
  func animations() async throws {
    let layer = Layer(Rect(width: 10, height: 10), .red)
    let clock = ManualClock()
    let host = LayerHost(root: layer, size: Size(width: 10, height: 10), clock: clock)
    _ = try await host.settledFrame()
    Transaction.animate(duration: 10) { layer.backgroundColor = .blue }
    #expect(try render(layer, 10, 10).rgba(5, 5) == [0, 0, 255, 255])
    host.close()
  }

  @Test("An error of contents that draw themselves is thrown, and the context keeps its state")
  func failure() throws {
    struct Failure: Error {}
    struct Broken: VectorContents {
      func extent(in layerBounds: Rect) -> Rect { layerBounds }
      func draw(in context: inout GraphicsContext, layerBounds: Rect) throws { throw Failure() }
      func isEqual(to other: any VectorContents) -> Bool { false }
    }
    let layer = Layer(Rect(width: 10, height: 10), .red)
    layer.vectorContents = Broken()
    layer.masksToBounds = true
    layer.opacity = 0.5
    var context = try GraphicsContext(size: Size(width: 20, height: 20), background: .white)
    context.saveGState()
    context.concatenate(.translation(x: 3, y: 4))
    let before = context.transform
    #expect(throws: Failure.self) { try layer.render(in: &context) }
    #expect(context.transform == before)
    context.restoreGState()
    #expect(context.transform == .identity)
    try context.fill(Rect(width: 20, height: 20), with: .lime)
    #expect(context.makeBitmap().rgba(19, 19) == [0, 255, 0, 255])
  }
}
