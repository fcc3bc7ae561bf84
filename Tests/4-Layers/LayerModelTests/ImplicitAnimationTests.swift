// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import LayerCompositing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerModel

/// Changes that layers animate by themselves, and the actions of keys.
///
/// One test at a time: what is set outside of transactions counts for the turn.
@Suite("Implicit animations", .serialized, .timeLimit(.minutes(30)))
@MainActor
struct ImplicitAnimationTests {
  let root = Layer(Rect(width: 200, height: 20))
  let box = Layer(Rect(x: 0, y: 5, width: 10, height: 10), .red)
  let clock = ManualClock(now: 100)

  init() { root.addSublayer(box) }

  /// A host that has shown the tree.
  func host(_ flag: Bool = true) async throws -> LayerHost {
    let host = LayerHost(
      root: root, size: Size(width: 200, height: 20), background: .white, clock: clock,
      implicitAnimations: flag)
    _ = try await host.settledFrame()
    return host
  }

  @Test("A quarter of a second with the default curve, from what is presented")
  func quarterOfASecond() async throws {
    let host = try await host()
    box.position.x = 105
    let animation = try #require(box.animation(forKey: "position"))
    #expect(animation.timing.duration == 0.25 && animation.curve == .default)
    #expect(box.position.x == 105 && box.presentation()?.position.x == 5)
    _ = try await host.settledFrame()
    clock.set(to: 100.125)
    // Cubic (0.25, 0.1, 0.25, 1) is at 0.8024 of the way when half of the time is over.
    let x = try #require(box.presentation()?.position.x)
    #expect(abs(x - (5 + 100 * 0.8024)) < 0.01)
    // Interrupted: the next one begins where it is.
    box.position.x = 5
    #expect(box.presentation()?.position.x == x)
    _ = try await host.settledFrame()
    clock.set(to: 101)
    try await until { box.animationKeys.isEmpty }
    #expect(box.presentation()?.position.x == 5)
  }

  @Test("Off by default, and before a picture has shown the layer")
  func offByDefault() async throws {
    let host = LayerHost(root: root, size: Size(width: 200, height: 20), clock: clock)
    _ = try await host.settledFrame()
    box.position.x = 50
    #expect(!host.implicitAnimations && box.animationKeys.isEmpty)
    host.implicitAnimations = true
    let new = Layer(Rect(width: 5, height: 5))
    root.addSublayer(new)
    new.position.x = 30
    #expect(new.animationKeys.isEmpty)
    _ = try await host.settledFrame()
    new.position.x = 40
    #expect(new.animationKeys == ["position"])
    // What has no values in between changes at once, and so does a layer of no host.
    box.isHidden = true
    box.contentsGravity = .center
    #expect(box.animationKeys.isEmpty)
    box.removeFromSuperlayer()
    box.position.x = 80
    #expect(box.animationKeys.isEmpty)
    host.close()
  }

  @Test("Transactions: duration, curve, completion, disabled actions")
  func transactions() async throws {
    let host = try await host()
    var ends = 0
    Transaction.begin()
    Transaction.setAnimationDuration(2)
    Transaction.setAnimationTimingFunction(.linear)
    Transaction.setCompletionBlock { ends += 1 }
    box.opacity = 0
    Transaction.begin()
    Transaction.setDisableActions(true)
    box.position.x = 50
    #expect(Transaction.disableActions() && Transaction.animationDuration() == 2)
    Transaction.commit()
    #expect(!Transaction.disableActions())
    box.position.x = 60
    Transaction.commit()
    #expect(box.animationKeys == ["opacity", "position"])
    let move = try #require(box.animation(forKey: "position"))
    #expect(move.timing.duration == 2 && move.curve == .linear)
    #expect(Transaction.animationDuration() == 0.25)
    _ = try await host.settledFrame()
    clock.set(to: 101)
    #expect(box.presentation()?.opacity == 0.5 && box.presentation()?.position.x == 55)
    #expect(ends == 0)
    clock.set(to: 102)
    try await until { ends == 1 }
    // Without an animation the block is called, too; commits without a beginning do nothing.
    Transaction.begin()
    Transaction.setCompletionBlock { ends += 1 }
    Transaction.commit()
    Transaction.commit()
    try await until { ends == 2 }
    Transaction.withoutAnimation { box.opacity = 1 }
    #expect(box.animationKeys.isEmpty)
  }

  @Test("Outside of all transactions actions are disabled for the rest of the turn")
  func turn() async throws {
    let host = try await host()
    Transaction.setDisableActions(true)
    box.position.x = 50
    // A body of `animate` switches them on.
    Transaction.animate(duration: 1) { box.opacity = 0.5 }
    #expect(box.animationKeys == ["opacity"] && Transaction.disableActions())
    try await until { !Transaction.disableActions() }
    box.position.x = 60
    #expect(box.animationKeys == ["opacity", "position"])
    host.close()
  }

  // MARK: Actions

  private final class Answering: LayerDelegate {
    var asked: [String] = []
    var answer: LayerAction?
    func action(for layer: Layer, forKey key: String) -> LayerAction? {
      asked.append("\(key) \(layer.position.x)")
      return answer
    }
  }

  @Test("The search: delegate, actions, the class; the first answer counts")
  func order() async throws {
    final class Fading: Layer {
      override class func defaultAction(forKey key: String) -> LayerAction? {
        key == "position"
          ? .animation(LayerAnimation("opacity", from: .number(0), duration: 3))
          : super.defaultAction(forKey: key)
      }
    }
    let layer = Fading(Rect(x: 0, y: 0, width: 10, height: 10), .blue)
    root.addSublayer(layer)
    let host = try await host()
    let delegate = Answering()
    layer.delegate = delegate
    layer.position.x = 7
    #expect(layer.animation(forKey: "position")?.timing.duration == 3)
    #expect(layer.animation(forKey: "position")?.keyPath == "opacity")
    // Asked before the change.
    #expect(delegate.asked == ["position 5.0"])
    layer.actions["position"] = .animation(LayerAnimation("position", duration: 4))
    layer.position.x = 8
    let second = try #require(layer.animation(forKey: "position"))
    #expect(second.timing.duration == 4)
    guard case .values(_, .point(let from)?, nil, nil) = second.change else {
      Issue.record("no values")
      return
    }
    #expect(from.x == 7)
    delegate.answer = .null
    layer.removeAllAnimations()
    layer.position.x = 9
    #expect(layer.animationKeys.isEmpty)
    (delegate.answer, layer.actions["position"]) = (nil, .null)
    layer.position.x = 10
    #expect(layer.animationKeys.isEmpty && layer.action(forKey: "position") == nil)
    layer.cornerRadius = 2
    #expect(layer.animationKeys == ["cornerRadius"])
    host.close()
  }

  @Test("Closures run after the change, transitions begin before it; not where actions are off")
  func kinds() async throws {
    let host = try await host()
    var calls: [String] = []
    let log: LayerAction = .custom { layer, key in calls.append("\(key) \(layer.isHidden)") }
    box.actions = ["hidden": log, "contents": .transition(.fade, duration: 2)]
    box.isHidden = true
    box.isHidden = true
    #expect(calls == ["hidden true"])
    box.isHidden = false
    Transaction.withoutAnimation { box.isHidden = true }
    #expect(calls == ["hidden true", "hidden false"])
    box.contents = try .filled(2, 2, .blue)
    let transition = try #require(box.animation(forKey: "transition"))
    guard case .transition(let value) = transition.change else {
      Issue.record("no transition")
      return
    }
    #expect(value.kind == .fade && transition.timing.duration == 2)
    host.close()
  }

  @Test("Changes of several properties at once, and of an emitter")
  func emitters() async throws {
    let emitter = EmitterLayer()
    root.addSublayer(emitter)
    let host = try await host()
    emitter.birthRate = 3
    emitter.emitterPosition = Point(x: 40, y: 0)
    emitter.emitterShape = .line
    #expect(emitter.animationKeys == ["birthRate", "emitterPosition"])
    _ = try await host.settledFrame()
    clock.set(to: 100.125)
    let shown = try #require(try emitter.presentation()?.value(forKeyPath: "emitterPosition.x"))
    guard case .number(let x) = shown else {
      Issue.record("no number")
      return
    }
    #expect(abs(x - 40 * 0.8024) < 0.01)
    Transaction.withoutAnimation { emitter.scale = 2 }
    #expect(!emitter.animationKeys.contains("scale"))
    host.close()
  }
}
