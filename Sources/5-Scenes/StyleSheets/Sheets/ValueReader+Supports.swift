// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

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
    return .constant(
      Declaration.isKnown(name) && Declaration(name, tokens[start..<index]) != nil)
  }
}
