// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// Particles as a pure function of seed and time.
///
/// Nothing is stepped: the *i*-th birth of a cell has a time that follows from the rates, and its
/// attributes are random numbers of the seed, the cell and *i*. Any frame can be made by itself, in
/// any order, on any thread, with the same bits.
///
/// Births before the first picture are not lost: an emitter that began ten seconds ago has the
/// particles of ten seconds. A cell emits its first particle at once. A particle lives from its
/// birth up to, not including, the end of its lifetime.
///
/// A picture looks at no more than `TextLimits.particles` births, those in which the longest
/// lifetime may still last: beyond that each cell shows its newest ones, in proportion.
public struct ParticleSystem: Sendable, Equatable {
  /// The emitter from ``beginTime`` on.
  public var emitter: ParticleEmitter
  /// The changes of the emitter, in any order; of equal times the last one counts. One without a
  /// time (NaN) is left out; those before ``beginTime`` count at once. Each picture goes
  /// through all of them, once for each cell.
  public var changes: [Change]
  /// When the emission begins, in the time of the layer, in seconds.
  public var beginTime: Double
  /// The seed of all random numbers.
  public var seed: UInt64
  /// What ranges are.
  public var rangeMeaning = RangeMeaning.deviation

  /// The births of each cell before the record of ``changes`` begins, and when it does.
  var forgotten: (births: [Double], end: Double)?

  /// The emitter from a time on.
  public struct Change: Sendable, Equatable {
    /// In the time of the layer, in seconds.
    public var time: Double
    /// The emitter from then on.
    public var emitter: ParticleEmitter

    /// Creates a change.
    public init(at time: Double, _ emitter: ParticleEmitter) {
      (self.time, self.emitter) = (time, emitter)
    }
  }

  /// What the range of a value is.
  public enum RangeMeaning: String, Hashable, Sendable, CaseIterable {
    /// The greatest distance from the mean: values lie between mean − range and mean + range.
    case deviation
    /// The width of the interval: values lie between mean − range / 2 and mean + range / 2.
    case width
  }

  /// Creates a system.
  ///
  /// - Parameters:
  ///   - emitter: The emitter at the beginning.
  ///   - seed: The seed of all random numbers.
  ///   - beginTime: When the emission begins, in the time of the layer.
  ///   - changes: The changes of the emitter.
  public init(
    _ emitter: ParticleEmitter = ParticleEmitter(), seed: UInt64 = 0, beginTime: Double = 0,
    changes: [Change] = []
  ) {
    (self.emitter, self.seed, self.beginTime, self.changes) = (emitter, seed, beginTime, changes)
  }

  /// The emitter at a time.
  public func emitter(at time: Double) -> ParticleEmitter {
    ParticleTimeline(self).stage(at: time)?.emitter ?? emitter
  }

  /// Leaves out the changes before a time whose particles are no longer needed. Later particles are
  /// the same.
  public mutating func forgetChanges(before time: Double) {
    let timeline = ParticleTimeline(self)
    guard let stage = timeline.stages.last(where: { $0.start <= time }),
      stage.start > timeline.begin
    else { return }
    forgotten = (
      births: (0..<timeline.cellCount).map { timeline.births(of: $0, before: stage.start) },
      end: stage.start
    )
    emitter = stage.emitter
    changes.removeAll { !($0.time > stage.start) }
  }

  /// Begins at another time, without a record of births before.
  package mutating func restart(at time: Double) {
    beginTime = time
    forgotten = nil
  }

  /// Whether all properties are equal.
  public static func == (a: ParticleSystem, b: ParticleSystem) -> Bool {
    a.seed == b.seed && a.beginTime == b.beginTime && a.rangeMeaning == b.rangeMeaning
      && a.forgotten?.end == b.forgotten?.end && a.forgotten?.births == b.forgotten?.births
      && a.emitter == b.emitter && a.changes == b.changes
  }
}

/// Births of one cell at a constant rate, an interval of their numbers.
struct ParticleBirths {
  /// The index of the stage.
  let stage: Int
  /// When the rate begins, and the births of the cell until then.
  let start: Double
  let before: Double
  /// Births a second, above 0.
  let rate: Double
  /// The numbers of the first and the last birth.
  var first: Double
  let last: Double

  /// How many there are.
  var count: Double { max(0, last - first + 1) }

  /// The time of a birth.
  func time(of index: Double) -> Double { start + (index - before) / rate }
}

/// A system by the stretches of time between its changes.
struct ParticleTimeline {
  /// A stretch of time with one emitter.
  struct Stage {
    var start: Double
    var end = Double.infinity
    let emitter: ParticleEmitter
    let cells: ArraySlice<EmitterCell>

    init(start: Double, _ emitter: ParticleEmitter) {
      (self.start, self.emitter, cells) = (start, emitter, emitter.emittingCells)
    }
  }

  private(set) var stages: [Stage]
  /// When the emission begins.
  let begin: Double
  /// The most cells of a stage.
  let cellCount: Int
  private let forgotten: [Double]

  /// The most births a second.
  private static let mostRate = 1e9
  /// The greatest number of a birth: all up to it are exact.
  private static let mostBirths = 0x1p52

  init(_ system: ParticleSystem) {
    begin = system.beginTime.bounded
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
  }

  /// The stretch that a time lies in; `nil` before the beginning.
  func stage(at time: Double) -> Stage? { stages.last { $0.start <= time } }

  /// Calls a closure with the births of a cell at each rate, in order, those of all times; with
  /// `infinity` as the last number where the rate does not end.
  ///
  /// - Parameter body: Returns whether to go on.
  /// - Returns: The births up to the end of the last stage, or of that at which the closure
  ///   stopped.
  @discardableResult
  private func walk(_ cell: Int, until end: Double = .infinity, _ body: (ParticleBirths) -> Bool)
    -> Double
  {
    var births = cell < forgotten.count ? forgotten[cell] : 0
    for (index, stage) in stages.enumerated() where cell < stage.cells.count {
      let template = stage.cells[cell]
      if stage.start >= end { break }
      let rate = min(
        Self.mostRate, stage.emitter.birthRate.bounded * template.birthRate.bounded)
      let first = begin + template.beginTime.bounded
      let (from, to) = (
        max(stage.start, first), min(stage.end, first + template.duration.sane, end)
      )
      guard template.isEnabled, rate > 0, to > from, births < Self.mostBirths else { continue }
      let next = births + rate * (to - from)
      let run = ParticleBirths(
        stage: index, start: from, before: births, rate: rate, first: births.rounded(.up),
        last: min(next.rounded(.up) - 1, Self.mostBirths))
      if !body(run) { return next }
      births = next
    }
    return births
  }

  /// The births of a cell before a time, which need not be a whole number.
  func births(of cell: Int, before time: Double) -> Double {
    walk(cell, until: time) { _ in true }
  }

  /// The births of a cell that may count at a time: those that the longest life, with all that
  /// comes from it, may outlast.
  func births(of cell: Int, at time: Double) -> [ParticleBirths] {
    var found: [ParticleBirths] = []
    walk(cell) { run in
      if run.start > time { return false }
      let stage = stages[run.stage]
      let template = stage.cells[cell]
      let factor = abs(stage.emitter.lifetime.bounded)
      let window =
        factor == 0 ? 0 : template.longestLife * factor + template.longevity - template.longestLife
      let until = run.before + run.rate * (time - run.start)
      var first = run.first
      let reach = window.isNaN ? Double.infinity : window
      if reach.isFinite {
        first = max(first, (run.before + run.rate * (time - reach - run.start)).rounded(.down) + 1)
      }
      let last = min(run.last, until.rounded(.down))
      if first <= last {
        found.append(
          ParticleBirths(
            stage: run.stage, start: run.start, before: run.before, rate: run.rate, first: first,
            last: last))
      }
      return true
    }
    return found
  }

  /// The time of the next birth of a cell after a time; `infinity` for none.
  ///
  /// - Parameter counts: Whether births of a cell count.
  func nextBirth(
    of cell: Int, after time: Double, where counts: (EmitterCell, ParticleEmitter) -> Bool
  ) -> Double {
    var next = Double.infinity
    walk(cell) { run in
      let stage = stages[run.stage]
      guard counts(stage.cells[cell], stage.emitter) else { return true }
      var index = run.first
      if time >= run.start {
        index = max(index, (run.before + run.rate * (time - run.start)).rounded(.down) + 1)
      }
      if index > run.last { return true }
      next = run.time(of: index)
      return false
    }
    return next
  }
}
