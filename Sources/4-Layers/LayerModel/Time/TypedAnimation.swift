// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import LayerCompositing

/// An animation whose property and values the compiler checks, so that the animation fits its
/// layer.
public protocol TypedAnimation: Sendable {
  /// The animation by the name of its property.
  var animation: LayerAnimation { get }
}

/// An animation of a property between two values: `CABasicAnimation`, with a key path of Swift.
///
/// ```swift
/// layer.add(BasicAnimation(\.opacity, to: 0))
/// layer.add(BasicAnimation(\.position.x, from: 0, to: 240, duration: 1))
/// line.add(BasicAnimation(\.shape.strokeEnd, from: 0, to: 1))
/// fire.add(BasicAnimation(emitter: \.birthRate, to: 0))
/// ```
public struct BasicAnimation: TypedAnimation {
  public private(set) var animation: LayerAnimation

  /// Creates an animation; see `LayerAnimation.init(_:from:to:by:duration:curve:)`.
  ///
  /// - Parameters:
  ///   - path: The property, or a field of a point, a size or a rectangle.
  ///   - from: The value at the start; `nil` for that of the property.
  ///   - to: The value at the end; `nil` for that of the property.
  ///   - by: The difference between both.
  ///   - duration: In seconds.
  ///   - curve: The way from one to the other.
  /// - Precondition: `LayerKey.all` has the property.
  package init<Value: LayerValueConvertible>(
    _ path: WritableKeyPath<LayerProperties, Value>, from: Value? = nil, to: Value? = nil,
    by: Value? = nil, duration: Double = 0.25, curve: TimingCurve = .default
  ) {
    self.init(LayerKey.keyPath(of: path), path, from, to, by, duration, curve)
  }

  /// Creates an animation of an emitter; see the other initialiser.
  ///
  /// - Precondition: Emitters have a key for the property.
  package init<Value: LayerValueConvertible>(
    emitter path: WritableKeyPath<ParticleEmitter, Value>, from: Value? = nil, to: Value? = nil,
    by: Value? = nil, duration: Double = 0.25, curve: TimingCurve = .default
  ) {
    self.init(ParticleEmitter.keyPath(of: path), path, from, to, by, duration, curve)
  }

  private init<Value: LayerValueConvertible>(
    _ keyPath: String?, _ path: AnyKeyPath, _ from: Value?, _ to: Value?, _ by: Value?,
    _ duration: Double, _ curve: TimingCurve
  ) {
    animation = LayerAnimation(
      TypedKey.checked(keyPath, path), from: from?.layerValue, to: to?.layerValue,
      by: by?.layerValue, duration: duration, curve: curve)
  }
}

/// An animation of a property through values: `CAKeyframeAnimation`, with a key path of Swift.
public struct KeyframeAnimation: TypedAnimation {
  public private(set) var animation: LayerAnimation

  /// Creates an animation; see `Keyframes`.
  ///
  /// - Parameters:
  ///   - path: The property, or a field of a point, a size or a rectangle.
  ///   - values: The values in order.
  ///   - times: The time of each value as a fraction of the duration; `nil` for evenly spread.
  ///   - curves: The curve of each part; parts without one are linear.
  ///   - mode: The way from one value to the next.
  ///   - duration: In seconds.
  /// - Precondition: `LayerKey.all` has the property.
  package init<Value: LayerValueConvertible>(
    _ path: WritableKeyPath<LayerProperties, Value>, values: [Value], times: [Double]? = nil,
    curves: [TimingCurve] = [], mode: Keyframes.Mode = .linear, duration: Double = 0.25
  ) {
    let keyframes = Keyframes(
      values.map(\.layerValue), times: times, curves: curves, mode: mode)
    animation = LayerAnimation(
      TypedKey.checked(LayerKey.keyPath(of: path), path), keyframes: keyframes, duration: duration)
  }
}

private enum TypedKey {
  static func checked(_ keyPath: String?, _ path: AnyKeyPath) -> String {
    guard let keyPath else { preconditionFailure("no key has the property \(path)") }
    return keyPath
  }
}

extension BasicAnimation {
  /// When the property changes.
  public var timing: MediaTiming {
    get { animation.timing }
    set { animation.timing = newValue }
  }

  /// How progress follows time.
  public var curve: TimingCurve {
    get { animation.curve }
    set { animation.curve = newValue }
  }

  /// Whether the value is added to that of the property.
  public var isAdditive: Bool {
    get { animation.isAdditive }
    set { animation.isAdditive = newValue }
  }

  /// Whether each cycle begins with the sum of the ends of those before.
  public var isCumulative: Bool {
    get { animation.isCumulative }
    set { animation.isCumulative = newValue }
  }
}

extension KeyframeAnimation {
  /// When the property changes.
  public var timing: MediaTiming {
    get { animation.timing }
    set { animation.timing = newValue }
  }

  /// Whether the value is added to that of the property.
  public var isAdditive: Bool {
    get { animation.isAdditive }
    set { animation.isAdditive = newValue }
  }

  /// Whether each cycle begins with the sum of the ends of those before.
  public var isCumulative: Bool {
    get { animation.isCumulative }
    set { animation.isCumulative = newValue }
  }
}

extension Layer {
  /// Adds an animation that fits, in place of one with the same key; without a key beside all
  /// others. Otherwise as
  /// ``add(_:forKey:delay:isRemovedAtEnd:completion:)-(LayerAnimation,_,_,_,_)``.
  ///
  /// - Precondition: The layer has the property: `shape` is one of shape layers, and that of an
  ///   emitter one of emitter layers.
  public func add(
    _ animation: some TypedAnimation, forKey key: String? = nil, delay: Double = 0,
    isRemovedAtEnd: Bool? = nil,
    completion: (@MainActor @Sendable (_ isFinished: Bool) -> Void)? = nil
  ) {
    do {
      try add(
        animation.animation, forKey: key, delay: delay, isRemovedAtEnd: isRemovedAtEnd,
        completion: completion)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
