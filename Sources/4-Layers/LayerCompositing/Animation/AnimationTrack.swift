// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// The property that an animation changes, with its values over time, prepared for evaluation.
enum AnimationEffect: Sendable {
  case number(NumberTrack)
  case values(AnimatedProperty, ValueTrack)
  case path(AnimatedProperty, PathTrack)
  case group([AnimationTrack])
  case transition(LayerTransition)
  /// The animation is of a property that does not exist.
  case none
}

/// An animation, prepared for evaluation: key paths are read, times of keyframes computed.
///
/// It is a class, since a track is large and immutable.
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

  /// Whether a property of emitters is changed.
  var changesEmitter: Bool {
    switch effect {
    case .values(.emitter, _), .path(.emitter, _): true
    case .group(let members): members.contains(where: \.changesEmitter)
    case .number, .values, .path, .transition, .none: false
    }
  }

  /// Whether a property is changed that decides a part of an emitter.
  func changes(_ part: EmitterPart) -> Bool {
    switch effect {
    case .values(.emitter(let path), _), .path(.emitter(let path), _): path.part == part
    case .group(let members): members.contains { $0.changes(part) }
    case .number, .values, .path, .transition, .none: false
    }
  }

  /// The times of the layer from which and to which something changes; `nil` if it never does.
  var activeInterval: (start: Double, end: Double)? { timing.activeInterval }

  /// Sets the animated value in the presented state, at a time of the layer.
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
      // An animation without active time is over when it begins. If it fills the time afterwards,
      // the picture changes at that moment.
      let isFilled = timing.fill.coversAfter && timing.begin.isFinite
      return isFilled && time < timing.begin ? timing.begin : .infinity
    }
    if time < start { return start }
    // In a cycle of infinite length values make no progress, but members of a group may change. At
    // a speed of 0 nothing changes.
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
