// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension MarkupTree {
  /// Gives each heading without an `id` one of its text, as GitHub does, so that links within a
  /// document of Markdown lead somewhere: letters in lower case, digits, `-` and `_`, spaces as `-`,
  /// and a number behind what is there already.
  package mutating func nameHeadings() {
    var taken = Set(nodes.indices.compactMap { attribute("id", of: $0) })
    var counts: [String: Int] = [:]
    for node in nodes.indices where Self.headings.contains(nodes[node].name) {
      guard attribute("id", of: node) == nil else { continue }
      let base = Self.name(ofHeading: text(of: node))
      var name = base
      while name.isEmpty || !taken.insert(name).inserted {
        counts[base, default: 0] += 1
        name = "\(base)-\(counts[base, default: 1])"
      }
      // The attributes of a node are neighbours, so that they move to the end.
      let first = Int32(attributes.count)
      attributes += attributes(of: node) + [Attribute(name: "id", value: name)]
      nodes[node].attributes = first..<Int32(attributes.count)
    }
  }

  private static let headings: Set = ["h1", "h2", "h3", "h4", "h5", "h6"]

  private static func name(ofHeading text: String) -> String {
    var name = ""
    for scalar in text.lowercased().unicodeScalars {
      switch scalar.properties.generalCategory {
      case .spaceSeparator: name += "-"
      case .connectorPunctuation, .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark,
        .spacingMark, .enclosingMark:
        name.unicodeScalars.append(scalar)
      default:
        if scalar.properties.isAlphabetic || scalar == "-" { name.unicodeScalars.append(scalar) }
      }
    }
    return name
  }
}
