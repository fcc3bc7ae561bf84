// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Markup
internal import SystemConcurrency
internal import TextModel

extension PageStructure {
  /// Finds the parts of a page that is painted.
  ///
  /// - Throws: `CancellationError`.
  init(_ painter: PagePainter, links: [Int]) throws {
    var finder = StructureFinder(painter)
    if let root = painter.layout.root { try finder.visit(root, in: nil) }
    self = finder.structure
    self.links = links.map { finder.links[$0] }
    let tree = painter.decorator.tree
    language = tree.attribute("lang", of: 0) ?? ""
    for node in tree.nodes.indices where tree[node].isElement {
      switch tree[node].name {
      case "title" where title.isEmpty && tree[node].namespace == .html:
        title = tree.words(of: node)
      case "meta" where tree.attribute("name", of: node)?.lowercased() == "author":
        author = tree.attribute("content", of: node) ?? ""
      case "body": return
      default: continue
      }
    }
  }
}

/// Walks the boxes of a page in the order of the document.
private struct StructureFinder {
  private let painter: PagePainter
  private var layout: PageLayout { painter.layout }
  private var tree: MarkupTree { painter.decorator.tree }
  private(set) var structure = PageStructure()
  /// The first part of each link.
  private(set) var links: [Int: Int] = [:]
  private var order = 0
  /// The elements with a part of their own that are found already.
  private var known: Set<Int> = []
  /// Whether the parts of the table around only place its cells.
  private var isLayout = false

  init(_ painter: PagePainter) { self.painter = painter }

  private mutating func next() -> Int {
    order += 1
    return order
  }

  private mutating func add(_ role: StructureRole, _ node: Int?, in parent: Int?) -> Int {
    structure.elements.append(
      PageStructure.Element(role: role, parent: parent, order: next(), node: node))
    return structure.elements.count - 1
  }

  /// - Parameter parent: The part around the box; `nil` for the page.
  mutating func visit(_ box: PageBox, in parent: Int?) throws {
    try painter.markers.cancellation.check()
    var element = parent
    let wasLayout = isLayout
    defer { isLayout = wasLayout }
    if let node = box.node, !known.contains(node) {
      if tree.attribute("aria-hidden", of: node) == "true" { return }
      if tree[node].name == "table" {
        isLayout = ["presentation", "none"].contains(tree.attribute("role", of: node))
      }
      if let own = StructureRole(of: node, in: tree, isLayout: isLayout) {
        known.insert(node)
        let role = fitting(own, in: parent)
        if role == .figure { return visit(figure: box, node, in: parent) }
        // A list in a list is a part of an item.
        let isInList = role == .list && parent.map { structure.elements[$0].role } == .list
        let around = isInList ? add(.body, nil, in: add(.item, nil, in: parent)) : parent
        let part = add(role, node, in: around)
        describe(part)
        if role == .link { links[node] = part }
        element = role == .item ? addItem(box, part) : part
      }
    }
    switch box.contents {
    case .boxes(let children): for child in children { try visit(child, in: element) }
    case .lines: try visitLines(of: box, in: element)
    case .replaced: break
    }
  }

  /// The role of a block in a part around it: items are in lists and cells in tables, others are
  /// parts without a meaning (ISO 14289-1, §7.5 and §7.6).
  private func fitting(_ role: StructureRole, in parent: Int?) -> StructureRole {
    let around = parent.map { structure.elements[$0].role }
    switch role {
    case .item: return around == .list ? .item : .division
    case .span: return .division
    case .tableHead, .tableBody, .tableFoot: return around == .table ? role : .division
    case .row:
      let isInTable = around == .table || around?.isPartOfTable == true && around != .row
      return isInTable ? role : .division
    case .cell, .headCell: return around == .row ? role : .division
    default: return role
    }
  }

  /// Adds the marker of an item.
  ///
  /// - Returns: The part of the item's text.
  private mutating func addItem(_ box: PageBox, _ item: Int) -> Int {
    if let marker = box.marker, let id = painter.shown.markers[box.number] {
      let label = add(.label, nil, in: item)
      structure.elements[label].replacement = marker.text.split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      structure.pieces[id] = [PageStructure.Piece(start: 0, element: label, order: next())]
    }
    return add(.body, nil, in: item)
  }

  private func isFirstElement(_ node: Int) -> Bool {
    var before = tree.previous(before: node)
    while let sibling = before, !tree[sibling].isElement { before = tree.previous(before: sibling) }
    return before == nil
  }

  /// Adds what readers know of a part beside its text.
  private mutating func describe(_ element: Int) {
    guard let node = structure.elements[element].node else { return }
    if let language = tree.attribute("lang", of: node), node != 0 {
      structure.elements[element].language = language
    }
    let role = structure.elements[element].role
    if role.headingLevel != nil { structure.elements[element].title = tree.words(of: node) }
    if role == .cell || role == .headCell {
      func number(_ name: String) -> Int {
        min(max(tree.attribute(name, of: node).flatMap { Int($0) } ?? 1, 1), 1000)
      }
      structure.elements[element].span = (number("colspan"), number("rowspan"))
      let isInHead =
        tree.parent(of: node).flatMap { tree.parent(of: $0) }
        .map { tree[$0].name == "thead" } ?? false
      structure.elements[element].isRowHead =
        switch tree.attribute("scope", of: node) {
        case "row", "rowgroup": true
        case "col", "colgroup": false
        default: !isInHead && isFirstElement(node)
        }
    }
  }

  /// Adds the picture of a box; one without a meaning is an ornament.
  private mutating func visit(figure box: PageBox, _ node: Int, in parent: Int?) {
    let alternative =
      tree.attribute("aria-label", of: node) ?? tree.attribute("alt", of: node)
      ?? tree.children(of: node).first { tree[$0].name == "title" }.map { tree.words(of: $0) }
    guard alternative != "", let layers = painter.shown.contents[box.number] else { return }
    let element = add(.figure, node, in: parent)
    structure.elements[element].alternative = alternative
    for id in layers {
      structure.pieces[id] = [PageStructure.Piece(start: 0, element: element, order: next())]
    }
  }

  // MARK: Lines

  private enum Event {
    case span(StructureRole, Int, end: Int)
    case box(PageBox)
  }

  /// Adds the parts within lines, and divides the text of the lines among them.
  private mutating func visitLines(of box: PageBox, in parent: Int?) throws {
    guard let text = layout.text(of: box) else { return }
    var events: [(offset: Int, event: Event)] = []
    for fragment in text.fragments where !fragment.range.isEmpty {
      guard let node = fragment.span.node,
        let role = StructureRole(of: node, in: tree, isLayout: isLayout), role.isInline
      else { continue }
      events.append((fragment.range.start, .span(role, node, end: fragment.range.end)))
    }
    for part in text.parts { events.append((part.offset, .box(part.box))) }
    // Of equal offsets the boxes stand last: they lie in the spans that begin there.
    let order = events.indices.sorted { (events[$0].offset, $0) < (events[$1].offset, $1) }
    let layers = painter.shown.contents[box.number]
    var outermost = parent
    if layers != nil, parent.map({ !structure.elements[$0].role.holdsText }) ?? true {
      outermost = add(.paragraph, nil, in: parent)
    }
    var pieces: [PageStructure.Piece] = []
    var open: [(element: Int, end: Int)] = []
    func element() -> Int? { open.last?.element ?? outermost }
    func begin(at offset: Int, _ order: Int) {
      guard layers != nil, let element = element() else { return }
      if pieces.last?.start == offset { pieces.removeLast() }
      pieces.append(PageStructure.Piece(start: offset, element: element, order: order))
    }
    begin(at: 0, next())
    for index in order {
      let (offset, event) = events[index]
      while let last = open.last, last.end <= offset {
        open.removeLast()
        begin(at: last.end, next())
      }
      switch event {
      case .span(let role, let node, let end):
        let part = add(role, node, in: element())
        describe(part)
        if role == .link, links[node] == nil { links[node] = part }
        open.append((part, end))
        begin(at: offset, next())
      case .box(let inner):
        try visit(inner, in: element())
        begin(at: offset + 1, next())
      }
    }
    while let last = open.popLast(), last.end < text.text.length { begin(at: last.end, next()) }
    for id in layers ?? [] { structure.pieces[id] = pieces }
  }
}
