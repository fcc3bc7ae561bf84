// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// An animation of a number from one value to another, the most frequent kind of animation.
///
/// Gives the same bits as ``ValueTrack``, but makes no ``LayerValue``, which would take most of the
/// time of a thousand animations in a frame.
struct NumberTrack: Sendable {
  private let property: NumberProperty
  private let from, to, by: Double?

  /// Prepares an animation; `nil` unless it changes a number of ``NumberProperty/named`` by
  /// numbers.
  init?(_ keyPath: String, from: LayerValue?, to: LayerValue?, by: LayerValue?) {
    guard let property = NumberProperty.named[keyPath],
      let numbers = Self.numbers(from, to, by), from != nil || to != nil || by != nil
    else { return nil }
    self.property = property
    (self.from, self.to, self.by) = numbers
  }

  /// Changes the property.
  ///
  /// - Parameters:
  ///   - progress: The progress from the start value (0) to the end value (1).
  ///   - cycles: The number of past cycles whose end values are added, in a cumulative animation.
  ///   - end: The progress at the end of a cycle.
  ///   - isAdditive: Whether the value is added to that of the property.
  func apply(
    at progress: Double, cycles: Double, end: Double, isAdditive: Bool,
    to properties: inout LayerProperties
  ) {
    let base = property.read(properties)
    var value = value(at: progress, base)
    if cycles > 0 { value += self.value(at: end, base) * cycles }
    property.write(isAdditive ? base + value : value, &properties)
  }

  private func value(at progress: Double, _ base: Double) -> Double {
    let start: Double
    let end: Double
    switch (to, by) {
    case (let to?, let by?) where from == nil: (start, end) = (to - by, to)
    case (nil, let by?): (start, end) = (from ?? base, (from ?? base) + by)
    default: (start, end) = (from ?? base, to ?? base)
    }
    return progress == 1 ? end : start + (end - start) * progress
  }

  /// The values as numbers; `nil` if one of them is no number.
  private static func numbers(
    _ from: LayerValue?, _ to: LayerValue?, _ by: LayerValue?
  ) -> (Double?, Double?, Double?)? {
    func isNumber(_ value: LayerValue?) -> Bool { value.map { Double($0) != nil } ?? true }
    guard isNumber(from), isNumber(to), isNumber(by) else { return nil }
    return (from.flatMap { Double($0) }, to.flatMap { Double($0) }, by.flatMap { Double($0) })
  }
}

/// A number among the properties of a layer, read and written as such.
struct NumberProperty: Sendable {
  let read: @Sendable (LayerProperties) -> Double
  let write: @Sendable (Double, inout LayerProperties) -> Void

  /// The numbers that are animated most, by their key paths. All other numbers get the same values
  /// by way of ``AnimatedProperty``, which takes several times as long.
  static let named: [String: NumberProperty] = [
    "opacity": NumberProperty {
      $0.opacity
    } write: {
      $1.opacity = $0
    },
    "zPosition": NumberProperty {
      $0.zPosition
    } write: {
      $1.zPosition = $0
    },
    "position.x": NumberProperty {
      $0.position.x
    } write: {
      $1.position.x = $0
    },
    "position.y": NumberProperty {
      $0.position.y
    } write: {
      $1.position.y = $0
    },
    "bounds.size.width": NumberProperty {
      $0.bounds.size.width
    } write: {
      $1.bounds.size.width = $0
    },
    "bounds.size.height": NumberProperty {
      $0.bounds.size.height
    } write: {
      $1.bounds.size.height = $0
    },
    "cornerRadius": NumberProperty {
      $0.cornerRadius
    } write: {
      $1.cornerRadius = $0
    },
    "borderWidth": NumberProperty {
      $0.borderWidth
    } write: {
      $1.borderWidth = $0
    },
    "shadowOpacity": NumberProperty {
      $0.shadow.opacity
    } write: {
      $1.shadow.opacity = $0
    },
    "shadowRadius": NumberProperty {
      $0.shadow.radius
    } write: {
      $1.shadow.radius = $0
    },
  ]
}
