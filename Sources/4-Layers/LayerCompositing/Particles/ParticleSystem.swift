// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Particles as a pure function of seed and time.
///
/// There is no simulation: the time of the *i*-th birth of a cell follows from the rates, and its
/// properties are random numbers of the seed, the cell and *i*. Any frame can be computed by
/// itself, in any order and on any thread, with the same result.
///
/// An emitter that began ten seconds before the first frame has the particles of ten seconds. A
/// cell emits its first particle at once. A particle lives from its birth up to, but not including,
/// the end of its lifetime.
///
/// A particle gets the values that animations of the emitter have at its birth, and keeps them. The
/// properties that decide when particles are born and how long they live (`birthRate`, `lifetime`,
/// and of cells `lifetimeRange` and `enabled`) are constant in steps of 1/64 second, with their
/// value in the middle of the step: the births of a step are its rate times its length. From 512
/// seconds after the last change of the emitter, or the last beginning or end of such an animation,
/// steps grow longer. A particle that another one emits has the values of the time at which the
/// first particle of this chain was born, one of the emitter itself.
///
/// A frame considers at most `LayerLimits.particles` births from which particles may still live.
/// Beyond that, each cell shows its newest ones, in proportion.
package struct ParticleSystem: Sendable, Equatable {
  /// The emitter from ``beginTime`` on.
  package var emitter: ParticleEmitter
  /// The changes of the emitter, in any order. Of several at one time the last one applies; a time
  /// of NaN is ignored, and one before ``beginTime`` counts as ``beginTime``. Each frame visits all
  /// of them, once for each cell.
  package var changes: [Change]
  /// When the emission begins, in the time of the layer, in seconds.
  package var beginTime: Double
  /// The seed of all random numbers.
  package var seed: UInt64
  /// How the ranges of cells are read: as a deviation from the mean, or as a width.
  package var rangeMeaning = RangeMeaning.deviation
  /// The animations of the emitter, in the order in which they apply.
  package var animations: [EmitterAnimation] = []

  /// The births of each cell before the record of ``changes`` begins, and the time of this
  /// beginning.
  var forgotten: (births: [Double], end: Double)?

  /// The emitter from a time on.
  package struct Change: Sendable, Equatable {
    /// The time of the change, in the time of the layer, in seconds.
    package var time: Double
    /// The emitter from then on.
    package var emitter: ParticleEmitter

    /// Creates a change.
    package init(at time: Double, _ emitter: ParticleEmitter) {
      (self.time, self.emitter) = (time, emitter)
    }
  }

  /// The meaning of the range of a value.
  package enum RangeMeaning: String, Hashable, Sendable, CaseIterable {
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
  package init(
    _ emitter: ParticleEmitter = ParticleEmitter(), seed: UInt64 = 0, beginTime: Double = 0
  ) {
    self.init(emitter, seed: seed, beginTime: beginTime, changes: [])
  }

  /// Creates a system whose emitter changes.
  package init(
    _ emitter: ParticleEmitter, seed: UInt64 = 0, beginTime: Double = 0, changes: [Change]
  ) {
    (self.emitter, self.seed, self.beginTime, self.changes) = (emitter, seed, beginTime, changes)
  }

  /// The emitter at a time, as animations present it.
  package func emitter(at time: Double) -> ParticleEmitter {
    ParticleTimeline(self).emitter(at: time) ?? emitter
  }

  /// Drops the changes up to a time, and the particles born before the last of these changes.
  /// Particles that are born later stay the same.
  package mutating func forgetChanges(before time: Double) {
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
  package static func == (a: ParticleSystem, b: ParticleSystem) -> Bool {
    a.seed == b.seed && a.beginTime == b.beginTime && a.rangeMeaning == b.rangeMeaning
      && a.forgotten?.end == b.forgotten?.end && a.forgotten?.births == b.forgotten?.births
      && a.emitter == b.emitter && a.changes == b.changes && a.animations == b.animations
  }
}
