// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// The time of a layer and the animations in it.
///
/// An immutable reference: most layers have none.
public final class LayerMotion: Sendable {
  /// The place of the layer's time, and of that of its sublayers, in the superlayer's time. Outside
  /// of its active time the layer's time stands still.
  public let timing: MediaTiming
  /// The animations by their keys, in the order in which they apply.
  public let animations: [(key: String, animation: LayerAnimation)]
  private let tracks: [AnimationTrack]
  /// Whether the time is that of the superlayer.
  private let isContinuous: Bool

  /// Creates a motion.
  ///
  /// - Parameters:
  ///   - timing: The layer's time; by default that of the superlayer.
  ///   - animations: The animations, which begin at their `timing.begin` in the layer's time.
  public init(
    timing: MediaTiming = .continuous,
    animations: [(key: String, animation: LayerAnimation)] = []
  ) {
    self.timing = timing
    self.animations = animations
    isContinuous = timing == .continuous
    tracks = animations.map { AnimationTrack($0.animation) }
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
  public func presented(_ properties: LayerProperties, at time: Double) -> LayerProperties {
    var state = PresentedLayer(properties: properties)
    apply(at: time, to: &state)
    return state.properties
  }

  /// What is presented of a layer at a time of the layer.
  func apply(at time: Double, to state: inout PresentedLayer) {
    for track in tracks { track.apply(at: time, to: &state) }
  }

  /// The next time at which the layer looks different, from a time of the layer on: that time
  /// itself while something moves, `infinity` for never.
  func nextChange(from time: Double) -> Double {
    var next = Double.infinity
    for track in tracks {
      next = min(next, track.nextChange(from: time))
      if next <= time { return time }
    }
    return next
  }

  /// The time of the superlayer at which a time of the layer comes, if that is simple; otherwise a
  /// time before it.
  func parentTime(of local: Double, from parent: Double) -> Double {
    if isContinuous { return local }
    // Time that stands.
    guard timing.speed != 0, let (start, end) = timing.activeInterval, parent < end else {
      return .infinity
    }
    guard timing.duration == .infinity, timing.speed > 0 else {
      // In cycles, and backwards, what is over comes again.
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

/// What animations change of a layer.
struct PresentedLayer {
  var properties: LayerProperties
  /// The colour of text and of `alpha8` contents; `nil` for contents without one.
  var foregroundColor: Color?
  /// The transition under way, and its progress.
  var transition: (LayerTransition, Double)?
}

/// A property that animations change.
enum AnimatedProperty: Sendable {
  case property(LayerKeyPath)
  /// The colour of contents, which is none of the layer's properties.
  case foregroundColor

  /// Reads a key path; `nil` for an unknown one.
  init?(_ keyPath: String) {
    if keyPath == "foregroundColor" {
      self = .foregroundColor
    } else if let path = LayerKeyPath(keyPath) {
      self = .property(path)
    } else {
      return nil
    }
  }

  func value(in state: PresentedLayer) -> LayerValue? {
    switch self {
    case .foregroundColor: state.foregroundColor.map { .color($0) }
    case .property(let path): try? path.value(in: state.properties)
    }
  }

  func set(_ value: LayerValue, in state: inout PresentedLayer) {
    switch self {
    case .foregroundColor:
      if case .color(let color) = value { state.foregroundColor = color ?? .clear }
    case .property(let path):
      // What does not fit changes nothing.
      try? path.set(value, in: &state.properties)
    }
  }

  /// Checks that a value fits.
  ///
  /// - Parameter value: `nil` to check the property alone.
  /// - Throws: `unknownKey` or `wrongType`.
  func check(_ value: LayerValue?, in properties: LayerProperties) throws(LayerKeyError) {
    switch self {
    case .foregroundColor:
      guard let value else { return }
      guard case .color = value else {
        throw LayerKeyError(
          .wrongType, keyPath: "foregroundColor",
          "foregroundColor takes a colour, not \(value.typeName).")
      }
    case .property(let path):
      var copy = properties
      let old = try path.value(in: properties)
      try path.set(value ?? old, in: &copy)
    }
  }
}

/// An animation, prepared for evaluation.
enum AnimationEffect: Sendable {
  case number(NumberTrack)
  case values(AnimatedProperty, ValueTrack)
  case path(AnimatedProperty, PathTrack)
  case group([AnimationTrack])
  case transition(LayerTransition)
  /// Of a property that does not exist.
  case none
}

/// An animation, prepared for evaluation: key paths are read, times of keyframes computed.
///
/// A reference, since it is large and nothing changes it.
final class AnimationTrack: Sendable {
  private let timing: MediaTiming
  private let curve: TimingCurve
  private let isAdditive: Bool
  private let isCumulative: Bool
  private let effect: AnimationEffect

  init(_ animation: LayerAnimation) {
    timing = animation.timing
    curve = animation.curve
    isAdditive = animation.isAdditive
    isCumulative = animation.isCumulative
    let property = animation.keyPath.flatMap { AnimatedProperty($0) }
    switch animation.change {
    case .values(let keyPath, let from, let to, let by):
      if let track = NumberTrack(keyPath, from: from, to: to, by: by) {
        effect = .number(track)
      } else {
        effect = property.map { .values($0, .ends(from: from, to: to, by: by)) } ?? .none
      }
    case .keyframes(_, let keyframes):
      effect = property.map { .values($0, ValueTrack(keyframes)) } ?? .none
    case .path(_, let path): effect = property.map { .path($0, PathTrack(path)) } ?? .none
    case .group(let members): effect = .group(members.map { AnimationTrack($0) })
    case .transition(let transition): effect = .transition(transition)
    }
  }

  /// Changes what is presented at a time of the layer.
  func apply(at time: Double, to state: inout PresentedLayer) {
    guard let moment = timing.moment(at: time) else { return }
    let progress = curve.progress(
      at: moment.progress, duration: timing.length, isBefore: moment.isBefore)
    switch effect {
    case .none: break
    case .group(let members):
      let local =
        timing.length.isFinite ? progress * timing.length : timing.localTime(at: time)
      for member in members { member.apply(at: local, to: &state) }
    case .transition(let transition): state.transition = (transition, progress)
    case .path(let property, let track):
      guard let place = track.place(at: progress, duration: timing.length) else { return }
      set(.point(place.point), of: property, in: &state)
      if let angle = place.angle {
        state.properties.transform = state.properties.transform.rotated(angle)
      }
    case .number(let track):
      track.apply(
        at: progress, cycles: cycles(before: moment), end: endOfCycle, isAdditive: isAdditive,
        to: &state.properties)
    case .values(let property, let track):
      guard let base = property.value(in: state),
        var value = track.value(at: progress, duration: timing.length, base: base)
      else { return }
      let cycles = cycles(before: moment)
      if cycles > 0,
        let end = track.value(at: endOfCycle, duration: timing.length, base: base),
        let sum = end.multiplied(by: cycles).flatMap(value.adding)
      {
        value = sum
      }
      set(value, of: property, in: &state)
    }
  }

  /// The number of cycles whose ends are added; 0 unless the animation is cumulative.
  private func cycles(before moment: TimingMoment) -> Double {
    guard isCumulative, moment.iteration.isFinite else { return 0 }
    return timing.autoreverses ? (moment.iteration / 2).rounded(.down) : moment.iteration
  }

  /// The progress at the end of a cycle.
  private var endOfCycle: Double { timing.autoreverses ? 0 : 1 }

  private func set(
    _ value: LayerValue, of property: AnimatedProperty, in state: inout PresentedLayer
  ) {
    var value = value
    if isAdditive, let sum = property.value(in: state)?.adding(value) { value = sum }
    property.set(value, in: &state)
  }

  /// The next time at which something changes; see ``LayerMotion/nextChange(from:)``.
  func nextChange(from time: Double) -> Double {
    if case .none = effect { return .infinity }
    guard let (start, end) = timing.activeInterval else {
      // What is over when it begins may fill the time afterwards.
      let isFilled = timing.fill.coversAfter && timing.begin.isFinite
      return isFilled && time < timing.begin ? timing.begin : .infinity
    }
    if time < start { return start }
    // Without an end of its cycle nothing but a group moves; with a speed of 0 nothing does.
    let moves: Bool
    if timing.speed == 0 {
      moves = false
    } else if case .group = effect {
      moves = true
    } else {
      moves = timing.length.isFinite
    }
    return time < end && moves ? time : .infinity
  }
}
