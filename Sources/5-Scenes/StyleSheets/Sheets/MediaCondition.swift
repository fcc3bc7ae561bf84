// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry

/// A condition of `@media` or `@supports` (Media Queries 4, CSS Conditional 3).
enum MediaCondition: Sendable {
  case constant(Bool)
  /// What is not understood: neither it nor its contrary holds.
  case unknown
  case medium(String)
  case feature(String, Comparison, Value)
  indirect case not(MediaCondition)
  case all([MediaCondition])
  case any([MediaCondition])

  enum Comparison: String, Sendable {
    case less = "<"
    case atMost = "<="
    case equal = "="
    case atLeast = ">="
    case more = ">"
  }

  /// What a feature is compared with.
  enum Value: Sendable {
    case number(Double)
    case word(String)
    /// Nothing: the feature is asked for itself.
    case none
  }

  /// Whether the condition holds; `nil` if that is not known.
  func holds(in environment: MediaEnvironment) -> Bool? {
    switch self {
    case .constant(let value): return value
    case .unknown: return nil
    case .medium(let name): return name == "all" || name == environment.medium.rawValue
    case .feature(let name, let comparison, let value):
      return environment.has(name, comparison, value)
    case .not(let condition): return condition.holds(in: environment).map { !$0 }
    case .all(let conditions):
      let values = conditions.map { $0.holds(in: environment) }
      return values.contains(false) ? false : values.contains(nil) ? nil : true
    case .any(let conditions):
      let values = conditions.map { $0.holds(in: environment) }
      return values.contains(true) ? true : values.contains(nil) ? nil : false
    }
  }

  /// Whether part of the condition is not understood.
  var hasUnknown: Bool {
    switch self {
    case .unknown: true
    case .not(let condition): condition.hasUnknown
    case .all(let conditions), .any(let conditions): conditions.contains(where: \.hasUnknown)
    default: false
    }
  }
}

extension MediaEnvironment {
  /// Whether a feature compares with a value; `nil` for an unknown feature or value.
  fileprivate func has(
    _ name: String, _ comparison: MediaCondition.Comparison, _ value: MediaCondition.Value
  ) -> Bool? {
    if let number = number(name) {
      switch (value, comparison) {
      case (.none, _): return number != 0
      case (.word, _): return nil
      case (.number(let other), .less): return number < other
      case (.number(let other), .atMost): return number <= other
      case (.number(let other), .equal): return abs(number - other) < 1e-6 * max(1, abs(other))
      case (.number(let other), .atLeast): return number >= other
      case (.number(let other), .more): return number > other
      }
    }
    guard let word = word(name) else { return nil }
    switch value {
    case .none: return word != "none" && word != "no-preference"
    case .word(let other): return word == other
    case .number: return nil
    }
  }

  private func number(_ name: String) -> Double? {
    switch name {
    case "width", "device-width": viewport.width
    case "height", "device-height": viewport.height
    case "aspect-ratio", "device-aspect-ratio": viewport.width / max(viewport.height, 1e-9)
    case "resolution", "-webkit-device-pixel-ratio": scale
    case "color": 8
    case "color-index", "monochrome", "grid", "-webkit-transform-2d": 0
    case "-webkit-transform-3d": 1
    default: nil
    }
  }

  private func word(_ name: String) -> String? {
    switch name {
    case "orientation": viewport.height >= viewport.width ? "portrait" : "landscape"
    case "prefers-color-scheme": colorScheme.rawValue
    case "hover", "any-hover", "pointer", "any-pointer", "scripting", "update", "overflow-block",
      "overflow-inline", "forced-colors", "inverted-colors":
      "none"
    case "prefers-reduced-motion", "prefers-contrast", "prefers-reduced-transparency",
      "prefers-reduced-data":
      "no-preference"
    case "scan": "progressive"
    case "color-gamut": "srgb"
    case "dynamic-range", "video-dynamic-range": "standard"
    case "display-mode": "browser"
    default: nil
    }
  }
}

extension ValueReader {
  /// A list of media queries; those that are not understood never hold.
  mutating func mediaQueries() -> MediaCondition {
    if isAtEnd { return .constant(true) }
    var queries: [MediaCondition] = []
    repeat {
      let query = attempt { reader -> MediaCondition? in
        guard let query = reader.mediaQuery(), reader.isAtEnd || reader.peek == .comma else {
          return nil
        }
        return query
      }
      if query == nil { skipToComma() }
      queries.append(query ?? .unknown)
    } while take(.comma)
    return .any(queries)
  }

  private mutating func mediaQuery() -> MediaCondition? {
    if let condition = attempt({ reader -> MediaCondition? in
      let condition = reader.condition { $0.mediaFeature() }
      return reader.isAtEnd || reader.peek == .comma ? condition : nil
    }) {
      return condition
    }
    let isNot = take("not")
    if !isNot { _ = take("only") }
    guard let type = word(), !["not", "and", "or", "only", "layer"].contains(type) else {
      return nil
    }
    var parts: [MediaCondition] = [.medium(type)]
    while take("and") {
      guard let part = operand({ $0.mediaFeature() }) else { return nil }
      parts.append(part)
    }
    return isNot ? .not(.all(parts)) : .all(parts)
  }

  // MARK: Conditions

  /// `not`, `and` and `or` between brackets.
  mutating func condition(
    _ leaf: (inout ValueReader) -> MediaCondition?
  ) -> MediaCondition? {
    if take("not") { return operand(leaf).map { .not($0) } }
    guard let first = operand(leaf) else { return nil }
    var parts = [first]
    for word in ["and", "or"] where peekWord == word {
      while take(word) {
        guard let part = operand(leaf) else { return nil }
        parts.append(part)
      }
      return word == "and" ? .all(parts) : .any(parts)
    }
    return first
  }

  private mutating func operand(
    _ leaf: (inout ValueReader) -> MediaCondition?
  ) -> MediaCondition? {
    if let part = attempt(leaf) { return part }
    if peek == .openRound, let inner = block({ $0.condition(leaf) }) { return inner }
    guard peek == .openRound || peekFunction != nil else { return nil }
    return block { reader in
      reader.skipToClose()
      return reader.unknown
    }
  }

  /// Passes over all up to the end of the bracket.
  mutating func skipToClose() {
    repeat { skipToComma() } while take(.comma)
  }

  // MARK: Features

  private mutating func mediaFeature() -> MediaCondition? {
    guard peek == .openRound else { return nil }
    return block { reader in
      if let name = reader.attempt({ $0.word() }) {
        if reader.take(.colon) {
          guard let value = reader.featureValue() else { return nil }
          for (prefix, comparison) in [
            ("min-", MediaCondition.Comparison.atLeast), ("max-", .atMost),
          ] {
            if name.hasPrefix(prefix) {
              return .feature(String(name.dropFirst(4)), comparison, value)
            }
            let webkit = "-webkit-" + prefix
            if name.hasPrefix(webkit) {
              return .feature("-webkit-" + name.dropFirst(webkit.count), comparison, value)
            }
          }
          return .feature(name, .equal, value)
        }
        guard let comparison = reader.comparison() else { return .feature(name, .equal, .none) }
        return reader.featureValue().map { .feature(name, comparison, $0) }
      }
      // The value stands before the name: the comparison is turned.
      guard let first = reader.featureValue(), let before = reader.comparison(),
        let name = reader.word()
      else { return nil }
      var parts = [MediaCondition.feature(name, before.turned, first)]
      if let after = reader.comparison() {
        guard let second = reader.featureValue() else { return nil }
        parts.append(.feature(name, after, second))
      }
      return .all(parts)
    }
  }

  private mutating func comparison() -> MediaCondition.Comparison? {
    guard case .delimiter(let sign) = peek else { return nil }
    if index + 1 < end, tokens[index + 1] == .delimiter("=") {
      guard let comparison = MediaCondition.Comparison(rawValue: "\(sign)=") else { return nil }
      advance()
      advance()
      return comparison
    }
    guard let comparison = MediaCondition.Comparison(rawValue: String(sign)) else { return nil }
    advance()
    return comparison
  }

  private mutating func featureValue() -> MediaCondition.Value? {
    if let word = word() { return .word(word) }
    switch quantity() {
    case .number(let number)?:
      guard takeSlash() else { return .number(number) }
      guard let other = self.number(), other != 0 else { return nil }
      return .number(number / other)
    case .length(let length)?: return length.points.map { .number($0) }
    case .resolution(let scale)?: return .number(scale)
    default: return nil
    }
  }
}

extension MediaCondition.Comparison {
  fileprivate var turned: MediaCondition.Comparison {
    switch self {
    case .less: .more
    case .atMost: .atLeast
    case .equal: .equal
    case .atLeast: .atMost
    case .more: .less
    }
  }
}
