// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import SystemConcurrency

/// Parses the rules of a style sheet into it (CSS Syntax 3, §5).
struct StyleSheetParser {
  private let source: CSSTokenizer
  let tokens: [CSSToken]
  private let base: String
  let sheetName: String
  private let firstLine: Int
  private let load: StyleSheet.Loader
  private let cancellation: Cancellation
  private let depth: Int
  private var lines: [Int] = []
  private var i = 0
  var sheet: StyleSheet

  /// The deepest import.
  private static let greatestDepth = 8
  /// The most rules of a sheet with all that it imports.
  private static let mostRules = 200_000

  static func parse(
    _ text: String, into sheet: inout StyleSheet, name: String, base: String, line: Int = 1,
    condition: Int? = nil, layer: String? = nil, depth: Int = 0, load: StyleSheet.Loader,
    cancellation: Cancellation
  ) throws {
    let source = try CSSTokenizer(text, cancellation: cancellation)
    try withoutActuallyEscaping(load) { load in
      var parser = StyleSheetParser(
        source: source, tokens: source.tokens, base: base, sheetName: name, firstLine: line,
        load: load, cancellation: cancellation, depth: depth, sheet: sheet)
      try parser.rules(condition, layer: layer)
      sheet = parser.sheet
    }
  }

  /// The declarations of an attribute `style`.
  static func declarations(
    _ text: String, line: Int, column: Int
  ) -> (declarations: [Declaration], notes: [StyleNote]) {
    guard let source = try? CSSTokenizer(text) else { return ([], []) }
    var parser = StyleSheetParser(
      source: source, tokens: source.tokens, base: "", sheetName: "", firstLine: line,
      load: { _ in nil }, cancellation: .never, depth: 0, sheet: StyleSheet(empty: ""))
    var declarations: [Declaration] = []
    parser.block(until: parser.tokens.count) { declarations.append($0) }
    let notes = parser.sheet.notes.map { note in
      var note = note
      (note.line, note.column) = (line, column)
      return note
    }
    return (declarations, notes)
  }

  // MARK: Rules

  /// The rules of the sheet. Blocks of conditions are not nested calls: what they contain is read
  /// on, and their ends are kept on a stack.
  private mutating func rules(_ condition: Int?, layer: String?) throws {
    var open: [(condition: Int?, layer: String?)] = [(condition, layer)]
    var canImport = true
    while i < tokens.count {
      if sheet.rules.count % 64 == 0 { try cancellation.check() }
      switch tokens[i] {
      case .whitespace, .cdo, .cdc: i += 1
      case .closeCurly where open.count > 1:
        open.removeLast()
        i += 1
      case .atKeyword(let name):
        let (condition, layer) = open[open.count - 1]
        if name == "import" {
          try importRule(condition, layer: layer, isInPlace: canImport && open.count == 1)
        } else if let block = atRule(name, condition, layer: layer, canOpen: open.count < 64) {
          open.append(block)
        }
        if name != "import", name != "charset", name != "layer" { canImport = false }
      default:
        canImport = false
        let (condition, layer) = open[open.count - 1]
        qualifiedRule(
          condition, layer: layer, parent: nil, depth: 0, isWithin: open.count > 1)
      }
      if sheet.rules.count > Self.mostRules {
        note(.limit, "more than \(Self.mostRules) rules", at: i)
        return
      }
    }
  }

  /// A rule of selectors and declarations, which may have rules within.
  private mutating func qualifiedRule(
    _ condition: Int?, layer: String?, parent: [Selector]?, depth: Int, isWithin: Bool = true
  ) {
    let start = i
    // Outside of all blocks only a block ends the rule, however it is broken.
    let end = self.end(from: i, limit: tokens.count, isWithin: isWithin) {
      $0 == .openCurly || ($0 == .semicolon && parent != nil)
    }
    guard end < tokens.count, tokens[end] == .openCurly else {
      if start < tokens.count { note(.syntax, text(start..<end), at: start) }
      // The end of the block around the rule is that block's.
      let isBlockEnd = end < tokens.count && tokens[end] == .closeCurly
      i = max(min(isBlockEnd ? end : end + 1, tokens.count), isBlockEnd ? start : start + 1)
      return
    }
    let prelude = trimmed(start..<end)
    let close = blockEnd(end)
    guard let selectors = SelectorParser.list(tokens[prelude], parent: parent), !selectors.isEmpty
    else {
      note(.selector, text(prelude), at: start)
      i = min(close + 1, tokens.count)
      return
    }
    i = end + 1
    styleBlock(selectors, condition, layer: layer, until: close, depth: depth)
    i = min(close + 1, tokens.count)
  }

  /// The contents of a style rule; rules within it come after what stands before them.
  private mutating func styleBlock(
    _ selectors: [Selector], _ condition: Int?, layer: String?, until close: Int, depth: Int
  ) {
    var declarations: [Declaration] = []
    let rank = sheet.layer(layer)
    func flush(_ sheet: inout StyleSheet) {
      guard !declarations.isEmpty else { return }
      sheet.rules.append(
        StyleRule(
          selectors: selectors, declarations: declarations, condition: condition, layer: rank,
          base: base))
      declarations = []
    }
    while i < close {
      var nested: Int?
      block(until: close, stopsAt: &nested) { declarations.append($0) }
      guard let start = nested else { break }
      flush(&sheet)
      i = start
      if depth >= 16 {
        i = min(blockEnd(preludeEnd()) + 1, close)
      } else if case .atKeyword(let name) = tokens[start] {
        if let block = atRule(name, condition, layer: layer, canOpen: true) {
          let end = blockEnd(i - 1)
          styleBlock(selectors, block.condition, layer: block.layer, until: end, depth: depth + 1)
          i = min(end + 1, close)
        }
      } else {
        qualifiedRule(condition, layer: layer, parent: selectors, depth: depth + 1)
      }
    }
    flush(&sheet)
  }

  // MARK: Rules with a name

  /// A rule with a name. What opens a block of rules is returned with the condition within, and
  /// reading goes on behind its bracket.
  private mutating func atRule(
    _ name: String, _ condition: Int?, layer: String?, canOpen: Bool
  ) -> (condition: Int?, layer: String?)? {
    let start = i
    i += 1
    let end = preludeEnd()
    let prelude = trimmed(i..<end)
    let opens = end < tokens.count && tokens[end] == .openCurly
    let close = opens ? blockEnd(end) : end
    // Unless the rule opens a block, reading goes on behind it, or at the end of the block around.
    let isLast = end < tokens.count && tokens[end] == .closeCurly
    i = isLast ? end : min(close + 1, tokens.count)
    func reader() -> ValueReader {
      ValueReader(
        Array(tokens[prelude]),
        ValueContext(environment: MediaEnvironment(viewport: Size(width: 0, height: 0))))
    }
    var within: (condition: Int?, layer: String?) = (condition, layer)
    switch name {
    case "media" where opens && canOpen:
      var query = reader()
      let media = query.mediaQueries()
      if media.hasUnknown { note(.media, text(prelude), at: start) }
      sheet.media.append(MediaBlock(condition: media, parent: condition))
      within.condition = sheet.media.count - 1
    case "supports" where opens && canOpen:
      var query = reader()
      let result = query.supports()
      guard query.isAtEnd, result?.holds(in: query.context.environment) == true else {
        if result == nil || !query.isAtEnd { note(.media, text(prelude), at: start) }
        return nil
      }
    case "layer":
      let names = layerNames(prelude)
      if !opens {
        for name in names { _ = sheet.layer(join(layer, name)) }
        return nil
      }
      guard canOpen else { return nil }
      sheet.anonymousLayers += names.isEmpty ? 1 : 0
      within.layer = join(layer, names.first ?? "?\(sheet.anonymousLayers)")
      _ = sheet.layer(within.layer)
    case "font-face" where opens:
      if let face = FontFace.read(descriptors(end + 1..<close), base: base) {
        sheet.faces.append(ConditionalRule(rule: face, condition: condition))
      } else {
        note(.rule, "@font-face without a family or a source", at: start)
      }
      return nil
    case "page" where opens:
      var page = PageRule()
      page.selector = text(prelude).lowercasedASCII
      page.read(descriptors(end + 1..<close))
      sheet.pages.append(ConditionalRule(rule: page, condition: condition))
      return nil
    case "charset", "namespace", "keyframes", "-webkit-keyframes", "-moz-keyframes", "property",
      "counter-style", "font-feature-values", "font-palette-values", "view-transition":
      // Names of encodings and name spaces change nothing; nothing moves here.
      if name == "property" || name == "counter-style" { note(.rule, "@\(name)", at: start) }
      return nil
    default:
      note(.rule, "@\(name)", at: start)
      return nil
    }
    i = end + 1
    return within
  }

  private func join(_ layer: String?, _ name: String) -> String {
    layer.map { "\($0).\(name)" } ?? name
  }

  private func layerNames(_ prelude: Range<Int>) -> [String] {
    tokens[prelude].split(separator: .comma).map { part in
      part.reduce(into: "") { text, token in
        if case .ident(let name) = token { text += name }
        if token == .delimiter(".") { text += "." }
      }
    }.filter { !$0.isEmpty }
  }

  /// `@import` (CSS Cascade 4, §3): what it names is read in its place.
  private mutating func importRule(
    _ condition: Int?, layer: String?, isInPlace: Bool
  ) throws {
    let start = i
    i += 1
    let end = preludeEnd()
    let prelude = trimmed(i..<end)
    i = min(
      (end < tokens.count && tokens[end] == .openCurly ? blockEnd(end) : end) + 1, tokens.count)
    var context = ValueContext(environment: MediaEnvironment(viewport: Size(width: 0, height: 0)))
    context.base = base
    var reader = ValueReader(Array(tokens[prelude]), context)
    guard isInPlace, let url = reader.url() ?? reader.string().map(context.resolved) else {
      return note(.rule, text(start..<end), at: start)
    }
    var layer = layer
    if reader.take("layer") {
      sheet.anonymousLayers += 1
      layer = join(layer, "?\(sheet.anonymousLayers)")
    } else if let name = reader.function("layer", { $0.name() }) {
      layer = join(layer, name)
    }
    if reader.peekFunction == "supports" {
      let result = reader.block { $0.supports() ?? $0.supportsDeclaration() }
      guard result?.holds(in: context.environment) == true else { return }
    }
    let media = reader.mediaQueries()
    if media.hasUnknown { note(.media, text(prelude), at: start) }
    guard depth < Self.greatestDepth else {
      return note(.limit, "@import \(url) is nested too deep", at: start)
    }
    guard let text = try load(url) else { return note(.resource, url, at: start) }
    sheet.media.append(MediaBlock(condition: media, parent: condition))
    try Self.parse(
      text, into: &sheet, name: url, base: url, condition: sheet.media.count - 1, layer: layer,
      depth: depth + 1, load: load, cancellation: cancellation)
  }

  // MARK: Declarations

  /// The descriptors of a rule with a name.
  private mutating func descriptors(_ range: Range<Int>) -> [Descriptor] {
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

  private mutating func block(until close: Int, _ add: (Declaration) -> Void) {
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
  private mutating func block(
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

  private mutating func declaration(_ name: String, _ range: Range<Int>, at start: Int)
    -> Declaration?
  {
    var value = trimmed(range)
    var declaration = Declaration(row: nil, tokens: [])
    // `!important` is at the end.
    if value.count >= 2, case .ident(let word) = tokens[value.upperBound - 1],
      word.lowercasedASCII == "important"
    {
      let before = trimmed(value.lowerBound..<value.upperBound - 1)
      if !before.isEmpty, tokens[before.upperBound - 1] == .delimiter("!") {
        declaration.isImportant = true
        value = trimmed(before.lowerBound..<before.upperBound - 1)
      }
    }
    declaration.tokens = Array(tokens[value])
    let lower = name.lowercasedASCII
    if name.hasPrefix("--"), name.count > 2 {
      declaration.name = name
    } else {
      guard let row = Property.rows[lower] else {
        // Names that only other browsers know are not mistakes.
        if !["-moz-", "-ms-", "-o-", "mso-", "-khtml-"].contains(where: lower.hasPrefix) {
          note(.property, text(start..<value.upperBound), at: start, key: lower)
        }
        return nil
      }
      declaration.row = row
    }
    declaration.hasReferences = declaration.tokens.contains { token in
      if case .function(let name) = token { name == "var" || name == "env" } else { false }
    }
    if declaration.hasReferences {
      (declaration.line, declaration.column) = position(start)
    }
    if declaration.tokens.count == 1, case .ident(let word) = declaration.tokens[0] {
      declaration.wide = Declaration.Wide(rawValue: word.lowercasedASCII)
    }
    if let row = declaration.row, declaration.wide == nil, !declaration.hasReferences,
      !Property.table[row].accepts(declaration.tokens)
    {
      note(.value, text(start..<value.upperBound), at: start)
      return nil
    }
    guard isBalanced(declaration.tokens),
      !declaration.hasReferences || CustomProperties.areReferences(declaration.tokens)
    else {
      note(.value, text(start..<value.upperBound), at: start)
      return nil
    }
    return declaration
  }

  private func isBalanced(_ tokens: [CSSToken]) -> Bool {
    var closers: [CSSToken] = []
    for token in tokens {
      switch token {
      case .badString, .badURL: return false
      case .closeRound, .closeSquare, .closeCurly:
        if closers.popLast() != token { return false }
      case .delimiter("!") where closers.isEmpty: return false
      default: if let closing = token.closing { closers.append(closing) }
      }
    }
    return true
  }

  // MARK: Ends

  /// The next `{` or `;` outside of brackets; the end of the tokens if there is none.
  private func preludeEnd() -> Int {
    end(from: i, limit: tokens.count) { $0 == .openCurly || $0 == .semicolon }
  }

  /// The next `;` outside of brackets, or the end of the block.
  private func valueEnd(_ limit: Int) -> Int { end(from: i, limit: limit) { $0 == .semicolon } }

  private func end(
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
  private func blockEnd(_ open: Int) -> Int {
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

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, max(range.lowerBound, range.upperBound))
    while start < end, tokens[start] == .whitespace { start += 1 }
    while end > start, tokens[end - 1] == .whitespace { end -= 1 }
    return start..<end
  }

  // MARK: Notes

  private mutating func note(
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
  private func text(_ range: Range<Int>, most: Int = 60) -> String {
    guard !range.isEmpty else { return "" }
    let bytes = source.bytes[
      Int(source.offsets[range.lowerBound])..<Int(source.offsets[range.upperBound])]
    let words = String(decoding: bytes.prefix(most * 4), as: UTF8.self).split { $0.isWhitespace }
    let text = words.joined(separator: " ")
    return text.count > most ? text.prefix(most - 1) + "…" : text
  }
}
