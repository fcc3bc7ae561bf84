// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import LayerCompositing

/// The settings for animations of the changes that are made in one part of a program. A setting
/// that is `nil` is taken from the scope around.
struct TransactionScope {
  enum Kind {
    /// From `begin()` to `commit()`.
    case transaction
    /// The body of `animate`. Changes in it are animated, also without implicit animations.
    case block
    /// The rest of a turn, outside of all transactions.
    case turn
  }

  let kind: Kind
  var disablesActions: Bool?
  var duration: Double?
  var curve: TimingCurve?
  var delay: Double?
  var completion: AnimationCount?
  /// Counts as one animation more for the completion, so that it is not called before the scope
  /// ends.
  var end: AnimationEnd?

  init(_ kind: Kind) { self.kind = kind }

  /// Sets what is called once all animations have ended.
  mutating func setCompletion(_ count: AnimationCount?) {
    end?.tell(isFinished: true)
    completion = count
    end = count.map { AnimationEnd([$0]) }
  }
}

// MARK: - What counts

extension Transaction {
  /// The value of the innermost scope that has one.
  private static func innermost<Value>(_ path: KeyPath<TransactionScope, Value?>) -> Value? {
    for scope in scopes.reversed() {
      if let value = scope[keyPath: path] { return value }
    }
    return nil
  }

  /// Whether changes are animated because a body of `animate` runs.
  package static var isInAnimation: Bool { scopes.contains { $0.kind == .block } }

  /// Seconds to wait before animations of changes begin.
  static var animationDelay: Double { innermost(\.delay) ?? 0 }

  /// The counts that an animation that is added now reports its end to.
  static var completions: [AnimationCount] { innermost(\.completion).map { [$0] } ?? [] }

  /// Whether a change of a property of a layer may run actions.
  static func findsActions(of layer: Layer) -> Bool {
    if !mayFindActions || disableActions() { return false }
    if isInAnimation { return layer.host != nil }
    return layer.showingHost?.implicitAnimations ?? false
  }
}

// MARK: - Transactions

extension Transaction {
  /// Begins a transaction: settings of animations apply until ``commit()``. Transactions may be
  /// nested. Displays are not grouped; ``group(_:)`` does that.
  public static func begin() {
    if mayFindActions { LayerTurn.main.layOutShownBoxes() }
    scopes.append(TransactionScope(.transaction))
  }

  /// Ends the innermost transaction that ``begin()`` began; without one nothing happens.
  public static func commit() {
    guard let index = scopes.lastIndex(where: { $0.kind == .transaction }),
      !scopes[index...].contains(where: { $0.kind == .block })
    else { return }
    if mayFindActions { LayerTurn.main.layOutShownBoxes() }
    end(index)
  }

  /// Whether properties change without actions and animations.
  public static func disableActions() -> Bool { innermost(\.disablesActions) ?? false }

  /// Switches actions and animations of changes off or on until the end of the innermost
  /// transaction or, outside of transactions, of the turn of the main queue.
  public static func setDisableActions(_ flag: Bool) { change { $0.disablesActions = flag } }

  /// The length of the animations of changes, in seconds; 0.25 unless it was set.
  public static func animationDuration() -> Double { innermost(\.duration) ?? 0.25 }

  /// Sets the length of the animations of changes, in seconds; for how long see
  /// ``setDisableActions(_:)``.
  public static func setAnimationDuration(_ duration: Double) { change { $0.duration = duration } }

  /// The curve of the animations of changes; `default` unless it was set.
  public static func animationTimingFunction() -> TimingCurve { innermost(\.curve) ?? .default }

  /// Sets the curve of the animations of changes; for how long see ``setDisableActions(_:)``.
  public static func setAnimationTimingFunction(_ curve: TimingCurve?) {
    change { $0.curve = curve }
  }

  /// Sets what is called once on the main queue, in a later turn, after the last animation that is
  /// added from now on in this transaction has ended or was removed; without an animation after
  /// ``commit()``.
  public static func setCompletionBlock(_ block: (@MainActor @Sendable () -> Void)?) {
    change { $0.setCompletion(block.map { block in AnimationCount { _ in block() } }) }
  }

  /// Changes the innermost scope; without an open scope, a scope for the rest of the turn.
  private static func change(_ body: (inout TransactionScope) -> Void) {
    if scopes.isEmpty {
      scopes.append(TransactionScope(.turn))
      LayerTurn.main.afterTurn {
        if let index = scopes.firstIndex(where: { $0.kind == .turn }) { end(index) }
      }
    }
    body(&scopes[scopes.count - 1])
  }

  private static func end(_ index: Int) {
    let scope = scopes.remove(at: index)
    scope.end?.tell(isFinished: true)
  }

  /// Runs a body in a scope. Transactions that it leaves open end with it.
  ///
  /// Where changes may be animated, boxes that are out of date are laid out before, so that they
  /// are not taken for changes of the body; those that the body has changed are laid out at its
  /// end, in its scope.
  static func with(_ scope: TransactionScope, _ body: () throws -> Void) rethrows {
    if mayFindActions || scope.kind == .block { LayerTurn.main.layOutShownBoxes() }
    try run(scope) {
      defer { if mayFindActions { LayerTurn.main.layOutShownBoxes() } }
      try body()
    }
  }

  /// Runs a body without actions as a part of a layout, and lays out no boxes before and after it.
  static func withoutLayout(_ body: () -> Void) {
    var scope = TransactionScope(.transaction)
    scope.disablesActions = true
    run(scope, body)
  }

  private static func run(_ scope: TransactionScope, _ body: () throws -> Void) rethrows {
    let depth = scopes.count
    scopes.append(scope)
    defer {
      while scopes.count > depth { end(scopes.count - 1) }
    }
    try body()
  }
}
