// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import LayerCompositing
import LayerModel
import Testing
import TextTestSupport

@Suite("Layer: edits of the tree")
@MainActor
struct LayerEditingTests {
  private let root = Layer()
  private let layers = (0..<5).map { _ in Layer() }

  private var order: [Int] {
    root.sublayers.compactMap { sublayer in layers.firstIndex { $0 === sublayer } }
  }

  private func addFirst(_ count: Int) {
    for layer in layers.prefix(count) { root.addSublayer(layer) }
  }

  @Test("S-044, S-048: adding, removing and adding again")
  func s044_addAndRemove() {
    addFirst(4)
    #expect(order == [0, 1, 2, 3])
    layers[1].removeFromSuperlayer()
    #expect(order == [0, 2, 3] && layers[1].superlayer == nil)
    root.addSublayer(layers[1])
    #expect(order == [0, 2, 3, 1] && layers[1].superlayer === root)
    Layer().addSublayer(layers[0])
    #expect(order == [2, 3, 1])
  }

  @Test("S-045: an index counts the sublayers that are left")
  func s045_insertAt() {
    addFirst(4)
    layers[1].removeFromSuperlayer()
    root.insertSublayer(layers[4], at: 1)
    #expect(order == [0, 4, 2, 3])
    root.insertSublayer(layers[0], at: 2)
    #expect(order == [4, 2, 0, 3])
  }

  @Test("S-046: below and above a sibling; one that is none counts as the end")
  func s046_insertBelowAndAbove() {
    addFirst(3)
    root.insertSublayer(layers[3], below: layers[1])
    #expect(order == [0, 3, 1, 2])
    root.insertSublayer(layers[4], above: layers[1])
    #expect(order == [0, 3, 1, 4, 2])
    root.insertSublayer(layers[0], above: layers[2])
    #expect(order == [3, 1, 4, 2, 0])
    root.insertSublayer(layers[0], below: layers[3])
    #expect(order == [0, 3, 1, 4, 2])
    root.insertSublayer(layers[1], above: layers[1])
    #expect(order == [0, 3, 1, 4, 2])
    root.insertSublayer(layers[2], below: Layer())
    #expect(order == [2, 0, 3, 1, 4])
    root.insertSublayer(layers[2], above: Layer())
    #expect(order == [0, 3, 1, 4, 2])
    // The layer's own place counts no more.
    root.insertSublayer(layers[0], above: layers[1])
    #expect(order == [3, 1, 0, 4, 2])
    root.insertSublayer(layers[3], below: layers[4])
    #expect(order == [1, 0, 3, 4, 2])
  }

  @Test("S-047: a replaced layer has no superlayer, its successor has its place")
  func s047_replace() {
    addFirst(3)
    root.replaceSublayer(layers[1], with: layers[4])
    #expect(order == [0, 4, 2])
    #expect(layers[1].superlayer == nil && layers[4].superlayer === root)
    root.replaceSublayer(layers[0], with: layers[2])
    #expect(order == [2, 4] && layers[0].superlayer == nil)
    root.replaceSublayer(layers[3], with: layers[0])
    #expect(order == [2, 4] && layers[0].superlayer == nil)
  }

  @Test("S-049: sublayers are set at once; the dropped ones have no superlayer")
  func s049_setSublayers() {
    addFirst(3)
    let other = Layer()
    other.addSublayer(layers[3])
    root.sublayers = [layers[3], layers[1], layers[3]]
    #expect(order == [1, 3])
    #expect(layers[0].superlayer == nil && layers[2].superlayer == nil)
    #expect(layers[3].superlayer === root && other.sublayers.isEmpty)
    root.sublayers = []
    #expect(order.isEmpty && layers[1].superlayer == nil)
  }

  @Test("S-050: zPosition orders siblings in the picture; equal ones keep their order")
  func s050_zPosition() throws {
    let all = Rect(width: 4, height: 4)
    let root = Layer(all)
    let (a, b, c) = (Layer(all, .red), Layer(all, .lime), Layer(all, .blue))
    root.sublayers = [a, b, c]
    #expect(try root.picture().rgba(1, 1) == [0, 0, 255, 255])
    a.zPosition = 1
    #expect(try root.picture().rgba(1, 1) == [255, 0, 0, 255])
    b.zPosition = 1
    #expect(try root.picture().rgba(1, 1) == [0, 255, 0, 255])
    c.zPosition = .nan
    #expect(try root.picture().rgba(1, 1) == [0, 255, 0, 255])
    #expect(root.sublayers.map(\.id) == [a.id, b.id, c.id])
  }

  @Test("A mask belongs to one layer, as its superlayer says")
  func mask() {
    let (mask, other) = (Layer(), Layer())
    root.mask = mask
    #expect(mask.superlayer === root && root.mask === mask && root.sublayers.isEmpty)
    other.mask = mask
    #expect(root.mask == nil && mask.superlayer === other)
    root.addSublayer(mask)
    #expect(other.mask == nil && root.sublayers.count == 1)
    root.mask = mask
    #expect(root.sublayers.isEmpty)
    mask.removeFromSuperlayer()
    #expect(root.mask == nil && mask.superlayer == nil)
  }

  @Test("A layer below itself is refused: as a mask, in place of a sublayer, among sublayers")
  func cycles() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let (top, bottom) = (Layer(), Layer())
        top.addSublayer(bottom)
        bottom.mask = top
      }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let (top, bottom, leaf) = (Layer(), Layer(), Layer())
        top.addSublayer(bottom)
        bottom.addSublayer(leaf)
        bottom.replaceSublayer(leaf, with: top)
      }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let layer = Layer()
        layer.sublayers = [layer]
      }
    }
  }

  @Test("A tree 10⁴ deep is made, drawn and released; the picture says that it is cut off")
  func deepTree() throws {
    weak var weakLeaf: Layer?
    var root: Layer? = Layer(Rect(width: 4, height: 4), .red)
    var leaf = try #require(root)
    for _ in 0..<10_000 {
      let layer = Layer(Rect(width: 4, height: 4))
      leaf.addSublayer(layer)
      leaf = layer
    }
    weakLeaf = leaf
    #expect(root?.node.isCutOff == true)
    #expect(try root?.picture().rgba(1, 1) == [255, 0, 0, 255])
    leaf.opacity = 0.5
    // What is not drawn is not hit: the deepest layer that is has 255 above it.
    var hit = root?.hitTest(Point(x: 1, y: 1))
    var above = 0
    while let superlayer = hit?.superlayer {
      hit = superlayer
      above += 1
    }
    #expect(above == LayerLimits.depth - 1)
    hit = nil
    leaf = Layer()
    #expect(weakLeaf != nil)
    root = nil
    #expect(weakLeaf == nil)
  }

  @Test("Deep trees, and masks of masks, are released without recursion", arguments: [false, true])
  func deepRelease(isMasked: Bool) {
    weak var weakLast: Layer?
    var root: Layer? = Layer()
    var last = root ?? Layer()
    // Deep enough for any stack.
    for _ in 0..<200_000 {
      let layer = Layer()
      if isMasked { last.mask = layer } else { last.addSublayer(layer) }
      last = layer
    }
    weakLast = last
    last = Layer()
    #expect(weakLast != nil)
    root = nil
    #expect(weakLast == nil)
  }

  @Test("A million sublayers are added, sorted, and removed one by one")
  func millionSublayers() {
    let count = Repetitions.count(250_000, all: 1_000_000)
    let few = secondsToAddSortAndRemove(count / 8)
    let all = secondsToAddSortAndRemove(count)
    // A ratio, for sanitizers and busy machines slow both down. Eight times as many layers take
    // about nine times as long; a removal that moves its neighbours makes that 64.
    #expect(all < 24 * few, "\(count / 8) layers: \(few) s, \(count) layers: \(all) s")
  }

  private func secondsToAddSortAndRemove(_ count: Int) -> Double {
    let root = Layer()
    let layers = (0..<count).map { _ in Layer() }
    let start = ThreadTime.now
    for layer in layers { root.addSublayer(layer) }
    for (i, layer) in layers.enumerated() { layer.zPosition = Double(i * 7919 % count) }
    let node = root.node
    #expect(node.sublayers.count == count)
    #expect(node.sublayers[1].properties.zPosition == 1)
    // From the back to the front, the worst order for an array that closes its gaps.
    for layer in layers { layer.removeFromSuperlayer() }
    #expect(root.sublayers.isEmpty)
    return ThreadTime.now - start
  }

  @Test("Removals leave the others in order, whatever is removed")
  func randomEdits() {
    var state: UInt64 = 9
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let layers = (0..<60).map { _ in Layer() }
    var expected: [Layer] = []
    for _ in 0..<3000 {
      let layer = layers[random(layers.count)]
      expected.removeAll { $0 === layer }
      switch random(5) {
      case 0:
        root.addSublayer(layer)
        expected.append(layer)
      case 1:
        let index = random(expected.count + 1)
        root.insertSublayer(layer, at: index)
        expected.insert(layer, at: index)
      default: layer.removeFromSuperlayer()
      }
      #expect(root.sublayers.map(\.id) == expected.map(\.id))
    }
  }
}
