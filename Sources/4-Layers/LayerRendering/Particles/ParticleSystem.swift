// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

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
/// An animation of the emitter is a function of time, too. A particle has the values of its birth,
/// to the moment, and keeps them: later values change nothing for it. Those that decide when
/// particles are born and how long they live (`birthRate`, `lifetime`, and of cells `lifetimeRange`
/// and `enabled`) are constant for steps of a 64th of a second, in which the value is that of the
/// middle: the births of a step are its rate times its length. From 512 seconds of a motion on,
/// steps grow with its age. Particles that others emit have the values of the birth of the first
/// one.
///
/// A picture looks at no more than `LayerLimits.particles` births, those in which the longest
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
  /// The animations of the emitter, in the order in which they apply.
  public var animations: [EmitterAnimation] = []

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

  /// The emitter at a time, as animations present it.
  public func emitter(at time: Double) -> ParticleEmitter {
    ParticleTimeline(self).emitter(at: time) ?? emitter
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
    emitter = stage.model
    changes.removeAll { !($0.time > stage.start) }
    animations.removeAll { $0.end <= stage.start }
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
      && a.emitter == b.emitter && a.changes == b.changes && a.animations == b.animations
  }
}
