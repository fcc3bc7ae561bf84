// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Markup
internal import SystemConcurrency

/// Tells which elements of a document a selector means.
struct SelectorMatcher {
  let tree: MarkupTree
  /// The names of each element's classes.
  let classes: [[String]]
  /// The place of each element among its siblings that are elements, from 1, and from the end.
  private var places: [(first: Int32, last: Int32)]
  /// The same among siblings of the same type; made when a selector asks for it.
  private var typePlaces: [(first: Int32, last: Int32)] = []
  /// The steps that may still be gone through this document, from an element to another one.
  private(set) var work = 20_000_000
  /// The parts of selectors that may still be compared with an element.
  private var tests = 60_000_000
  /// The language of each element that was asked for.
  private var languages: [Int: String] = [:]
  /// By a selector and its compound before `~`: the parent and the last of its children that was
  /// searched, and whether one of those up to it matches.
  private var searched: [Int: (parent: Int?, last: Int, isFound: Bool)] = [:]
  /// The directions of elements with `dir=auto`.
  private var directions: [Int: TextDirection] = [:]

  /// - Throws: `CancellationError`.
  init(_ tree: MarkupTree, cancellation: Cancellation) throws {
    self.tree = tree
    classes = try tree.nodes.indices.map { node in
      if node % 256 == 0 { try cancellation.check() }
      guard tree[node].isElement, let text = tree.attribute("class", of: node) else { return [] }
      return text.split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r\n" }.map(String.init)
    }
    places = try Self.places(of: tree, byType: false, cancellation)
  }

  private static func places(
    of tree: MarkupTree, byType: Bool, _ cancellation: Cancellation
  ) throws -> [(first: Int32, last: Int32)] {
    var places = [(first: Int32, last: Int32)](repeating: (1, 1), count: tree.nodes.count)
    for parent in tree.nodes.indices {
      if parent % 256 == 0 { try cancellation.check() }
      var (count, counts) = (Int32(0), [String: Int32]())
      for child in tree.children(of: parent) where tree[child].isElement {
        count = byType ? counts[tree[child].name, default: 0] + 1 : count + 1
        if byType { counts[tree[child].name] = count }
        places[child].first = count
      }
      for child in tree.children(of: parent) where tree[child].isElement {
        places[child].last =
          (byType ? counts[tree[child].name] ?? 1 : count) - places[child].first + 1
      }
    }
    return places
  }

  private mutating func typePlace(_ node: Int) -> (first: Int32, last: Int32) {
    if typePlaces.isEmpty {
      // Selectors are matched between polls, and nothing cancels here.
      typePlaces = (try? Self.places(of: tree, byType: true, .never)) ?? places
    }
    return typePlaces[node]
  }

  // MARK: Complex selectors

  private enum Outcome {
    case matches
    /// Another element at the same place of the search might match.
    case failsHere
    /// No element further out can match.
    case failsAll
  }

  /// Whether a selector means an element, or a part of it.
  mutating func matches(_ selector: Selector, _ node: Int, scope: Int? = nil) -> Bool {
    matches(selector, 0, node, scope) == .matches
  }

  private mutating func matches(
    _ selector: Selector, _ index: Int, _ node: Int, _ scope: Int?
  ) -> Outcome {
    let compound = selector.compounds[index]
    for part in compound.parts where !matches(part, node, scope) { return .failsHere }
    guard index + 1 < selector.compounds.count else { return .matches }
    switch compound.combinator {
    case .child:
      guard spend(1), let parent = tree.parent(of: node) else { return .failsAll }
      return matches(selector, index + 1, parent, scope)
    case .descendant:
      var ancestor = tree.parent(of: node)
      while let parent = ancestor {
        guard spend(1) else { return .failsAll }
        // Where what stands further left fails for this ancestor for want of ancestors, it fails
        // for those around it.
        let outcome = matches(selector, index + 1, parent, scope)
        if outcome != .failsHere { return outcome }
        ancestor = tree.parent(of: parent)
      }
      return .failsAll
    case .next:
      guard spend(1), let sibling = previousElement(node) else { return .failsHere }
      return matches(selector, index + 1, sibling, scope) == .matches ? .matches : .failsHere
    case .following:
      // Elements are styled in order: what was searched for one holds for its later siblings.
      let key = selector.number << 6 | index
      let parent = tree.parent(of: node)
      let known = selector.number > 0 ? searched[key] : nil
      let first = previousElement(node)
      let isSame = known.map { $0.parent == parent && $0.last <= (first ?? -1) } ?? false
      var (before, outcome) = (first, Outcome.failsHere)
      if isSame, known?.isFound == true { outcome = .matches }
      while outcome == .failsHere, let sibling = before, !(isSame && sibling == known?.last) {
        guard spend(1) else { return .failsAll }
        outcome = matches(selector, index + 1, sibling, scope)
        before = previousElement(sibling)
      }
      if selector.number > 0, let first { searched[key] = (parent, first, outcome == .matches) }
      return outcome
    }
  }

  /// Takes steps from those that are left; false if there are none.
  private mutating func spend(_ steps: Int) -> Bool {
    work -= min(steps, work + 1)
    return work >= 0
  }

  private func previousElement(_ node: Int) -> Int? {
    var node = tree.previous(before: node)
    while let sibling = node, !tree[sibling].isElement { node = tree.previous(before: sibling) }
    return node
  }

  // MARK: Simple selectors

  private mutating func matches(_ part: Selector.Part, _ node: Int, _ scope: Int?) -> Bool {
    tests -= 1
    guard tests > 0 || spend(.max / 2) else { return false }
    switch part {
    case .type(let name):
      return tree[node].name == name
        || (tree[node].namespace == .svg && tree[node].name.lowercasedASCII == name)
    case .id(let id): return tree.attribute("id", of: node) == id
    case .class(let name): return classes[node].contains(name)
    case .attribute(let test): return matches(test, node)
    case .root: return node == 0
    case .scope: return node == scope
    case .never: return false
    case .empty:
      return tree.children(of: node).allSatisfy { !tree[$0].isElement && tree[$0].text.isEmpty }
    case .firstChild: return places[node].first == 1
    case .lastChild: return places[node].last == 1
    case .onlyChild: return places[node].first == 1 && places[node].last == 1
    case .firstOfType: return typePlace(node).first == 1
    case .lastOfType: return typePlace(node).last == 1
    case .onlyOfType:
      let place = typePlace(node)
      return place.first == 1 && place.last == 1
    case .nth(let step, let offset, let isLast, let isOfType, let of):
      var place = isOfType ? typePlace(node) : places[node]
      if let of {
        guard of.contains(where: { matches($0, node, scope: scope) }) else { return false }
        place = placeAmong(of, node, isLast: isLast)
      }
      let distance = Int(isLast ? place.last : place.first) - offset
      return step == 0 ? distance == 0 : distance % step == 0 && distance / step >= 0
    case .not(let list): return !list.contains { spend(1) && matches($0, node, scope: scope) }
    case .is(let list): return list.contains { spend(1) && matches($0, node, scope: scope) }
    case .has(let list): return list.contains { has($0, node) }
    case .language(let languages):
      let language = language(of: node)
      return languages.contains { range in
        range == "*"
          ? !language.isEmpty
          : language == range || language.hasPrefix(range + "-")
            || (range.hasPrefix("*-") && language.contains(range.dropFirst(1)))
      }
    case .direction(let direction): return self.direction(of: node) == direction
    case .link:
      let name = tree[node].name
      return (name == "a" || name == "area") && tree.attribute("href", of: node) != nil
    case .checked:
      return tree[node].name == "option"
        ? tree.attribute("selected", of: node) != nil
        : tree[node].name == "input" && tree.attribute("checked", of: node) != nil
    case .disabled: return Self.forms.contains(tree[node].name) && isDisabled(node)
    case .enabled: return Self.forms.contains(tree[node].name) && !isDisabled(node)
    }
  }

  private static let forms: Set = [
    "button", "input", "select", "textarea", "optgroup", "option", "fieldset",
  ]

  private mutating func isDisabled(_ node: Int) -> Bool {
    var node: Int? = node
    while let element = node, spend(1) {
      if tree.attribute("disabled", of: element) != nil, Self.forms.contains(tree[element].name) {
        return true
      }
      node = tree.parent(of: element)
    }
    return false
  }

  private mutating func placeAmong(
    _ list: [Selector], _ node: Int, isLast: Bool
  ) -> (first: Int32, last: Int32) {
    var (count, sibling) = (Int32(1), isLast ? tree.next(after: node) : tree.previous(before: node))
    while let other = sibling, spend(1) {
      if tree[other].isElement, list.contains(where: { matches($0, other) }) { count += 1 }
      sibling = isLast ? tree.next(after: other) : tree.previous(before: other)
    }
    return (count, count)
  }

  /// Whether an element has what a relative selector asks for, in itself or beside it.
  private mutating func has(_ selector: Selector, _ node: Int) -> Bool {
    var candidates = node + 1..<tree.subtree(of: node).upperBound
    if selector.leading == .next || selector.leading == .following {
      guard let parent = tree.parent(of: node) else { return false }
      candidates = candidates.upperBound..<tree.subtree(of: parent).upperBound
    }
    for candidate in candidates where tree[candidate].isElement {
      guard spend(1) else { return false }
      if matches(selector, candidate, scope: node) { return true }
    }
    return false
  }

  private mutating func matches(_ test: Selector.AttributeTest, _ node: Int) -> Bool {
    guard var value = tree.attribute(test.name, of: node) ?? foreign(test.name, node) else {
      return false
    }
    if test.kind == .exists { return true }
    guard spend(value.utf8.count / 64) else { return false }
    var wanted = test.value
    if test.ignoresCase { (value, wanted) = (value.lowercasedASCII, wanted.lowercasedASCII) }
    switch test.kind {
    case .exists: return true
    case .equals: return value == wanted
    case .word: return value.split { $0.isWhitespace }.contains { $0 == wanted }
    case .dash: return value == wanted || value.hasPrefix(wanted + "-")
    case .prefix: return !wanted.isEmpty && value.hasPrefix(wanted)
    case .suffix: return !wanted.isEmpty && value.hasSuffix(wanted)
    case .contains: return !wanted.isEmpty && Self.contains(value, wanted)
    }
  }

  /// An attribute of SVG by its name in lower case, or one with a name space.
  private func foreign(_ name: String, _ node: Int) -> String? {
    guard tree[node].namespace != .html || name == "lang" else { return nil }
    return tree.attributes(of: node).first {
      $0.name.lowercasedASCII == name || $0.name.hasSuffix(":" + name)
    }?.value
  }

  private static func contains(_ text: String, _ part: String) -> Bool {
    // The search of Knuth, Morris and Pratt: `skips` is how much of the part still stands behind
    // what differs after some of its bytes.
    let part = Array(part.utf8)
    var (skips, count) = ([0], 0)
    func next(_ byte: UInt8) {
      while count > 0, part[count] != byte { count = skips[count - 1] }
      if part[count] == byte { count += 1 }
    }
    for byte in part.dropFirst() {
      next(byte)
      skips.append(count)
    }
    count = 0
    for byte in text.utf8 {
      next(byte)
      if count == part.count { return true }
    }
    return false
  }

  // MARK: Languages and directions

  /// The language of an element in lower case: that of its own attribute or of one around it.
  private mutating func language(of node: Int) -> String {
    if let known = languages[node] { return known }
    var (found, next) = ("", Int?(node))
    while let element = next, spend(1) {
      if let language = tree.attribute("lang", of: element)
        ?? tree.attribute("xml:lang", of: element)
      {
        found = language.lowercasedASCII
        break
      }
      next = tree.parent(of: element)
    }
    languages[node] = found
    return found
  }

  private mutating func direction(of node: Int) -> TextDirection {
    var node: Int? = node
    while let element = node, spend(1) {
      if let text = tree.attribute("dir", of: element)?.lowercasedASCII {
        if let direction = TextDirection(rawValue: text) { return direction }
        if text == "auto" {
          let direction = directions[element] ?? TextDirection.first(in: tree, element)
          directions[element] = direction
          return direction
        }
      }
      node = tree.parent(of: element)
    }
    return .ltr
  }
}

extension TextDirection {
  /// The direction of the first letter of an element that has one (UAX #9, P2), among its first
  /// 100,000 characters; of letters as blocks, which is enough for `dir=auto`.
  static func first(in tree: MarkupTree, _ node: Int) -> TextDirection {
    var left = 100_000
    for part in tree.subtree(of: node) {
      left -= 1
      for scalar in tree[part].text.unicodeScalars.prefix(left) {
        left -= 1
        guard scalar.properties.isAlphabetic || scalar == "\u{200E}" || scalar == "\u{200F}" else {
          continue
        }
        switch scalar.value {
        case 0x200F, 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF,
          0x1E800...0x1EFFF:
          return .rtl
        default: return .ltr
        }
      }
      if left <= 0 { break }
    }
    return .ltr
  }
}
