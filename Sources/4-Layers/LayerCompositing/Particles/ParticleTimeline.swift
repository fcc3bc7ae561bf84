// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Consecutive births of one cell at a constant rate.
///
/// The births of a cell are numbered from 0 in order of time. The numbers are whole.
struct ParticleBirths {
  /// The index of the stage.
  let stage: Int
  /// The time at which the rate begins, in seconds.
  let start: Double
  /// The births of the cell up to ``start``, with a fraction.
  let before: Double
  /// Births a second, above 0.
  let rate: Double
  /// The number of the first of these births.
  var first: Double
  /// The number of the last of these births.
  let last: Double
  /// The time at which animated rates and lifetimes are evaluated for these births; `nil` if they
  /// are constant in the stage.
  var middle: Double?

  /// The number of these births.
  var count: Double { max(0, last - first + 1) }

  /// The time of the birth with a number, in seconds.
  func time(of index: Double) -> Double { start + (index - before) / rate }
}

/// The emitter and the births of a particle system at any time.
///
/// Time is divided into stages at the changes of the emitter, and where animations of birth rates
/// or lifetimes begin and end. All times are seconds of the layer.
struct ParticleTimeline {
  /// A stretch of time in which birth rates and lifetimes are constant, or animated throughout.
  struct Stage {
    var start: Double
    var end = Double.infinity
    /// The emitter before animations.
    let model: ParticleEmitter
    /// The emitter with the rates and lifetimes that animations give it; the same as ``model`` if
    /// they are animated throughout.
    var emitter: ParticleEmitter
    var cells: ArraySlice<EmitterCell>
    /// Whether rates or lifetimes are animated throughout. They are then constant within each step
    /// of a ``StepBlock``.
    var isStepped = false
    /// Whether animations may change the properties that a particle gets at its birth.
    var hasTraits = false

    init(start: Double, _ emitter: ParticleEmitter) {
      (self.start, model, self.emitter) = (start, emitter, emitter)
      cells = emitter.emittingCells
    }
  }

  private(set) var stages: [Stage]
  /// The time at which the emission begins.
  let begin: Double
  /// The most cells of a stage.
  let cellCount: Int
  let animations: [EmitterAnimation]
  private let forgotten: [Double]
  private let blocks = StepBlocks()

  /// The most births a second.
  private static let mostRate = 1e9
  /// The seconds of a stage with animated rates after which nothing is emitted, so that the number
  /// of steps is bounded.
  private static let longestMotion = 1e9
  /// The greatest number of a birth: a `Double` is exact up to it.
  private static let mostBirths = 0x1p52

  /// - Parameter motion: Animations of the layer that shows the system.
  init(_ system: ParticleSystem, _ motion: LayerMotion? = nil) {
    begin = system.beginTime.bounded
    animations = system.animations + (motion?.emitterAnimations ?? [])
    forgotten = system.forgotten?.births ?? []
    let start = system.forgotten?.end ?? begin
    stages = [Stage(start: start, system.emitter)]
    let changes = system.changes.enumerated().filter { !$0.element.time.isNaN }
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
    for (_, change) in changes {
      if change.time <= stages[stages.count - 1].start {
        stages[stages.count - 1] = Stage(
          start: stages[stages.count - 1].start, change.emitter)
      } else {
        stages[stages.count - 1].end = change.time
        stages.append(Stage(start: change.time, change.emitter))
      }
    }
    cellCount = stages.map(\.cells.count).max() ?? 0
    if !animations.isEmpty { divideByAnimations() }
  }

  /// Divides the stages at the times at which animations of rates begin and end.
  private mutating func divideByAnimations() {
    let moving = animations.filter { $0.track.changes(.births) }
    let traits = animations.filter { $0.track.changes(.traits) }
    let spans = moving.map { animation in
      let active = animation.track.activeInterval ?? (.infinity, .infinity)
      return (
        from: max(animation.start, active.start), to: min(animation.end, active.end)
      )
    }
    var bounds = Set<Double>()
    for (animation, span) in zip(moving, spans) {
      bounds.formUnion([animation.start, animation.end, span.from, span.to])
    }
    let sorted = bounds.filter(\.isFinite).sorted()
    var divided: [Stage] = []
    for stage in stages {
      var rest = stage
      for bound in sorted where bound > rest.start && bound < rest.end {
        var part = rest
        part.end = bound
        divided.append(part)
        rest.start = bound
      }
      divided.append(rest)
    }
    for index in divided.indices {
      var stage = divided[index]
      stage.isStepped = spans.contains { $0.from <= stage.start && stage.end <= $0.to }
      stage.hasTraits = traits.contains { $0.start < stage.end && stage.start < $0.end }
      if !stage.isStepped, !moving.isEmpty {
        let inside = stage.end.isFinite ? (stage.start + stage.end) / 2 : stage.start + 1
        stage.emitter = animated(stage.model, at: inside, .births)
        stage.cells = stage.emitter.emittingCells
      }
      divided[index] = stage
    }
    stages = divided
  }

  /// The stage at a time; `nil` before the first one.
  func stage(at time: Double) -> Stage? { stages.last { $0.start <= time } }

  // MARK: Animations

  /// An emitter with the values that animations give its properties at a time.
  ///
  /// - Parameter part: The properties that are animated; `nil` for all.
  private func animated(
    _ emitter: ParticleEmitter, at time: Double, _ part: EmitterPart?
  ) -> ParticleEmitter {
    var state = PresentedLayer(properties: LayerProperties())
    (state.emitter, state.part) = (emitter, part)
    for animation in animations where animation.start <= time && time < animation.end {
      animation.track.apply(at: time, to: &state)
    }
    return state.emitter ?? emitter
  }

  /// The emitter at a time; `nil` before the first stage.
  func emitter(at time: Double) -> ParticleEmitter? {
    guard let stage = stage(at: time) else { return nil }
    return animations.isEmpty ? stage.emitter : animated(stage.model, at: time, nil)
  }

  /// The emitter of births, with their rates and lifetimes. What particles get at their birth may
  /// differ from birth to birth: ``emitter(_:atBirth:)``.
  func emitter(of births: ParticleBirths) -> ParticleEmitter {
    let stage = stages[births.stage]
    return births.middle.map { animated(stage.model, at: $0, .births) } ?? stage.emitter
  }

  /// The emitter with the properties that a particle gets at a time.
  ///
  /// - Parameter emitter: The result of ``emitter(of:)`` for the birth.
  func emitter(_ emitter: ParticleEmitter, atBirth time: Double) -> ParticleEmitter {
    animated(emitter, at: time, .traits)
  }

  /// The next time at which animations change how living particles are drawn; the given time itself
  /// while they do.
  func nextMotion(from time: Double) -> Double {
    animations.reduce(.infinity) { next, animation in
      guard time < animation.end, animation.track.changes(.picture) else { return next }
      return min(next, max(animation.track.nextChange(from: time), animation.start))
    }
  }

  // MARK: Births

  /// Calls a closure with the births of a cell at each rate, in order of time.
  ///
  /// The births of a rate that never ends are numbered up to ``mostBirths``.
  ///
  /// - Parameters:
  ///   - skips: Whether a block of steps need not be visited, given the end of the block and the
  ///     longest time from a birth in it to the end of the last particle that comes from it.
  ///   - body: Returns whether to go on.
  /// - Returns: The number of births of the cell up to `end`, or up to the end of the run at which
  ///   the closure stopped.
  @discardableResult
  private func walk(
    _ cell: Int, until end: Double = .infinity,
    skips: (_ end: Double, _ lifespan: Double) -> Bool = { _, _ in false },
    body: (ParticleBirths) -> Bool
  ) -> Double {
    var births = cell < forgotten.count ? forgotten[cell] : 0
    for (index, stage) in stages.enumerated() where cell < stage.cells.count {
      if stage.start >= end { break }
      let template = stage.cells[cell]
      let first = begin + template.beginTime.bounded
      let last = min(first + template.duration.sane, end)
      if !stage.isStepped {
        let (from, to) = (max(stage.start, first), min(stage.end, last))
        let rate = Self.rate(of: cell, stage.emitter, stage.cells)
        guard rate > 0, to > from, births < Self.mostBirths else { continue }
        let next = births + rate * (to - from)
        let run = ParticleBirths(
          stage: index, start: from, before: births, rate: rate, first: births.rounded(.up),
          last: min(next.rounded(.up) - 1, Self.mostBirths))
        if !body(run) { return next }
        births = next
        continue
      }
      var number = 0
      while case var block = self.block(number, of: index, hasRates: false),
        block.span.start < min(stage.end, end),
        block.span.start - stage.start < Self.longestMotion
      {
        defer { number += 1 }
        if block.span.end <= end, skips(block.span.end, block.lifespans[cell]) {
          births += block.sums[cell]
          continue
        }
        if block.rates.isEmpty { block = self.block(number, of: index, hasRates: true) }
        // Each block is summed up from 0, so that the stored sum of a skipped block has the same
        // bits.
        var sum = 0.0
        for step in 0..<StepBlock.stepCount {
          let rate = block.rates[step * stage.cells.count + cell]
          let (from, to) = (max(block.span.time(step), first), min(block.span.time(step + 1), last))
          guard rate > 0, to > from, births + sum < Self.mostBirths else { continue }
          let next = sum + rate * (to - from)
          let run = ParticleBirths(
            stage: index, start: from, before: births + sum, rate: rate,
            first: (births + sum).rounded(.up),
            last: min((births + next).rounded(.up) - 1, Self.mostBirths),
            middle: block.span.middle(step))
          if !body(run) { return births + next }
          sum = next
        }
        births += sum
      }
    }
    return births
  }

  private static func rate(
    of cell: Int, _ emitter: ParticleEmitter, _ cells: ArraySlice<EmitterCell>
  ) -> Double {
    let template = cells[cell]
    if !template.isEnabled { return 0 }
    return min(mostRate, emitter.birthRate.bounded * template.birthRate.bounded)
  }

  /// The longest time from a birth to the end of all that comes from it.
  private static func lifespan(_ template: EmitterCell, _ emitter: ParticleEmitter) -> Double {
    let factor = abs(emitter.lifetime.bounded)
    let lifespan =
      factor == 0 ? 0 : template.longestLife * factor + template.longevity - template.longestLife
    return lifespan.isNaN ? .infinity : lifespan
  }

  /// A block of steps of a stage with animated rates.
  private func block(_ number: Int, of index: Int, hasRates: Bool) -> StepBlock {
    let stage = stages[index]
    return blocks.block(number, of: index, hasRates: hasRates) { age, nextAge in
      let span = StepBlock.Span(
        start: stage.start + age, end: stage.start + nextAge, limit: stage.end)
      var block = StepBlock(span: span, cellCount: stage.cells.count)
      for step in 0..<StepBlock.stepCount where span.time(step) < stage.end {
        let emitter = animated(stage.model, at: span.middle(step), .births)
        let cells = emitter.emittingCells
        for cell in cells.indices {
          let first = begin + cells[cell].beginTime.bounded
          let rate = Self.rate(of: cell, emitter, cells)
          block.rates[step * stage.cells.count + cell] = rate
          block.lifespans[cell] = max(block.lifespans[cell], Self.lifespan(cells[cell], emitter))
          let from = max(span.time(step), first)
          let to = min(span.time(step + 1), first + cells[cell].duration.sane)
          if rate > 0, to > from { block.sums[cell] += rate * (to - from) }
        }
      }
      return block
    }
  }

  /// The births of a cell before a time, with a fraction.
  func births(of cell: Int, before time: Double) -> Double {
    walk(cell, until: time, skips: { _, _ in true }, body: { _ in true })
  }

  /// The births of a cell from which something may still live at a time.
  func births(of cell: Int, at time: Double) -> [ParticleBirths] {
    var found: [ParticleBirths] = []
    func add(_ run: ParticleBirths) -> Bool {
      if run.start > time { return false }
      let emitter = emitter(of: run)
      let reach = Self.lifespan(emitter.emittingCells[cell], emitter)
      let until = run.before + run.rate * (time - run.start)
      var first = run.first
      if reach.isFinite {
        first = max(first, (run.before + run.rate * (time - reach - run.start)).rounded(.down) + 1)
      }
      let last = min(run.last, until.rounded(.down))
      if first <= last {
        found.append(
          ParticleBirths(
            stage: run.stage, start: run.start, before: run.before, rate: run.rate, first: first,
            last: last, middle: run.middle))
      }
      return true
    }
    // Where rates are 0, no birth after `time` comes to end the walk, so `until` ends it.
    walk(cell, until: time + 1, skips: { $0 + $1 < time }, body: add)
    return found
  }

  /// The time of the next birth of a cell after a time; `infinity` if there is none.
  ///
  /// The search ends after one second of animated rates; if no birth is found, the end of that
  /// second is returned.
  ///
  /// - Parameter counts: Whether births of the cell are of interest.
  func nextBirth(
    of cell: Int, after time: Double, where counts: (EmitterCell, ParticleEmitter) -> Bool
  ) -> Double {
    // Animated rates may stay at 0, so the search needs an end.
    let moving = stages.first { $0.isStepped && $0.end > time }
    let horizon = moving.map { max(time, $0.start) + 1 } ?? .infinity
    var next = horizon
    func look(at run: ParticleBirths) -> Bool {
      let emitter = emitter(of: run)
      guard counts(emitter.emittingCells[cell], emitter) else { return true }
      var index = run.first
      if time >= run.start {
        index = max(index, (run.before + run.rate * (time - run.start)).rounded(.down) + 1)
      }
      if index > run.last { return true }
      next = run.time(of: index)
      return false
    }
    walk(cell, until: horizon, skips: { end, _ in end <= time }, body: look)
    return next
  }
}
