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

extension LayerBoxTests {
  /// What lays a card out again, and what does not.
  @Suite("Changes")
  @MainActor
  struct Changes {
    let leaf = box(10, 10)
    let inner: Layer
    let root: Layer
    let other: Layer

    init() async {
      inner = box(.auto, .auto, BoxLayout(.column), [leaf, box(20, 20)])
      root = card(Size(width: 100, height: 100), BoxLayout(.row), [inner, box(5, 5)])
      other = card(Size(width: 100, height: 100), BoxLayout(.row), [box(5, 5)])
      let top = Layer()
      top.sublayers = [root, other]
      tree = top
      await DisplayCoordinator.main.drain()
    }

    let tree: Layer
    var cards: [Layer] { [tree, root, other, inner, leaf] }

    @Test("Each of these lays out its card once, and no other", arguments: Cause.allCases)
    func causes(_ cause: Cause) async throws {
      let picture = try Bitmap.filled(4, 4, .red)
      let count = await passes(of: cards) {
        switch cause {
        case .layout: inner.layout?.rowGap = 3
        case .item: leaf.layoutItem?.width = 30
        case .added: inner.addSublayer(box(1, 1))
        case .inserted: inner.insertSublayer(box(1, 1), at: 0)
        case .removed: leaf.removeFromSuperlayer()
        case .replaced: inner.replaceSublayer(leaf, with: box(2, 2))
        case .reordered: inner.sublayers = inner.sublayers.reversed()
        case .size: root.bounds.size.width = 50
        case .frame: root.frame = Rect(width: 30, height: 30)
        case .key: try? root.setValue(.number(60), forKeyPath: "bounds.size.width")
        case .picture: leaf.contents = picture
        case .direction: root.layout?.direction = .rightToLeft
        case .out: leaf.layoutItem = nil
        case .noLayout: inner.layout = nil
        case .content: leaf.setNeedsBoxLayout()
        case .many:
          for i in 1...20 {
            leaf.layoutItem?.width = .points(Double(i))
            inner.layout?.rowGap = .points(Double(i))
            root.bounds.size.width += 1
            inner.addSublayer(box(1, 1))
          }
        }
      }
      #expect(count == 1)
    }

    enum Cause: CaseIterable {
      case layout, item, added, inserted, removed, replaced, reordered, size, frame, key, picture
      case direction, out, noLayout, content, many
    }

    @Test("None of these lays out anything")
    func nothing() async throws {
      leaf.contents = try Bitmap.filled(4, 4, .red)
      await DisplayCoordinator.main.drain()
      let drawn = AsyncLayer()
      inner.addSublayer(drawn)
      await DisplayCoordinator.main.drain()
      let picture = try Bitmap.filled(4, 4, .blue)
      let count = await passes(of: cards) {
        for layer in [root, inner, leaf, other] {
          layer.opacity = 0.5
          layer.backgroundColor = .red
          layer.transform = .scale(x: 2, y: 2)
          layer.position.x += 3
          layer.bounds.origin.y = 7
          layer.isHidden.toggle()
          layer.setNeedsLayout()
          layer.setNeedsDisplay()
        }
        // The same size, an equal value, and what a layer draws itself.
        leaf.contents = picture
        leaf.layoutItem = leaf.layoutItem
        inner.layout = inner.layout
        drawn.contents = picture
        // A layer beside all cards.
        tree.addSublayer(Layer(Rect(width: 9, height: 9)))
        tree.bounds.size.width = 500
        // A sublayer of a leaf.
        leaf.addSublayer(Layer())
      }
      #expect(count == 0)
    }

    @Test("A commit of a layer's own contents lays out nothing")
    func commits() async throws {
      final class Drawing: AsyncLayerDelegate {
        func displayTask(for layer: AsyncLayer) -> DisplayTask<Void>? {
          DisplayTask { context, size, _ in
            try context.fill(Rect(origin: .zero, size: size), with: .red)
          }
        }
      }
      let (drawn, drawing) = (AsyncLayer(), Drawing())
      drawn.displayDelegate = drawing
      drawn.layoutItem = BoxItem(width: 30, height: 30)
      inner.addSublayer(drawn)
      let count = await passes(of: cards) {}
      try await until { drawn.contents != nil }
      #expect(await passes(of: cards) {} == 0 && count == 0)
      #expect(drawn.frame.size == Size(width: 30, height: 30))
      let before = root.passCount
      drawn.contents = nil
      drawn.setNeedsDisplay()
      try await until { drawn.contents != nil }
      await DisplayCoordinator.main.drain()
      #expect(root.passCount == before)
    }

    @Test("A layer that leaves or comes as a container is laid out in its own size")
    func movedContainers() async {
      #expect(inner.frame == Rect(width: 20, height: 100))
      // It leaves: its own card, and the one that it was in.
      #expect(await passes(of: cards) { inner.removeFromSuperlayer() } == 2)
      #expect(inner.frame == Rect(width: 20, height: 100))
      #expect(root.sublayers[0].frame.minX == 0)
      #expect(await passes(of: cards) { other.addSublayer(inner) } == 1)
      #expect(inner.frame == Rect(x: 5, y: 0, width: 20, height: 100))
      // A new card around what was one.
      #expect(await passes(of: cards) { tree.layout = BoxLayout(.row, align: .start) } == 1)
      #expect(root.frame == Rect(width: 5, height: 5))
      #expect(other.frame == Rect(x: 5, y: 0, width: 25, height: 30))
    }

    @Test("layoutIfNeeded of an item lays out its card")
    func ofAnItem() {
      leaf.layoutItem?.width = 44
      leaf.layoutIfNeeded()
      #expect(leaf.frame.width == 44 && !root.needsBoxPass)
    }

    @Test("What a layout of sublayers changes is laid out in the same turn, but not forever")
    func duringLayout() async {
      final class Changing: LayerDelegate {
        let target: Layer
        var isEndless = false
        init(_ target: Layer) { self.target = target }
        func layoutSublayers(of layer: Layer) {
          if isEndless {
            target.layoutItem?.width = .points(target.frame.width + 1)
            layer.superlayer?.setNeedsLayout()
          } else {
            target.layoutItem?.width = 33
          }
        }
      }
      let delegate = Changing(leaf)
      inner.delegate = delegate
      #expect(await passes(of: cards) { inner.setNeedsLayout() } == 1)
      #expect(leaf.frame.width == 33)
      delegate.isEndless = true
      let count = await passes(of: cards) { inner.setNeedsLayout() }
      #expect((2...20).contains(count))
    }
  }
}
