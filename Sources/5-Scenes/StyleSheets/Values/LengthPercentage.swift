// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A length that may depend on another one: a sum of points (CSS's `px`) and a percentage, or the
/// least or greatest of several, as `min()`, `max()` and `clamp()` have it (CSS Values 4, §10).
package enum LengthPercentage: Hashable, Sendable {
  /// A number of points and a percentage: `.sum(points: 8, percent: 50)` is `calc(50% + 8px)`. A
  /// percentage of 0 is one, too, as where the height that is 100 % is not known; `nil` is none.
  case sum(points: Double, percent: Double?)
  /// The least of several lengths.
  case least([LengthPercentage])
  /// The greatest of several lengths.
  case greatest([LengthPercentage])

  /// No length.
  package static let zero = LengthPercentage.points(0)

  /// A number of points.
  package static func points(_ points: Double) -> LengthPercentage {
    .sum(points: points, percent: nil)
  }

  /// A percentage: 50 is half.
  package static func percent(_ percent: Double) -> LengthPercentage {
    .sum(points: 0, percent: percent)
  }

  /// Whether the length depends on another one.
  package var hasPercentage: Bool {
    switch self {
    case .sum(_, let percent): percent != nil
    case .least(let terms), .greatest(let terms): terms.contains(where: \.hasPercentage)
    }
  }

  /// The points of a length without a percentage; `nil` if it has one.
  package var points: Double? { hasPercentage ? nil : points(of: 0) }

  /// The length in points.
  ///
  /// - Parameter basis: The length that is 100 %.
  package func points(of basis: Double) -> Double {
    switch self {
    case .sum(let points, let percent?) where percent != 0: points + basis * percent / 100
    case .sum(let points, _): points
    case .least(let terms): terms.map { $0.points(of: basis) }.min() ?? 0
    case .greatest(let terms): terms.map { $0.points(of: basis) }.max() ?? 0
    }
  }
}

extension LengthPercentage {
  /// The sum of two lengths; the least and greatest distribute over it.
  static func + (a: LengthPercentage, b: LengthPercentage) -> LengthPercentage {
    switch (a, b) {
    case (.sum(let p, let q), .sum(let r, let s)):
      .sum(
        points: (p + r).bounded,
        percent: q == nil && s == nil ? nil : ((q ?? 0) + (s ?? 0)).bounded)
    case (.least(let terms), let other), (let other, .least(let terms)):
      .least(terms.map { $0 + other })
    case (.greatest(let terms), let other), (let other, .greatest(let terms)):
      .greatest(terms.map { $0 + other })
    }
  }

  /// The length times a number; a negative one turns the least into the greatest.
  static func * (a: LengthPercentage, factor: Double) -> LengthPercentage {
    switch a {
    case .sum(let points, let percent):
      .sum(points: (points * factor).bounded, percent: percent.map { ($0 * factor).bounded })
    case .least(let terms):
      factor < 0 ? .greatest(terms.map { $0 * factor }) : .least(terms.map { $0 * factor })
    case .greatest(let terms):
      factor < 0 ? .least(terms.map { $0 * factor }) : .greatest(terms.map { $0 * factor })
    }
  }

  /// The number of sums in the length: what distributes is bounded by it.
  var terms: Int {
    switch self {
    case .sum: 1
    case .least(let terms), .greatest(let terms): terms.reduce(0) { $0 + $1.terms }
    }
  }
}

/// A length or `auto`: a margin, an inset.
package enum AutoLength: Hashable, Sendable {
  /// Decided by the layout.
  case auto
  /// A length.
  case length(LengthPercentage)

  /// The length; `nil` for `auto`.
  package var length: LengthPercentage? {
    if case .length(let length) = self { length } else { nil }
  }
}

/// A size of a box: a width, a height, a least or greatest one.
package enum SizeLength: Hashable, Sendable {
  /// Decided by the layout; of a greatest size: no bound.
  case auto
  /// A length.
  case length(LengthPercentage)
  case minContent
  case maxContent
  /// `fit-content`, or `fit-content(…)` with a length.
  case fitContent(LengthPercentage?)
  /// `stretch`: the room of the containing block.
  case stretch

  /// The length; `nil` for keywords.
  package var length: LengthPercentage? {
    if case .length(let length) = self { length } else { nil }
  }
}

/// A value for each physical side of a box.
package struct Sides<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The side at the top.
  package var top: Value
  /// The side at the right.
  package var right: Value
  /// The side at the bottom.
  package var bottom: Value
  /// The side at the left.
  package var left: Value

  /// Creates values clockwise from the top.
  package init(_ top: Value, _ right: Value, _ bottom: Value, _ left: Value) {
    (self.top, self.right, self.bottom, self.left) = (top, right, bottom, left)
  }

  /// Creates the same value for all sides.
  package init(_ all: Value) { self.init(all, all, all, all) }

  /// The value of a side.
  package subscript(side: Side) -> Value {
    get {
      switch side {
      case .top: top
      case .right: right
      case .bottom: bottom
      case .left: left
      }
    }
    set {
      switch side {
      case .top: top = newValue
      case .right: right = newValue
      case .bottom: bottom = newValue
      case .left: left = newValue
      }
    }
  }

  /// The values clockwise from the top, each converted.
  package func map<Other>(_ convert: (Value) throws -> Other) rethrows -> Sides<Other> {
    Sides<Other>(try convert(top), try convert(right), try convert(bottom), try convert(left))
  }
}

/// A physical side of a box, clockwise from the top.
package enum Side: String, CaseIterable, Sendable, Hashable { case top, right, bottom, left }

/// A value for each corner of a box.
package struct Corners<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The corner at the top and left.
  package var topLeft: Value
  /// The corner at the top and right.
  package var topRight: Value
  /// The corner at the bottom and right.
  package var bottomRight: Value
  /// The corner at the bottom and left.
  package var bottomLeft: Value

  /// Creates the same value for all corners.
  package init(_ all: Value) {
    (topLeft, topRight, bottomRight, bottomLeft) = (all, all, all, all)
  }
}

/// A horizontal and a vertical length: a radius of a corner, a place of a picture.
package struct LengthPair: Hashable, Sendable {
  /// The horizontal length.
  package var x: LengthPercentage
  /// The vertical length.
  package var y: LengthPercentage

  /// Creates a pair of lengths.
  package init(_ x: LengthPercentage, _ y: LengthPercentage) { (self.x, self.y) = (x, y) }

  /// No lengths.
  package static let zero = LengthPair(.zero, .zero)
  /// The middle of a box.
  package static let center = LengthPair(.percent(50), .percent(50))
}
