// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Markup

/// What a part of a document is to its readers, by the names of the standard structure types (ISO
/// 32000-1, §14.8.4).
package enum StructureRole: String, Sendable {
  case section = "Sect"
  case article = "Art"
  case division = "Div"
  case quotation = "BlockQuote"
  case list = "L"
  case item = "LI"
  case label = "Lbl"
  case body = "LBody"
  case table = "Table"
  case tableHead = "THead"
  case tableBody = "TBody"
  case tableFoot = "TFoot"
  case row = "TR"
  case headCell = "TH"
  case cell = "TD"
  case caption = "Caption"
  case paragraph = "P"
  case heading1 = "H1"
  case heading2 = "H2"
  case heading3 = "H3"
  case heading4 = "H4"
  case heading5 = "H5"
  case heading6 = "H6"
  case figure = "Figure"
  case link = "Link"
  case code = "Code"
  case inlineQuotation = "Quote"
  case span = "Span"

  /// The level of a heading, 1 for the highest; `nil` for anything else.
  package var headingLevel: Int? {
    switch self {
    case .heading1: 1
    case .heading2: 2
    case .heading3: 3
    case .heading4: 4
    case .heading5: 5
    case .heading6: 6
    default: nil
    }
  }

  private static let headings: [Self] = [
    .heading1, .heading2, .heading3, .heading4, .heading5, .heading6,
  ]

  /// The role of headings of a level; those below the sixth have that of the sixth.
  package static func heading(level: Int) -> Self { headings[min(max(level, 1), 6) - 1] }

  /// Whether text stands in the part itself; in others it stands in paragraphs.
  package var holdsText: Bool {
    switch self {
    case .section, .article, .division, .quotation, .list, .item, .table, .tableHead, .tableBody,
      .tableFoot, .row:
      false
    default: true
    }
  }

  /// Whether the part stands within the lines of others.
  package var isInline: Bool {
    switch self {
    case .link, .code, .inlineQuotation, .span: true
    default: false
    }
  }

  /// The roles of elements by their names (HTML, §4).
  private static let byName: [String: StructureRole] = [
    "section": .section, "nav": .section, "aside": .section, "article": .article,
    "figure": .division, "address": .paragraph,
    "blockquote": .quotation, "ul": .list, "ol": .list, "menu": .list, "li": .item,
    "table": .table, "thead": .tableHead, "tbody": .tableBody, "tfoot": .tableFoot, "tr": .row,
    "th": .headCell, "td": .cell, "caption": .caption, "figcaption": .caption,
    "p": .paragraph, "pre": .paragraph, "dt": .paragraph, "dd": .paragraph,
    "h1": .heading1, "h2": .heading2, "h3": .heading3, "h4": .heading4, "h5": .heading5,
    "h6": .heading6, "img": .figure, "svg": .figure, "canvas": .figure, "video": .figure,
    "object": .figure, "code": .code, "samp": .code, "kbd": .code, "q": .inlineQuotation,
  ]

  /// The role of an element, by its attribute `role` or its name (WAI-ARIA 1.2, §5.4); `nil` for an
  /// element without a meaning of its own.
  ///
  /// - Parameter isLayout: Whether the element is a part of a table that only places its cells.
  init?(of node: Int, in tree: MarkupTree, isLayout: Bool) {
    let name = tree[node].name
    switch tree.attribute("role", of: node) {
    case "heading":
      let level = tree.attribute("aria-level", of: node).flatMap { Int($0) } ?? 2
      self = .heading(level: level)
      return
    case "img": self = .figure
    case "list": self = .list
    case "listitem": self = .item
    case "presentation", "none": return nil
    default:
      if name == "a", tree.attribute("href", of: node) != nil {
        self = .link
        return
      }
      guard let role = Self.byName[name] else {
        // A part of a text in another language has a tag of its own.
        let isPage = name == "html" || name == "body"
        if isPage || tree.attribute("lang", of: node) == nil { return nil }
        self = .span
        return
      }
      if isLayout, role.isPartOfTable { return nil }
      self = role
    }
  }

  var isPartOfTable: Bool {
    switch self {
    case .tableHead, .tableBody, .tableFoot, .row, .headCell, .cell: true
    default: false
    }
  }
}
