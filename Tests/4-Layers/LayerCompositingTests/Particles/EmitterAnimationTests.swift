// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Animated emitters: counts and places by integrals that are known.
struct EmitterAnimationTests {
  private func system(
    rate: Double = 10, lifetime: Double = .infinity, _ animations: [EmitterAnimation] = []
  ) -> ParticleSystem {
    let cell = EmitterCell {
      ($0.name, $0.birthRate, $0.lifetime) = ("dot", rate, lifetime)
    }
    var system = ParticleSystem(ParticleEmitter([cell]), seed: 5)
    system.animations = animations
    return system
  }

  private func animation(
    _ key: String, _ from: Double, _ to: Double, _ duration: Double
  ) -> LayerAnimation {
    LayerAnimation(
      key, from: .number(from), to: .number(to), duration: duration, curve: .linear)
  }

  /// The factor t / 2 for 4 seconds: 10 · ∫ t / 2 = 2.5 t² births, then 10 a second.
  @Test(arguments: [
    (0.1, 1), (2.1, 12), (3.1, 25), (3.99, 40), (4.05, 41), (5.05, 51), (9.05, 91),
  ])
  func birthRate(_ time: Double, _ count: Int) {
    let system = system([EmitterAnimation(animation("birthRate", 0, 2, 4))])
    #expect(system.particles(at: time).count == count)
  }

  /// The same for the rate of one cell, which has 20 t / 4 of its own.
  @Test func birthRateOfACell() {
    let system = system([
      EmitterAnimation(animation("emitterCells.dot.birthRate", 0, 20, 4))
    ])
    #expect([2.1, 4.05, 5.05].map { system.particles(at: $0).count } == [12, 41, 51])
  }

  /// Eight births a second along a line: each particle stays where it was born, also when the
  /// animation is over.
  @Test(arguments: [0.99, 1.06, 7.0]) func position(_ time: Double) {
    let system = system(
      rate: 8, [EmitterAnimation(animation("emitterPosition.x", 0, 100, 1))])
    let places = system.particles(at: time).map(\.place.x)
    #expect(Array(places.prefix(8)) == [0, 12.5, 25, 37.5, 50, 62.5, 75, 87.5])
    #expect(places.dropFirst(8).allSatisfy { $0 == 0 })
  }

  /// A value that jumps counts for those that are born then: velocities of 10, then of 30.
  @Test func jump() {
    let jumping = LayerAnimation(
      "emitterCells.dot.velocity",
      keyframes: Keyframes([.number(10), .number(30)], mode: .discrete), duration: 2)
    let system = system(rate: 4, lifetime: 100, [EmitterAnimation(jumping)])
    // Births at 0, 0.25 …; at 1 the second value begins, at 2 the cell's own, 0.
    for particle in system.particles(at: 3) {
      let velocity = particle.birth < 1 ? 10.0 : particle.birth < 2 ? 30 : 0
      #expect(abs(particle.place.x - velocity * (3 - particle.birth)) < 1e-9)
    }
    #expect(system.particles(at: 3).count == 13)
  }

  /// Lifetimes of 1, then of 3 seconds, 4 births a second; at 3.9 those of 1 ≤ b < 2 live, and of
  /// the later ones, which live for a second, those after 2.9.
  @Test func lifetime() {
    let jumping = LayerAnimation(
      "lifetime", keyframes: Keyframes([.number(1), .number(3)], mode: .discrete), duration: 2)
    let system = system(rate: 4, lifetime: 1, [EmitterAnimation(jumping)])
    #expect(
      system.particles(at: 3.9).map(\.birth) == [1, 1.25, 1.5, 1.75, 3, 3.25, 3.5, 3.75])
  }

  /// An animation that was removed counts until then, and one that was added from then on.
  @Test func interval() {
    let all = EmitterAnimation(animation("birthRate", 3, 3, .infinity), from: 1, to: 2)
    let system = system([all])
    // 10 + 30 + 10 births, and the first one.
    #expect([1.05, 2.05, 3.05].map { system.particles(at: $0).count } == [12, 41, 51])
    #expect(system.emitter(at: 1.5).birthRate == 3 && system.emitter(at: 2).birthRate == 1)
  }

  /// A picture depends on its time alone: not on those before, nor on what is kept.
  @Test func anyOrder() {
    var pulse = animation("birthRate", 0, 5, 0.7)
    (pulse.timing.autoreverses, pulse.timing.repeatCount) = (true, .infinity)
    var swing = animation("emitterPosition.x", -50, 50, 0.9)
    (swing.timing.autoreverses, swing.timing.repeatCount) = (true, .infinity)
    let system = system(
      rate: 20, lifetime: 2, [EmitterAnimation(pulse), EmitterAnimation(swing)])
    let contents = ParticleContents(system)
    var random = SeededGenerator(seed: 3)
    let times = (0..<40).map { _ in Double.random(in: 0..<60, using: &random) }
    for time in times {
      let fresh = system.particles(at: time)
      #expect(contents.particles(at: time).particles == fresh)
      // 20 · 2.5 births a second on average, of two seconds: within a half.
      if time > 2 { #expect((50...150).contains(fresh.count)) }
      // Those that live for a while are the same in between.
      let later = contents.particles(at: time + 0.5).particles
      let common = later.filter { $0.birth <= time && $0.birth > time - 1 }
      let same = fresh.filter { $0.birth > time - 1 }
      #expect(common.map(\.birth) == same.map(\.birth))
      #expect(common.map(\.place) == same.map(\.place))
    }
  }

  /// Rates that move for ever have a picture at any time.
  @Test(arguments: [100.0, 700]) func longMotion(_ time: Double) {
    var pulse = animation("birthRate", 1, 3, 1)
    (pulse.timing.autoreverses, pulse.timing.repeatCount) = (true, .infinity)
    let contents = ParticleContents(
      system(rate: 10, lifetime: 4, [EmitterAnimation(pulse)]))
    let count = contents.particles(at: time).particles.count
    #expect((40...121).contains(count))
    #expect(contents.nextChange(from: time) <= time + 1)
  }

  /// Between births nothing changes, while a rate is 0 nothing is born, and what moves is known.
  @Test func nextChange() throws {
    let silent = LayerAnimation(
      "birthRate", keyframes: Keyframes([.number(0), .number(1)], mode: .discrete), duration: 4)
    var system = system(rate: 1, lifetime: 100, [EmitterAnimation(silent)])
    system.emitter.cells[0].contents = try .square(2)
    let contents = ParticleContents(system)
    #expect(contents.particles(at: 1.9).particles.isEmpty)
    let next = contents.nextChange(from: 0.5)
    #expect(next > 0.5 && next <= 2)
    #expect(contents.particles(at: 2).particles.map(\.birth) == [2])
    #expect(contents.nextChange(from: 1.75) == 2)
  }

  /// Rates that are 0 for ever, or no numbers, emit nothing, and the search for births ends.
  @Test(.timeLimit(.minutes(30))) func noBirths() {
    for (from, to) in [(0.0, 0.0), (.nan, .nan), (-1, 0)] {
      let contents = ParticleContents(
        system([EmitterAnimation(animation("birthRate", from, to, .infinity))]))
      #expect(contents.particles(at: 5).particles.isEmpty)
      #expect(contents.nextChange(from: 5) > 5)
    }
  }

  /// A layer's own animations reach its particles.
  @Test func motionOfANode() throws {
    let motion = LayerMotion(animations: [
      (key: "rate", animation: animation("birthRate", 0, 2, 4)),
      (key: "fade", animation: animation("opacity", 1, 0, 4)),
    ])
    let node = RenderNode(
      contents: .vector(ParticleContents(system())), motion: motion)
    guard case .vector(let vector) = node.contents else {
      Issue.record("no contents")
      return
    }
    let contents = try #require(vector as? ParticleContents)
    #expect(contents.particles(at: 3.1).particles.count == 25)
    #expect(node.presented(at: 1).properties.opacity == 0.75)
    // A group has the time of its members.
    let group = LayerAnimation(
      .group([animation("birthRate", 0, 2, 4)]), timing: MediaTiming(duration: 4))
    #expect(
      self.system([EmitterAnimation(group)]).particles(at: 3.1).count == 25)
  }

  /// Cells inside others, names with dots, fields, and what cannot be animated.
  @Test func keyPaths() throws {
    var rocket = EmitterCell()
    var spark = EmitterCell()
    (rocket.name, spark.name) = ("rocket", "spark")
    rocket.emitterCells = [spark]
    var dotted = EmitterCell()
    dotted.name = "a.b"
    var emitter = ParticleEmitter([rocket, dotted])
    try emitter.setValue(.number(3), forKeyPath: "emitterCells.rocket.emitterCells.spark.scale")
    try emitter.setValue(.number(4), forKeyPath: "emitterCells.a.b.spin")
    try emitter.setValue(.number(0.5), forKeyPath: "emitterCells.rocket.contentsRect.size.width")
    try emitter.setValue(.number(6), forKeyPath: "emitterSize.height")
    #expect(emitter.cells[0].emitterCells[0].scale == 3 && emitter.cells[1].spin == 4)
    #expect(emitter.cells[0].contentsRect.width == 0.5 && emitter.size.height == 6)
    for path in [
      "emitterCells", "emitterCells.rocket", "emitterCells.none.scale", "emitterCells.rocket.x",
      "emitterCells.rocket.emitterCells.none.scale", "birthRate.x", "emitterCells..scale",
    ] {
      #expect(emitter.value(forKeyPath: path) == nil, "\(path)")
      let error = #expect(throws: LayerKeyError.self) {
        try emitter.setValue(.number(1), forKeyPath: path)
      }
      #expect(error?.code == .unknownKey, "\(path)")
    }
    let properties = LayerProperties()
    for (key, code) in [
      ("emitterCells.rocket.beginTime", LayerKeyError.Code.notAnimatable),
      ("emitterCells.none.scale", .unknownKey), ("emitterShape", .wrongType),
    ] {
      let error = #expect(throws: LayerKeyError.self) {
        try LayerAnimation(key, to: .number(1)).check(for: properties, emitter: emitter)
      }
      #expect(error?.code == code, "\(key)")
    }
    #expect(throws: LayerKeyError.self) {
      try LayerAnimation("birthRate", to: .number(1)).check(for: properties)
    }
  }

  /// Each key of emitters and cells is read as it was set.
  @Test func s215_eachKey() throws {
    var cell = EmitterCell()
    cell.name = "a"
    let paths =
      ParticleEmitter.keys
      + EmitterCell.keys.filter { $0 != "name" }.map { "emitterCells.a.\($0)" }
    #expect(paths.count == 13 + 33)
    for path in paths {
      var emitter = ParticleEmitter([cell])
      let old = try #require(emitter.value(forKeyPath: path))
      let new: LayerValue =
        switch old {
        case .number: .number(7)
        case .boolean(let flag): .boolean(!flag)
        case .point: .point(Point(x: 1, y: 2))
        case .size: .size(Size(width: 3, height: 4))
        case .rect: .rect(Rect(x: 0, y: 0, width: 0.5, height: 1))
        case .color: .color(.blue)
        case .string("point"): .string("sphere")
        case .string("volume"): .string("surface")
        case .string("unordered"): .string("additive")
        case .string: .string("nearest")
        default: .picture(try .square(3))
        }
      #expect(new != old)
      try emitter.setValue(new, forKeyPath: path)
      #expect(emitter.value(forKeyPath: path) == new && emitter != ParticleEmitter([cell]))
      #expect(throws: LayerKeyError.self) { try emitter.setValue(.path(nil), forKeyPath: path) }
    }
  }
}
