// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Reads selectors from tokens (Selectors 4, §3.10 and §4 to §14).
struct SelectorParser {
  private let tokens: ArraySlice<CSSToken>
  private var i: Int
  /// The functions that are open.
  private var depth = 0
  /// What `&` stands for: the selectors of the rule around this one.
  private let parent: [Selector]?

  /// The list of selectors of a rule; `nil` if one of them is not understood.
  static func list(_ tokens: ArraySlice<CSSToken>, parent: [Selector]? = nil) -> [Selector]? {
    var parser = SelectorParser(tokens: tokens, i: tokens.startIndex, parent: parent)
    guard let list = parser.list(isRelative: parent != nil), parser.i == tokens.endIndex else {
      return nil
    }
    return list
  }

  private init(tokens: ArraySlice<CSSToken>, i: Int, parent: [Selector]?) {
    (self.tokens, self.i, self.parent) = (tokens, i, parent)
  }

  private var peek: CSSToken? { i < tokens.endIndex ? tokens[i] : nil }

  private mutating func take(_ token: CSSToken) -> Bool {
    guard peek == token else { return false }
    i += 1
    return true
  }

  private mutating func skipSpace() -> Bool {
    let start = i
    while peek == .whitespace { i += 1 }
    return i > start
  }

  // MARK: Lists

  private mutating func list(
    isRelative: Bool = false, isForgiving: Bool = false, isHas: Bool = false
  ) -> [Selector]? {
    var list: [Selector] = []
    repeat {
      _ = skipSpace()
      let start = i
      if let selector = complex(isRelative: isRelative, isHas: isHas), isAtListEnd {
        list.append(selector)
      } else if isForgiving {
        i = start
        skipToComma()
      } else {
        return nil
      }
    } while take(.comma) && list.count < 4096
    return list
  }

  private var isAtListEnd: Bool { peek == nil || peek == .comma || peek == .closeRound }

  private mutating func skipToComma() {
    var closers: [CSSToken] = []
    while let token = peek {
      if closers.isEmpty, token == .comma || token == .closeRound { return }
      if token == closers.last { closers.removeLast() }
      if let closing = token.closing { closers.append(closing) }
      i += 1
    }
  }

  private mutating func complex(isRelative: Bool, isHas: Bool) -> Selector? {
    var compounds: [Selector.Compound] = []
    var combinators: [Selector.Combinator] = []
    var (pseudo, specificity, usesParent) = (PseudoElement?.none, UInt32(0), false)
    let leading = isRelative ? combinator() : nil
    _ = skipSpace()
    while true {
      guard
        let part = compound(
          pseudo: &pseudo, specificity: &specificity, usesParent: &usesParent),
        compounds.count < 64
      else { return nil }
      compounds.append(part)
      let hasSpace = skipSpace()
      if isAtListEnd { break }
      guard pseudo == nil else { return nil }
      if let sign = combinator() {
        combinators.append(sign)
        _ = skipSpace()
      } else if hasSpace {
        combinators.append(.descendant)
      } else {
        return nil
      }
    }
    if isHas || (isRelative && parent != nil && (leading != nil || !usesParent)) {
      // The element that the selector starts from stands at the left.
      compounds.insert(Selector.Compound(parts: isHas ? [.scope] : [.is(parent ?? [])]), at: 0)
      combinators.insert(leading ?? .descendant, at: 0)
      if !isHas { Selector.add(Selector.specificity(of: parent ?? []), to: &specificity) }
    }
    for index in combinators.indices { compounds[index + 1].combinator = combinators[index] }
    var selector = Selector(
      compounds: compounds.reversed(), pseudo: pseudo, specificity: specificity)
    if isHas {
      if pseudo != nil { return nil }
      selector.leading = leading ?? .descendant
    } else {
      selector.findAncestors()
    }
    return selector
  }

  private mutating func combinator() -> Selector.Combinator? {
    guard case .delimiter(let sign) = peek else { return nil }
    switch sign {
    case ">": i += 1
    case "+":
      i += 1
      return .next
    case "~":
      i += 1
      return .following
    default: return nil
    }
    return .child
  }

  // MARK: Compounds

  private mutating func compound(
    pseudo: inout PseudoElement?, specificity: inout UInt32, usesParent: inout Bool
  ) -> Selector.Compound? {
    var compound = Selector.Compound()
    let start = i
    if let type = type() {
      if !type.isEmpty {
        compound.parts.append(.type(type))
        Selector.add(1, to: &specificity)
      }
    } else if i != start {
      return nil
    }
    while let token = peek {
      switch token {
      case .hash(let name, isName: true):
        i += 1
        compound.parts.append(.id(name))
        Selector.add(1 << 22, to: &specificity)
      case .delimiter("."):
        i += 1
        guard case .ident(let name) = peek else { return nil }
        i += 1
        compound.parts.append(.class(name))
        Selector.add(1 << 11, to: &specificity)
      case .delimiter("&"):
        i += 1
        usesParent = true
        compound.parts.append(parent.map { .is($0) } ?? .root)
        Selector.add(Selector.specificity(of: parent ?? []), to: &specificity)
      case .openSquare:
        guard let test = attribute() else { return nil }
        compound.parts.append(.attribute(test))
        Selector.add(1 << 11, to: &specificity)
      case .colon:
        i += 1
        if take(.colon) {
          guard let element = pseudoElement(isFirst: pseudo == nil) else { return nil }
          if let element { pseudo = element } else { compound.parts.append(.never) }
          Selector.add(1, to: &specificity)
        } else if case .ident(let name) = peek, pseudo == nil,
          Self.old.contains(name.lowercasedASCII)
        {
          i += 1
          pseudo = PseudoElement(rawValue: name.lowercasedASCII)
          Selector.add(1, to: &specificity)
        } else {
          guard let (part, weight) = pseudoClass(usesParent: &usesParent) else { return nil }
          if let part { compound.parts.append(part) }
          Selector.add(weight, to: &specificity)
        }
      default: return i == start ? nil : compound
      }
    }
    return i == start ? nil : compound
  }

  /// The parts of elements that may be written with one colon.
  private static let old: Set = ["before", "after", "first-line", "first-letter"]

  /// The name of a part of an element; `.some(nil)` for one that browsers know and that no element
  /// here has.
  private mutating func pseudoElement(isFirst: Bool) -> PseudoElement?? {
    switch peek {
    case .ident(let name):
      let name = name.lowercasedASCII
      let element = PseudoElement(rawValue: name)
      guard element != nil || Self.parts.contains(name) || name.hasPrefix("-webkit-") else {
        return nil
      }
      i += 1
      return .some(isFirst ? element : nil)
    case .function(let name) where Self.partFunctions.contains(name):
      i += 1
      repeat { skipToComma() } while take(.comma)
      return take(.closeRound) || peek == nil ? .some(nil) : nil
    default: return nil
    }
  }

  private static let parts: Set = [
    "selection", "backdrop", "placeholder", "file-selector-button", "target-text", "cue",
    "grammar-error", "spelling-error", "view-transition", "details-content", "search-text",
    "scroll-marker", "scroll-marker-group", "column", "checkmark", "picker-icon",
  ]
  private static let partFunctions: Set = [
    "part", "slotted", "highlight", "cue", "picker", "scroll-button", "view-transition-group",
    "view-transition-image-pair", "view-transition-old", "view-transition-new",
  ]

  /// The name of a type with or without a name space; empty for all types, `nil` for none.
  private mutating func type() -> String? {
    func name(_ token: CSSToken?) -> String? {
      switch token {
      case .ident(let name): name
      case .delimiter("*"): ""
      default: nil
      }
    }
    let next = i + 1 < tokens.endIndex ? tokens[i + 1] : nil
    if peek == .delimiter("|") {
      guard let type = name(next) else { return nil }
      i += 2
      return type.lowercasedASCII
    }
    guard let first = name(peek) else { return nil }
    i += 1
    // A name space is accepted, and all are one.
    if next == .delimiter("|"), i + 1 < tokens.endIndex, let type = name(tokens[i + 1]) {
      i += 2
      return type.lowercasedASCII
    }
    return first.lowercasedASCII
  }

  private mutating func attribute() -> Selector.AttributeTest? {
    i += 1
    _ = skipSpace()
    if peek == .delimiter("*") { i += 1 }
    if peek == .delimiter("|") { i += 1 }
    guard case .ident(var name) = peek else { return nil }
    i += 1
    if peek == .delimiter("|"), i + 1 < tokens.endIndex, case .ident(let local) = tokens[i + 1] {
      name = local
      i += 2
    }
    _ = skipSpace()
    var test = Selector.AttributeTest(name: name.lowercasedASCII)
    if take(.closeSquare) || peek == nil { return test }
    guard case .delimiter(let sign) = peek else { return nil }
    i += 1
    let kinds: [Character: Selector.AttributeTest.Kind] = [
      "~": .word, "|": .dash, "^": .prefix, "$": .suffix, "*": .contains,
    ]
    if sign == "=" {
      test.kind = .equals
    } else {
      guard let kind = kinds[sign], take(.delimiter("=")) else { return nil }
      test.kind = kind
    }
    _ = skipSpace()
    switch peek {
    case .ident(let value), .string(let value): test.value = value
    default: return nil
    }
    i += 1
    _ = skipSpace()
    // Some values of HTML have no case (HTML, §4.16.2).
    test.ignoresCase = Self.caseless.contains(test.name)
    if case .ident(let flag) = peek {
      guard flag.lowercasedASCII == "i" || flag.lowercasedASCII == "s" else { return nil }
      test.ignoresCase = flag.lowercasedASCII == "i"
      i += 1
      _ = skipSpace()
    }
    return take(.closeSquare) || peek == nil ? test : nil
  }

  private static let caseless: Set = [
    "align", "bgcolor", "border", "charset", "checked", "clear", "color", "cols", "compact", "dir",
    "disabled", "face", "frame", "hreflang", "http-equiv", "lang", "language", "link", "media",
    "method", "multiple", "noshade", "nowrap", "readonly", "rel", "rev", "rows", "rules", "scope",
    "selected", "shape", "size", "text", "type", "valign",
  ]

  // MARK: Pseudo-classes

  /// A pseudo-class after its colon, with its specificity; no part is one that always matches.
  private mutating func pseudoClass(
    usesParent: inout Bool
  ) -> (part: Selector.Part?, weight: UInt32)? {
    let one: UInt32 = 1 << 11
    switch peek {
    case .ident(let name):
      i += 1
      let name = name.lowercasedASCII
      if let part = Self.simple[name] { return (part, one) }
      if Self.states.contains(name) { return (.never, one) }
      return name == "defined" ? (nil, one) : nil
    case .function(let name):
      i += 1
      guard depth < 16 else { return nil }
      depth += 1
      defer { depth -= 1 }
      guard let result = function(name), take(.closeRound) || peek == nil else { return nil }
      return result
    default: return nil
    }
  }

  private static let simple: [String: Selector.Part] = [
    "root": .root, "empty": .empty, "first-child": .firstChild, "last-child": .lastChild,
    "only-child": .onlyChild, "first-of-type": .firstOfType, "last-of-type": .lastOfType,
    "only-of-type": .onlyOfType, "link": .link, "any-link": .link, "-webkit-any-link": .link,
    "checked": .checked, "disabled": .disabled, "enabled": .enabled, "scope": .root,
  ]

  /// States that come of what a reader does.
  private static let states: Set = [
    "hover", "active", "focus", "focus-within", "focus-visible", "visited", "target",
    "target-within", "indeterminate", "default", "valid", "invalid", "in-range", "out-of-range",
    "required", "optional", "read-only", "read-write", "placeholder-shown", "user-valid",
    "user-invalid", "autofill", "-webkit-autofill", "fullscreen", "modal", "popover-open", "open",
    "playing", "paused", "current", "past", "future", "host", "blank", "picture-in-picture",
  ]

  private mutating func function(_ name: String) -> (part: Selector.Part?, weight: UInt32)? {
    let one: UInt32 = 1 << 11
    _ = skipSpace()
    switch name {
    case "not":
      guard let list = list() else { return nil }
      return (.not(list), Selector.specificity(of: list))
    case "is", "matches", "-webkit-any", "-moz-any", "where":
      guard let list = list(isForgiving: true) else { return nil }
      return (.is(list), name == "where" ? 0 : Selector.specificity(of: list))
    case "has":
      guard depth < 3, let list = list(isRelative: true, isHas: true) else { return nil }
      return (.has(list), Selector.specificity(of: list))
    case "lang":
      var languages: [String] = []
      repeat {
        _ = skipSpace()
        switch peek {
        case .ident(let name), .string(let name): languages.append(name.lowercasedASCII)
        default: return nil
        }
        i += 1
        _ = skipSpace()
      } while take(.comma)
      return (.language(languages), one)
    case "dir":
      guard case .ident(let name) = peek else { return nil }
      i += 1
      _ = skipSpace()
      return (TextDirection(rawValue: name.lowercasedASCII).map { .direction($0) } ?? .never, one)
    case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
      guard let (step, offset) = nth() else { return nil }
      let isOfType = name.hasSuffix("of-type")
      var of: [Selector]?
      _ = skipSpace()
      if !isOfType, case .ident(let word) = peek, word.lowercasedASCII == "of" {
        i += 1
        guard let list = list() else { return nil }
        of = list
      }
      return (
        .nth(
          step: step, offset: offset, isLast: name.hasPrefix("nth-last"), isOfType: isOfType,
          of: of),
        Selector.sum(one, Selector.specificity(of: of ?? []))
      )
    case "host", "host-context", "state", "active-view-transition-type":
      skipToComma()
      return (.never, one)
    default: return nil
    }
  }

  /// A formula such as `2n + 1` (CSS Syntax 3, §6).
  private mutating func nth() -> (step: Int, offset: Int)? {
    func bounded(_ value: Double) -> Int { Int(min(max(value, -1e6), 1e6)) }
    var isPositive = false
    if peek == .delimiter("+") {
      isPositive = true
      i += 1
    }
    switch peek {
    case .ident(let word) where word.lowercasedASCII == "odd" && !isPositive:
      i += 1
      return (2, 1)
    case .ident(let word) where word.lowercasedASCII == "even" && !isPositive:
      i += 1
      return (2, 0)
    case .number(let value, let spelling) where spelling.contains(.integer) && !isPositive:
      i += 1
      return (0, bounded(value))
    case .dimension(let value, let spelling, let unit)
    where spelling.contains(.integer) && !isPositive:
      i += 1
      return rest(step: bounded(value), unit)
    case .ident(let word):
      i += 1
      let lower = word.lowercasedASCII
      if lower.hasPrefix("-"), !isPositive { return rest(step: -1, String(lower.dropFirst())) }
      return rest(step: 1, lower)
    default: return nil
    }
  }

  /// What follows the step: `n`, `n-3`, `n + 3`.
  private mutating func rest(step: Int, _ unit: String) -> (step: Int, offset: Int)? {
    guard unit.hasPrefix("n") else { return nil }
    let tail = unit.dropFirst()
    if tail.hasPrefix("-"), tail.count > 1 {
      guard tail.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
      return (step, Int(tail.prefix(8)) ?? 0)
    }
    guard tail.isEmpty || tail == "-" else { return nil }
    _ = skipSpace()
    var sign = tail == "-" ? -1 : 0
    if sign == 0, case .delimiter(let word) = peek, word == "+" || word == "-" {
      sign = word == "-" ? -1 : 1
      i += 1
      _ = skipSpace()
    }
    guard case .number(let value, let spelling) = peek, spelling.contains(.integer) else {
      return sign == 0 ? (step, 0) : nil
    }
    if spelling.contains(.signed) == (sign != 0) { return nil }
    i += 1
    return (step, Int(min(max(value, -1e6), 1e6)) * (sign == -1 ? -1 : 1))
  }
}
