// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import LayerCompositing

extension Transaction {
  /// Animates the properties that the body changes, of layers that a host shows, from their
  /// presented values to the new ones.
  ///
  /// Outside of such a body nothing is animated, unless ``LayerHost/implicitAnimations`` is on.
  /// Inside, each property that can be interpolated (`LayerKey.isAnimatable`) is, unless
  /// ``Layer/action(forKey:)`` returns something else. A change replaces the animation whose key is
  /// the property's name, and begins with the value that is presented at the moment, so nothing
  /// jumps. Bodies may be nested: the inner duration, curve and completion apply.
  ///
  /// Boxes that the body makes out of date (``BoxContainer/layout``) are laid out at its end, and
  /// their new frames are animated likewise; layers that no frame has shown yet come without
  /// animation. What else a layout in the turn would do is animated where the body calls
  /// ``Layer/layoutIfNeeded()``.
  ///
  /// - Parameters:
  ///   - duration: In seconds; `nil` for 0.25, or for a spring the time until it rests.
  ///   - curve: The timing curve.
  ///   - delay: Seconds to wait before the animations begin.
  ///   - completion: Called once on the main queue, in a later turn: after the end of the last
  ///     animation with `true`, or with `false` if one ended early. Without an animation it is
  ///     called with `true`.
  ///   - body: Changes the layers.
  public static func animate(
    duration: Double? = nil, curve: TimingCurve = .default, delay: Double = 0,
    completion: (@MainActor @Sendable (_ isFinished: Bool) -> Void)? = nil,
    _ body: () throws -> Void
  ) rethrows {
    var length = duration ?? 0.25
    if duration == nil, case .spring(let spring) = curve { length = spring.settlingDuration }
    var scope = TransactionScope(.block)
    (scope.disablesActions, scope.duration, scope.curve, scope.delay) = (
      false, length, curve, delay
    )
    scope.setCompletion(completion.map { AnimationCount($0) })
    try with(scope, body)
  }

  /// Changes layers without animations and actions, also inside the body of
  /// ``animate(duration:curve:delay:completion:_:)``: a transaction with ``setDisableActions(_:)``.
  /// A body of `animate` inside it animates, unlike in UIKit.
  public static func withoutAnimation(_ body: () throws -> Void) rethrows {
    var scope = TransactionScope(.transaction)
    scope.disablesActions = true
    try with(scope, body)
  }
}
