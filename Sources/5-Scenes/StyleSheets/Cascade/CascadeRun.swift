// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Markup
internal import SystemConcurrency

/// One pass of a cascade over a document, from the root down.
struct CascadeRun {
  private let cascade: Cascade
  private let tree: MarkupTree
  private var matcher: SelectorMatcher
  private var computer: StyleComputer
  private var result: StyledTree
  /// The styles by what they come from: elements alike under one parent share one.
  private var known: [Source: Int32] = [:]
  private var attributes: [String: [Declaration]] = [:]
  /// The custom properties of each style, as a number, and by what they come from.
  private var customNumbers: [Int] = []
  private var knownCustom: [CustomSource: (number: Int, values: CustomValues)] = [:]
  private var ancestors = AncestorFilter()

  /// What a style comes from.
  private struct Source: Hashable {
    let parent: Int32
    let rules: [Int32]
    /// The declarations of attributes.
    let hints: String
    let style: String
    let language: String?
    let isBlock: Bool
  }

  /// What custom properties come from: those around the element, and what declares more.
  private struct CustomSource: Hashable {
    let parent: Int
    let rules: [Int32]
    let style: String
  }

  /// The selectors that mean an element or one of its parts, in the order of their weight.
  private struct Matches {
    var rules: [(priority: UInt64, rule: Int32)] = []

    mutating func sorted() -> [Int32] {
      rules.sort { $0.priority == $1.priority ? $0.rule < $1.rule : $0.priority < $1.priority }
      return rules.map(\.rule)
    }
  }

  /// - Throws: `CancellationError`.
  init(
    _ cascade: Cascade, _ tree: MarkupTree, fontUnits: @escaping (TextStyle) -> FontUnits,
    cancellation: Cancellation
  ) throws {
    (self.cascade, self.tree) = (cascade, tree)
    matcher = try SelectorMatcher(tree, cancellation: cancellation)
    computer = StyleComputer(
      environment: cascade.environment, registered: cascade.index.registered, fontUnits: fontUnits)
    result = StyledTree(
      tree: tree, styleOfNode: [Int32](repeating: 0, count: tree.nodes.count))
  }

  mutating func styled(notes: [StyleNote], cancellation: Cancellation) throws -> StyledTree {
    result.notes = notes
    for node in tree.nodes.indices {
      if node % 64 == 0 { try cancellation.check() }
      let parent = tree.parent(of: node)
      guard tree[node].isElement else {
        result.styleOfNode[node] = parent.map { result.styleOfNode[$0] } ?? 0
        continue
      }
      style(node, parent: parent)
    }
    result.notes += computer.notes
    var seen: Set<String> = []
    result.notes.removeAll { !seen.insert("\($0.kind) \($0.text)").inserted }
    if matcher.work < 0 {
      result.notes.append(
        StyleNote(kind: .limit, text: "the search of selectors", sheet: "", line: 1, column: 1))
    }
    let rest = result.notes.count - StyleNote.most
    if rest > 0 {
      result.notes.removeLast(rest)
      result.notes.append(
        StyleNote(kind: .more, text: "\(rest)", sheet: "", line: 1, column: 1))
    }
    return result
  }

  // MARK: Elements

  private mutating func style(_ node: Int, parent: Int?) {
    let element = tree[node]
    let id = tree.attribute("id", of: node)
    ancestors.enter(node, parent: parent, tree: tree, classes: matcher.classes)
    var matches: [PseudoElement?: Matches] = [:]
    var own = Matches()
    // SVG's names are compared without case in HTML.
    let type = element.namespace == .html ? element.name : element.name.lowercasedASCII
    cascade.index.candidates(type: type, id: id, classes: matcher.classes[node]) { entry in
      guard ancestors.mayHold(entry.selector.ancestors), matcher.matches(entry.selector, node)
      else { return }
      if let pseudo = entry.selector.pseudo {
        matches[pseudo, default: Matches()].rules.append((entry.priority, entry.rule))
      } else {
        own.rules.append((entry.priority, entry.rule))
      }
    }
    let parentStyle = parent.map { result.styleOfNode[$0] }
    let language = tree.attribute("lang", of: node) ?? tree.attribute("xml:lang", of: node)
    let number = styleNumber(
      Source(
        parent: parentStyle ?? -1, rules: Self.unique(own.sorted()),
        hints: PresentationalHints.css(of: node, in: tree),
        style: tree.attribute("style", of: node) ?? "", language: language,
        isBlock: isBlock(parent)), node: node)
    result.styleOfNode[node] = number
    if parent == nil { computer.root = result.styles[Int(number)] }
    for (pseudo, var found) in matches {
      guard let pseudo else { continue }
      let source = Source(
        parent: number, rules: Self.unique(found.sorted()), hints: "", style: "", language: nil,
        isBlock: isBlockContainer(Int(number)))
      let part = styleNumber(source, node: node)
      if pseudo == .before || pseudo == .after {
        switch result.styles[Int(part)].rare.content {
        case .normal, .none: continue
        case .items: break
        }
      }
      result.pseudoStyles[StyledTree.PseudoKey(node: Int32(node), part: pseudo)] = part
    }
  }

  /// A rule counts once, with the greatest weight of its selectors.
  private static func unique(_ rules: [Int32]) -> [Int32] {
    guard rules.count > 1 else { return rules }
    var (seen, result) = (Set<Int32>(), [Int32]())
    for rule in rules.reversed() where seen.insert(rule).inserted { result.append(rule) }
    return result.reversed()
  }

  /// Whether the boxes within an element are items of a flex box or a grid; the root is a block.
  private func isBlock(_ parent: Int?) -> Bool {
    var parent = parent
    while let element = parent, result[element].box.display == .contents {
      parent = tree.parent(of: element)
    }
    return parent.map { isBlockContainer(Int(result.styleOfNode[$0])) } ?? true
  }

  private func isBlockContainer(_ style: Int) -> Bool {
    let inner = result.styles[style].box.display.inner
    return inner == .flex || inner == .grid
  }

  // MARK: Styles

  private mutating func styleNumber(_ source: Source, node: Int) -> Int32 {
    if let number = known[source] { return number }
    let rules = cascade.index.rules
    var (normal, important, standard) = (
      [StyleComputer.Applied](), [StyleComputer.Applied](), [StyleComputer.Applied]()
    )
    func add(_ declarations: [Declaration], _ base: String, _ layer: Int) {
      for declaration in declarations {
        let applied = StyleComputer.Applied(declaration: declaration, base: base, layer: layer)
        if declaration.isImportant { important.append(applied) } else { normal.append(applied) }
      }
    }
    // Rules of the standard weigh less, whatever their selectors.
    let ordered = source.rules.filter { $0 < cascade.index.standardRules }
    let author = source.rules.filter { $0 >= cascade.index.standardRules }
    for rule in ordered { add(rules[Int(rule)].declarations, "", 0) }
    standard = normal
    let standardImportant = important
    important = []
    if !source.hints.isEmpty { add(declarations(source.hints, node: node), "", 1) }
    // Layers have ranks below 65,536, and what stands in none weighs more.
    func layer(_ rule: StyleRule) -> Int { min(rule.layer, 65536) + 2 }
    for rule in author.map({ rules[Int($0)] }) { add(rule.declarations, rule.base, layer(rule)) }
    // Of important declarations the lower layers weigh more.
    if important.count > 1, author.contains(where: { rules[Int($0)].layer != .max }) {
      important = author.map { rules[Int($0)] }.enumerated()
        .sorted {
          $0.element.layer == $1.element.layer
            ? $0.offset < $1.offset : $0.element.layer > $1.element.layer
        }
        .flatMap { item in
          item.element.declarations.filter(\.isImportant).map {
            StyleComputer.Applied(
              declaration: $0, base: item.element.base, layer: layer(item.element))
          }
        }
    }
    let own = source.style.isEmpty ? [] : declarations(source.style, node: node)
    add(own, "", .max)
    let all = normal + important + standardImportant
    let parent = source.parent < 0 ? ComputedStyle.initial : result.styles[Int(source.parent)]
    let custom = custom(
      CustomSource(
        parent: source.parent < 0 ? 0 : customNumbers[Int(source.parent)],
        rules: source.rules.filter { rules[Int($0)].hasCustom },
        style: own.contains { $0.row == nil } ? source.style : ""), all, parent.custom)
    var style = computer.style(all, standard: standard, parent: parent, custom: custom.values)
    if source.isBlock {
      style.box.display = style.box.display.blockified
      if source.parent < 0, style.box.display == .contents { style.box.display = .block }
    }
    // Tables do not take the alignment of blocks around them, as in browsers.
    let blocks: Set<TextAlign> = [.blocksLeft, .blocksRight, .blocksCenter]
    if tree[node].name == "table", blocks.contains(style.text.align) { style.text.align = .start }
    if let language = source.language { style.text.language = language }
    let number = Int32(result.styles.count)
    result.styles.append(style)
    customNumbers.append(custom.number)
    known[source] = number
    return number
  }

  /// The custom properties of an element, with a number that those alike share.
  private mutating func custom(
    _ source: CustomSource, _ declarations: [StyleComputer.Applied], _ parent: CustomValues
  ) -> (number: Int, values: CustomValues) {
    if source.rules.isEmpty, source.style.isEmpty, cascade.index.registered.own.isEmpty {
      return (source.parent, parent)
    }
    if let known = knownCustom[source] { return known }
    let values = computer.customValues(declarations, parent: parent)
    let made = (
      number: values == nil ? source.parent : knownCustom.count + 1, values: values ?? parent
    )
    knownCustom[source] = made
    return made
  }

  /// The declarations of an attribute.
  private mutating func declarations(_ text: String, node: Int) -> [Declaration] {
    if let known = attributes[text] { return known }
    let place = tree.position(of: node)
    let parsed = StyleSheetParser.declarations(text, line: place.line, column: place.column)
    attributes[text] = parsed.declarations
    if result.notes.count < 500 { result.notes += parsed.notes }
    return parsed.declarations
  }
}

/// Tells, mostly, whether an element lies within elements of given names, identifiers and classes:
/// a filter that counts hashes of those that are open.
struct AncestorFilter {
  private var counts = [UInt16](repeating: 0, count: 4096)
  private var open: [(node: Int, hashes: [UInt32])] = []

  /// Goes on to an element; the filter then holds those around it.
  mutating func enter(_ node: Int, parent: Int?, tree: MarkupTree, classes: [[String]]) {
    if let entered = last, entered.node == parent {
      for hash in entered.hashes { counts[Int(hash & 4095)] += 1 }
      open.append(entered)
    } else {
      while let around = open.last, around.node != parent {
        for hash in around.hashes { counts[Int(hash & 4095)] -= 1 }
        open.removeLast()
      }
    }
    let name = tree[node].namespace == .html ? tree[node].name : tree[node].name.lowercasedASCII
    var hashes = [Selector.hash(name, 0)]
    if let id = tree.attribute("id", of: node) { hashes.append(Selector.hash(id, 1)) }
    for name in classes[node].prefix(64) { hashes.append(Selector.hash(name, 2)) }
    last = (node, hashes)
  }

  /// The element that was entered last: it holds its children, not itself.
  private var last: (node: Int, hashes: [UInt32])?

  func mayHold(_ hashes: [UInt32]) -> Bool {
    for hash in hashes where counts[Int(hash & 4095)] == 0 { return false }
    return true
  }
}
