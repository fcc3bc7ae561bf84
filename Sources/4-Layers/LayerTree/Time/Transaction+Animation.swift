// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import LayerRendering

extension Transaction {
  /// Animates the properties that the body changes of layers in the tree of a host, from what is
  /// presented now to their new values.
  ///
  /// Outside of such a body nothing is animated, unless ``LayerHost/implicitAnimations`` says so.
  /// Inside, every property that has values between its values is, as `LayerKey.isAnimatable` says,
  /// where ``Layer/action(forKey:)`` finds nothing else; each change replaces the animation whose
  /// key is the property's name, and begins where that one is, so that nothing jumps. Bodies may be
  /// nested: the inner duration, curve and completion count.
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
    var scope = TransactionScope(.block)
    (scope.disablesActions, scope.duration, scope.curve, scope.delay) = (
      false, length, curve, delay
    )
    scope.setCompletion(completion.map { AnimationCount($0) })
    try with(scope, body)
  }

  /// Changes layers without animations and actions, also inside the body of
  /// ``animate(duration:curve:delay:completion:_:)``: a transaction with ``setDisableActions(_:)``.
  /// A body of `animate` inside it animates, unlike in UIKit: the inner one counts.
  public static func withoutAnimation(_ body: () throws -> Void) rethrows {
    var scope = TransactionScope(.transaction)
    scope.disablesActions = true
    try with(scope, body)
  }
}
