// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import PDFFiles

/// The outline of a file: its headings, each with those below it (ISO 32000-1, §12.3.3).
final class PDFOutline {
  private struct Item {
    let title: String
    let level: Int
    let page: PDFReference
    let y: Double
  }

  private let document: PDFDocument
  private var items: [Item] = []

  /// The level of the last heading; `nil` before the first.
  private(set) var lastLevel: Int?

  init(_ document: PDFDocument) { self.document = document }

  /// Adds a heading.
  ///
  /// - Parameters:
  ///   - level: Its level, 1 for the highest.
  ///   - y: Its upper edge, in points of the page from below.
  func add(_ title: String, level: Int, page: PDFReference, y: Double) {
    lastLevel = level
    if title.isEmpty { return }
    items.append(Item(title: title, level: level, page: page, y: y))
  }

  /// Writes the outline.
  ///
  /// - Returns: Its root; `nil` if there are no headings.
  func finish() throws -> PDFReference? {
    if items.isEmpty { return nil }
    let root = document.reserve()
    let references = items.map { _ in document.reserve() }
    // The index of the heading around each one, and the headings within each one.
    var parents: [Int?] = []
    var within: [Int: [Int]] = [:]
    var outermost: [Int] = []
    var open: [Int] = []
    for (index, item) in items.enumerated() {
      while let last = open.last, items[last].level >= item.level { open.removeLast() }
      parents.append(open.last)
      if let parent = open.last {
        within[parent, default: []].append(index)
      } else {
        outermost.append(index)
      }
      open.append(index)
    }
    func write(children: [Int], to syntax: inout PDFSyntax) {
      guard let first = children.first, let last = children.last else { return }
      syntax.entry("First", references[first])
      syntax.entry("Last", references[last])
    }
    for parent in [nil] + items.indices.map(Optional.some) {
      let children = parent.map { within[$0] ?? [] } ?? outermost
      for (place, index) in children.enumerated() {
        let item = items[index]
        try document.write(references[index]) { syntax in
          syntax.dictionary {
            $0.entry("Title", text: item.title)
            $0.entry("Parent", parent.map { references[$0] } ?? root)
            if place > 0 { $0.entry("Prev", references[children[place - 1]]) }
            if place + 1 < children.count { $0.entry("Next", references[children[place + 1]]) }
            write(children: within[index] ?? [], to: &$0)
            // The headings within are closed.
            if let count = within[index]?.count { $0.entry("Count", -count) }
            $0.entry("Dest", to: item.page, y: item.y)
          }
        }
      }
    }
    try document.write(root) { syntax in
      syntax.dictionary {
        $0.entry("Type", name: "Outlines")
        write(children: outermost, to: &$0)
        $0.entry("Count", outermost.count)
      }
    }
    return root
  }
}

extension PDFSyntax {
  /// Appends a place on a page: a height from below, with the zoom as it is (§12.3.2.2).
  mutating func entry(_ key: StaticString, to page: PDFReference, y: Double) {
    self.key(key)
    array {
      $0.reference(page)
      $0.name("XYZ")
      $0.raw("null")
      $0.number(y)
      $0.raw("null")
    }
  }
}
