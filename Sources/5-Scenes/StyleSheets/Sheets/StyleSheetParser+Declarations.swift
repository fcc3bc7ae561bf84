// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension StyleSheetParser {
  /// The descriptors of a rule with a name.
  mutating func descriptors(_ range: Range<Int>) -> [Descriptor] {
    var result: [Descriptor] = []
    let after = i
    i = range.lowerBound
    while i < range.upperBound {
      guard case .ident(let name) = tokens[i] else {
        i =
          tokens[i] == .semicolon || tokens[i] == .whitespace
          ? i + 1 : valueEnd(range.upperBound) + 1
        continue
      }
      i += 1
      let end = valueEnd(range.upperBound)
      let value = trimmed(i..<end)
      if let first = value.first, tokens[first] == .colon {
        let value = trimmed(first + 1..<end)
        result.append(
          Descriptor(
            name: name.lowercasedASCII, tokens: Array(tokens[value]), text: text(value, most: 4096))
        )
      }
      i = end + 1
    }
    i = after
    return result
  }

  /// Reads a rule of pages, and the boxes in its margins (CSS Page 3, §5).
  mutating func read(_ range: Range<Int>, into page: inout PageRule) {
    var from = range.lowerBound
    for at in range {
      guard at >= from, case .atKeyword(let name) = tokens[at] else { continue }
      page.read(descriptors(from..<at))
      let open = end(from: at, limit: range.upperBound) { $0 == .openCurly || $0 == .semicolon }
      guard open < range.upperBound, tokens[open] == .openCurly else {
        from = open + 1
        continue
      }
      let close = min(blockEnd(open), range.upperBound)
      let declarations = descriptors(open + 1..<close).map { "\($0.name):\($0.text);" }.joined()
      let box = name.lowercasedASCII
      if PageRule.boxNames.contains(box) {
        page.boxes[box, default: ""] += declarations
      } else {
        note(.rule, "@\(box) in @page", at: at)
      }
      from = close + 1
    }
    if from < range.upperBound { page.read(descriptors(from..<range.upperBound)) }
  }

  mutating func block(until close: Int, _ add: (Declaration) -> Void) {
    while i < close {
      var nested: Int?
      block(until: close, stopsAt: &nested, add)
      guard let start = nested else { return }
      // An attribute has no rules.
      note(.syntax, text(start..<min(start + 8, close)), at: start)
      i = min(valueEnd(close) + 1, close)
    }
  }

  /// Declarations up to a rule within the block (CSS Syntax 3, §5.4.4).
  mutating func block(
    until close: Int, stopsAt nested: inout Int?, _ add: (Declaration) -> Void
  ) {
    while i < close {
      let start = i
      switch tokens[i] {
      case .whitespace, .semicolon:
        i += 1
        continue
      case .atKeyword:
        nested = i
        return
      case .ident(let name):
        i += 1
        while i < close, tokens[i] == .whitespace { i += 1 }
        if i < close, tokens[i] == .colon {
          let end = valueEnd(close)
          // What has a block is a rule, such as `a:hover {}`, unless the property is known.
          if !tokens[i..<end].contains(.openCurly) || name.hasPrefix("--")
            || Property.rows[name.lowercasedASCII] != nil
          {
            if let declaration = declaration(name, i + 1..<end, at: start) { add(declaration) }
            i = end + 1
            continue
          }
        }
        i = start
      default: break
      }
      let end = preludeEnd()
      if end < close, tokens[end] == .openCurly, startsSelector(start) {
        nested = start
        return
      }
      let after = valueEnd(close)
      note(.syntax, text(start..<after), at: start)
      i = after + 1
    }
  }

  /// Whether a rule within a block may start here.
  private func startsSelector(_ start: Int) -> Bool {
    switch tokens[start] {
    case .ident, .hash, .openSquare, .colon: true
    case .delimiter(let sign): "&.>+~*".contains(sign)
    default: false
    }
  }

  private mutating func declaration(
    _ name: String, _ range: Range<Int>, at start: Int
  ) -> Declaration? {
    let lower = name.lowercasedASCII
    let value = trimmed(range)
    if !Declaration.isKnown(name) {
      // Names that only other browsers know are not mistakes.
      if !["-moz-", "-ms-", "-o-", "mso-", "-khtml-"].contains(where: lower.hasPrefix) {
        note(.property, text(start..<value.upperBound), at: start, key: lower)
      }
      return nil
    }
    guard var declaration = Declaration(name, tokens[value]) else {
      note(.value, text(start..<value.upperBound), at: start)
      return nil
    }
    if declaration.hasReferences {
      (declaration.line, declaration.column) = position(start)
    }
    return declaration
  }

  // MARK: Ends

  /// The next `{` or `;` outside of brackets; the end of the tokens if there is none.
  func preludeEnd() -> Int {
    end(from: i, limit: tokens.count) { $0 == .openCurly || $0 == .semicolon }
  }

  /// The next `;` outside of brackets, or the end of the block.
  private func valueEnd(_ limit: Int) -> Int { end(from: i, limit: limit) { $0 == .semicolon } }

  func end(
    from start: Int, limit: Int, isWithin: Bool = true, _ isEnd: (CSSToken) -> Bool
  ) -> Int {
    var (closers, i) = ([CSSToken](), start)
    while i < limit {
      let token = tokens[i]
      if closers.isEmpty, isEnd(token) { return i }
      if token == closers.last {
        closers.removeLast()
      } else if let closing = token.closing {
        closers.append(closing)
      } else if token == .closeCurly, closers.isEmpty, isWithin {
        return i
      }
      i += 1
    }
    return limit
  }

  /// The bracket that closes the block which opens at a token.
  func blockEnd(_ open: Int) -> Int {
    var (closers, i) = ([CSSToken](), open)
    while i < tokens.count {
      let token = tokens[i]
      if let closing = token.closing {
        closers.append(closing)
      } else if token == closers.last {
        closers.removeLast()
        if closers.isEmpty { return i }
      }
      i += 1
    }
    return tokens.count
  }

  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, max(range.lowerBound, range.upperBound))
    while start < end, tokens[start] == .whitespace { start += 1 }
    while end > start, tokens[end - 1] == .whitespace { end -= 1 }
    return start..<end
  }

  // MARK: Notes

  mutating func note(
    _ kind: StyleNote.Kind, _ text: String, at token: Int, key: String? = nil
  ) {
    guard sheet.noted.insert("\(kind.rawValue) \(key ?? text)").inserted, sheet.notes.count < 200
    else { return }
    let place = position(token)
    sheet.notes.append(
      StyleNote(
        kind: kind, text: text, sheet: sheetName, line: place.line, column: place.column))
  }

  private mutating func position(_ token: Int) -> (line: Int, column: Int) {
    if lines.isEmpty {
      lines = [0]
      for (index, byte) in source.bytes.enumerated() where byte == 10 { lines.append(index + 1) }
    }
    let offset = Int(source.offsets[min(token, source.offsets.count - 1)])
    var (low, high) = (0, lines.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + firstLine, offset - lines[low] + 1)
  }

  /// The source of some tokens, shortened, in one line.
  func text(_ range: Range<Int>, most: Int = 60) -> String {
    guard !range.isEmpty else { return "" }
    let bytes = source.bytes[
      Int(source.offsets[range.lowerBound])..<Int(source.offsets[range.upperBound])]
    let words = String(decoding: bytes.prefix(most * 4), as: UTF8.self).split { $0.isWhitespace }
    let text = words.joined(separator: " ")
    return text.count > most ? text.prefix(most - 1) + "…" : text
  }
}
