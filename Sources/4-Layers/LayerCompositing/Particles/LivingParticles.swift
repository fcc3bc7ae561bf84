// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing

/// A particle at a time.
struct Particle: Equatable {
  /// The index of the cell among those of the emitter; for a particle of a sub-cell, the index of
  /// the emitter's cell that contains the sub-cell.
  var cell: Int
  /// The level of the cell: 0 for those of the emitter.
  var level: Int
  var birth: Double
  var age: Double
  var place: ParticlePlace
  var scale: Double
  /// The angle by which the picture is turned, in radians, clockwise on the screen.
  var angle: Double
  var color: SIMD4<Double>
  /// The index of its picture; `nil` for none.
  var sprite: Int?
}

/// The particles that live at a time.
struct LivingParticles {
  /// The particles, level by level; within a level by parent, cell and number of the birth.
  private(set) var particles: [Particle] = []
  /// The pictures, with the points that a pixel has at scale 1.
  private(set) var sprites: [(sprite: Sprite, pointsPerPixel: Double)] = []
  /// When the next of the visible particles that do not move dies.
  private(set) var nextDeath = Double.infinity
  /// Whether a visible particle moves, or any particle emits others.
  private(set) var isMoving = false

  private let time: Double
  /// Whether the search ends at the first particle that moves.
  private let stopsAtMotion: Bool
  private let meaning: ParticleSystem.RangeMeaning
  /// The number of births that may still be examined.
  private var budget = LayerLimits.particles
  /// Whether there are more births than the budget.
  private(set) var isOverLimit = false
  private var spriteIndices: [ObjectIdentifier: Int] = [:]

  /// A particle that emits others.
  private struct Parent {
    var cell: Int
    var traits: Int
    var start: ParticleStart
    var random: ParticleRandom
  }

  private var traits: [ParticleTraits] = []

  /// - Parameter stopsAtMotion: Whether the list ends with the first particle that moves.
  init(
    _ system: ParticleSystem, _ timeline: ParticleTimeline, at time: Double,
    stopsAtMotion: Bool = false
  ) {
    (self.time, self.stopsAtMotion, meaning) = (time, stopsAtMotion, system.rangeMeaning)
    guard time.isFinite, time >= timeline.begin else { return }
    var parents = emit(timeline, ParticleRandom(seed: system.seed))
    var level = 1
    while !parents.isEmpty, budget > 0, !(stopsAtMotion && isMoving) {
      parents = emit(from: parents, level: level)
      level += 1
    }
  }

  /// The number of births of a cell that are examined: all, or the cell's share of the budget.
  private func share(of count: Double, among all: Double) -> Double {
    all <= Double(budget) ? count : (count * (Double(budget) / all)).rounded(.down)
  }

  // MARK: The cells of the emitter

  private mutating func emit(_ timeline: ParticleTimeline, _ random: ParticleRandom) -> [Parent] {
    let runs = (0..<timeline.cellCount).map { timeline.births(of: $0, at: time) }
    let all = runs.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } }
    if all > Double(budget) { isOverLimit = true }
    var (parents, used) = ([Parent](), 0.0)
    for (cell, runs) in runs.enumerated() where !runs.isEmpty {
      let count = runs.reduce(0) { $0 + $1.count }
      // Over the budget, each cell keeps its newest births.
      var left = share(of: count, among: all)
      used += left
      var chosen: [ParticleBirths] = []
      for run in runs.reversed() where left > 0 {
        var run = run
        run.first = max(run.first, run.last - left + 1)
        left -= run.count
        chosen.append(run)
      }
      let random = random.child(UInt64(cell))
      for run in chosen.reversed() {
        emit(run, cell, timeline, random, &parents)
      }
    }
    budget -= Int(used)
    return parents
  }

  private mutating func emit(
    _ run: ParticleBirths, _ cell: Int, _ timeline: ParticleTimeline, _ random: ParticleRandom,
    _ parents: inout [Parent]
  ) {
    let common = timeline.emitter(of: run)
    let isMoving = timeline.stages[run.stage].hasTraits
    var source = ParticleSource(common, cell, meaning)
    var (index, picture) = isMoving ? (-1, nil) : place(of: source)
    var number = run.first
    while number <= run.last, !(stopsAtMotion && self.isMoving) {
      let birth = run.time(of: number)
      let random = random.child(UInt64(number))
      number += 1
      let lifetime = source.traits.lifetime(random)
      let age = max(0, time - birth)
      guard lifetime > 0, age < lifetime || !source.traits.cells.isEmpty else { continue }
      if isMoving {
        // Traits have the animated values at the birth itself, but the lifetime above has those at
        // the middle of the whole run (`ParticleBirths.middle`).
        source = ParticleSource(timeline.emitter(common, atBirth: birth), cell, meaning)
        (index, picture) = place(of: source)
      }
      let (start, traits) = (source.start(birth: birth, lifetime: lifetime, random), source.traits)
      add(start, traits, age, cell: cell, level: 0, picture)
      if !traits.cells.isEmpty {
        parents.append(Parent(cell: cell, traits: index, start: start, random: random))
      }
    }
  }

  /// Adds the traits and the picture of a source to the lists, and returns their indices.
  private mutating func place(of source: ParticleSource) -> (traits: Int, picture: Int?) {
    (add(source.traits), pictureIndex(source.traits))
  }

  // MARK: Sub-cells

  private mutating func emit(from parents: [Parent], level: Int) -> [Parent] {
    // Each sub-cell costs one unit of the budget besides its births. Parents are counted from the
    // newest, up to half of the budget, so that births are left for them; older ones emit nothing.
    var (first, cellCount) = (parents.count, 0)
    while first > 0 {
      let count = traits[parents[first - 1].traits].cells.count
      if cellCount + count > budget / 2 {
        isOverLimit = true
        break
      }
      cellCount += count
      first -= 1
    }
    let parents = parents[first...]
    var all = 0.0
    for parent in parents {
      for cell in traits[parent.traits].cells { all += births(of: cell, from: parent)?.count ?? 0 }
    }
    var (emitting, used) = ([Parent](), 0.0)
    budget -= cellCount
    // The fraction that earlier shares lost by rounding down: a share may be less than one birth.
    var rest = 0.0
    // The indices of the sub-cells' traits, by the index of their parent's traits.
    var known: [Int: [Int]] = [:]
    for parent in parents {
      let cells = traits[parent.traits].cells
      let indices = known[parent.traits] ?? cells.map { add(ParticleTraits($0, nil, meaning)) }
      known[parent.traits] = indices
      for (index, cell) in cells.enumerated() {
        guard var run = births(of: cell, from: parent) else { continue }
        if all > Double(budget) {
          isOverLimit = true
          let share = run.count * (Double(budget) / all) + rest
          rest = share - share.rounded(.down)
          if share < 1 { continue }
          run.first = max(run.first, run.last - share.rounded(.down) + 1)
        }
        used += run.count
        emit(run, indices[index], index, from: parent, level: level, &emitting)
      }
    }
    budget -= min(budget, Int(min(used, 1e9)))
    return emitting
  }

  /// The births of a sub-cell, during the life of the particle that emits, from which something may
  /// still live.
  private func births(of cell: EmitterCell, from parent: Parent) -> ParticleBirths? {
    let rate = min(1e9, cell.birthRate.bounded)
    let begin = max(0, cell.beginTime.bounded)
    let end = min(parent.start.lifetime, cell.beginTime.bounded + cell.duration.sane)
    guard cell.isEnabled, rate > 0, end > begin else { return nil }
    let start = parent.start.birth + begin
    var first = 0.0
    if cell.longevity.isFinite {
      first = max(0, (rate * (time - cell.longevity - start)).rounded(.down) + 1)
    }
    let last = min(
      (rate * (time - start)).rounded(.down), (rate * (end - begin)).rounded(.up) - 1, 0x1p52)
    guard first <= last else { return nil }
    return ParticleBirths(
      stage: 0, start: start, before: 0, rate: rate, first: first, last: last)
  }

  private mutating func emit(
    _ run: ParticleBirths, _ index: Int, _ cell: Int, from parent: Parent, level: Int,
    _ parents: inout [Parent]
  ) {
    let (emitting, own) = (traits[parent.traits], traits[index])
    let picture = pictureIndex(own)
    let random = parent.random.child(UInt64(cell))
    var number = run.first
    while number <= run.last, !(stopsAtMotion && isMoving) {
      let birth = run.time(of: number)
      let random = random.child(UInt64(number))
      number += 1
      let lifetime = own.lifetime(random)
      let age = max(0, time - birth)
      guard lifetime > 0, age < lifetime || !own.cells.isEmpty else { continue }
      let parentAge = birth - parent.start.birth
      var start = own.start(
        birth: birth, lifetime: lifetime, at: emitting.place(parent.start, at: parentAge),
        along: emitting.direction(parent.start, at: parentAge), random)
      start.scaleFactor = emitting.scale(parent.start, at: parentAge)
      start.colorFactor = emitting.color(parent.start, at: parentAge)
      add(start, own, age, cell: parent.cell, level: level, picture)
      if !own.cells.isEmpty {
        parents.append(Parent(cell: parent.cell, traits: index, start: start, random: random))
      }
    }
  }

  // MARK: Lists

  private mutating func add(_ new: ParticleTraits) -> Int {
    traits.append(new)
    return traits.count - 1
  }

  private mutating func pictureIndex(_ traits: ParticleTraits) -> Int? {
    guard let sprite = traits.sprite else { return nil }
    if let known = spriteIndices[ObjectIdentifier(sprite)],
      sprites[known].pointsPerPixel == 1 / traits.contentsScale
    {
      return known
    }
    sprites.append((sprite, 1 / traits.contentsScale))
    spriteIndices[ObjectIdentifier(sprite)] = sprites.count - 1
    return sprites.count - 1
  }

  private mutating func add(
    _ start: ParticleStart, _ traits: ParticleTraits, _ age: Double, cell: Int, level: Int,
    _ picture: Int?
  ) {
    if !traits.cells.isEmpty { isMoving = true }
    guard age < start.lifetime else { return }
    if picture != nil, !isMoving {
      if traits.isStill(start) {
        nextDeath = min(nextDeath, start.birth + start.lifetime)
      } else {
        isMoving = true
      }
    }
    particles.append(
      Particle(
        cell: cell, level: level, birth: start.birth, age: age,
        place: traits.place(start, at: age), scale: traits.scale(start, at: age),
        angle: start.spin * age, color: traits.color(start, at: age), sprite: picture))
  }
}
