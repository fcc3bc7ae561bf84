// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import SystemConcurrency

/// Parses the rules of a style sheet into it (CSS Syntax 3, §5).
struct StyleSheetParser {
  let source: CSSTokenizer
  let tokens: [CSSToken]
  private let base: String
  let sheetName: String
  let firstLine: Int
  private let budget: StyleBudget
  private let load: StyleSheet.Loader
  private let cancellation: Cancellation
  private let depth: Int
  var lines: [Int] = []
  var i = 0
  var sheet: StyleSheet

  /// What a rule stands in: media, and a layer.
  struct Place {
    var condition: Int?
    var layer: String?

    static func join(_ layer: String?, _ name: String) -> String {
      layer.map { "\($0).\(name)" } ?? name
    }
  }

  /// The deepest import.
  private static let greatestDepth = 8

  static func parse(
    _ text: String, into sheet: inout StyleSheet, name: String, base: String, line: Int = 1,
    place: Place = Place(), depth: Int = 0, budget: StyleBudget, load: StyleSheet.Loader,
    cancellation: Cancellation
  ) throws {
    budget.bytes -= text.utf8.count
    budget.open.append(StyleBudget.file(base))
    defer { budget.open.removeLast() }
    let source = try CSSTokenizer(text, cancellation: cancellation)
    try withoutActuallyEscaping(load) { load in
      var parser = StyleSheetParser(
        source: source, tokens: source.tokens, base: base, sheetName: name, firstLine: line,
        budget: budget, load: load, cancellation: cancellation, depth: depth, sheet: sheet)
      try parser.rules(in: place)
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
      budget: StyleBudget(), load: { _ in nil }, cancellation: .never, depth: 0,
      sheet: StyleSheet(empty: ""))
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
  private mutating func rules(in place: Place) throws {
    var open = [place]
    var canImport = true
    while i < tokens.count {
      if sheet.rules.count % 64 == 0 { try cancellation.check() }
      switch tokens[i] {
      case .whitespace, .cdo, .cdc: i += 1
      case .closeCurly where open.count > 1:
        open.removeLast()
        i += 1
      case .atKeyword(let name):
        let place = open[open.count - 1]
        if name == "import" {
          try importRule(in: place, isInPlace: canImport && open.count == 1)
        } else if let block = atRule(name, in: place, canOpen: open.count < 64) {
          open.append(block)
        }
        if name != "import", name != "charset", name != "layer" { canImport = false }
      default:
        canImport = false
        qualifiedRule(in: open[open.count - 1], parent: nil, depth: 0, isWithin: open.count > 1)
      }
      if budget.rules < 0 || budget.bytes < 0 {
        return note(.limit, "the style sheets of the document", at: min(i, tokens.count - 1))
      }
    }
  }

  /// A rule of selectors and declarations, which may have rules within.
  private mutating func qualifiedRule(
    in place: Place, parent: [Selector]?, depth: Int, isWithin: Bool = true
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
    styleBlock(selectors, in: place, until: close, depth: depth)
    i = min(close + 1, tokens.count)
  }

  /// The contents of a style rule; rules within it come after what stands before them.
  private mutating func styleBlock(
    _ selectors: [Selector], in place: Place, until close: Int, depth: Int
  ) {
    var declarations: [Declaration] = []
    let rank = sheet.layer(place.layer)
    func flush(_ sheet: inout StyleSheet) {
      guard !declarations.isEmpty else { return }
      sheet.rules.append(
        StyleRule(
          selectors: selectors, declarations: declarations, condition: place.condition,
          layer: rank, hasCustom: declarations.contains { $0.row == nil }, base: base))
      budget.rules -= 1
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
        if let block = atRule(name, in: place, canOpen: true) {
          let end = blockEnd(i - 1)
          styleBlock(selectors, in: block, until: end, depth: depth + 1)
          i = min(end + 1, close)
        }
      } else {
        qualifiedRule(in: place, parent: selectors, depth: depth + 1)
      }
    }
    flush(&sheet)
  }

  // MARK: Rules with a name

  /// A rule with a name. What opens a block of rules is returned with the condition within, and
  /// reading goes on behind its bracket.
  private mutating func atRule(_ name: String, in place: Place, canOpen: Bool) -> Place? {
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
    var within = place
    switch name {
    case "media" where opens && canOpen:
      var query = reader()
      let media = query.mediaQueries()
      if media.hasUnknown { note(.media, text(prelude), at: start) }
      sheet.media.append(MediaBlock(condition: media, parent: place.condition))
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
        for name in names { _ = sheet.layer(layer(name, in: place, at: start)) }
        return nil
      }
      guard canOpen else { return nil }
      sheet.anonymousLayers += names.isEmpty ? 1 : 0
      within.layer = layer(names.first ?? "?\(sheet.anonymousLayers)", in: place, at: start)
      _ = sheet.layer(within.layer)
    case "font-face" where opens:
      if let face = FontFace.read(descriptors(end + 1..<close), base: base) {
        sheet.faces.append(ConditionalRule(rule: face, condition: place.condition))
      } else {
        note(.rule, "@font-face without a family or a source", at: start)
      }
      return nil
    case "page" where opens:
      var page = PageRule()
      page.selector = text(prelude).lowercasedASCII
      read(end + 1..<close, into: &page)
      sheet.pages.append(ConditionalRule(rule: page, condition: place.condition))
      return nil
    case "property" where opens:
      let values = descriptors(end + 1..<close)
      if let rule = registration(prelude, values) {
        sheet.properties.append(ConditionalRule(rule: rule, condition: place.condition))
      } else {
        note(.rule, text(start..<end), at: start)
      }
      return nil
    case "charset", "namespace", "keyframes", "-webkit-keyframes", "-moz-keyframes",
      "counter-style", "font-feature-values", "font-palette-values", "view-transition":
      // Names of encodings and name spaces change nothing; nothing moves here.
      if name == "counter-style" { note(.rule, "@\(name)", at: start) }
      return nil
    default:
      note(.rule, "@\(name)", at: start)
      return nil
    }
    i = end + 1
    return within
  }

  /// The name of a layer within those around it; the layer around it for one too many.
  private mutating func layer(_ name: String, in place: Place, at start: Int) -> String? {
    let name = Place.join(place.layer, name)
    if sheet.mayHave(layer: name) { return name }
    note(.limit, "the layers of the sheet", at: start)
    return place.layer
  }

  /// `@property` (CSS Properties and Values 1, §3); `nil` if it lacks what it must have.
  private func registration(
    _ prelude: Range<Int>, _ descriptors: [Descriptor]
  ) -> RegisteredProperties.Rule? {
    func value(_ name: String) -> [CSSToken]? { descriptors.last { $0.name == name }?.tokens }
    guard prelude.count == 1, case .ident(let name) = tokens[prelude.lowerBound],
      name.hasPrefix("--"), case .string(let syntax)? = value("syntax")?.first,
      case .ident(let inherits)? = value("inherits")?.first,
      inherits == "true" || inherits == "false"
    else { return nil }
    let initial = value("initial-value")
    if initial == nil, syntax != "*" { return nil }
    return RegisteredProperties.Rule(
      name: name, initial: initial, inherits: inherits == "true")
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
  private mutating func importRule(in place: Place, isInPlace: Bool) throws {
    let start = i
    i += 1
    let end = preludeEnd()
    let prelude = trimmed(i..<end)
    let hasBlock = end < tokens.count && tokens[end] == .openCurly
    i = min((hasBlock ? blockEnd(end) : end) + 1, tokens.count)
    var context = ValueContext(environment: MediaEnvironment(viewport: Size(width: 0, height: 0)))
    context.base = base
    var reader = ValueReader(Array(tokens[prelude]), context)
    guard isInPlace, let url = reader.url() ?? reader.string().map(context.resolved) else {
      return note(.rule, text(start..<end), at: start)
    }
    var within = place
    if reader.take("layer") {
      sheet.anonymousLayers += 1
      within.layer = layer("?\(sheet.anonymousLayers)", in: place, at: start)
    } else if let name = reader.function("layer", { $0.name() }) {
      within.layer = layer(name, in: place, at: start)
    }
    if reader.peekFunction == "supports" {
      let result = reader.block { $0.supports() ?? $0.supportsDeclaration() }
      guard result?.holds(in: context.environment) == true else { return }
    }
    let media = reader.mediaQueries()
    if media.hasUnknown { note(.media, text(prelude), at: start) }
    let short = StyleNote.shortened(url)
    guard depth < Self.greatestDepth, !budget.open.contains(StyleBudget.file(url)) else {
      return note(.limit, "@import \(short) is nested too deep", at: start)
    }
    budget.imports -= 1
    guard budget.imports >= 0, budget.bytes >= 0, budget.rules >= 0 else {
      return note(.limit, "the number of imports, rules or bytes", at: start)
    }
    guard let text = try load(url) else { return note(.resource, short, at: start) }
    sheet.media.append(MediaBlock(condition: media, parent: place.condition))
    within.condition = sheet.media.count - 1
    try Self.parse(
      text, into: &sheet, name: url, base: url, place: within, depth: depth + 1, budget: budget,
      load: load, cancellation: cancellation)
  }
}
