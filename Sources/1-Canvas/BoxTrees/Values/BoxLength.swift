// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A length of a box: a size, a margin, a padding, an inset.
public enum BoxLength: Sendable, Hashable {
  /// Decided by the contents or by the free room; zero for a padding or a border.
  case auto
  /// Points.
  case points(Double)
  /// A percentage of the containing box's size: `.percent(50)` is half of it. Margins and paddings
  /// refer to its width in both axes, as in CSS.
  case percent(Double)
  /// Points and a percentage together: ``sum(points:percent:)``.
  ///
  /// In single precision, so that lengths stay small: the layout copies many of them.
  case mixed(points: Float, percent: Float)
  /// A percentage within bounds in points, as `min()`, `max()` and `clamp()` make them.
  case clamped(percent: Float, least: Float, most: Float)
  /// Points and a percentage together, but at most a number of points.
  case mixedAtMost(points: Float, percent: Float, bound: Float)
  /// Points and a percentage together, but at least a number of points.
  case mixedAtLeast(points: Float, percent: Float, bound: Float)
  /// The least width at which nothing overflows; of a text, that of its longest word. For a height,
  /// and for anything but a size, it means ``auto``.
  case minContent
  /// The width of the contents with forced breaks only. For a height it means ``auto``.
  case maxContent
  /// The width of the contents, but at most the available room. For a height it means ``auto``.
  case fitContent

  /// Points and a percentage together, as `calc()` makes them.
  public static func sum(points: Double, percent: Double) -> BoxLength {
    percent == 0 ? .points(points) : .mixed(points: Float(points), percent: Float(percent))
  }

  /// The length in points.
  ///
  /// - Parameter basis: The length that is 100 %; `nil` if it is not known.
  /// - Returns: `nil` for keywords, percentages of an unknown basis, and numbers that are not
  ///   finite.
  func points(of basis: Double?) -> Double? {
    switch self {
    case .points(let value): value.isFinite ? min(max(value, -Self.limit), Self.limit) : nil
    case .percent(let percent):
      if let basis, percent.isFinite {
        min(max(basis * percent / 100, -Self.limit), Self.limit)
      } else {
        nil
      }
    case .mixed(let points, let percent):
      if let basis, points.isFinite, percent.isFinite {
        min(max(Double(points) + basis * Double(percent) / 100, -Self.limit), Self.limit)
      } else {
        nil
      }
    case .clamped(let percent, let least, let most):
      BoxLength.percent(Double(percent)).points(of: basis).map {
        min(max($0, Double(least)), Double(most))
      }
    case .mixedAtMost(let points, let percent, let bound):
      BoxLength.mixed(points: points, percent: percent).points(of: basis).map {
        min($0, Double(bound))
      }
    case .mixedAtLeast(let points, let percent, let bound):
      BoxLength.mixed(points: points, percent: percent).points(of: basis).map {
        max($0, Double(bound))
      }
    default: nil
    }
  }

  /// The greatest length, in points: larger ones are cut to it, as in browsers, so that sums stay
  /// finite.
  static let limit = 33_554_431.0

  /// Whether the length is a percentage, or has one in it.
  var isPercentage: Bool {
    switch self {
    case .percent, .mixed, .clamped, .mixedAtMost, .mixedAtLeast: true
    default: false
    }
  }
}

extension BoxLength: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// Points.
  public init(floatLiteral value: Double) { self = .points(value) }
  /// Points.
  public init(integerLiteral value: Int) { self = .points(Double(value)) }
}

/// A value for each side of a box.
public struct BoxSides<Value: Sendable & Hashable>: Sendable, Hashable {
  /// The side at the top.
  public var top: Value
  /// The side at the right, in either direction of writing.
  public var right: Value
  /// The side at the bottom.
  public var bottom: Value
  /// The side at the left, in either direction of writing.
  public var left: Value

  /// Creates values in CSS's order, clockwise from the top.
  public init(top: Value, right: Value, bottom: Value, left: Value) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  /// Creates the same value for all sides.
  public init(_ all: Value) {
    self.init(top: all, right: all, bottom: all, left: all)
  }

  /// Creates one value for top and bottom, and one for left and right.
  public init(vertical: Value, horizontal: Value) {
    self.init(top: vertical, right: horizontal, bottom: vertical, left: horizontal)
  }
}

extension BoxSides where Value == BoxLength {
  var hasPercentages: Bool {
    top.isPercentage || right.isPercentage || bottom.isPercentage || left.isPercentage
  }
}

extension BoxSides: ExpressibleByFloatLiteral where Value == BoxLength {
  /// The same points on all sides.
  public init(floatLiteral value: Double) { self.init(.points(value)) }
}

extension BoxSides: ExpressibleByIntegerLiteral where Value == BoxLength {
  /// The same points on all sides.
  public init(integerLiteral value: Int) { self.init(.points(Double(value))) }
}
