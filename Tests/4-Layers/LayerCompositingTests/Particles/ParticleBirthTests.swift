// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import LayerCompositing

/// When particles are born, and how many live.
struct ParticleBirthTests {
  /// S-199: factors of rate and lifetime; 750 ± 5 live from the fifth second on.
  @Test func s199_alive() {
    let system = ParticleSystem.hearts()
    for time in [5, 5.001, 7.33, 10, 99.99, 123_456.7] {
      let count = system.particles(at: time).count
      #expect(abs(count - 750) <= 5, "\(count) at \(time)")
    }
    #expect(system.particles(at: 1).count == 151)
    #expect(system.particles(at: -0.001).isEmpty)
  }

  /// S-207: by default a cell emits nothing, and what it emitted would not live.
  @Test func s207_defaults() {
    let cell = EmitterCell()
    #expect(cell.birthRate == 0 && cell.lifetime == 0 && cell.velocity == 0)
    #expect(cell.scale == 1 && cell.spin == 0 && cell.color == .white && cell.isEnabled)
    let emitter = ParticleEmitter()
    #expect(emitter.birthRate == 1 && emitter.lifetime == 1 && emitter.velocity == 1)
    #expect(emitter.scale == 1 && emitter.spin == 1 && emitter.shape == .point)
    #expect(emitter.mode == .volume && emitter.renderMode == .unordered)
    #expect(ParticleSystem().seed == 0)
    for (rate, lifetime) in [(0.0, 0.0), (10, 0), (0, 10)] {
      let cell = EmitterCell { ($0.birthRate, $0.lifetime) = (rate, lifetime) }
      let contents = ParticleContents(ParticleSystem(ParticleEmitter([cell])))
      #expect(contents.particles(at: 5).particles.isEmpty)
      #expect(contents.nextChange(from: 5) == .infinity)
    }
  }

  /// S-213: several kinds, each with its own rate, from the first moment on.
  @Test func s213_cells() throws {
    let cells = [10.0, 0, 35].map { rate in
      EmitterCell { ($0.birthRate, $0.lifetime) = (rate, 2) }
    }
    let system = ParticleSystem(ParticleEmitter(cells), beginTime: 3)
    let first = system.particles(at: 3)
    #expect(first.map(\.cell) == [0, 2] && first.allSatisfy { $0.age == 0 })
    // A hundredth later the births do not coincide with the time.
    let counts = Dictionary(grouping: system.particles(at: 13.01), by: \.cell).mapValues(\.count)
    #expect(counts == [0: 20, 2: 70])
  }

  /// The state at a time is that of all times before: births keep their numbers and places.
  @Test func stateIsThatOfSteps() throws {
    let system = ParticleSystem.hearts()
    var alive: [Double: Particle] = [:]
    for step in 0...600 {
      let time = Double(step) / 60
      let particles = system.particles(at: time)
      for particle in particles {
        guard let before = alive.updateValue(particle, forKey: particle.birth) else {
          // Born since the last step.
          #expect(particle.birth > time - 1.0 / 60 - 1e-9)
          continue
        }
        // A step of the motion, with the velocity in the middle of it.
        let dt = particle.age - before.age
        let (dx, dy) = (particle.place.x - before.place.x, particle.place.y - before.place.y)
        let rise = dy / dt - 100 * (before.age + dt / 2)
        #expect((dx * dx / dt / dt + rise * rise - 50 * 50).magnitude < 1e-4)
        #expect((particle.color - before.color).max() <= 0.1 * dt + 1e-9)
      }
      let births = Set(particles.map(\.birth))
      for (birth, _) in alive where !births.contains(birth) {
        #expect(birth <= time - 5 + 1e-9)
        alive[birth] = nil
      }
    }
    #expect(alive.count > 700)
  }

  /// Any order of times gives the same.
  @Test func anyOrder() {
    let contents = ParticleContents(.hearts())
    let times = (0..<40).map { Double($0) * 0.37 }
    let forwards = times.map { contents.particles(at: $0).particles }
    var random = SeededGenerator(seed: 3)
    for index in (times.indices.reversed() + times.indices.shuffled(using: &random)) {
      #expect(contents.particles(at: times[index]).particles == forwards[index])
    }
  }

  /// Changes of the rate: births are the integral of the rate.
  @Test func changesOfTheRate() {
    let cell = EmitterCell { ($0.birthRate, $0.lifetime) = (10, .infinity) }
    var emitter = ParticleEmitter([cell])
    var system = ParticleSystem(emitter)
    for (time, rate) in [(1.0, 0.0), (2, 3), (3.05, 1)] {
      emitter.birthRate = rate
      system.changes.append(ParticleSystem.Change(at: time, emitter))
    }
    // 10 until 1, none until 2, 31.5 more until 3.05.
    #expect(system.particles(at: 1).count == 10)
    #expect(system.particles(at: 1.9).count == 10)
    #expect(system.particles(at: 3.049).count == 10 + 32)
    #expect(system.particles(at: 4.001).count == 52)
    let times = system.particles(at: 5).map(\.birth)
    #expect(times == times.sorted() && times[9] == 0.9 && times[10] == 2)
    // The order of the list does not count.
    system.changes.reverse()
    #expect(system.particles(at: 5).map(\.birth) == times)
  }

  /// Factors and places are those of the birth; older particles keep theirs.
  @Test func changesCountAtBirth() {
    let cell = EmitterCell { ($0.birthRate, $0.lifetime, $0.velocity) = (10, 3, 10) }
    let emitter = ParticleEmitter([cell])
    var moved = emitter
    (moved.position.x, moved.velocity, moved.lifetime) = (500, -2, 0.5)
    moved.cells[0].color = .red
    let system = ParticleSystem(emitter, changes: [ParticleSystem.Change(at: 1, moved)])
    let particles = system.particles(at: 2.05)
    for particle in particles {
      let (isOld, age) = (particle.birth < 1, particle.age)
      #expect(abs(particle.place.x - (isOld ? 10 * age : 500 - 20 * age)) < 1e-9)
      #expect(particle.color == (isOld ? SIMD4(1, 1, 1, 1) : SIMD4(1, 0, 0, 1)))
    }
    #expect(particles.count == 10 + 11)
    // Three seconds from the first births on, one and a half from the last ones.
    #expect(system.particles(at: 3.55).count == 4 + 15)
  }

  /// A cell emits from its own beginning, for its duration.
  @Test func beginAndDuration() throws {
    let picture = try Bitmap.square(2)
    let cell = EmitterCell {
      $0.contents = picture
      ($0.birthRate, $0.lifetime, $0.beginTime, $0.duration) = (10, 100, 2, 0.95)
    }
    let contents = ParticleContents(ParticleSystem(ParticleEmitter([cell]), beginTime: 1))
    #expect(contents.particles(at: 2.99).particles.isEmpty)
    #expect(contents.nextChange(from: 0) == 3)
    #expect(contents.particles(at: 50).particles.map(\.birth).max() ?? 0 < 3.95)
    #expect(contents.particles(at: 50).particles.count == 10)
  }

  /// Records of changes that are left out change nothing later.
  @Test func forgottenChanges() {
    let cell = EmitterCell {
      ($0.birthRate, $0.lifetime, $0.velocity, $0.emissionRange) = (31, 0.7, 20, 3)
    }
    var emitter = ParticleEmitter([cell])
    var system = ParticleSystem(emitter, seed: 9)
    for step in 1..<200 {
      emitter.birthRate = 1 + Double(step % 7) * 0.3
      emitter.position.x = Double(step)
      system.changes.append(ParticleSystem.Change(at: Double(step) * 0.05, emitter))
    }
    var short = system
    short.forgetChanges(before: 5)
    #expect(short.changes.count == 99 && short != system)
    for time in [5.75, 6, 8.123, 20] {
      let (a, b) = (system.particles(at: time), short.particles(at: time))
      #expect(a.count == b.count && !a.isEmpty)
      for (p, q) in zip(a, b) {
        #expect(abs(p.birth - q.birth) < 1e-9 && abs(p.place.x - q.place.x) < 1e-6)
      }
    }
    short.forgetChanges(before: 9)
    #expect(short.changes.count == 19)
    #expect(short.particles(at: 12).count == system.particles(at: 12).count)
  }

  /// Births that are never seen change nothing: without a life, by the cell or by the emitter, and
  /// without a picture.
  @Test func birthsThatAreNeverSeen() throws {
    let picture = try Bitmap.square(4)
    func next(_ lifetime: Double, _ factor: Double, _ contents: Bitmap?) -> Double {
      let cell = EmitterCell {
        ($0.contents, $0.birthRate, $0.lifetime) = (contents, 2, lifetime)
      }
      var emitter = ParticleEmitter([cell])
      emitter.lifetime = factor
      return ParticleContents(ParticleSystem(emitter, beginTime: 1)).nextChange(from: 0)
    }
    #expect(next(3, 1, picture) == 1)
    for (lifetime, factor) in [(0.0, 1.0), (3, 0), (0, 0)] {
      #expect(next(lifetime, factor, picture) == .infinity)
    }
    #expect(next(3, 1, nil) == .infinity)
  }

  /// The pictures of two times are the same while particles stand still and none is born.
  @Test func picturesOfTheSameParticles() throws {
    let picture = try Bitmap.square(4)
    let cell = EmitterCell {
      ($0.contents, $0.birthRate, $0.lifetime) = (picture, 2, 100)
    }
    func shown(_ time: Double, _ mode: EmitterRenderMode = .unordered) -> any VectorContents {
      var emitter = ParticleEmitter([cell])
      emitter.renderMode = mode
      return ParticleContents(ParticleSystem(emitter)).presented(at: time, treeTime: time)
    }
    #expect(shown(1.1).isEqual(to: shown(1.1)) && shown(1.1).isEqual(to: shown(1.4)))
    #expect(!shown(1.1).isEqual(to: shown(1.6)))
    #expect(!shown(1.1).isEqual(to: shown(1.1, .additive)))
  }

  /// The next change is the next birth where nothing lives, and none after the last death.
  @Test func nextChange() throws {
    let picture = try Bitmap.square(4)
    let cell = EmitterCell {
      $0.contents = picture
      ($0.birthRate, $0.lifetime, $0.velocity) = (2, 0.1, 5)
    }
    var stopped = ParticleEmitter([cell])
    stopped.birthRate = 0
    let contents = ParticleContents(
      ParticleSystem(
        ParticleEmitter([cell]), beginTime: 1,
        changes: [ParticleSystem.Change(at: 2.2, stopped)]))
    #expect(contents.nextChange(from: -.infinity) == 1)
    #expect(contents.nextChange(from: 0) == 1)
    #expect(contents.nextChange(from: 1.05) == 1.05)
    #expect(contents.nextChange(from: 1.2) == 1.5)
    #expect(contents.nextChange(from: 1.61) == 2)
    #expect(contents.nextChange(from: 2.05) == 2.05)
    #expect(contents.nextChange(from: 2.15) == .infinity)
    #expect(contents.nextChange(from: 100) == .infinity)
    // What does not move changes when one more is born or dies.
    var still = cell
    (still.velocity, still.lifetime) = (0, 0.75)
    let resting = ParticleContents(ParticleSystem(ParticleEmitter([still])))
    #expect(resting.nextChange(from: 0.1) == 0.5)
    #expect(resting.nextChange(from: 0.6) == 0.75)
  }
}
