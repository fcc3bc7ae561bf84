// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import BoxTrees
import CanvasGeometry
import LayerCompositing
import Testing
import TextTestSupport

@testable import LayerModel

/// Frames that come of a layout, animated as the changes are that they come of.
@Suite("Layer boxes: animations", .serialized, .timeLimit(.minutes(30)))
@MainActor
struct LayerBoxAnimationTests {
  let clock = ManualClock(now: 100)
  let first = box(20, 20)
  let second = box(30, 20)
  let root: Layer

  init() { root = card(Size(width: 200, height: 20), BoxLayout(.row), [first, second]) }

  /// A host that has shown the card.
  private func host(implicit: Bool = false) async throws -> LayerHost {
    let host = LayerHost(
      root: root, size: Size(width: 200, height: 20), clock: clock, implicitAnimations: implicit)
    _ = try await host.settledFrame()
    return host
  }

  private func presented(_ layer: Layer) -> (x: Double, width: Double)? {
    layer.presentation().map { ($0.frame.minX, $0.bounds.width) }
  }

  @Test("An item's new width: itself and its neighbour are between the old and the new frames")
  func animatedItem() async throws {
    let host = try await host()
    Transaction.animate(duration: 1, curve: .linear) { first.layoutItem?.width = 60 }
    // The layout has run, and what is shown has not moved.
    #expect(first.frame.width == 60 && second.frame.minX == 60)
    #expect(presented(first)?.width == 20 && presented(second)?.x == 20)
    _ = try await host.settledFrame()
    clock.set(to: 100.5)
    #expect(presented(first)?.width == 40 && presented(second)?.x == 40)
    #expect(root.presentation()?.hitTest(Point(x: 45, y: 5))?.model() === second)
    clock.set(to: 101.5)
    #expect(presented(second)?.x == 60)
  }

  @Test("A new layout, and another order of sublayers, which none leaves")
  func animatedLayout() async throws {
    let host = try await host()
    Transaction.animate(duration: 1, curve: .linear) { root.layout?.columnGap = 10 }
    _ = try await host.settledFrame()
    clock.set(to: 100.5)
    #expect(presented(second)?.x == 25)
    clock.set(to: 102)
    _ = try await host.settledFrame()
    Transaction.animate(duration: 1, curve: .linear) { root.sublayers = [second, first] }
    #expect(first.frame.minX == 40 && second.frame.minX == 0)
    _ = try await host.settledFrame()
    clock.set(to: 102.5)
    #expect(presented(first)?.x == 20 && presented(second)?.x == 15)
  }

  @Test("What was changed before the body is not animated by it")
  func changesBefore() async throws {
    let host = try await host()
    root.layout?.columnGap = 10
    Transaction.animate(duration: 1, curve: .linear) { first.layoutItem?.width = 40 }
    // From 20 + 10.
    #expect(presented(second)?.x == 30 && second.frame.minX == 50)
    _ = try await host.settledFrame()
    clock.set(to: 100.5)
    #expect(presented(second)?.x == 40)
    Transaction.animate(duration: 1) {
      Transaction.withoutAnimation { first.layoutItem?.width = 80 }
    }
    #expect(first.bounds.width == 80 && second.frame.minX == 90)
    second.removeAllAnimations()
    first.removeAllAnimations()
    #expect(presented(second)?.x == 90)
  }

  @Test("Without animate nothing is animated, nor a card that no host shows")
  func withoutAnimate() async throws {
    Transaction.animate(duration: 1) { first.layoutItem?.width = 40 }
    // It waits for the turn.
    #expect(root.needsBoxPass)
    root.layoutIfNeeded()
    #expect(first.animationKeys.isEmpty && second.frame.minX == 40)
    let host = try await host()
    first.layoutItem?.width = 60
    _ = try await host.settledFrame()
    #expect(first.animationKeys.isEmpty && second.animationKeys.isEmpty)
    #expect(second.frame.minX == 60)
  }

  @Test("A new layer comes without animation, and its neighbour moves")
  func newLayer() async throws {
    let host = try await host()
    let new = box(15, 20)
    Transaction.animate(duration: 1, curve: .linear) { root.insertSublayer(new, at: 0) }
    #expect(new.animationKeys.isEmpty && new.frame == Rect(width: 15, height: 20))
    #expect(presented(first)?.x == 0 && first.frame.minX == 15)
    _ = try await host.settledFrame()
    clock.set(to: 102)
    _ = try await host.settledFrame()
    // What was without a box has no frame to begin with.
    first.layout = BoxLayout(.none)
    _ = try await host.settledFrame()
    Transaction.animate(duration: 1, curve: .linear) { first.layout = nil }
    #expect(first.animationKeys.isEmpty && first.frame == Rect(x: 15, y: 0, width: 20, height: 20))
    #expect(presented(second)?.x == 15 && second.frame.minX == 35)
  }

  @Test("With implicit animations as properties are, in the turn and in a transaction")
  func implicit() async throws {
    let host = try await host(implicit: true)
    first.layoutItem?.width = 60
    #expect(first.animationKeys.isEmpty)
    root.layoutIfNeeded()
    #expect(second.animation(forKey: "position")?.timing.duration == 0.25)
    #expect(first.animation(forKey: "bounds") != nil && presented(second)?.x == 20)
    _ = try await host.settledFrame()
    clock.set(to: 101)
    try await until { second.animationKeys.isEmpty }
    Transaction.begin()
    Transaction.setAnimationDuration(2)
    first.layoutItem?.width = 20
    Transaction.commit()
    #expect(second.animation(forKey: "position")?.timing.duration == 2)
    host.implicitAnimations = false
  }

  @Test("A layout of sublayers that hangs on a box's size is animated with it")
  func hangingLayout() async throws {
    final class Half: LayerDelegate {
      func layoutSublayers(of layer: Layer) {
        layer.sublayers[0].frame = Rect(width: layer.bounds.width / 2, height: 5)
      }
    }
    let (half, inside) = (Half(), Layer())
    first.addSublayer(inside)
    first.delegate = half
    let host = try await host()
    #expect(inside.bounds.width == 10)
    Transaction.animate(duration: 1, curve: .linear) { first.layoutItem?.width = 60 }
    #expect(inside.bounds.width == 30 && presented(inside)?.width == 10)
    _ = try await host.settledFrame()
    clock.set(to: 100.5)
    #expect(presented(inside)?.width == 20)
    host.close()
  }

  @Test("A root with a layout follows the size of its host, if it filled it")
  func hostSize() async throws {
    let grown = box(.auto, .percent(100))
    grown.layoutItem?.flexGrow = 1
    let root = Layer()
    root.layout = BoxLayout(.row)
    root.addSublayer(grown)
    let host = LayerHost(root: root, size: Size(width: 80, height: 40), clock: clock)
    _ = try await host.settledFrame()
    // It had no size.
    #expect(root.frame == Rect(width: 80, height: 40))
    #expect(grown.frame == Rect(width: 80, height: 40))
    let passes = await passes(of: [root]) { host.size = Size(width: 120, height: 60) }
    #expect(passes == 1 && grown.frame == Rect(width: 120, height: 60))
    #expect(root.frame == Rect(width: 120, height: 60))
    // A card of its own size stays.
    root.frame = Rect(x: 10, y: 10, width: 50, height: 20)
    host.size = Size(width: 200, height: 100)
    await DisplayCoordinator.main.drain()
    #expect(root.frame == Rect(x: 10, y: 10, width: 50, height: 20))
    // And so does a root without a layout.
    root.layout = nil
    root.frame = Rect(width: 200, height: 100)
    host.size = Size(width: 10, height: 10)
    #expect(root.frame == Rect(width: 200, height: 100))
  }
}
