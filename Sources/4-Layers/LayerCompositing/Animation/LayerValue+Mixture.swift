// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// Interpolation between two values.
///
/// Numbers, points, sizes and rectangles mix by component; colours by premultiplied component, with
/// no colour as clear; transforms by their parts; paths of the same steps point by point; lists of
/// the same length by element. All other values change from one to the other halfway.
extension LayerValue {
  /// The value at a fraction of the way to another one; fractions below 0 and above 1 extrapolate.
  func mixed(with other: LayerValue, _ fraction: Double) -> LayerValue {
    mixture(with: other, fraction) ?? (fraction < 0.5 ? self : other)
  }

  /// The value at a fraction of the way; `nil` if there are no values between both.
  private func mixture(with other: LayerValue, _ f: Double) -> LayerValue? {
    func mix(_ a: Double, _ b: Double) -> Double { f == 1 ? b : a + (b - a) * f }
    func mix(_ a: Point, _ b: Point) -> Point { Point(x: mix(a.x, b.x), y: mix(a.y, b.y)) }
    func mix(_ a: Size, _ b: Size) -> Size {
      Size(width: mix(a.width, b.width), height: mix(a.height, b.height))
    }
    switch (self, other) {
    case (.number(let a), .number(let b)): return .number(mix(a, b))
    case (.point(let a), .point(let b)): return .point(mix(a, b))
    case (.size(let a), .size(let b)): return .size(mix(a, b))
    case (.rect(let a), .rect(let b)):
      return .rect(Rect(origin: mix(a.origin, b.origin), size: mix(a.size, b.size)))
    case (.color(let a), .color(let b)): return .color(Color.mixed(a, b, f))
    case (.transform(let a), .transform(let b)): return a.mixed(with: b, f).map { .transform($0) }
    case (.path(let a?), .path(let b?)): return a.mixed(with: b, f).map { .path($0) }
    case (.numbers(let a?), .numbers(let b?)) where a.count == b.count:
      return .numbers(zip(a, b).map { mix($0, $1) })
    case (.box(let a), .box(let b)): return a.mixed(with: b, f).map { .box($0) }
    case (.colors(let a), .colors(let b)) where a.count == b.count:
      return .colors(zip(a, b).map { Color.mixed($0, $1, f) })
    default: return nil
    }
  }

  /// The sum of two values; for transforms the map that applies the other one first. `nil` for
  /// values without a sum.
  func adding(_ other: LayerValue) -> LayerValue? {
    switch (self, other) {
    case (.number(let a), .number(let b)): return .number(a + b)
    case (.point(let a), .point(let b)): return .point(Point(x: a.x + b.x, y: a.y + b.y))
    case (.size(let a), .size(let b)):
      return .size(Size(width: a.width + b.width, height: a.height + b.height))
    case (.rect(let a), .rect(let b)):
      return .rect(
        Rect(
          x: a.minX + b.minX, y: a.minY + b.minY, width: a.width + b.width,
          height: a.height + b.height))
    case (.color(let a), .color(let b)):
      return .color(Color.combined(a, b) { $0 + $1 })
    case (.transform(let a), .transform(let b)): return .transform(b.concatenating(a))
    case (.path(let a?), .path(let b?)):
      return a.combined(with: b) { Point(x: $0.x + $1.x, y: $0.y + $1.y) }.map { .path($0) }
    case (.numbers(let a?), .numbers(let b?)) where a.count == b.count:
      return .numbers(zip(a, b).map { $0 + $1 })
    default: return nil
    }
  }

  /// The value that gives this one when the other one is added to it; `nil` for values without a
  /// difference.
  func subtracting(_ other: LayerValue) -> LayerValue? {
    if case .transform(let map) = other {
      return map.inverted().flatMap { adding(.transform($0)) }
    }
    return other.multiplied(by: -1).flatMap(adding)
  }

  /// The sum of a number of equal values; `nil` for values without a sum.
  func multiplied(by factor: Double) -> LayerValue? {
    switch self {
    case .number(let a): return .number(a * factor)
    case .point(let a): return .point(Point(x: a.x * factor, y: a.y * factor))
    case .size(let a): return .size(Size(width: a.width * factor, height: a.height * factor))
    case .rect(let a):
      return .rect(
        Rect(
          x: a.minX * factor, y: a.minY * factor, width: a.width * factor,
          height: a.height * factor))
    case .color(let a): return .color(Color.combined(a, a) { x, _ in x * factor })
    case .transform(let a): return .transform(a.power(factor))
    case .path(let a?):
      return a.combined(with: a) { p, _ in Point(x: p.x * factor, y: p.y * factor) }
        .map { .path($0) }
    case .numbers(let a?): return .numbers(a.map { $0 * factor })
    default: return nil
    }
  }

  /// The length of the way to another value, for an even pace; 1 for values without one.
  func distance(to other: LayerValue) -> Double {
    guard let difference = other.subtracting(self) else { return 1 }
    func length(_ numbers: Double...) -> Double {
      numbers.reduce(0) { $0 + $1 * $1 }.squareRoot()
    }
    let distance: Double =
      switch difference {
      case .number(let a): abs(a)
      case .point(let a): length(a.x, a.y)
      case .size(let a): length(a.width, a.height)
      case .rect(let a): length(a.minX, a.minY, a.width, a.height)
      case .color(let a?): length(a.red, a.green, a.blue, a.alpha)
      case .numbers(let a?): a.reduce(0) { $0 + $1 * $1 }.squareRoot()
      default: 1
      }
    return distance.isFinite ? distance : 0
  }
}

extension Color {
  /// Mixes premultiplied colours; `nil` counts as clear.
  static func mixed(_ a: Color?, _ b: Color?, _ fraction: Double) -> Color? {
    if a == nil, b == nil { return nil }
    if fraction == 1 { return b }
    let (a, b) = (a ?? .clear, b ?? .clear)
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * fraction }
    let alpha = mix(a.alpha, b.alpha)
    if !(alpha > 0) { return .clear }
    return Color(
      red: mix(a.red * a.alpha, b.red * b.alpha) / alpha,
      green: mix(a.green * a.alpha, b.green * b.alpha) / alpha,
      blue: mix(a.blue * a.alpha, b.blue * b.alpha) / alpha, alpha: alpha)
  }

  fileprivate static func combined(
    _ a: Color?, _ b: Color?, _ body: (Double, Double) -> Double
  ) -> Color? {
    if a == nil, b == nil { return nil }
    let (a, b) = (a ?? .clear, b ?? .clear)
    return Color(
      red: body(a.red, b.red), green: body(a.green, b.green), blue: body(a.blue, b.blue),
      alpha: body(a.alpha, b.alpha))
  }
}

extension Transform3D {
  /// The map applied several times: `count`, rounded to a whole number and cut to 2¹⁶.
  fileprivate func power(_ count: Double) -> Transform3D {
    var number = Int(max(-65536, min(65536, count.isNaN ? 0 : count.rounded())))
    guard var square = number < 0 ? inverted() : self else { return .identity }
    number = abs(number)
    var result = Transform3D.identity
    while number > 0 {
      if number & 1 == 1 { result = result.concatenating(square) }
      number >>= 1
      if number > 0 { square = square.concatenating(square) }
    }
    return result
  }
}
