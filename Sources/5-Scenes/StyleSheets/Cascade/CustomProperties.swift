// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The custom properties of an element and the references to them (CSS Custom Properties 1).
struct CustomProperties {
  /// The values, with their own references resolved.
  private(set) var values: [String: [CSSToken]]
  /// The declared values whose references are not resolved yet.
  private var waiting: [String: [CSSToken]] = [:]
  private var open: Set<String> = []

  /// The most tokens of a value with all that it refers to.
  private static let mostTokens = 16_384

  init(inherited: [String: [CSSToken]]) { values = inherited }

  /// Takes the declarations of an element, in ascending order.
  mutating func declare(_ declarations: [Declaration], inherited: [String: [CSSToken]]) {
    for declaration in declarations {
      let name = declaration.name
      (waiting[name], values[name]) = (nil, nil)
      switch declaration.wide {
      case .initial?: break
      case nil: waiting[name] = declaration.tokens
      default: values[name] = inherited[name]
      }
    }
    for name in waiting.keys.sorted() { resolve(name) }
  }

  /// Resolves a property; one in a cycle, and one that refers to nothing, has no value (§2.3).
  private mutating func resolve(_ name: String) {
    guard let tokens = waiting[name] else { return }
    guard open.count < 64, open.insert(name).inserted else {
      // The cycle: all in it that are open lose their values.
      inCycle.formUnion(open)
      return
    }
    let value = substituted(tokens)
    open.remove(name)
    waiting[name] = nil
    if inCycle.remove(name) != nil { return }
    values[name] = value
  }

  private var inCycle: Set<String> = []

  /// The tokens with each `var()` replaced; `nil` if one of them has no value.
  mutating func substituted(_ tokens: [CSSToken]) -> [CSSToken]? {
    substituted(tokens[...], depth: 0)
  }

  private mutating func substituted(_ tokens: ArraySlice<CSSToken>, depth: Int) -> [CSSToken]? {
    var (result, i) = ([CSSToken](), tokens.startIndex)
    while i < tokens.endIndex {
      guard tokens[i] == .function("var") || tokens[i] == .function("env") else {
        result.append(tokens[i])
        i += 1
        continue
      }
      let isVariable = tokens[i] == .function("var")
      let end = Self.end(of: tokens, from: i)
      var inside = tokens[i + 1..<end]
      i = min(end + 1, tokens.endIndex)
      while inside.first == .whitespace { inside.removeFirst() }
      guard depth < 32, case .ident(let name) = inside.popFirst() else { return nil }
      while inside.first == .whitespace { inside.removeFirst() }
      var value: [CSSToken]?
      if isVariable {
        resolve(name)
        value = inCycle.contains(name) && waiting[name] != nil ? nil : values[name]
      }
      if value == nil {
        guard inside.first == .comma else { return nil }
        var fallback = inside.dropFirst()
        while fallback.first == .whitespace { fallback.removeFirst() }
        value = substituted(fallback, depth: depth + 1)
      }
      guard let value, result.count + value.count <= Self.mostTokens else { return nil }
      result += value
    }
    return result
  }

  /// Whether each `var()` names a custom property, with a fallback after a comma that may be a
  /// value.
  static func areReferences(_ tokens: [CSSToken]) -> Bool {
    tokens.indices.allSatisfy { index in
      guard tokens[index] == .function("var") else { return true }
      let inside = tokens[index + 1..<end(of: tokens[...], from: index)]
      var rest = inside.drop { $0 == .whitespace }
      guard case .ident(let name)? = rest.popFirst(), name.hasPrefix("--") else { return false }
      rest = rest.drop { $0 == .whitespace }
      guard rest.first == .comma else { return rest.isEmpty }
      var closers: [CSSToken] = []
      for token in rest {
        if closers.isEmpty, token == .delimiter("!") || token == .semicolon { return false }
        if let closing = token.closing { closers.append(closing) }
        if token == closers.last { closers.removeLast() }
      }
      return closers.isEmpty && !rest.contains(.badString) && !rest.contains(.badURL)
    }
  }

  /// The bracket that closes a function.
  private static func end(of tokens: ArraySlice<CSSToken>, from start: Int) -> Int {
    var depth = 0
    for i in start..<tokens.endIndex {
      switch tokens[i] {
      case .function, .openRound: depth += 1
      case .closeRound:
        depth -= 1
        if depth == 0 { return i }
      default: break
      }
    }
    return tokens.endIndex
  }
}
