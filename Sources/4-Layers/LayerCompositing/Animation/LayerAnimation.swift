// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
import CanvasGeometry

/// A change of a layer over time, as a value: Core Animation's animations.
///
/// ```swift
/// var slide = LayerAnimation("position.x", from: .number(0), to: .number(240), duration: 1)
/// slide.curve = .easeInEaseOut
/// slide.timing.autoreverses = true
/// ```
///
/// An animation changes the presented value, not the layer: before its start and after its end, the
/// property has the layer's value, unless `timing.fill` says otherwise. Animations of one layer
/// apply in the order in which they were added. An animation that does not fit the layer (a
/// property of another kind of layer, a value of another type) has no effect; see
/// ``LayerAnimation/check(for:emitter:)``.
public struct LayerAnimation: Sendable {
  /// What an animation changes.
  public indirect enum Change: Sendable {
    /// A property between values; see ``LayerAnimation/init(_:from:to:by:duration:curve:)``.
    case values(keyPath: String, from: LayerValue?, to: LayerValue?, by: LayerValue?)
    /// A property through values.
    case keyframes(keyPath: String, Keyframes)
    /// A point, such as `position`, along a path.
    case path(keyPath: String, MotionPath)
    /// Several animations, which run in the time of this one.
    case group([LayerAnimation])
    /// The whole picture of the layer.
    case transition(LayerTransition)
  }

  /// The property that changes, and its values; or a group or a transition.
  public var change: Change
  /// When it changes; `begin` is in the time of the layer, or of the group around.
  public var timing: MediaTiming
  /// How progress follows time, in each cycle and direction. In a group it applies to the time of
  /// the members.
  public var curve: TimingCurve
  /// Whether the value is added to the property's value. Values that cannot be added replace it.
  public var isAdditive = false
  /// Whether each cycle begins with the sum of the end values of the cycles before.
  public var isCumulative = false

  /// Creates an animation.
  public init(_ change: Change, timing: MediaTiming = MediaTiming(), curve: TimingCurve = .linear) {
    self.change = change
    self.timing = timing
    self.curve = curve
  }

  /// Creates an animation of a property between values.
  ///
  /// Without `from`, it begins with the value that the property has without the animation; without
  /// `to`, it ends with that value. `by` is the difference between both.
  ///
  /// - Parameters:
  ///   - keyPath: The property, or a field of a property: a name of `LayerKey` and its fields,
  ///     `foregroundColor` for the colour of text, or a key path of ``ParticleEmitter``.
  ///   - from: The value at the start.
  ///   - to: The value at the end.
  ///   - by: The difference between both.
  ///   - duration: In seconds.
  ///   - curve: The way from one to the other.
  public init(
    _ keyPath: String, from: LayerValue? = nil, to: LayerValue? = nil, by: LayerValue? = nil,
    duration: Double = 0.25, curve: TimingCurve = .default
  ) {
    self.init(
      .values(keyPath: keyPath, from: from, to: to, by: by),
      timing: MediaTiming(duration: duration), curve: curve)
  }

  /// Creates an animation of a property through values.
  public init(_ keyPath: String, keyframes: Keyframes, duration: Double = 0.25) {
    self.init(
      .keyframes(keyPath: keyPath, keyframes), timing: MediaTiming(duration: duration))
  }

  /// Creates an animation of a point along a path.
  public init(_ keyPath: String = "position", along path: MotionPath, duration: Double = 0.25) {
    self.init(.path(keyPath: keyPath, path), timing: MediaTiming(duration: duration))
  }

  /// The key path of the property; `nil` for groups and transitions.
  public var keyPath: String? {
    switch change {
    case .values(let path, _, _, _), .keyframes(let path, _), .path(let path, _): path
    case .group, .transition: nil
    }
  }

  /// Checks that the animation fits a layer.
  ///
  /// - Parameters:
  ///   - properties: The properties of the layer.
  ///   - emitter: The emitter of a layer of particles; `nil` for other layers.
  /// - Throws: `unknownKey`, `wrongType` or `notAnimatable`.
  public func check(
    for properties: LayerProperties, emitter: ParticleEmitter? = nil
  ) throws(LayerKeyError) {
    switch change {
    case .transition: break
    case .group(let members):
      for member in members { try member.check(for: properties, emitter: emitter) }
    case .values(let keyPath, let from, let to, let by):
      try Self.check([from, to, by].compactMap { $0 }, at: keyPath, in: properties, emitter)
    case .keyframes(let keyPath, let keyframes):
      try Self.check(keyframes.values, at: keyPath, in: properties, emitter)
    case .path(let keyPath, _):
      try Self.check([.point(.zero)], at: keyPath, in: properties, emitter)
    }
  }

  private static func check(
    _ values: [LayerValue], at keyPath: String, in properties: LayerProperties,
    _ emitter: ParticleEmitter?
  ) throws(LayerKeyError) {
    guard let property = AnimatedProperty(keyPath) else {
      throw LayerProperties.unknown(keyPath)
    }
    for value in values { try property.check(value, in: properties, emitter) }
    if values.isEmpty { try property.check(nil, in: properties, emitter) }
  }

  /// Whether a property of emitters is changed.
  package var changesEmitter: Bool { AnimationTrack(self).changesEmitter }
}

/// The values of a keyframe animation.
public struct Keyframes: Hashable, Sendable {
  /// The way from one value to the next.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// Straight.
    case linear
    /// Not interpolated: a value stays until the time of the next one.
    case discrete
    /// Linear, with a constant speed over all values: key times are not used.
    case paced
    /// On a smooth curve through all values (Catmull and Rom's).
    case cubic
    /// On a smooth curve, each part in a time proportional to its length: key times are not used.
    case cubicPaced
  }

  /// The values in order; without any nothing changes.
  public var values: [LayerValue]
  /// The time of each value as a fraction of the duration; `nil` for evenly spread.
  ///
  /// A time that is less than the one before it, or NaN, counts as the one before. If the number of
  /// times is not that of the values, evenly spread times are used; `discrete` may have one more,
  /// the end.
  public var times: [Double]?
  /// The curve of each part; parts without one are linear.
  public var curves: [TimingCurve]
  /// The way from one value to the next.
  public var mode: Mode

  /// Creates keyframes.
  public init(
    _ values: [LayerValue], times: [Double]? = nil, curves: [TimingCurve] = [],
    mode: Mode = .linear
  ) {
    self.values = values
    self.times = times
    self.curves = curves
    self.mode = mode
  }
}

/// A path along which an animation moves a point.
public struct MotionPath: Hashable, Sendable {
  /// Whether the layer turns with the direction of the path.
  public enum Rotation: String, Hashable, Sendable, CaseIterable {
    /// The layer does not turn.
    case none
    /// The layer's x axis points along the path.
    case auto
    /// The layer's x axis points back along the path.
    case autoReverse
  }

  /// The path, in the space of the point.
  public var path: Path
  /// The time of the path's start and of the end of each of its steps, as in ``Keyframes``: one
  /// more than there are steps, for `discrete` also two more.
  public var times: [Double]?
  /// The curve of each step.
  public var curves: [TimingCurve]
  /// The way along the path; `cubic` is `linear`: the path has curves of its own.
  public var mode: Keyframes.Mode
  /// Whether the layer turns with the direction of the path.
  public var rotation: Rotation

  /// The number of steps: the lines and curves of the path.
  ///
  /// - Complexity: O(*n*) in the path's elements.
  package var stepCount: Int { PathTrack(self).partCount }

  /// Creates a path, by default with an even speed.
  public init(
    _ path: Path, times: [Double]? = nil, curves: [TimingCurve] = [],
    mode: Keyframes.Mode = .paced, rotation: Rotation = .none
  ) {
    self.path = path
    self.times = times
    self.curves = curves
    self.mode = mode
    self.rotation = rotation
  }
}
