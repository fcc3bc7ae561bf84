// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CanvasGeometry
@testable import LayerCompositing

/// How particles move, turn and change: S-208 to S-212.
struct ParticleMotionTests {
  /// Many particles, all one second old or younger than that by nothing that counts.
  private func burst(
    _ meaning: ParticleSystem.RangeMeaning = .deviation, at time: Double = 1,
    _ change: (inout EmitterCell) -> Void
  ) -> [Particle] {
    let cell = EmitterCell {
      ($0.birthRate, $0.lifetime, $0.duration) = (1e8, 100, 0.001)
      change(&$0)
    }
    var system = ParticleSystem(ParticleEmitter([cell]), seed: 11)
    system.rangeMeaning = meaning
    return system.particles(at: time)
  }

  private func expectUniform(
    _ values: [Double], _ range: ClosedRange<Double>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (low, high) = (values.min() ?? .nan, values.max() ?? .nan)
    let (width, mean) = (
      range.upperBound - range.lowerBound, values.reduce(0, +) / Double(values.count)
    )
    #expect(low >= range.lowerBound - 1e-6, sourceLocation: sourceLocation)
    #expect(high <= range.upperBound + 1e-6, sourceLocation: sourceLocation)
    #expect(low < range.lowerBound + 0.001 * width, sourceLocation: sourceLocation)
    #expect(high > range.upperBound - 0.001 * width, sourceLocation: sourceLocation)
    let middle = (range.lowerBound + range.upperBound) / 2
    #expect(abs(mean - middle) < 0.01 * width, "\(mean)", sourceLocation: sourceLocation)
    var bins = [Int](repeating: 0, count: 10)
    for value in values { bins[max(0, min(9, Int((value - range.lowerBound) / width * 10)))] += 1 }
    let wanted = Double(values.count) / 10
    #expect(
      bins.allSatisfy { abs(Double($0) - wanted) < 5 * wanted.squareRoot() }, "\(bins)",
      sourceLocation: sourceLocation)
  }

  /// S-209, W-12: values lie evenly between mean − range and mean + range, or half of it.
  @Test(arguments: [(ParticleSystem.RangeMeaning.deviation, 1.0), (.width, 0.5)])
  func s209_ranges(_ meaning: ParticleSystem.RangeMeaning, _ part: Double) {
    let particles = burst(meaning) {
      ($0.scale, $0.scaleRange) = (3, 1)
      ($0.spin, $0.spinRange) = (2, 4)
      $0.color = Color(red: 0.5, green: 0.4, blue: 0.6, alpha: 0.5)
      ($0.redRange, $0.greenRange, $0.blueRange, $0.alphaRange) = (0.5, 0.25, 0.125, 0.375)
    }
    #expect(particles.count == 100_000)
    func around(_ mean: Double, _ range: Double) -> ClosedRange<Double> {
      mean - range * part...mean + range * part
    }
    expectUniform(particles.map(\.scale), around(3, 1))
    expectUniform(particles.map { $0.angle / $0.age }, around(2, 4))
    expectUniform(particles.map { $0.color[0] }, around(0.5, 0.5))
    expectUniform(particles.map { $0.color[1] }, around(0.4, 0.25))
    expectUniform(particles.map { $0.color[2] }, around(0.6, 0.125))
    expectUniform(particles.map { $0.color[3] }, around(0.5, 0.375))
    let fast = burst(meaning) { ($0.velocity, $0.velocityRange) = (50, 20) }
    expectUniform(fast.map { $0.place.x / $0.age }, around(50, 20))
    // Lifetimes: of 2 ± 1 seconds, a quarter is dead at 1.5, or at 1.75 of the half range.
    let living = burst(meaning, at: 2 - 0.5 * part + 0.001) {
      ($0.lifetime, $0.lifetimeRange) = (2, 1)
    }
    #expect(abs(Double(living.count) - 75_000) < 1_000)
  }

  /// S-210: directions fill a wedge around the longitude evenly.
  @Test(arguments: [(ParticleSystem.RangeMeaning.deviation, 1.0), (.width, 0.5)])
  func s210_wedge(_ meaning: ParticleSystem.RangeMeaning, _ part: Double) {
    let particles = burst(meaning) {
      ($0.velocity, $0.emissionLongitude, $0.emissionRange) = (100, 1, .pi / 4)
    }
    let angles = particles.map { Angle.arctangent($0.place.y, $0.place.x) }
    expectUniform(angles, 1 - .pi / 4 * part...1 + .pi / 4 * part)
  }

  /// S-211: the longitude turns from +x towards +y, the latitude out of the plane.
  @Test func s211_angles() throws {
    let particle = try #require(
      burst { ($0.velocity, $0.emissionLongitude) = (100, .pi / 4) }.first)
    #expect(abs(particle.place.x - 100 * particle.age * 0.5.squareRoot()) < 1e-6)
    #expect(abs(particle.place.y - particle.place.x) < 1e-9 && particle.place.z == 0)
    let tilted = burst {
      ($0.velocity, $0.emissionLongitude, $0.emissionRange) = (100, .pi / 4, .pi / 4)
    }
    let mean = tilted.reduce(into: (0.0, 0.0)) { $0 = ($0.0 + $1.place.x, $0.1 + $1.place.y) }
    #expect(abs(Angle.arctangent(mean.1, mean.0) - .pi / 4) < 0.01)
    let high = try #require(
      burst { ($0.velocity, $0.emissionLatitude) = (100, .pi / 3) }.first)
    #expect(abs(high.place.z - 100 * high.age * 0.75.squareRoot()) < 1e-6)
    #expect(abs(high.place.x - 50 * high.age) < 1e-6)
  }

  /// S-212: p₀ + v·t + ½·a·t²; the mean of the article's particles.
  @Test func s212_acceleration() throws {
    let particle = try #require(
      burst(at: 2) {
        ($0.velocity, $0.xAcceleration, $0.yAcceleration, $0.zAcceleration) = (10, 1, -6, 4)
      }.first)
    #expect(particle.age == 2)
    #expect(particle.place == ParticlePlace(x: 20 + 2, y: -12, z: 8))
    var (x, y, count) = (0.0, 0.0, 0.0)
    for seed in 1...8 {
      for particle in ParticleSystem.hearts(seed: UInt64(seed)).particles(at: 10) {
        (x, y, count) = (x + particle.place.x - 160, y + particle.place.y - 240, count + 1)
      }
    }
    #expect(abs(x / count - 79.6) < 0.05 * 79.6, "\(x / count)")
    #expect(abs(y / count - 496.2) < 0.05 * 496.2, "\(y / count)")
    var wide = ParticleSystem.hearts()
    wide.rangeMeaning = .width
    let particles = wide.particles(at: 10)
    let mean = particles.reduce(0) { $0 + $1.place.x - 160 } / Double(particles.count)
    #expect(abs(mean - 86.1) < 0.05 * 86.1, "\(mean)")
  }

  /// S-208: colours and scale change by their speeds, linearly, and are cut off.
  @Test func s208_speeds() throws {
    let change: (inout EmitterCell) -> Void = {
      $0.color = Color(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
      ($0.redSpeed, $0.greenSpeed, $0.blueSpeed, $0.alphaSpeed) = (0.1, -0.2, 0.4, -0.1)
      ($0.scale, $0.scaleSpeed) = (2, -0.4)
    }
    let two = try #require(burst(at: 2, change).first)
    #expect((two.color - SIMD4(0.7, 0.1, 1, 0.8)).max() < 1e-9)
    #expect(abs(two.scale - 1.2) < 1e-9)
    let late = try #require(burst(at: 20, change).first)
    #expect(late.color == SIMD4(1, 0, 1, 0) && late.scale == 0)
  }

  /// S-199: factors of velocity, scale and spin.
  @Test func s199_factors() throws {
    let particle = try #require(ParticleSystem.hearts().particles(at: 4).first)
    #expect(particle.age == 4 && abs(particle.angle - 4 * .pi) < 1e-9)
    let dx = particle.place.x - 160, dy = particle.place.y - 240 - 800
    // On the line of 50 points, 200 points away.
    #expect((150...225).contains((dx * dx + dy * dy).squareRoot()))
    #expect(ParticleSystem.hearts().particles(at: 8).map(\.scale).max() ?? 2 <= 1)
  }

  /// With `emitsOutward` particles leave a circle on all sides.
  @Test func outward() {
    let cell = EmitterCell { ($0.birthRate, $0.lifetime, $0.velocity) = (1000, 2, 10) }
    let emitter = ParticleEmitter([cell]) {
      ($0.shape, $0.mode, $0.size.width, $0.emitsOutward) = (.circle, .outline, 30, true)
    }
    for particle in ParticleSystem(emitter).particles(at: 1) {
      let radius =
        (particle.place.x * particle.place.x + particle.place.y * particle.place.y).squareRoot()
      #expect(abs(radius - 30 - 10 * particle.age) < 1e-6)
    }
  }

  /// S-213: sub-cells start where their particle is, from its direction, with its colour and scale.
  @Test func s213_subcells() throws {
    let spark = EmitterCell {
      ($0.birthRate, $0.lifetime, $0.velocity, $0.emissionLongitude) = (4, 10, 5, .pi)
      ($0.color, $0.scale) = (Color(red: 1, green: 0.5, blue: 1, alpha: 1), 3)
    }
    let rocket = EmitterCell {
      ($0.birthRate, $0.lifetime, $0.velocity, $0.duration) = (1, 2, 10, 0.5)
      ($0.emissionLongitude, $0.yAcceleration, $0.scale, $0.scaleSpeed) = (.pi / 2, 10, 2, -0.5)
      ($0.color, $0.alphaSpeed) = (Color(red: 0.5, green: 1, blue: 1, alpha: 1), -0.25)
      $0.emitterCells = [spark]
    }
    let system = ParticleSystem(ParticleEmitter([rocket]) { $0.position.x = 50 })
    let particles = system.particles(at: 1.6)
    let sparks = particles.filter { $0.level == 1 }
    #expect(particles.count == 8 && sparks.map(\.birth) == [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5])
    for spark in sparks {
      let (t, age) = (spark.birth, 1.6 - spark.birth)
      #expect(abs(spark.place.x - 50) < 1e-9)
      #expect(abs(spark.place.y - (10 * t + 5 * t * t - 5 * age)) < 1e-9, "\(spark)")
      #expect(abs(spark.scale - 3 * (2 - 0.5 * t)) < 1e-9)
      #expect((spark.color - SIMD4(0.5, 0.5, 1, 1 - 0.25 * t)).max() < 1e-9)
    }
    // They outlive it, and none is born after its death.
    let late = system.particles(at: 5)
    #expect(late.count == 8 && late.allSatisfy { $0.level == 1 && $0.birth < 2 })
    #expect(system.particles(at: 12).isEmpty)
  }
}
