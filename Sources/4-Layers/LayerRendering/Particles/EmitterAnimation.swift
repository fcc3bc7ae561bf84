// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// An animation of an emitter, and the births for which it counts.
public struct EmitterAnimation: Sendable, Equatable {
  /// The change; what it changes of the layer itself is not seen here.
  public let animation: LayerAnimation
  /// The first time of births for which it counts, in the time of the layer.
  public let start: Double
  /// The time from which on it counts for no birth: it was removed then.
  public var end: Double
  let track: AnimationTrack

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - animation: The change; its `timing.begin` is in the time of the layer.
  ///   - start: The first time of births for which it counts.
  ///   - end: The time from which on it counts for no birth.
  public init(
    _ animation: LayerAnimation, from start: Double = -.infinity, to end: Double = .infinity
  ) {
    self.init(AnimationTrack(animation), of: animation, from: start, to: end)
  }

  init(_ track: AnimationTrack, of animation: LayerAnimation, from start: Double, to end: Double) {
    (self.track, self.animation, self.start, self.end) = (track, animation, start, end)
  }

  /// Whether both are the same entry: one that was made anew differs.
  public static func == (a: EmitterAnimation, b: EmitterAnimation) -> Bool {
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
