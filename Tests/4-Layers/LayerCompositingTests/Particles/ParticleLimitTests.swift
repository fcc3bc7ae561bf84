// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Numbers that no emitter should have: a defined result, in bounded time and memory.
struct ParticleLimitTests {
  private func cell(_ rate: Double, _ lifetime: Double) throws -> EmitterCell {
    let picture = try Bitmap.square(2)
    return EmitterCell { ($0.contents, $0.birthRate, $0.lifetime) = (picture, rate, lifetime) }
  }

  /// 10⁹ births whose lifetime is infinite: the newest ones are shown.
  @Test func manyBirths() throws {
    let system = ParticleSystem(ParticleEmitter([try cell(1e9, .infinity)]))
    let particles = system.particles(at: 1)
    #expect(particles.count == LayerLimits.particles)
    #expect(particles.allSatisfy { $0.age <= 1e-4 + 1e-9 })
    #expect(system.particles(at: 1e12).count <= LayerLimits.particles)
    // In proportion, of several cells.
    let two = ParticleSystem(
      ParticleEmitter([try cell(3e5, .infinity), try cell(1e5, .infinity)]))
    let counts = Dictionary(grouping: two.particles(at: 10), by: \.cell).mapValues(\.count)
    #expect(abs((counts[0] ?? 0) - 75_000) <= 2 && abs((counts[1] ?? 0) - 25_000) <= 2)
    #expect(try RenderTree(8, 8, [system.node()]).image.width == 8)
  }

  /// NaN, negative, huge and infinite numbers of every property.
  @Test func everyNumber() throws {
    let values = [
      Double.nan, -1, 0, -0.0, 1e-300, 1e12, 1e300, -1e300, .infinity, -.infinity,
      .greatestFiniteMagnitude, .leastNonzeroMagnitude,
    ]
    var base = try cell(5, 2)
    base.emitterCells = [try cell(3, 1)]
    for path in EmitterCell.numbers {
      for value in values {
        var changed = base
        changed[keyPath: path] = value
        var inner = base
        var sub = try cell(3, 1)
        sub[keyPath: path] = value
        inner.emitterCells = [sub]
        for cell in [changed, inner] {
          #expect(try picture(ParticleEmitter([cell])).width == 20)
        }
      }
    }
    let names = [
      "birthRate", "lifetime", "velocity", "scale", "spin", "emitterPosition.x",
      "emitterPosition.y", "emitterSize.width", "emitterSize.height", "emitterZPosition",
      "emitterDepth",
    ]
    for name in names {
      for value in values {
        for (shape, mode) in [(EmitterShape.cuboid, EmitterMode.outline), (.circle, .volume)] {
          var emitter = ParticleEmitter([base]) { ($0.shape, $0.mode) = (shape, mode) }
          emitter.emitsOutward = true
          try emitter.setValue(.number(value), forKeyPath: name)
          #expect(try picture(emitter).width == 20)
        }
      }
    }
    for value in values {
      var system = ParticleSystem(ParticleEmitter([base]), beginTime: value)
      #expect(try picture(system).width == 20)
      system = ParticleSystem(
        ParticleEmitter([base]),
        changes: [ParticleSystem.Change(at: value, ParticleEmitter([base, base]))])
      #expect(try picture(system).width == 20)
      #expect(system.emitter(at: value).cells.count > 0)
      system.forgetChanges(before: value)
      #expect(ParticleContents(system).nextChange(from: value) >= value || value.isNaN)
    }
  }

  private func picture(_ emitter: ParticleEmitter) throws -> Bitmap {
    try picture(ParticleSystem(emitter))
  }

  private func picture(_ system: ParticleSystem) throws -> Bitmap {
    var tree = RenderTree(20, 20, [system.node()])
    tree.time = 1.9
    _ = tree.root.nextChange(from: 1.9)
    return try tree.image
  }

  /// Contents without pixels, and none.
  @Test func emptyContents() throws {
    var cell = try cell(10, 1)
    cell.contentsRect = Rect(x: 2, y: 2, width: 1, height: 1)
    let blank = try RenderTree(20, 20, []).image
    #expect(try picture(ParticleEmitter([cell])) == blank)
    cell.contentsRect = Rect(x: .nan, y: 0, width: .nan, height: 1)
    #expect(try picture(ParticleEmitter([cell])) == blank)
    cell.contents = nil
    #expect(try picture(ParticleEmitter([cell])) == blank)
    #expect(
      ParticleContents(ParticleSystem(ParticleEmitter([cell]))).nextChange(from: 5) == .infinity)
    #expect(try picture(ParticleEmitter([])) == blank)
  }

  /// 10⁵ cells, and cells in cells in cells.
  @Test func manyCells() throws {
    let cell = try cell(1, 1)
    let wide = ParticleSystem(
      ParticleEmitter([EmitterCell](repeating: cell, count: 100_000)))
    #expect(wide.particles(at: 0).count == LayerLimits.emitterCells)
    var deep = cell
    for _ in 0..<100_000 {
      var above = cell
      above.emitterCells = [deep]
      deep = above
    }
    #expect(deep.cellCount == LayerLimits.emitterCellDepth)
    var broad = cell
    for _ in 0..<20 {
      var above = cell
      above.emitterCells = [EmitterCell](repeating: broad, count: 50)
      broad = above
    }
    #expect(broad.cellCount <= LayerLimits.emitterCells)
    #expect(
      ParticleSystem(ParticleEmitter([broad])).particles(at: 3).count <= LayerLimits.particles)
  }

  /// Sub-cells that multiply: each level a thousand of each particle.
  @Test func floods() throws {
    var cell = try cell(1000, 10)
    for _ in 0..<6 {
      var above = try self.cell(1000, 10)
      above.emitterCells = [cell, cell]
      cell = above
    }
    let particles = ParticleSystem(ParticleEmitter([cell])).particles(at: 5)
    #expect(particles.count <= LayerLimits.particles && particles.count > 10_000)
  }

  /// Thousands of changes, also of one time.
  @Test func manyChanges() throws {
    var system = ParticleSystem(ParticleEmitter([try cell(100, 1)]))
    let emitter = system.emitter
    for step in 0..<20_000 {
      system.changes.append(ParticleSystem.Change(at: Double(step % 5_000) * 0.001, emitter))
    }
    #expect(abs(system.particles(at: 4.9995).count - 100) <= 1)
  }

  /// Three levels of cells share the limit: a hundred particles emit 50,000 that emit nothing, and
  /// a hundred that would emit several hundred thousand.
  @Test func theLevelsShareTheLimit() throws {
    var (outer, middle) = (try cell(10, 1000), try cell(0.2, 1000))
    middle.emitterCells = [try cell(1000, 1000)]
    outer.emitterCells = [try cell(100, 1000), middle]
    let count = ParticleSystem(ParticleEmitter([outer])).particles(at: 10).count
    #expect(count <= LayerLimits.particles && count > LayerLimits.particles - 1000)
  }

  /// More parents than the limit has room for: 60,000 particles with two sub-cells each, of which
  /// the newest emit as many as there is room for, and the oldest none.
  @Test func theNewestParentsEmit() throws {
    var outer = try cell(6000, 10)
    outer.emitterCells = [try cell(100, 1), try cell(100, 1)]
    let particles = ParticleSystem(ParticleEmitter([outer])).particles(at: 10)
    #expect(particles.count <= LayerLimits.particles)
    let emitted = particles.filter { $0.level == 1 }
    #expect(emitted.count > 15_000, "\(emitted.count)")
  }
}
