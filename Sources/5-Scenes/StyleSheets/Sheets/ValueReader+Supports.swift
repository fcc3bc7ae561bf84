// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry

extension ValueReader {
  /// A condition of `@supports` (CSS Conditional 3, §6, and 4, §2).
  mutating func supports() -> MediaCondition? {
    unknown = .constant(false)
    return condition { reader in
      if reader.peek == .openRound { return reader.block { $0.supportsDeclaration() } }
      guard reader.peekFunction == "selector" else { return nil }
      return reader.block { reader in
        let start = reader.index
        reader.skipToClose()
        return .constant(SelectorParser.list(reader.tokens[start..<reader.index]) != nil)
      }
    }
  }

  /// A declaration between brackets: whether it has an effect.
  mutating func supportsDeclaration() -> MediaCondition? {
    guard case .ident(let name) = peek else { return nil }
    advance()
    guard take(.colon) else { return nil }
    let start = index
    skipToClose()
    var value = tokens[start..<index]
    while value.last == .whitespace { value.removeLast() }
    if case .ident(let word)? = value.last, word.lowercasedASCII == "important" {
      value.removeLast()
      while value.last == .whitespace || value.last == .delimiter("!") { value.removeLast() }
    }
    if name.hasPrefix("--") { return .constant(true) }
    guard let row = Property.rows[name.lowercasedASCII] else { return .constant(false) }
    return .constant(Property.table[row].supports(Array(value)))
  }
}

extension Property {
  /// Whether a value without references is one of the property.
  func accepts(_ tokens: [CSSToken]) -> Bool {
    var style = ComputedStyle.initial
    var reader = ValueReader(
      tokens, ValueContext(environment: MediaEnvironment(viewport: Size(width: 800, height: 600))))
    return !reader.isAtEnd && read(&reader, &style) && reader.isAtEnd
  }

  /// Whether a declaration has an effect: also one of a keyword for all, or with references.
  func supports(_ tokens: [CSSToken]) -> Bool {
    if tokens.count == 1, case .ident(let word) = tokens[0],
      Declaration.Wide(rawValue: word.lowercasedASCII) != nil
    {
      return true
    }
    let hasReferences = tokens.contains { $0 == .function("var") }
    return hasReferences ? CustomProperties.areReferences(tokens) : accepts(tokens)
  }
}
