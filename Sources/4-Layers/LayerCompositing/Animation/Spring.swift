// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// The motion of a mass on a spring with friction, from 0 to rest at 1.
///
/// Source: the equation of the damped oscillator; Core Animation's `CASpringAnimation` has the same
/// parameters and defaults.
public struct Spring: Hashable, Sendable {
  /// The mass on the spring. A greater one moves more slowly.
  public var mass: Double
  /// The stiffness of the spring.
  public var stiffness: Double
  /// The friction; √(4 · stiffness · mass) is the least without an overshoot.
  public var damping: Double
  /// The velocity at the start, as a factor of the whole distance a second.
  public var initialVelocity: Double

  /// Creates a spring.
  public init(
    mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0
  ) {
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    self.initialVelocity = initialVelocity
  }

  /// Whether the parameters describe a motion that comes to rest: mass, stiffness and damping above
  /// 0, all finite.
  package var isValid: Bool {
    mass > 0 && stiffness > 0 && damping > 0 && mass.isFinite && stiffness.isFinite
      && damping.isFinite && initialVelocity.isFinite
  }

  /// The value after a time in seconds; 1 for a spring that is not valid.
  package func value(after time: Double) -> Double {
    guard isValid, time.isFinite else { return 1 }
    if time <= 0 { return 0 }
    let frequency = (stiffness / mass).squareRoot()
    let decay = damping / (2 * mass)
    // The distance d from 1 obeys d″ + 2·decay·d′ + frequency²·d = 0.
    let discriminant = (frequency - decay) * (frequency + decay)
    let velocity = initialVelocity
    let distance: Double
    if abs(discriminant) <= 1e-9 * frequency * frequency {
      distance =
        NaturalExponential.value(of: -decay * time) * (1 + (decay - velocity) * time)
    } else if discriminant > 0 {
      let turn = discriminant.squareRoot()
      let (sine, cosine) = Angle.sineAndCosine(turn * time)
      distance =
        NaturalExponential.value(of: -decay * time)
        * (cosine + (decay - velocity) / turn * sine)
    } else {
      let root = (-discriminant).squareRoot()
      // `slow` is −decay + root, written as a quotient: the difference would lose digits.
      let (slow, fast) = (-frequency * frequency / (decay + root), -decay - root)
      let part = (-velocity - fast) / (slow - fast)
      distance =
        part * NaturalExponential.value(of: slow * time)
        + (1 - part) * NaturalExponential.value(of: fast * time)
    }
    return distance.isFinite ? 1 - distance : 1
  }

  /// The time after which the value stays within 0.001 of 1, in seconds, an hour at most; 0 for a
  /// spring that is not valid.
  ///
  /// It is computed from the envelope of the motion, so the motion may come to rest a little
  /// earlier.
  public var settlingDuration: Double {
    guard isValid else { return 0 }
    let frequency = (stiffness / mass).squareRoot()
    let decay = damping / (2 * mass)
    let discriminant = (frequency - decay) * (frequency + decay)
    let slope = abs(decay - initialVelocity)
    // The distance from 1 is at most (amplitude + growth · time) · e^(−rate · time).
    let (rate, amplitude, growth): (Double, Double, Double)
    if discriminant > 1e-9 * frequency * frequency {
      let ratio = slope / discriminant.squareRoot()
      (rate, amplitude, growth) = (decay, (1 + ratio * ratio).squareRoot(), 0)
    } else {
      let root = max(0, -discriminant).squareRoot()
      (rate, amplitude, growth) = (frequency * frequency / (decay + root), 1, slope)
    }
    var (low, high) = (0.0, 3600.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let distance =
        (amplitude + growth * middle) * NaturalExponential.value(of: -rate * middle)
      let isFar = distance > 1e-3
      (low, high) = isFar ? (middle, high) : (low, middle)
    }
    return high
  }
}
