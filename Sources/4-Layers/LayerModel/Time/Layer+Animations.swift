// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import LayerCompositing

extension Layer {
  /// Adds an animation, in place of one with the same key; without a key beside all others.
  ///
  /// It runs while a ``LayerHost`` shows the layer, by the clock of the host. It begins with the
  /// next frame, or at `timing.begin` of the layer's own time if that is not 0. Frames follow it
  /// without the main queue; the layer's properties keep their values.
  ///
  /// - Parameters:
  ///   - animation: The change.
  ///   - key: The key of the animation; `nil` for a unique one, so that it replaces none, as in
  ///     Core Animation.
  ///   - delay: Seconds to wait before it begins, if `timing.begin` is 0.
  ///   - isRemovedAtEnd: Whether the animation is removed at its end; by default it is, unless it
  ///     fills the time afterwards.
  ///   - completion: Called once on the main queue, in a later turn: with `true` at the end of the
  ///     animation; with `false` if it is removed or replaced before its end, or if the layer is
  ///     released or leaves the tree of its host. A layer that leaves the tree loses its animations
  ///     at the end of the turn.
  /// - Throws: `unknownKey`, `wrongType` or `notAnimatable` if the animation does not fit the
  ///   layer. A ``TypedAnimation`` always fits, and needs no `try`.
  public func add(
    _ animation: LayerAnimation, forKey key: String? = nil, delay: Double = 0,
    isRemovedAtEnd: Bool? = nil,
    completion: (@MainActor @Sendable (_ isFinished: Bool) -> Void)? = nil
  ) throws(LayerKeyError) {
    try check(animation)
    insert(
      LayerAnimationEntry(
        key: key ?? "animation \(LayerID().rawValue)", animation: animation,
        delay: animation.timing.begin == 0 ? delay : nil,
        isRemovedAtEnd: isRemovedAtEnd ?? !animation.timing.fill.coversAfter,
        end: Self.end(completion)))
  }

  /// The end of an animation, which is also reported to the transaction.
  private static func end(
    _ completion: (@MainActor @Sendable (_ isFinished: Bool) -> Void)?
  ) -> AnimationEnd? {
    let counts = (completion.map { [AnimationCount($0)] } ?? []) + Transaction.completions
    return counts.isEmpty ? nil : AnimationEnd(counts)
  }

  /// Adds an animation whose values fit.
  func insert(_ entry: LayerAnimationEntry) {
    removeAnimation(forKey: entry.key)
    let isKnown = hasNewAnimations
    extras.animations.append(entry)
    motionChanged()
    if !isKnown { LayerTurn.main.addAnimations(of: self) }
  }

  /// Leaves the animations to the next host that takes the layer's tree.
  func renewAnimations() {
    guard let extras = state.extras, !extras.animations.isEmpty else { return }
    for index in extras.animations.indices { extras.animations[index].isNew = true }
    LayerTurn.main.addAnimations(of: self)
    motionChanged()
  }

  /// Removes an animation; the property has the layer's value again.
  public func removeAnimation(forKey key: String) {
    guard let extras = state.extras,
      let index = extras.animations.firstIndex(where: { $0.key == key })
    else { return }
    let old = extras.animations.remove(at: index)
    motionChanged()
    animationRemoved(old)
    old.end?.tell(isFinished: false)
  }

  /// Removes all animations.
  public func removeAllAnimations() {
    for key in animationKeys { removeAnimation(forKey: key) }
  }

  /// The keys of the animations, in the order in which they apply.
  public var animationKeys: [String] { state.extras?.animations.map(\.key) ?? [] }

  /// The animation with a key; `nil` for none. `timing.begin` is set once it has begun.
  public func animation(forKey key: String) -> LayerAnimation? {
    state.extras?.animations.first { $0.key == key }?.animation
  }

  /// Shows the next frames as a transition from the layer's present picture.
  ///
  /// It ends with the picture of the layer after all changes that follow this call. If another
  /// transition is running, this one begins with the picture that is shown at the moment; after
  /// eight interrupted ones in a row, with the picture that the last one would have ended with.
  ///
  /// - Parameters:
  ///   - kind: How the new picture appears.
  ///   - side: The side from which it comes.
  ///   - duration: In seconds.
  ///   - curve: The timing curve.
  ///   - completion: As for
  ///     ``add(_:forKey:delay:isRemovedAtEnd:completion:)-(LayerAnimation,_,_,_,_)``.
  public func addTransition(
    _ kind: LayerTransition.Kind = .fade, side: LayerTransition.Side = .left,
    duration: Double = 0.25, curve: TimingCurve = .default,
    completion: (@MainActor @Sendable (_ isFinished: Bool) -> Void)? = nil
  ) {
    let (key, now) = ("transition", clock.now)
    var depth = 0
    if let running = state.extras?.animations.first(where: { $0.key == key })?.presentedAnimation,
      case .transition(let interrupted) = running.change,
      let end = running.timing.activeInterval?.end, end > localTime(at: now)
    {
      depth = interrupted.depth + 1
    }
    if depth > LayerTransition.depthLimit {
      removeAnimation(forKey: key)
      depth = 0
    }
    let old = node.presented(at: superlayer?.localTime(at: now) ?? now, treeTime: now)
    var transition = LayerTransition(kind, from: old, side: side)
    transition.depth = depth
    insert(
      LayerAnimationEntry(
        key: key,
        animation: LayerAnimation(
          .transition(transition), timing: MediaTiming(duration: duration), curve: curve),
        delay: 0, isRemovedAtEnd: true, end: Self.end(completion)))
  }
}

// MARK: - Time

extension Layer {
  /// The mapping of the superlayer's time to the layer's own time, in which its animations and
  /// sublayers run. By default both times are the same.
  public var timing: MediaTiming {
    get { state.extras?.timing ?? .continuous }
    set {
      if newValue == timing { return }
      extras.timing = newValue == .continuous ? nil : newValue
      motionChanged()
    }
  }

  private func motionChanged() {
    state.extras?.cachedMotion = nil
    dropNode()
  }

  /// The host that shows the layer; `nil` for none.
  var host: LayerHost? {
    var layer = self
    while let above = layer.superlayer { layer = above }
    return layer.state.extras?.host
  }

  /// The clock of the host that shows the layer, the system's without one.
  var clock: any LayerClock { host?.clock ?? SystemClock.shared }

  /// Whether this layer or one above has a time that is not its superlayer's.
  var isInOwnTime: Bool {
    var layer: Layer? = self
    while let current = layer {
      if current.state.extras?.timing != nil { return true }
      layer = current.superlayer
    }
    return false
  }

  /// Whether there are animations that no host has begun, or the layer waits for its first frame.
  var hasNewAnimations: Bool {
    guard let extras = state.extras else { return false }
    return extras.begin != nil || extras.animations.contains(where: \.isNew)
  }

  /// Calls a closure once, with the layer's time of the first frame that shows it.
  func begin(with body: @escaping (Double) -> Void) {
    let isKnown = hasNewAnimations
    extras.begin = body
    if !isKnown { LayerTurn.main.addAnimations(of: self) }
  }

  /// The layer's time, by the clock of the host that shows it.
  var localTime: Double { localTime(at: clock.now) }

  /// Begins the new animations.
  ///
  /// - Parameter time: In the time of the host's clock.
  func beginAnimations(at time: Double) {
    guard let extras = state.extras else { return }
    let local = localTime(at: time)
    extras.begin.take()?(local)
    for index in extras.animations.indices {
      extras.animations[index].isNew = false
      if let delay = extras.animations[index].delay.take() {
        extras.animations[index].animation.timing.begin = local + delay
      }
      animationBegan(extras.animations[index], at: local)
    }
    extras.cachedMotion = nil
    dropNode(tellsHosts: false)
  }

  /// Ends the animations whose time is over.
  ///
  /// - Parameter time: In the time of the host's clock.
  /// - Returns: The end of the next one in the layer's time, `infinity` for none.
  func endAnimations(at time: Double) -> Double {
    let local = localTime(at: time)
    var next = Double.infinity
    for entry in state.extras?.animations ?? [] where !entry.isNew {
      // An animation that is never active ends at once.
      let end = entry.animation.timing.activeInterval?.end ?? local
      if end > local {
        next = min(next, end)
      } else if entry.isRemovedAtEnd {
        endAnimation(entry)
      } else {
        entry.end?.tell(isFinished: true)
      }
    }
    return next
  }

  private func endAnimation(_ entry: LayerAnimationEntry) {
    // The end is reported first, since the removal would report that the animation did not finish.
    entry.end?.tell(isFinished: true)
    removeAnimation(forKey: entry.key)
  }

  /// Converts a time of the host's clock to the layer's own time, in seconds.
  ///
  /// - Complexity: O(depth).
  public func localTime(at time: Double) -> Double {
    var (path, layer) = ([self], self)
    while let above = layer.superlayer {
      path.append(above)
      layer = above
    }
    return path.reversed().reduce(time) { time, layer in
      layer.motion?.localTime(at: time) ?? time
    }
  }

  /// The properties as animations present them.
  ///
  /// - Parameter time: In the time of the host's clock, in seconds; `nil` for now.
  func presentedProperties(at time: Double? = nil) -> LayerProperties {
    guard let motion else { return state.properties }
    return motion.presented(state.properties, at: localTime(at: time ?? clock.now))
  }

  /// The layer's time and animations; `nil` for none.
  var motion: LayerMotion? { state.extras?.motion }
}
