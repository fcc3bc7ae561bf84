// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A part of a block of code in a page, and the classes of the element that it becomes, which a style
/// sheet gives a look.
public struct CodeHighlight: Hashable, Sendable {
  /// The part, in UTF-16 code units from the beginning of the code.
  public var range: Range<Int>
  /// The value of `class` of the `<span>` around the part.
  public var classes: String

  /// Creates a part.
  public init(_ range: Range<Int>, classes: String) {
    (self.range, self.classes) = (range, classes)
  }
}

extension MarkupTree {
  /// The language of a block of code, which a class of the `<code>` in it names as Markdown has it;
  /// empty for none.
  package func language(ofCode node: Int) -> String {
    let prefix = "language-"
    for word in (attribute("class", of: node) ?? "").split(separator: " ")
    where word.hasPrefix(prefix) {
      return String(word.dropFirst(prefix.count))
    }
    return ""
  }

  /// The document with a `<span>` around each part of its blocks of code that is highlighted.
  ///
  /// - Parameter highlights: Tells the parts of a code in a language. Of parts that overlap, the
  ///   later one begins where the earlier one ends.
  /// - Complexity: O(*n*) in the nodes and the parts, which are sorted.
  package func highlighting(
    _ highlights: (_ code: String, _ language: String) -> [CodeHighlight]
  ) -> MarkupTree {
    var result = self
    (result.nodes, result.attributes) = ([], [])
    var places: [Int32] = []
    for (index, node) in nodes.enumerated() {
      let parent = self.parent(of: index)
      var copy = node
      (copy.firstChild, copy.lastChild, copy.next, copy.previous) = (-1, -1, -1, -1)
      copy.parent = parent.map { places[$0] } ?? -1
      if !node.isElement, let parent, isBlockOfCode(parent) {
        let parts = highlights(node.text, language(ofCode: parent))
        places.append(-1)
        result.append(copy, in: parts)
        continue
      }
      let first = Int32(result.attributes.count)
      result.attributes += attributes(of: index)
      copy.attributes = first..<Int32(result.attributes.count)
      places.append(Int32(result.append(copy)))
    }
    result.close()
    return result
  }

  /// Whether a node is the `<code>` of a block, with text alone.
  private func isBlockOfCode(_ node: Int) -> Bool {
    nodes[node].name == "code" && parent(of: node).map { nodes[$0].name == "pre" } ?? false
      && firstChild(of: node) == lastChild(of: node)
  }

  /// Adds a text, parts of which are in elements.
  private mutating func append(_ text: Node, in parts: [CodeHighlight]) {
    let units = Array(text.text.utf16)
    var end = 0
    func node(_ range: Range<Int>, _ parent: Int32) -> Node {
      var node = text
      (node.text, node.parent) = (String(decoding: units[range], as: UTF16.self), parent)
      return node
    }
    for part in parts.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      let range = part.range.clamped(to: end..<units.count)
      if range.isEmpty { continue }
      if range.lowerBound > end { _ = append(node(end..<range.lowerBound, text.parent)) }
      var span = text
      (span.name, span.text) = ("span", "")
      span.attributes = Int32(attributes.count)..<Int32(attributes.count + 1)
      attributes.append(Attribute(name: "class", value: part.classes))
      let place = append(span)
      _ = append(node(range, Int32(place)))
      end = range.upperBound
    }
    if end < units.count || units.isEmpty { _ = append(node(end..<units.count, text.parent)) }
  }
}
