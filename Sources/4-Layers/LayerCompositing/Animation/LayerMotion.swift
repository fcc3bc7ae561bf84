// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The time of a layer and the animations in it.
///
/// It is an immutable class, so that the many layers without motion store only `nil`.
package final class LayerMotion: Sendable {
  /// The mapping of the superlayer's time to the layer's own time, in which its animations and
  /// sublayers run. Outside of its active interval the layer's time does not change.
  package let timing: MediaTiming
  /// The animations by their keys, in the order in which they apply.
  package let animations: [(key: String, animation: LayerAnimation)]
  private let tracks: [AnimationTrack]
  /// Whether an animation changes an emitter.
  let changesEmitter: Bool
  /// Whether the layer's time is the time of its superlayer.
  private let isContinuous: Bool

  /// Creates a motion.
  ///
  /// - Parameters:
  ///   - timing: The layer's time; by default that of the superlayer.
  ///   - animations: The animations, which begin at their `timing.begin` in the layer's time.
  package init(
    timing: MediaTiming = .continuous,
    animations: [(key: String, animation: LayerAnimation)] = []
  ) {
    self.timing = timing
    self.animations = animations
    isContinuous = timing == .continuous
    tracks = animations.map { AnimationTrack($0.animation) }
    changesEmitter = tracks.contains(where: \.changesEmitter)
  }

  /// The layer's time at a time of the superlayer.
  package func localTime(at time: Double) -> Double {
    isContinuous ? time : timing.localTime(at: time)
  }

  /// The properties of a layer as they are presented at a time.
  ///
  /// - Parameters:
  ///   - properties: The properties without animations.
  ///   - time: In the layer's own time, in seconds.
  /// - Complexity: O(*n*) for *n* animations.
  package func presented(_ properties: LayerProperties, at time: Double) -> LayerProperties {
    var state = PresentedLayer(properties: properties)
    apply(at: time, to: &state)
    return state.properties
  }

  /// Sets the animated values in a layer's presented state, at a time of the layer.
  func apply(at time: Double, to state: inout PresentedLayer) {
    for track in tracks { track.apply(at: time, to: &state) }
  }

  /// The next time at which the layer looks different, from a time of the layer on: the given time
  /// itself while something moves, `infinity` for never.
  func nextChange(from time: Double) -> Double {
    var next = Double.infinity
    for track in tracks {
      next = min(next, track.nextChange(from: time))
      if next <= time { return time }
    }
    return next
  }

  /// Converts a time of the layer to the time of the superlayer at which it comes; `infinity` if it
  /// never does. Where that time is not simple to compute, the result is an earlier one.
  func parentTime(of local: Double, from parent: Double) -> Double {
    if isContinuous { return local }
    // The layer's time stands still at a speed of 0, without an active interval, or after its end.
    guard timing.speed != 0, let (start, end) = timing.activeInterval, parent < end else {
      return .infinity
    }
    guard timing.duration == .infinity, timing.speed > 0 else {
      // With cycles or a negative speed, a past time of the layer may come again: the result is the
      // earliest time at which it might.
      return max(parent, start)
    }
    let time = timing.begin + (local - timing.timeOffset) / timing.speed
    return time > end ? .infinity : max(parent, time)
  }
}

extension MediaTiming {
  /// The time of the parent, without an end.
  public static let continuous = MediaTiming(duration: .infinity)
}
