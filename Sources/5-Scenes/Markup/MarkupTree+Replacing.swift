// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension MarkupTree {
  /// The values of `id` of pictures and of the elements that hold no other elements, in order.
  public var replaceable: [String] {
    nodes.indices.compactMap { isReplaceable($0) ? attribute("id", of: $0) : nil }
  }

  private func isReplaceable(_ node: Int) -> Bool {
    nodes[node].isElement && !["style", "script", "link", "meta"].contains(nodes[node].name)
      && children(of: node).allSatisfy { !nodes[$0].isElement }
  }

  /// The document with other texts in elements, and other files of pictures.
  ///
  /// - Parameter contents: The texts and files by the `id` of their element.
  /// - Complexity: O(*n*) in the nodes of the document.
  public func replacing(_ contents: [String: String]) -> MarkupTree {
    var result = self
    (result.nodes, result.attributes) = ([], [])
    /// The place in the result of each node; -1 for a text that is replaced.
    var places: [Int32] = []
    var replaced: Set<Int> = []
    for (index, node) in nodes.enumerated() {
      let parent = self.parent(of: index)
      if let parent, replaced.contains(parent) {
        places.append(-1)
        continue
      }
      var copy = node
      (copy.firstChild, copy.lastChild, copy.next, copy.previous) = (-1, -1, -1, -1)
      copy.parent = parent.map { places[$0] } ?? -1
      let first = Int32(result.attributes.count)
      result.attributes += attributes(of: index)
      copy.attributes = first..<Int32(result.attributes.count)
      let place = result.append(copy)
      places.append(Int32(place))
      guard isReplaceable(index), let id = attribute("id", of: index), let text = contents[id]
      else { continue }
      if node.name == "img" {
        result.setAttribute("src", text, ofLast: place)
      } else {
        replaced.insert(index)
        _ = result.append(
          Node(
            name: "", text: text, namespace: .html, offset: node.offset, parent: Int32(place),
            attributes: 0..<0))
      }
    }
    result.close()
    return result
  }

  /// Sets an attribute of the node that was added last.
  private mutating func setAttribute(_ name: String, _ value: String, ofLast node: Int) {
    let range = nodes[node].attributes
    let new = Attribute(name: name, value: value)
    if let index = range.first(where: { attributes[Int($0)].name == name }) {
      attributes[Int(index)] = new
    } else {
      attributes.append(new)
      nodes[node].attributes = range.lowerBound..<range.upperBound + 1
    }
  }
}
