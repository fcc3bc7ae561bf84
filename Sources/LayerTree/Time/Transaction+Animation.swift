// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import LayerRendering

/// What implicit animations have in common.
struct ImplicitAnimation {
  let timing: MediaTiming
  let curve: TimingCurve
  let delay: Double
  let count: AnimationCount?
}

extension Transaction {
  /// Animates the properties that the body changes of layers in the tree of a host, from what is
  /// presented now to their new values.
  ///
  /// Outside of such a body nothing is animated. Inside, every property that has values between
  /// its values is, as `LayerKey.isAnimatable` says; each change replaces the animation whose key is
  /// the property's name, and begins where that one is, so that nothing jumps. Bodies may be nested:
  /// the inner duration, curve and completion count.
  ///
  /// - Parameters:
  ///   - duration: In seconds; `nil` for 0.25, for a spring the time until it rests.
  ///   - curve: The way in which values move.
  ///   - delay: Seconds to wait before they do.
  ///   - completion: Called once on the main queue, in a later turn: after the end of the last
  ///     animation with `true`, or with `false` if one ended early. Without an animation it is
  ///     called with `true`.
  ///   - body: What changes.
  public static func animate(
    duration: Double? = nil, curve: TimingCurve = .default, delay: Double = 0,
    completion: (@MainActor @Sendable (_ isFinished: Bool) -> Void)? = nil,
    _ body: () throws -> Void
  ) rethrows {
    var length = duration ?? 0.25
    if duration == nil, case .spring(let spring) = curve { length = spring.settlingDuration }
    let count = completion.map { AnimationCount($0) }
    // Counts as an animation until the body's end.
    let end = count.map { AnimationEnd($0) }
    defer { end?.tell(isFinished: true) }
    let implicit = ImplicitAnimation(
      timing: MediaTiming(duration: length, fill: delay > 0 ? .backwards : .removed),
      curve: curve, delay: delay, count: count)
    try with(implicit, body)
  }

  /// Changes layers without animations, also inside the body of
  /// ``animate(duration:curve:delay:completion:_:)``.
  public static func withoutAnimation(_ body: () throws -> Void) rethrows { try with(nil, body) }

  private static func with(
    _ animation: ImplicitAnimation?, _ body: () throws -> Void
  ) rethrows {
    let outer = self.animation
    self.animation = animation
    defer { self.animation = outer }
    try body()
  }
}

extension Layer {
  /// Changes properties inside a body of `Transaction.animate`.
  func changeAnimated(_ body: (inout LayerProperties) -> Void) {
    guard let implicit = Transaction.animation, host != nil else {
      if state.change(body) { dropNode() }
      return
    }
    let (old, presented) = (state.properties, presentation())
    if state.change(body) { dropNode() }
    let new = state.properties
    if new == old { return }
    for key in LayerKey.animatable where key.applies(to: new) && key.applies(to: old) {
      if key.value(in: new) == key.value(in: old) { continue }
      insert(
        LayerAnimationEntry(
          key: key.name,
          animation: LayerAnimation(
            .values(keyPath: key.name, from: key.value(in: presented), to: nil, by: nil),
            timing: implicit.timing, curve: implicit.curve),
          delay: implicit.delay, isRemovedAtEnd: true,
          end: implicit.count.map { AnimationEnd($0) }))
    }
  }
}
