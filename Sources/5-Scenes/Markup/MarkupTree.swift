// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A document of markup as a value: its elements and texts in document order.
///
/// The nodes lie in one array; a node is named by its index there, and a parent stands before its
/// children. The root is the `html` element, node 0. Comments and the document type are left out.
public struct MarkupTree: Sendable {
  /// The language of the elements of a part of the document.
  public enum Namespace: UInt8, Sendable, Hashable {
    /// HTML.
    case html
    /// SVG, within an `svg` element.
    case svg
    /// MathML, within a `math` element.
    case mathML
  }

  /// An attribute of an element.
  public struct Attribute: Sendable, Hashable {
    /// The name; in lower case for HTML.
    public let name: String
    /// The value, with character references resolved.
    public let value: String
  }

  /// An element or a text.
  public struct Node: Sendable {
    /// The name of an element, in lower case for HTML; empty for a text.
    public internal(set) var name: String
    /// The characters of a text; empty for an element.
    public internal(set) var text: String
    /// The language of the element.
    public internal(set) var namespace: Namespace
    /// The byte of the source at which the node begins; `nil` if the parser made the element.
    public internal(set) var offset: Int?
    var parent: Int32
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var next: Int32 = -1
    var previous: Int32 = -1
    var end: Int32 = 0
    var attributes: Range<Int32>

    /// Whether the node is an element and not a text.
    public var isElement: Bool { !name.isEmpty }
  }

  /// The nodes in document order.
  public internal(set) var nodes: [Node] = []
  var attributes: [Attribute] = []
  /// The offsets at which the lines of the source begin.
  var lines: [Int] = [0]

  /// How much of the behaviour of old browsers the document type asks for.
  public internal(set) var quirks = QuirksMode.none
  /// Whether the source was read as XHTML: its empty tags end their elements.
  public internal(set) var isXHTML = false
  /// The encoding that `<meta charset>` declares, in lower case; the source is read as UTF-8
  /// whatever it says.
  public internal(set) var declaredEncoding: String?
  /// The number of elements that were left out because they lay too deep; their contents are kept.
  public internal(set) var flattenedElements = 0

  /// The number of tags with so many attributes that some were left out.
  public internal(set) var crowdedTags = 0

  /// What the tree lacks of the source, in sentences.
  package var notes: [String] {
    var notes = Self.depthNote(flattenedElements)
    if crowdedTags > 0 {
      notes.append(
        "\(crowdedTags) tags have over \(MarkupSource.attributeLimit) attributes: the others "
          + "are left out")
    }
    if let script = nodes.indices.first(where: isScript) {
      let place = position(of: script)
      notes.append("\(place.line):\(place.column): Scripts are not run.")
    }
    return notes
  }

  /// Whether an element is a script, and not data (HTML, §4.12.1).
  private func isScript(_ node: Int) -> Bool {
    guard nodes[node].name == "script" else { return false }
    let type = attribute("type", of: node)?.lowercased() ?? ""
    return type.isEmpty || type == "module" || type.contains("javascript")
  }

  /// The note about elements that lie too deep; empty if there are none.
  package static func depthNote(_ count: Int) -> [String] {
    count == 0 ? [] : ["\(count) elements lie too deep: only their contents are shown"]
  }

  /// The node of an index.
  public subscript(node: Int) -> Node { nodes[node] }

  /// The element around a node; `nil` for the root.
  public func parent(of node: Int) -> Int? { Self.index(nodes[node].parent) }
  /// The first child of a node.
  public func firstChild(of node: Int) -> Int? { Self.index(nodes[node].firstChild) }
  /// The last child of a node.
  public func lastChild(of node: Int) -> Int? { Self.index(nodes[node].lastChild) }
  /// The sibling after a node.
  public func next(after node: Int) -> Int? { Self.index(nodes[node].next) }
  /// The sibling before a node.
  public func previous(before node: Int) -> Int? { Self.index(nodes[node].previous) }

  /// The node and all that it contains.
  public func subtree(of node: Int) -> Range<Int> { node..<Int(nodes[node].end) }

  /// The children of a node, in order.
  public func children(of node: Int) -> Children {
    Children(tree: self, node: Self.index(nodes[node].firstChild))
  }

  /// The attributes of an element, in order.
  public func attributes(of node: Int) -> ArraySlice<Attribute> {
    let range = nodes[node].attributes
    return attributes[Int(range.lowerBound)..<Int(range.upperBound)]
  }

  /// The value of an attribute; `nil` if the element has none of the name.
  public func attribute(_ name: String, of node: Int) -> String? {
    let range = nodes[node].attributes
    for index in range where attributes[Int(index)].name == name {
      return attributes[Int(index)].value
    }
    return nil
  }

  /// The characters of all texts within a node.
  public func text(of node: Int) -> String {
    subtree(of: node).reduce(into: "") { $0 += nodes[$1].text }
  }

  /// The characters of all texts within a node, words divided by single spaces.
  package func words(of node: Int) -> String {
    text(of: node).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The line and column at which a node begins in the source, from 1; columns count bytes. A node
  /// that the parser made is where the last one before it is.
  public func position(of node: Int) -> (line: Int, column: Int) {
    var node = node
    while nodes[node].offset == nil, node > 0 { node -= 1 }
    return position(at: nodes[node].offset ?? 0)
  }

  /// The line and column of a byte of the source, from 1.
  public func position(at offset: Int) -> (line: Int, column: Int) {
    var (low, high) = (0, lines.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + 1, offset - lines[low] + 1)
  }

  private static func index(_ link: Int32) -> Int? { link < 0 ? nil : Int(link) }

  /// The children of a node.
  public struct Children: Sequence, IteratorProtocol, Sendable {
    let tree: MarkupTree
    var node: Int?

    /// The next child; `nil` after the last.
    public mutating func next() -> Int? {
      guard let node else { return nil }
      self.node = tree.next(after: node)
      return node
    }
  }
}

extension MarkupTree {
  /// Adds a node as the last child of its parent.
  mutating func append(_ node: Node) -> Int {
    let index = Int32(nodes.count)
    var node = node
    if node.parent >= 0 {
      let parent = Int(node.parent)
      node.previous = nodes[parent].lastChild
      if node.previous >= 0 {
        nodes[Int(node.previous)].next = index
      } else {
        nodes[parent].firstChild = index
      }
      nodes[parent].lastChild = index
    }
    nodes.append(node)
    return Int(index)
  }

  /// Sets the end of each node's contents, once all nodes are there.
  mutating func close() {
    for index in nodes.indices.reversed() {
      let last = nodes[index].lastChild
      nodes[index].end = last < 0 ? Int32(index + 1) : nodes[Int(last)].end
    }
  }
}
