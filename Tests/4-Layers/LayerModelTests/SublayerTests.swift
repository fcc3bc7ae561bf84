// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import LayerModel
import Testing

@Suite("Layer: the tree")
@MainActor
struct SublayerTests {
  private let root = Layer()
  private let layers = (0..<4).map { _ in Layer() }

  private func order(of parent: Layer) -> [Int] {
    parent.sublayers.compactMap { sublayer in layers.firstIndex { $0 === sublayer } }
  }

  @Test("Added layers lie in front, in the order of their adding")
  func add() {
    for layer in layers { root.addSublayer(layer) }
    #expect(order(of: root) == [0, 1, 2, 3])
    #expect(layers.allSatisfy { $0.superlayer === root })
    #expect(root.superlayer == nil)
  }

  @Test(
    "An inserted layer lies at its index, clamped to what there is",
    arguments: [
      (-3, [2, 0, 1]), (0, [2, 0, 1]), (1, [0, 2, 1]), (2, [0, 1, 2]), (9, [0, 1, 2]),
    ])
  func insert(index: Int, expected: [Int]) {
    root.addSublayer(layers[0])
    root.addSublayer(layers[1])
    root.insertSublayer(layers[2], at: index)
    #expect(order(of: root) == expected)
  }

  @Test("A layer that is added again moves; its index counts the others")
  func reorder() {
    for layer in layers { root.addSublayer(layer) }
    root.addSublayer(layers[1])
    #expect(order(of: root) == [0, 2, 3, 1])
    root.insertSublayer(layers[0], at: 2)
    #expect(order(of: root) == [2, 3, 0, 1])
  }

  @Test("A layer leaves its old superlayer")
  func move() {
    let other = Layer()
    root.addSublayer(layers[0])
    root.addSublayer(layers[1])
    other.addSublayer(layers[0])
    #expect(order(of: root) == [1])
    #expect(order(of: other) == [0])
    #expect(layers[0].superlayer === other)
  }

  @Test("A removed layer has no superlayer, and its own sublayers stay")
  func remove() {
    root.addSublayer(layers[0])
    layers[0].addSublayer(layers[1])
    layers[0].removeFromSuperlayer()
    #expect(root.sublayers.isEmpty)
    #expect(layers[0].superlayer == nil)
    #expect(layers[1].superlayer === layers[0])
    layers[0].removeFromSuperlayer()
    #expect(order(of: layers[0]) == [1])
  }

  @Test("A superlayer holds its sublayers, and they do not hold it")
  func ownership() {
    var parent: Layer? = Layer()
    var child: Layer? = Layer()
    weak let weakChild = child
    parent?.addSublayer(child ?? Layer())
    child = nil
    #expect(weakChild != nil)
    let kept = weakChild
    parent = nil
    #expect(kept?.superlayer == nil)
  }

  @Test("A cycle is refused: the layer itself")
  func selfCycle() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let layer = Layer()
        layer.addSublayer(layer)
      }
    }
  }

  @Test("A cycle is refused: an ancestor")
  func ancestorCycle() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let (top, middle, bottom) = (Layer(), Layer(), Layer())
        top.addSublayer(middle)
        middle.addSublayer(bottom)
        bottom.insertSublayer(top, at: 0)
      }
    }
  }

  @Test("An ancestor's sublayer may move further down")
  func moveDown() {
    root.addSublayer(layers[0])
    root.addSublayer(layers[1])
    layers[0].addSublayer(layers[1])
    #expect(order(of: root) == [0])
    #expect(order(of: layers[0]) == [1])
  }
}

@Suite("Layer: geometry, contents, display")
@MainActor
struct LayerTests {
  private let layer = Layer()

  @Test(
    "The frame is the bounds' size around the position",
    arguments: [
      (Point(x: 0.5, y: 0.5), Rect(x: 60, y: 85, width: 80, height: 30)),
      (Point(x: 0, y: 0), Rect(x: 100, y: 100, width: 80, height: 30)),
      (Point(x: 1, y: 0.25), Rect(x: 20, y: 92.5, width: 80, height: 30)),
    ])
  func frame(anchor: Point, expected: Rect) {
    layer.anchorPoint = anchor
    layer.bounds = Rect(x: 7, y: 9, width: 80, height: 30)
    layer.position = Point(x: 100, y: 100)
    #expect(layer.frame == expected)
  }

  @Test("Setting the frame places the anchor point and keeps the bounds' origin")
  func setFrame() {
    layer.anchorPoint = Point(x: 0.25, y: 1)
    layer.bounds = Rect(x: 7, y: 9, width: 1, height: 1)
    layer.frame = Rect(x: 10, y: 20, width: 40, height: 60)
    #expect(layer.bounds == Rect(x: 7, y: 9, width: 40, height: 60))
    #expect(layer.position == Point(x: 20, y: 80))
    #expect(layer.frame == Rect(x: 10, y: 20, width: 40, height: 60))
  }

  @Test("A new scale needs a display, an equal one does not")
  func scale() {
    layer.contentsScale = 1
    #expect(!layer.needsDisplay)
    layer.contentsScale = 2
    #expect(layer.needsDisplay)
  }

  @Test("A new size needs a display if the layer says so; an origin never does")
  func resize() {
    layer.bounds = Rect(width: 10, height: 10)
    #expect(!layer.needsDisplay)
    layer.needsDisplayOnBoundsChange = true
    layer.bounds = Rect(x: 5, y: 5, width: 10, height: 10)
    #expect(!layer.needsDisplay)
    layer.bounds = Rect(x: 5, y: 5, width: 10, height: 11)
    #expect(layer.needsDisplay)
  }

  @Test("A display of a plain layer keeps its contents")
  func display() throws {
    let image = try GraphicsContext(size: Size(width: 2, height: 2), scale: 1).makeBitmap()
    layer.contents = image
    #expect(layer.contents?.id == image.id)
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(!layer.needsDisplay)
    #expect(layer.contents?.id == image.id)
    layer.contents = nil
    #expect(layer.contents == nil)
  }

  @Test("Defaults are those of Core Animation")
  func defaults() {
    #expect(layer.bounds == .zero && layer.position == .zero)
    #expect(layer.anchorPoint == Point(x: 0.5, y: 0.5))
    #expect(layer.contentsScale == 1)
    #expect(!layer.isOpaque && !layer.isHidden && !layer.needsDisplayOnBoundsChange)
    #expect(layer.backgroundColor == nil && layer.contents == nil)
    layer.isHidden = true
    layer.backgroundColor = .white
    #expect(layer.isHidden && layer.backgroundColor == .white)
    #expect(!layer.needsDisplay)
  }
}
