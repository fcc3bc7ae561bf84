// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import LayerCompositing

/// What happens when a property of a layer changes: Core Animation's `CAAction`.
public enum LayerAction: Sendable {
  /// No action, and the search ends: `NSNull` in Core Animation.
  case null
  /// An animation, which is added with the name of the property as its key. If it has no values, it
  /// begins with the value that was presented before the change.
  case animation(LayerAnimation)
  /// A transition from the picture before the change to the one after it.
  case transition(
    LayerTransition.Kind, side: LayerTransition.Side = .left, duration: Double = 0.25,
    curve: TimingCurve = .default)
  /// A closure, called once the property has changed.
  case custom(@MainActor @Sendable (_ layer: Layer, _ key: String) -> Void)
}

extension Layer {
  /// The actions of properties, by their names; see ``action(forKey:)``.
  ///
  /// ```swift
  /// layer.actions["position"] = .null
  /// layer.actions["backgroundColor"] = .animation(LayerAnimation("backgroundColor", duration: 2))
  /// layer.actions["contents"] = .transition(.fade)
  /// ```
  public var actions: [String: LayerAction] {
    get { state.extras?.actions ?? [:] }
    set { if !newValue.isEmpty || state.extras != nil { extras.actions = newValue } }
  }

  /// The first action that is found; see ``action(forKey:)``.
  func foundAction(forKey key: String) -> LayerAction? {
    let found =
      delegate?.action(for: self, forKey: key) ?? state.extras?.actions[key]
      ?? type(of: self).defaultAction(forKey: key)
    if case .null? = found { return nil }
    return found
  }
}

extension Layer {
  /// The animation to a new value, with the duration and curve of the transaction.
  package static func implicitAnimation(of key: String) -> LayerAction {
    .animation(
      LayerAnimation(
        key, duration: Transaction.animationDuration(),
        curve: Transaction.animationTimingFunction()))
  }
}

// MARK: - Changes

extension Layer {
  /// An action to run for a change of a property.
  struct ActionRun {
    var action: LayerAction
    var key: String
    /// The presented value before the change; `nil` for a property without one.
    var from: LayerValue?
  }

  /// Changes properties where a change may have actions.
  ///
  /// - Parameter body: The change. It is called twice: first with a copy, to find the properties
  ///   that change; then, after the actions were found, with the properties themselves. The search
  ///   for actions may have changed other properties meanwhile.
  func changeAnimated(_ body: (inout LayerProperties) -> Void) {
    guard Transaction.findsActions(of: self) else {
      return changeNow(body)
    }
    let old = state.properties
    var new = old
    body(&new)
    if new == old { return }
    var presented: LayerProperties?
    var runs: [ActionRun] = []
    for key in LayerKey.mayDiffer(old, new) where key.applies(to: new) && key.applies(to: old) {
      if key.value(in: new) == key.value(in: old) { continue }
      guard let action = action(forKey: key.name) else { continue }
      let shown = presented ?? presentedProperties()
      presented = shown
      runs.append(ActionRun(action: action, key: key.name, from: key.value(in: shown)))
    }
    run(runs) { changeNow(body) }
  }

  /// Makes a change of one property that is none of `LayerProperties`, with its action.
  ///
  /// - Parameters:
  ///   - key: The name of the property.
  ///   - from: The presented value before the change.
  ///   - body: The change.
  package final func change(
    _ key: String, from: @autoclosure () -> LayerValue? = nil, _ body: () -> Void
  ) {
    guard Transaction.mayFindActions, Transaction.findsActions(of: self),
      let action = action(forKey: key)
    else { return body() }
    run([ActionRun(action: action, key: key, from: from())], body)
  }

  /// Makes a change with its actions.
  func run(_ runs: [ActionRun], _ body: () -> Void) {
    for run in runs {
      if case .transition(let kind, let side, let duration, let curve) = run.action {
        addTransition(kind, side: side, duration: duration, curve: curve)
      }
    }
    body()
    for run in runs {
      switch run.action {
      case .null, .transition: break
      case .custom(let body): body(self, run.key)
      case .animation(let animation): insert(animation, of: run)
      }
    }
  }

  private func insert(_ animation: LayerAnimation, of run: ActionRun) {
    var animation = animation
    if case .values(let keyPath, nil, nil, nil) = animation.change {
      var from = run.from
      if keyPath != run.key { from = try? presentedProperties().value(forKeyPath: keyPath) }
      animation.change = .values(keyPath: keyPath, from: from, to: nil, by: nil)
    }
    let delay = Transaction.animationDelay
    if delay > 0, !animation.timing.fill.coversBefore {
      animation.timing.fill = animation.timing.fill.coversAfter ? .both : .backwards
    }
    insert(
      LayerAnimationEntry(
        key: run.key, animation: animation, delay: animation.timing.begin == 0 ? delay : nil,
        isRemovedAtEnd: !animation.timing.fill.coversAfter,
        end: AnimationEnd(Transaction.completions)))
  }
}
