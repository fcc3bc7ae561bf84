// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry

/// Reads the tokens of a value, from left to right; white space between them is passed over.
///
/// Each reading returns `nil` and leaves the reader where it was if what it looks for is not there.
struct ValueReader {
  let tokens: [CSSToken]
  let context: ValueContext
  var index: Int
  var end: Int
  /// The functions that are open: their number is bounded, so that no value exhausts the stack.
  var depth = 0
  /// The components of the colour that a relative one starts from, by their names.
  var channels: [String: Double] = [:]
  /// What a condition is that is not understood: `@supports` takes it for false.
  var unknown = MediaCondition.unknown

  init(_ tokens: [CSSToken], _ context: ValueContext) {
    self.tokens = tokens
    self.context = context
    index = 0
    end = tokens.count
    skipSpace()
  }

  var isAtEnd: Bool { index >= end }
  var peek: CSSToken? { index < end ? tokens[index] : nil }

  private mutating func skipSpace() {
    while index < end, tokens[index] == .whitespace { index += 1 }
  }

  /// Passes over a token and the space behind it.
  mutating func advance() {
    index += 1
    skipSpace()
  }

  /// Passes over a token if it is the next one.
  mutating func take(_ token: CSSToken) -> Bool {
    guard peek == token else { return false }
    advance()
    return true
  }

  /// Passes over a keyword, given in lower case, if it is the next one.
  mutating func take(_ word: String) -> Bool {
    guard case .ident(let name) = peek, name == word || name.lowercasedASCII == word else {
      return false
    }
    advance()
    return true
  }

  mutating func takeSlash() -> Bool { take(.delimiter("/")) }

  /// What `read` returns; where that is `nil`, the reader goes back.
  mutating func attempt<Value>(_ read: (inout ValueReader) -> Value?) -> Value? {
    let (index, depth) = (index, depth)
    if let value = read(&self) { return value }
    (self.index, self.depth) = (index, depth)
    return nil
  }

  // MARK: Words

  /// A word in lower case.
  mutating func word() -> String? {
    guard case .ident(let name) = peek else { return nil }
    advance()
    return name.lowercasedASCII
  }

  /// The next word in lower case, which is not passed over.
  var peekWord: String? {
    if case .ident(let name) = peek { name.lowercasedASCII } else { nil }
  }

  /// A word of an author's choice, as it is spelled.
  mutating func name() -> String? {
    guard case .ident(let name) = peek, !Self.wide.contains(name.lowercasedASCII) else {
      return nil
    }
    advance()
    return name
  }

  /// The keywords that every property has (CSS Cascade 4, §7).
  static let wide: Set = ["initial", "inherit", "unset", "revert", "revert-layer", "default"]

  mutating func string() -> String? {
    guard case .string(let text) = peek else { return nil }
    advance()
    return text
  }

  /// One of the keywords of a type, whose cases are named like them: `borderBox` for `border-box`.
  mutating func keyword<Word: RawRepresentable<String>>(_ type: Word.Type = Word.self) -> Word? {
    guard var word = peekWord else { return nil }
    if word.hasPrefix("-webkit-") { word.removeFirst(8) }
    guard let value = Word(rawValue: word) ?? Self.camelCase(word).flatMap(Word.init) else {
      return nil
    }
    advance()
    return value
  }

  /// A word of several parts as Swift names it; `nil` for one without.
  private static func camelCase(_ word: String) -> String? {
    guard word.contains("-") else { return nil }
    let parts = word.split(separator: "-")
    return parts.dropFirst().reduce(parts.first.map(String.init) ?? "") { $0 + $1.capitalized }
  }

  /// The value that a word stands for.
  mutating func word<Value>(_ values: KeyValuePairs<String, Value>) -> Value? {
    guard let word = peekWord, let found = values.first(where: { $0.key == word }) else {
      return nil
    }
    advance()
    return found.value
  }

  // MARK: Functions and lists

  /// The name of the next function, in lower case.
  var peekFunction: String? { if case .function(let name) = peek { name } else { nil } }

  /// What `read` makes of all arguments of a function.
  mutating func function<Value>(_ name: String, _ read: (inout ValueReader) -> Value?) -> Value? {
    guard peekFunction == name else { return nil }
    return block(read)
  }

  /// What `read` makes of all that stands within the next bracket or function.
  mutating func block<Value>(_ read: (inout ValueReader) -> Value?) -> Value? {
    guard let closing = peek?.closing, depth < 32 else { return nil }
    return attempt { reader in
      reader.depth += 1
      reader.advance()
      guard let value = read(&reader) else { return nil }
      // A bracket that is open at the end is closed there.
      guard reader.isAtEnd || reader.take(closing) else { return nil }
      reader.depth -= 1
      return value
    }
  }

  /// Values between commas.
  mutating func list<Value>(_ read: (inout ValueReader) -> Value?) -> [Value]? {
    var values: [Value] = []
    repeat {
      guard let value = read(&self), values.count < 4096 else { return nil }
      values.append(value)
    } while take(.comma)
    return values
  }

  /// One or more values, up to `most`.
  mutating func several<Value>(
    most: Int = .max, _ read: (inout ValueReader) -> Value?
  ) -> [Value]? {
    var values: [Value] = []
    while values.count < most, let value = read(&self) { values.append(value) }
    return values.isEmpty ? nil : values
  }

  /// Reads parts in any order, each at most once; false without any, or with one that no reading
  /// takes.
  mutating func parts(_ readings: [(inout ValueReader) -> Void?]) -> Bool {
    var waiting = readings
    while let token = peek, token != .comma, token != .closeRound {
      guard let index = waiting.firstIndex(where: { $0(&self) != nil }) else { return false }
      waiting.remove(at: index)
    }
    return waiting.count < readings.count
  }

  /// A word that turns something on.
  mutating func flag(_ word: String) -> Void? { take(word) ? () : nil }

  /// One to four values for the sides of a box.
  mutating func sides<Value>(_ read: (inout ValueReader) -> Value?) -> Sides<Value>? {
    guard let values = several(most: 4, read) else { return nil }
    let right = values.count > 1 ? values[1] : values[0]
    return Sides(
      values[0], right, values.count > 2 ? values[2] : values[0],
      values.count > 3 ? values[3] : right)
  }

  /// Passes over all tokens up to a comma or the end, at this depth.
  mutating func skipToComma() {
    var closers: [CSSToken] = []
    while let token = peek {
      if closers.isEmpty, token == .comma || token == .closeRound { return }
      if token == closers.last { closers.removeLast() }
      if let closing = token.closing { closers.append(closing) }
      index += 1
    }
  }

  // MARK: References

  /// A reference of `url()`, resolved against the style sheet's.
  mutating func url() -> String? {
    if case .url(let text) = peek {
      advance()
      return context.resolved(text)
    }
    return function("url") { $0.string() }.map(context.resolved)
  }
}

/// What values refer to: the sizes of fonts and of the page, and the colour of the text.
struct ValueContext {
  var environment: MediaEnvironment
  /// 1em.
  var fontSize = 16.0
  /// 1rem.
  var rootFontSize = 16.0
  /// 1lh, and 1rlh.
  var lineHeight: () -> Double = { 19.2 }
  var rootLineHeight: () -> Double = { 19.2 }
  /// The sizes of the font.
  var units: () -> FontUnits = { FontUnits(fontSize: 16) }
  /// The style of the element around this one.
  var parent = ComputedStyle.initial
  /// The colour of the text, once it is known.
  var color: Color?
  /// Whether the lines of the element are vertical.
  var isVertical = false
  /// The reference of the style sheet.
  var base = ""
  /// What the declarations of this pass set.
  var phase: Property.Phase?

  init(environment: MediaEnvironment) { self.environment = environment }

  /// A reference of the style sheet as one of the document.
  func resolved(_ reference: String) -> String { Self.resolve(reference, against: base) }

  /// A relative reference beside the file of another one.
  static func resolve(_ reference: String, against base: String) -> String {
    let head = reference.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let folder = base.lastIndex(of: "/"), !head.contains(":"), let first = reference.first,
      first != "/", first != "#"
    else { return reference }
    var parts = base[..<folder].split(separator: "/", omittingEmptySubsequences: false)
    var rest = Substring(reference)
    while rest.hasPrefix("../") || rest.hasPrefix("./") {
      if rest.hasPrefix("../") {
        guard let last = parts.last, last != "..", last != "" else { break }
        parts.removeLast()
      }
      rest = rest.drop { $0 != "/" }.dropFirst()
    }
    return (parts + [rest]).joined(separator: "/")
  }
}

extension Substring {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
