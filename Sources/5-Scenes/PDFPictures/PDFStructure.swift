// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import HTMLPages
internal import PDFFiles

/// The logical structure of a file (ISO 32000-1, §14.7): a tree of parts, each of which names the
/// marked contents of pages that belong to it.
///
/// The parts of a page, or of the pages that show one tree, are written when these pages are. In
/// memory stays one reference for each page and each outermost part.
final class PDFStructure {
  /// A part whose pages are being written.
  private struct Element {
    let description: PageStructure.Element
    var reference: PDFReference?
    var kids: [(order: Int, kid: Kid)] = []
  }

  private enum Kid {
    /// Marked contents, with their number in a page, or in a stream of its own.
    case mark(page: PDFReference, stream: PDFReference?, number: Int)
    case annotation(PDFReference, page: PDFReference)
    case part(PDFReference)
  }

  /// A page or a form whose contents are being written.
  private struct Stream {
    let page: PDFReference
    let form: PDFReference?
    let key: Int
    /// The part of each marked content, by its number.
    var parts: [PDFReference] = []
  }

  private let document: PDFDocument
  /// The root of the tree.
  let root: PDFReference
  private let body: PDFReference
  private var outermost: [PDFReference] = []
  /// What each number of the parent tree stands for: the parts of a page, or that of a link.
  private var parents: [PDFReference] = []
  private var elements: [Element] = []
  private var streams: [Stream] = []
  let outline: PDFOutline
  /// The y of the text that is drawn, in points of the page from below.
  var top = 0.0
  /// The pictures without alternatives.
  private(set) var undescribed = 0
  /// Whether a heading lies over one level below the heading before.
  private(set) var skipsLevels = false

  init(_ document: PDFDocument) {
    self.document = document
    (root, body) = (document.reserve(), document.reserve())
    outline = PDFOutline(document)
  }

  // MARK: Parts

  /// Begins the parts of a page or of several.
  func begin(_ structure: PageStructure?) {
    elements = structure?.elements.map { Element(description: $0) } ?? []
  }

  /// Adds a part behind those there are.
  func add(_ role: StructureRole, in parent: Int?) -> Int {
    elements.append(
      Element(
        description: PageStructure.Element(role: role, in: parent, order: elements.count + 1)))
    return elements.count - 1
  }

  func role(of element: Int) -> StructureRole { elements[element].description.role }

  private func reference(of element: Int) -> PDFReference {
    if let known = elements[element].reference { return known }
    let made = document.reserve()
    elements[element].reference = made
    return made
  }

  /// Writes the parts that have contents.
  func end() throws {
    // A part stands behind the one around it: from the last one on, the parts within are known.
    for index in elements.indices.reversed() where !elements[index].kids.isEmpty {
      let (own, description) = (reference(of: index), elements[index].description)
      if let parent = description.parent {
        elements[parent].kids.append((description.order, .part(own)))
      }
    }
    for index in elements.indices where !elements[index].kids.isEmpty {
      if elements[index].description.parent == nil { outermost.append(reference(of: index)) }
      try write(index)
    }
    elements = []
  }

  private func write(_ index: Int) throws {
    let element = elements[index]
    let description = element.description
    let kids = element.kids.indices.sorted {
      (element.kids[$0].order, $0) < (element.kids[$1].order, $1)
    }.map { element.kids[$0].kid }
    let page = kids.lazy.compactMap { kid -> PDFReference? in
      if case .mark(let page, nil, _) = kid { page } else { nil }
    }.first
    if description.role == .figure, description.alternative == nil { undescribed += 1 }
    try document.write(reference(of: index)) { syntax in
      syntax.dictionary { syntax in
        syntax.entry("Type", name: "StructElem")
        syntax.entry("S", name: description.role.rawValue)
        syntax.entry("P", description.parent.map { reference(of: $0) } ?? body)
        if let page { syntax.entry("Pg", page) }
        if let language = description.language { syntax.entry("Lang", text: language) }
        if let text = description.alternative { syntax.entry("Alt", text: text) }
        if let text = description.replacement { syntax.entry("ActualText", text: text) }
        Self.writeAttributes(of: description, to: &syntax)
        syntax.key("K")
        syntax.array { for kid in kids { Self.write(kid, on: page, to: &$0) } }
      }
    }
  }

  private static func write(_ kid: Kid, on page: PDFReference?, to syntax: inout PDFSyntax) {
    switch kid {
    case .part(let part): syntax.reference(part)
    case .mark(let own, nil, let number) where own == page: syntax.integer(number)
    case .mark(let own, let stream, let number):
      syntax.dictionary {
        $0.entry("Type", name: "MCR")
        $0.entry("Pg", own)
        if let stream { $0.entry("Stm", stream) }
        $0.entry("MCID", number)
      }
    case .annotation(let annotation, let own):
      syntax.dictionary {
        $0.entry("Type", name: "OBJR")
        $0.entry("Pg", own)
        $0.entry("Obj", annotation)
      }
    }
  }

  /// The attributes of cells (§14.8.5.7).
  private static func writeAttributes(
    of part: PageStructure.Element, to syntax: inout PDFSyntax
  ) {
    let isHead = part.role == .headCell
    guard isHead || part.span.columns > 1 || part.span.rows > 1 else { return }
    syntax.key("A")
    syntax.dictionary {
      $0.entry("O", name: "Table")
      if isHead { $0.entry("Scope", name: part.isRowHead ? "Row" : "Column") }
      if part.span.columns > 1 { $0.entry("ColSpan", part.span.columns) }
      if part.span.rows > 1 { $0.entry("RowSpan", part.span.rows) }
    }
  }

  // MARK: Marked contents

  /// Begins the contents of a page, or of a form on it.
  ///
  /// - Returns: Its number in the tree of parents.
  func beginStream(page: PDFReference, form: PDFReference? = nil) -> Int {
    // The reference is that of the list of the parts.
    parents.append(document.reserve())
    streams.append(Stream(page: page, form: form, key: parents.count - 1))
    return parents.count - 1
  }

  /// Begins a form on the page whose contents are being written.
  func beginForm(_ form: PDFReference) -> Int {
    beginStream(page: streams.last?.page ?? form, form: form)
  }

  /// Adds contents to a part.
  ///
  /// - Returns: Their number in the page or the form.
  func mark(_ element: Int, order: Int) -> Int {
    guard let stream = streams.last else { return 0 }
    let part = elements[element].description
    if elements[element].kids.isEmpty, let level = part.role.headingLevel {
      if level > (outline.lastLevel ?? 0) + 1 { skipsLevels = true }
      outline.add(part.title, level: level, page: stream.page, y: top)
    }
    let number = stream.parts.count
    streams[streams.count - 1].parts.append(reference(of: element))
    elements[element].kids.append(
      (order, .mark(page: stream.page, stream: stream.form, number: number)))
    return number
  }

  /// Ends the contents of the page or the form that began last.
  func endStream() throws {
    guard let stream = streams.popLast() else { return }
    try document.write(parents[stream.key]) { syntax in
      syntax.array { for part in stream.parts { $0.reference(part) } }
    }
  }

  /// Adds an annotation to a part.
  ///
  /// - Parameter element: The part; `nil` for a link of its own.
  /// - Returns: Its number in the tree of parents.
  func add(_ annotation: PDFReference, page: PDFReference, to element: Int?) -> Int {
    let element = element ?? add(.link, in: nil)
    elements[element].kids.append((.max, .annotation(annotation, page: page)))
    parents.append(reference(of: element))
    return parents.count - 1
  }

  // MARK: The end

  /// Writes the root of the tree and its outermost part.
  func finish() throws {
    try document.write(body) { syntax in
      syntax.dictionary {
        $0.entry("Type", name: "StructElem")
        $0.entry("S", name: "Document")
        $0.entry("P", root)
        $0.entry("K", references: outermost)
      }
    }
    // A node of the tree of numbers has at most 512 of them.
    var nodes: [PDFReference] = []
    for start in stride(from: 0, to: parents.count, by: 512) {
      let (node, end) = (document.reserve(), min(start + 512, parents.count))
      try document.write(node) { syntax in
        syntax.dictionary {
          $0.entry("Limits", numbers: [Double(start), Double(end - 1)])
          $0.key("Nums")
          $0.array {
            for key in start..<end {
              $0.integer(key)
              $0.reference(parents[key])
            }
          }
        }
      }
      nodes.append(node)
    }
    let tree = document.reserve()
    try document.write(tree) { syntax in
      syntax.dictionary { $0.entry("Kids", references: nodes) }
    }
    try document.write(root) { syntax in
      syntax.dictionary {
        $0.entry("Type", name: "StructTreeRoot")
        $0.entry("K", references: [body])
        $0.entry("ParentTree", tree)
        $0.entry("ParentTreeNextKey", parents.count)
      }
    }
  }
}
