// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import LayerCompositing
import LayerModel
import Testing
import TextTestSupport

/// Layers as animations present them, and animations whose keys the compiler knows.
@Suite("Presentations", .timeLimit(.minutes(30)))
@MainActor
struct LayerPresentationTests {
  private let root = Layer(Rect(width: 200, height: 20))
  private let box = Layer(Rect(x: 0, y: 5, width: 10, height: 10), .red)
  private let clock = ManualClock(now: 100)

  init() { root.addSublayer(box) }

  private func host() async throws -> LayerHost {
    let host = LayerHost(root: root, size: Size(width: 200, height: 20), clock: clock)
    _ = try await host.settledFrame()
    return host
  }

  @Test("A moving layer is hit where it is seen")
  func hitTests() async throws {
    #expect(box.presentation() == nil)
    let host = try await host()
    box.add(BasicAnimation(\.position.x, from: 5, to: 105, duration: 1, curve: .linear))
    _ = try await host.settledFrame()
    clock.set(to: 100.5)
    let (here, there) = (Point(x: 5, y: 10), Point(x: 55, y: 10))
    #expect(root.hitTest(here) === box && root.hitTest(there) === root)
    let presented = try #require(root.presentation())
    #expect(presented.hitTest(here)?.model() === root)
    #expect(presented.hitTest(there)?.model() === box)
    #expect(box.presentation()?.hitTest(there)?.model() === box)
    #expect(box.presentation()?.hitTest(here) == nil)
    #expect(root.presentation(at: 100.9)?.hitTest(Point(x: 95, y: 10))?.model() === box)
    #expect(box.presentation()?.frame == Rect(x: 50, y: 5, width: 10, height: 10))
    #expect(box.presentation()?.superlayer?.model() === root)
    #expect(root.presentation()?.sublayers.map(\.position.x) == [55])
    host.close()
    #expect(box.presentation() == nil)
  }

  @Test("What is faded out or turned away is not hit, what grows is")
  func hitTestsOfOtherProperties() async throws {
    let host = try await host()
    box.add(BasicAnimation(\.bounds.size.width, from: 10, to: 110, duration: 1, curve: .linear))
    _ = try await host.settledFrame()
    clock.set(to: 100.5)
    // 60 wide around 5: from −25 to 35.
    #expect(root.presentation()?.hitTest(Point(x: 34, y: 10))?.model() === box)
    #expect(root.presentation()?.hitTest(Point(x: 36, y: 10))?.model() === root)
    box.add(BasicAnimation(\.isHidden, from: true, to: true, duration: 1))
    _ = try await host.settledFrame()
    #expect(root.presentation()?.hitTest(Point(x: 34, y: 10))?.model() === root)
    #expect(root.hitTest(Point(x: 5, y: 10)) === box)
    host.close()
  }

  @Test("Any key is read as it is presented")
  func values() async throws {
    let shape = ShapeLayer()
    root.addSublayer(shape)
    let host = try await host()
    shape.add(BasicAnimation(\.shape.strokeEnd, from: 0, to: 1, duration: 1, curve: .linear))
    shape.add(BasicAnimation(\.shadow.radius, from: 2, to: 4, duration: 1, curve: .linear))
    shape.name = "line"
    _ = try await host.settledFrame()
    clock.set(to: 100.25)
    let presented = try #require(shape.presentation())
    #expect(presented.shape.strokeEnd == 0.25 && shape.strokeEnd == 1)
    #expect(try presented.value(forKeyPath: "strokeEnd") == .number(0.25))
    #expect(try presented.value(forKeyPath: "shadowRadius") == .number(2.5))
    #expect(try presented.value(forKeyPath: "name") == .string("line"))
    #expect(throws: LayerKeyError.self) { try presented.value(forKeyPath: "birthRate") }
    host.close()
  }

  @Test("A presentation keeps its properties; all else is looked up when it is asked for")
  func laterChanges() async throws {
    let host = try await host()
    let presented = try #require(root.presentation())
    let ofBox = try #require(box.presentation())
    (box.position.x, box.name) = (70, "moved")
    let new = Layer(Rect(x: 100, y: 0, width: 10, height: 10))
    root.addSublayer(new)
    #expect(ofBox.position.x == 5 && ofBox.properties.position.x == 5)
    #expect(try ofBox.value(forKeyPath: "position.x") == .number(5))
    #expect(try ofBox.value(forKeyPath: "name") == .string("moved"))
    #expect(presented.sublayers.map(\.position.x) == [70, 105])
    #expect(presented.hitTest(Point(x: 70, y: 10))?.model() === box)
    host.close()
  }

  @Test("Every key path of the table has its name")
  func typedKeyPaths() {
    #expect(BasicAnimation(\.opacity, to: 0).animation.keyPath == "opacity")
    #expect(BasicAnimation(\.isHidden, to: true).animation.keyPath == "hidden")
    #expect(BasicAnimation(\.position, to: .zero).animation.keyPath == "position")
    #expect(BasicAnimation(\.bounds.origin, to: .zero).animation.keyPath == "bounds.origin")
    #expect(BasicAnimation(\.bounds.size.height, to: 1).animation.keyPath == "bounds.size.height")
    #expect(BasicAnimation(\.shadow.offset.width, to: 1).animation.keyPath == "shadowOffset.width")
    #expect(BasicAnimation(\.shadow.color, to: .red).animation.keyPath == "shadowColor")
    #expect(BasicAnimation(\.transform, to: .identity).animation.keyPath == "transform")
    #expect(BasicAnimation(\.frame.size, to: .zero).animation.keyPath == "frame.size")
    #expect(BasicAnimation(\.frame.origin.x, to: 0).animation.keyPath == "frame.origin.x")
    #expect(BasicAnimation(\.gradient.endPoint.y, to: 1).animation.keyPath == "endPoint.y")
    #expect(BasicAnimation(\.shape.stroke.lineWidth, to: 1).animation.keyPath == "lineWidth")
    #expect(
      BasicAnimation(emitter: \.position.y, to: 1).animation.keyPath == "emitterPosition.y")
    #expect(BasicAnimation(emitter: \.birthRate, by: 1).animation.keyPath == "birthRate")
    let frames = KeyframeAnimation(\.opacity, values: [1, 0, 1], times: [0, 0.2, 1], duration: 2)
    guard case .keyframes("opacity", let keyframes) = frames.animation.change else {
      Issue.record("no keyframes")
      return
    }
    #expect(keyframes.values == [.number(1), .number(0), .number(1)])
    #expect(keyframes.times == [0, 0.2, 1] && frames.timing.duration == 2)
  }

  @Test("A property without a key, or one that the layer does not have, is no silence")
  func typedErrors() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run { _ = BasicAnimation(\.transform.m34, to: 1) }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run { Layer().add(BasicAnimation(\.shape.strokeEnd, to: 1)) }
    }
  }
}
