// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import CanvasGeometry
import LayerModel
import Testing

@Suite("Layer: layout of layers without sublayers", .timeLimit(.minutes(30)))
@MainActor
struct LeafLayoutTests {
  private final class Delegate: LayerDelegate {
    var sizes: [Size] = []
    func layoutSublayers(of layer: Layer) { sizes.append(layer.bounds.size) }
  }

  private final class Leaf: Layer {
    var layouts = 0
    override func layoutSublayers() { layouts += 1 }
  }

  @Test("S-060: a layer without sublayers is laid out once after any number of new sizes")
  func s060_leaf() async {
    let (leaf, plain, delegate) = (Leaf(), Layer(), Delegate())
    plain.delegate = delegate
    for i in 1...20 {
      leaf.bounds.size.width = Double(i)
      plain.frame = Rect(width: 3, height: Double(i))
    }
    #expect(leaf.needsLayout && leaf.layouts == 0)
    await DisplayCoordinator.main.drain()
    #expect(leaf.layouts == 1 && delegate.sizes == [Size(width: 3, height: 20)])
    // Neither a place nor a turn is a size, nor is the same one again.
    leaf.position = Point(x: 7, y: 7)
    leaf.transform = .scale(x: 2, y: 2)
    leaf.bounds.size.width = 20
    leaf.bounds.origin = Point(x: 4, y: 4)
    await DisplayCoordinator.main.drain()
    #expect(leaf.layouts == 1 && !leaf.needsLayout)
  }

  @Test("S-060: a delegate that is set after the size is asked in the same turn")
  func s060_lateDelegate() async {
    let (plain, delegate) = (Layer(), Delegate())
    plain.frame = Rect(width: 30, height: 10)
    plain.delegate = delegate
    await DisplayCoordinator.main.drain()
    #expect(delegate.sizes == [Size(width: 30, height: 10)])
  }

  @Test("A scroll layer is laid out as it scrolls, once a turn")
  func scrolling() async {
    let (scroll, delegate) = (ScrollLayer(), Delegate())
    scroll.bounds = Rect(width: 10, height: 10)
    await DisplayCoordinator.main.drain()
    scroll.delegate = delegate
    for y in 1...5 { scroll.scroll(to: Point(x: 0, y: Double(y))) }
    await DisplayCoordinator.main.drain()
    #expect(delegate.sizes.count == 1)
    scroll.scroll(to: Point(x: 0, y: 5))
    await DisplayCoordinator.main.drain()
    #expect(delegate.sizes.count == 1)
  }
}
