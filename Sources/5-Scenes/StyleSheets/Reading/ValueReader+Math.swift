// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry

/// A number with the kind of its unit; a percentage is a length of no points.
enum Quantity: Hashable {
  case number(Double)
  case length(LengthPercentage)
  /// Degrees.
  case angle(Double)
  /// Pixels of a point.
  case resolution(Double)
  /// Seconds.
  case time(Double)
}

extension ValueReader {
  // MARK: Numbers

  /// A number with or without a unit, or a function of numbers (CSS Values 4, §10).
  mutating func quantity() -> Quantity? {
    switch peek {
    case .number(let value, _):
      advance()
      return .number(value.bounded)
    case .percentage(let value):
      advance()
      return .length(.percent(value))
    case .dimension(let value, _, let unit):
      guard let quantity = context.quantity(value, unit) else { return nil }
      advance()
      return quantity
    case .function: return mathFunction()
    case .ident(let name):
      // A component of the colour that a relative one starts from.
      guard let value = channels[name.lowercasedASCII] else { return nil }
      advance()
      return .number(value)
    default: return nil
    }
  }

  mutating func number(_ range: ClosedRange<Double> = -1e15...1e15) -> Double? {
    attempt { reader in
      // Within a function the range bounds the result.
      let isFunction = reader.peekFunction != nil
      guard case .number(let value)? = reader.quantity() else { return nil }
      if isFunction { return min(max(value, range.lowerBound), range.upperBound) }
      return range.contains(value) ? value : nil
    }
  }

  /// A number or a percentage as a number: 50% is 0.5.
  mutating func numberOrPercentage() -> Double? {
    attempt { reader in
      switch reader.quantity() {
      case .number(let value)?: value
      case .length(.sum(points: 0, let percent?))?: percent / 100
      default: nil
      }
    }
  }

  mutating func integer(_ range: ClosedRange<Int> = -2_147_483_647...2_147_483_647) -> Int? {
    attempt { reader in
      if case .number(let value, let spelling)? = reader.peek {
        reader.advance()
        // A number beyond any use is cut; one that the property does not allow is no value.
        guard spelling.contains(.integer) else { return nil }
        let cut = Int(min(max(value, -2_147_483_647), 2_147_483_647))
        return cut < range.lowerBound ? nil : min(cut, range.upperBound)
      }
      guard reader.peekFunction != nil, case .number(let value)? = reader.quantity() else {
        return nil
      }
      let whole = Int((value.bounded + 0.5).rounded(.down))
      return min(max(whole, range.lowerBound), range.upperBound)
    }
  }

  mutating func percentage() -> Double? {
    attempt { reader in
      guard case .length(.sum(points: 0, let percent?))? = reader.quantity() else { return nil }
      return percent
    }
  }

  /// A length in points; 0 needs no unit.
  mutating func length(_ range: ClosedRange<Double> = -1e15...1e15) -> Double? {
    lengthPercentage(range, percentages: false)?.points
  }

  /// A length or a percentage; a calculated one is cut to the range where it is used.
  mutating func lengthPercentage(
    _ range: ClosedRange<Double> = -1e15...1e15, percentages: Bool = true
  ) -> LengthPercentage? {
    attempt { reader in
      let isFunction = reader.peekFunction != nil
      var hasPercent = false
      if case .percentage? = reader.peek { hasPercent = true }
      switch reader.quantity() {
      case .number(0)? where !isFunction: return .zero
      case .length(let length)?:
        if !percentages, hasPercent || length.hasPercentage { return nil }
        guard case .sum(let points, let percent) = length else { return length }
        if isFunction, percent == nil {
          return .points(min(max(points, range.lowerBound), range.upperBound))
        }
        let isInRange = isFunction || range.contains(points) && range.contains(percent ?? 0)
        return isInRange ? length : nil
      default: return nil
      }
    }
  }

  /// A length or a percentage that is not negative.
  mutating func positiveLength() -> LengthPercentage? { lengthPercentage(0...1e15) }

  /// An angle in degrees; 0 needs a unit but in old functions.
  mutating func angle(zero: Bool = true) -> Double? {
    attempt { reader in
      switch reader.quantity() {
      case .angle(let degrees)?: degrees
      case .number(0)? where zero: 0
      default: nil
      }
    }
  }

  // MARK: Functions

  private mutating func mathFunction() -> Quantity? {
    guard let name = peekFunction else { return nil }
    switch name {
    case "calc", "-webkit-calc": return block { $0.sum() }
    case "min", "max":
      return block { reader in reader.list { $0.sum() } }.flatMap {
        Self.extreme($0, name == "min")
      }
    case "clamp":
      guard let bounds = block({ reader in reader.list { $0.bound() } }), bounds.count == 3,
        let value = bounds[1] ?? nil
      else { return nil }
      let upper = (bounds[2] ?? nil).map { Self.extreme([value, $0], true) } ?? value
      guard let upper else { return nil }
      return (bounds[0] ?? nil).map { Self.extreme([$0, upper], false) } ?? upper
    default:
      return block { reader in
        var strategy = "nearest"
        if name == "round", let word = reader.peekWord, Self.strategies.contains(word) {
          strategy = word
          reader.advance()
          guard reader.take(.comma) else { return nil }
        }
        return reader.list { $0.sum() }.flatMap { Self.value(of: name, $0, strategy) }
      }
    }
  }

  /// An argument of `clamp()`; `none` is no bound.
  private mutating func bound() -> Quantity?? {
    if take("none") { return .some(nil) }
    return sum().map { .some($0) }
  }

  /// Sums of products (§10.8): signs stand between spaces.
  private mutating func sum() -> Quantity? {
    guard var result = product() else { return nil }
    while case .delimiter(let sign)? = peek, sign == "+" || sign == "-" {
      guard index > 0, tokens[index - 1] == .whitespace, index + 1 < end,
        tokens[index + 1] == .whitespace
      else { return nil }
      advance()
      guard let next = product(), let sum = Self.sum(result, Self.times(next, sign == "+" ? 1 : -1))
      else { return nil }
      result = sum
    }
    return result
  }

  private mutating func product() -> Quantity? {
    guard var result = operand() else { return nil }
    while case .delimiter(let sign)? = peek, sign == "*" || sign == "/" {
      advance()
      guard let next = operand() else { return nil }
      if sign == "/" {
        guard case .number(let divisor) = next else { return nil }
        result = Self.times(result, 1 / divisor)
      } else if case .number(let factor) = next {
        result = Self.times(result, factor)
      } else if case .number(let factor) = result {
        result = Self.times(next, factor)
      } else {
        return nil
      }
    }
    return result
  }

  private mutating func operand() -> Quantity? {
    if peek == .openRound { return block { $0.sum() } }
    if let constant: Double = word([
      "pi": .pi, "e": 2.718_281_828_459_045, "infinity": 1e15, "-infinity": -1e15, "nan": 0,
    ]) {
      return .number(constant)
    }
    return quantity()
  }

  // MARK: Arithmetic

  static func scalar(_ quantity: Quantity) -> Double? {
    switch quantity {
    case .number(let value), .angle(let value), .resolution(let value), .time(let value): value
    case .length(let length): length.points
    }
  }

  static func like(_ quantity: Quantity, _ value: Double) -> Quantity {
    switch quantity {
    case .number: .number(value)
    case .length: .length(.points(value))
    case .angle: .angle(value)
    case .resolution: .resolution(value)
    case .time: .time(value)
    }
  }

  private static func sum(_ a: Quantity, _ b: Quantity) -> Quantity? {
    switch (a, b) {
    case (.number(let a), .number(let b)): .number((a + b).bounded)
    case (.angle(let a), .angle(let b)): .angle((a + b).bounded)
    case (.resolution(let a), .resolution(let b)): .resolution((a + b).bounded)
    case (.time(let a), .time(let b)): .time((a + b).bounded)
    case (.length(let a), .length(let b)): a.terms * b.terms > 256 ? nil : .length(a + b)
    default: nil
    }
  }

  private static func times(_ a: Quantity, _ factor: Double) -> Quantity {
    switch a {
    case .length(let length): .length(length * factor.bounded)
    default: like(a, ((scalar(a) ?? 0) * factor.bounded).bounded)
    }
  }

  /// The least or greatest of quantities of one kind.
  private static func extreme(_ values: [Quantity], _ isLeast: Bool) -> Quantity? {
    guard let first = values.first else { return nil }
    if case .length = first {
      var lengths: [LengthPercentage] = []
      for case .length(let length) in values { lengths.append(length) }
      guard lengths.count == values.count else { return nil }
      let points = lengths.compactMap(\.points)
      if points.count == lengths.count {
        return .length(.points((isLeast ? points.min() : points.max()) ?? 0))
      }
      return .length(isLeast ? .least(lengths) : .greatest(lengths))
    }
    var numbers: [Double] = []
    for value in values {
      guard let number = scalar(value), like(value, 0) == like(first, 0) else { return nil }
      numbers.append(number)
    }
    return like(first, (isLeast ? numbers.min() : numbers.max()) ?? 0)
  }
}

extension Double {
  /// The number within ±10¹⁵, so that no calculation leaves the range of integers; NaN is 0 (CSS
  /// Values 4, §10.9.1).
  var bounded: Double { isNaN ? 0 : Swift.min(Swift.max(self, -1e15), 1e15) }
}

extension ValueContext {
  /// A number with a unit in the unit of its kind (CSS Values 4, §6 and §7); `nil` for others.
  func quantity(_ value: Double, _ unit: String) -> Quantity? {
    func points(_ size: Double) -> Quantity { .length(.points(value * size)) }
    let viewport = environment.viewport
    switch unit {
    case "px": return points(1)
    case "em": return points(fontSize)
    case "rem": return points(rootFontSize)
    case "pt": return points(4.0 / 3)
    case "pc": return points(16)
    case "in": return points(96)
    case "cm": return points(96 / 2.54)
    case "mm": return points(9.6 / 2.54)
    case "q": return points(2.4 / 2.54)
    case "ex": return points(units().xHeight)
    case "ch": return points(units().zeroAdvance)
    case "cap": return points(units().capHeight)
    case "ic": return points(fontSize)
    case "lh": return points(lineHeight())
    case "rlh": return points(rootLineHeight())
    case "vw", "svw", "lvw", "dvw", "vi", "svi", "lvi", "dvi": return points(viewport.width / 100)
    case "vh", "svh", "lvh", "dvh", "vb", "svb", "lvb", "dvb": return points(viewport.height / 100)
    case "vmin", "svmin", "lvmin", "dvmin":
      return points(min(viewport.width, viewport.height) / 100)
    case "vmax", "svmax", "lvmax", "dvmax":
      return points(max(viewport.width, viewport.height) / 100)
    case "deg": return .angle(value)
    case "grad": return .angle(value * 0.9)
    case "rad": return .angle(value * 180 / .pi)
    case "turn": return .angle(value * 360)
    case "dppx", "x": return .resolution(value)
    case "dpi": return .resolution(value / 96)
    case "dpcm": return .resolution(value * 2.54 / 96)
    case "s": return .time(value)
    case "ms": return .time(value / 1000)
    default: return nil
    }
  }
}
