// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import LayerCompositing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerModel

/// Animations that are added without a key: each is one more, as in Core Animation.
@Suite("Animations without a key", .timeLimit(.minutes(30)))
@MainActor
struct UnnamedAnimationTests {
  private let root = Layer(Rect(width: 200, height: 20))
  private let box = Layer(Rect(x: 0, y: 5, width: 10, height: 10), .red)
  private let clock = ManualClock(now: 100)

  init() { root.addSublayer(box) }

  private func host() async throws -> LayerHost {
    let host = LayerHost(
      root: root, size: Size(width: 200, height: 20), background: .white, clock: clock)
    // Sums of sixty-fourths are exact: a frame comes at each time that the tests wait for.
    host.preferredFramesPerSecond = 64
    _ = try await host.settledFrame()
    return host
  }

  /// The first column that is red at a time; `nil` for none.
  private func left(_ host: LayerHost, at time: Double) async throws -> Int? {
    clock.set(to: time)
    try await until { (host.frame?.time ?? 0) >= time - 1e-6 }
    let image = try #require(host.frame?.image)
    return (0..<image.width).first { image.rgba($0, 10) == [255, 0, 0, 255] }
  }

  @Test("Additive ones add up, by name and typed, in any number")
  func additive() async throws {
    let host = try await host()
    for distance in [20.0, 60] {
      var slide = LayerAnimation(
        "position.x", from: .number(0), to: .number(distance), duration: 1, curve: .linear)
      slide.isAdditive = true
      try box.add(slide)
    }
    var typed = BasicAnimation(\.position.x, from: 0, to: 8, duration: 1, curve: .linear)
    typed.isAdditive = true
    box.add(typed)
    #expect(box.animationKeys.count == 3 && Set(box.animationKeys).count == 3)
    _ = try await host.settledFrame()
    // The middle of the box lies at 5 + 10 + 30 + 4, its left side 5 before.
    #expect(try await left(host, at: 100.5) == 44)
    #expect(box.presentation()?.position.x == 49)
    #expect(try await left(host, at: 101) == 0)
    try await until { box.animationKeys.isEmpty }
  }

  @Test("The last one covers those before, which go on and are told their own ends")
  func covering() async throws {
    let host = try await host()
    var calls: [String] = []
    try box.add(
      LayerAnimation(
        "position.x", from: .number(5), to: .number(105), duration: 1, curve: .linear)
    ) { calls.append("long \($0)") }
    try box.add(
      LayerAnimation(
        "position.x", from: .number(50), to: .number(70), duration: 0.5, curve: .linear)
    ) { calls.append("short \($0)") }
    _ = try await host.settledFrame()
    // In the middle between 50 and 70.
    #expect(try await left(host, at: 100.25) == 55)
    #expect(try await left(host, at: 100.75) == 75)
    try await until { !calls.isEmpty }
    #expect(calls == ["short true"] && box.animationKeys.count == 1)
    clock.set(to: 101)
    try await until { calls.count == 2 }
    #expect(calls == ["short true", "long true"] && box.animationKeys.isEmpty)
  }

  @Test("A key still stands for one animation, also that of the property")
  func named() async throws {
    let host = try await host()
    var calls: [Bool] = []
    let slide = LayerAnimation("position.x", to: .number(105), duration: 1)
    try box.add(slide, forKey: "position.x") { calls.append($0) }
    try box.add(slide, forKey: "position.x")
    try await until { !calls.isEmpty }
    #expect(calls == [false] && box.animationKeys == ["position.x"])
    try box.add(slide)
    #expect(box.animationKeys.first == "position.x" && box.animationKeys.count == 2)
    box.removeAnimation(forKey: try #require(box.animationKeys.last))
    #expect(box.animationKeys == ["position.x"])
    host.close()
  }
}
