// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// An animation of an emitter, and the interval of births to which it applies.
package struct EmitterAnimation: Sendable, Equatable {
  /// The animation. Changes of properties other than those of emitters are ignored.
  package let animation: LayerAnimation
  /// The time of the first births to which it applies, in the time of the layer.
  package let start: Double
  /// The time at which the animation was removed; from then on it applies to no birth.
  package var end: Double
  let track: AnimationTrack

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - animation: The animation; its `timing.begin` is in the time of the layer.
  ///   - start: The time of the first births to which it applies.
  ///   - end: The time from which on it applies to no birth.
  package init(
    _ animation: LayerAnimation, from start: Double = -.infinity, to end: Double = .infinity
  ) {
    self.init(AnimationTrack(animation), of: animation, from: start, to: end)
  }

  init(_ track: AnimationTrack, of animation: LayerAnimation, from start: Double, to end: Double) {
    (self.track, self.animation, self.start, self.end) = (track, animation, start, end)
  }

  /// Whether both are copies of one entry; entries that were created separately differ.
  package static func == (a: EmitterAnimation, b: EmitterAnimation) -> Bool {
    a.track === b.track && a.start == b.start && a.end == b.end
  }
}

extension LayerMotion {
  /// The animations of emitters, which count for all births.
  var emitterAnimations: [EmitterAnimation] {
    animations.compactMap { entry in
      let animation = EmitterAnimation(entry.animation)
      return animation.track.changesEmitter ? animation : nil
    }
  }
}
