// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import BoxTrees
import CanvasDrawing
import CanvasGeometry
import LayerCompositing
import Testing
import TextTestSupport

@testable import LayerModel

/// Random cards and random changes of them: the layout of what changed is that of the whole.
@Suite("Layer boxes: random", .timeLimit(.minutes(30)))
@MainActor
struct RandomLayerBoxTests {
  /// The same cards on every machine.
  private struct Random: RandomNumberGenerator {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func next() -> UInt64 { generator.next() }

    mutating func pick<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: values.indices, using: &self)]
    }

    mutating func length() -> BoxLength {
      pick([
        .auto, .auto, .points(Double(Int.random(in: 0...60, using: &self))), .percent(40),
        .minContent, .maxContent,
      ])
    }

    mutating func layout() -> BoxLayout {
      var layout = pick([
        BoxLayout(.row, gap: 3), BoxLayout(.column, padding: 4), BoxLayout(.block),
        BoxLayout(columns: [.auto, .fr(1)], gap: 2), BoxLayout(.rowReverse, justify: .center),
        BoxLayout(.none),
      ])
      layout.flexWrap = pick([.nowrap, .wrap])
      layout.direction = pick([nil, nil, nil, .rightToLeft, .leftToRight])
      return layout
    }

    mutating func item() -> BoxItem? {
      if Int.random(in: 0..<9, using: &self) == 0 { return nil }
      var item = BoxItem(width: length(), height: length())
      item.flexGrow = pick([0, 0, 1])
      item.position = pick([.relative, .relative, .relative, .absolute])
      item.margin = BoxSides(pick([.points(0), .points(2), .auto]))
      return item
    }
  }

  private let bitmaps: [Bitmap]

  init() throws {
    bitmaps = try [Bitmap.filled(7, 5, .red), Bitmap.filled(20, 30, .blue)]
  }

  private func layer(_ depth: Int, _ random: inout Random) -> Layer {
    let layer = Layer()
    if Int.random(in: 0..<4, using: &random) > 0 { layer.layoutItem = random.item() }
    let isContainer = depth > 0 && Int.random(in: 0..<3, using: &random) > 0
    if isContainer || Int.random(in: 0..<6, using: &random) == 0 { layer.layout = random.layout() }
    if isContainer {
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        layer.addSublayer(self.layer(depth - 1, &random))
      }
    } else if Bool.random(using: &random) {
      layer.contents = random.pick(bitmaps)
    }
    return layer
  }

  private func all(_ top: Layer) -> [Layer] {
    [top] + top.sublayers.flatMap(all)
  }

  private func change(_ root: Layer, _ random: inout Random) {
    let layers = all(root)
    let layer = random.pick(layers)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: layer.layout = random.layout()
    case 1: layer.layout = nil
    case 2, 3: layer.layoutItem = random.item()
    case 4: layer.addSublayer(self.layer(2, &random))
    case 5: if layer !== root { layer.removeFromSuperlayer() }
    case 6:
      // To another place.
      let other = random.pick(layers)
      if layer !== root, !other.isInside(layer) { other.insertSublayer(layer, at: 0) }
    case 7: layer.contents = random.pick(bitmaps + [nil])
    case 8: layer.sublayers = layer.sublayers.shuffled(using: &random)
    default:
      layer.contentsScale = random.pick([1, 2])
      if layer === root { root.bounds.size.width = random.pick([80, 150, 300]) }
    }
  }

  /// The same layers anew, laid out once.
  private func copy(_ layer: Layer) -> Layer {
    let new = Layer()
    new.layoutItem = layer.layoutItem
    new.layout = layer.layout
    new.contents = layer.contents
    new.contentsScale = layer.contentsScale
    // What keeps its frame.
    new.bounds = layer.bounds
    new.position = layer.position
    new.sublayers = layer.sublayers.map(copy)
    return new
  }

  @Test("After each change of 300 cards: the frames of what changed are those of a fresh card")
  func changedPart() {
    var moved = 0
    for seed in 0..<300 {
      var random = Random(seed: UInt64(seed))
      let root = layer(3, &random)
      root.layoutItem = nil
      root.layout = random.layout()
      root.bounds.size = Size(width: 150, height: 100)
      root.layoutIfNeeded()
      for step in 0..<12 {
        let before = all(root).map(\.frame)
        for _ in 0..<Int.random(in: 1...3, using: &random) { change(root, &random) }
        root.layoutIfNeeded()
        let fresh = copy(root)
        fresh.layoutIfNeeded()
        let (changed, whole) = (all(root).map(\.frame), all(fresh).map(\.frame))
        if before != changed { moved += 1 }
        guard changed == whole else {
          Issue.record("card \(seed), change \(step): \(changed) is not \(whole)")
          return
        }
        #expect(changed.allSatisfy { $0.width.isFinite && $0.minX.isFinite && $0.width >= 0 })
      }
    }
    #expect(moved > 1500)
  }
}
