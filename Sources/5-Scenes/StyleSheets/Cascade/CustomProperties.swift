// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The values of custom properties by their names with both dashes. Elements share most of them:
/// those that an element declares stand beside those that it has from around it.
struct CustomValues: Sendable {
  private var shared: [String: [CSSToken]] = [:]
  private var own: [String: [CSSToken]?] = [:]

  subscript(name: String) -> [CSSToken]? {
    get { own[name] ?? shared[name] }
    set {
      own[name] = .some(newValue)
      guard own.count > 16 + shared.count / 4 else { return }
      for (name, value) in own { shared[name] = value }
      own = [:]
    }
  }
}

/// The custom properties that `@property` registers (CSS Properties and Values 1); their types are
/// not looked at.
struct RegisteredProperties: Sendable {
  struct Rule: Sendable {
    let name: String
    let initial: [CSSToken]?
    let inherits: Bool
  }

  private var rules: [String: Rule] = [:]
  /// The names of those that elements do not inherit.
  private(set) var own: Set<String> = []

  /// Adds a rule, of which the last one of a name counts.
  mutating func add(_ rule: Rule) {
    rules[rule.name] = rule
    if rule.inherits { own.remove(rule.name) } else { own.insert(rule.name) }
  }

  func initial(_ name: String) -> [CSSToken]? { rules[name]?.initial }
}

/// The custom properties of an element and the references to them (CSS Custom Properties 1).
struct CustomProperties {
  /// The values, with their own references resolved.
  private(set) var values: CustomValues
  private let registered: RegisteredProperties
  /// The declared values whose references are not resolved yet.
  private var waiting: [String: [CSSToken]] = [:]
  private var open: Set<String> = []

  /// The tokens that values with references may still have in this document.
  private(set) var room: Int

  /// The most tokens of a value with all that it refers to.
  private static let mostTokens = 16_384
  /// The most tokens of all values with references of a document together.
  static let mostTokensOfAll = 2_000_000

  init(_ values: CustomValues, _ registered: RegisteredProperties, room: Int = mostTokensOfAll) {
    (self.values, self.registered, self.room) = (values, registered, room)
  }

  /// Takes the declarations of an element, in ascending order; false if they change nothing.
  mutating func declare(_ declarations: [Declaration]) -> Bool {
    let inherited = values
    for name in registered.own where values[name] != nil { values[name] = nil }
    for declaration in declarations {
      let name = declaration.name
      waiting[name] = nil
      var value: [CSSToken]?
      switch declaration.wide {
      case .initial?: break
      case nil: waiting[name] = declaration.tokens
      case .inherit?: value = inherited[name]
      default: value = registered.own.contains(name) ? nil : inherited[name]
      }
      if values[name] != value { values[name] = value }
    }
    for name in waiting.keys.sorted() { resolve(name) }
    return !declarations.allSatisfy { values[$0.name] == inherited[$0.name] }
      || !registered.own.allSatisfy { values[$0] == inherited[$0] }
  }

  /// Resolves a property; one in a cycle, and one that refers to nothing, has no value (§2.3).
  private mutating func resolve(_ name: String) {
    guard let tokens = waiting[name] else { return }
    guard open.count < 64, open.insert(name).inserted else {
      // The cycle: all in it that are open lose their values.
      inCycle.formUnion(open)
      return
    }
    var value: [CSSToken]? = tokens
    // Values without references are shared.
    if tokens.contains(where: { $0 == .function("var") || $0 == .function("env") }) {
      value = room < 0 ? nil : substituted(tokens)
      room -= value?.count ?? 0
      if room < 0 { value = nil }
    }
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
        let isLost = inCycle.contains(name) && waiting[name] != nil
        value = (isLost ? nil : values[name]) ?? registered.initial(name)
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

  /// Whether each `var()` of tokens whose brackets fit names a custom property, with a fallback
  /// after a comma that may be a value, and not too many stand within one another.
  static func areReferences(_ tokens: [CSSToken]) -> Bool {
    /// What a reference that is open waits for; `nil` for another bracket.
    enum Part { case name, comma, fallback }
    var (open, references) = ([Part?](), 0)
    for token in tokens {
      if let top = open.last, let part = top, token != .whitespace {
        switch (part, token) {
        case (.name, .ident(let name)) where name.hasPrefix("--"):
          open[open.count - 1] = .comma
          continue
        case (.comma, .comma):
          open[open.count - 1] = .fallback
          continue
        case (.comma, .closeRound): break
        case (.name, _), (.comma, _), (_, .semicolon), (_, .delimiter("!")): return false
        default: break
        }
      }
      switch token {
      case .function("var"):
        open.append(.name)
        references += 1
        if references > 32 { return false }
      case .function, .openRound, .openSquare, .openCurly: open.append(nil)
      case .closeRound, .closeSquare, .closeCurly:
        if let closed = open.popLast(), closed != nil { references -= 1 }
      default: break
      }
    }
    return !open.contains { $0 == .name }
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
