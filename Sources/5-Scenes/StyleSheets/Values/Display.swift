// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The kind of an element's box (CSS Display 3).
package enum Display: Hashable, Sendable {
  /// How a box takes part in the layout around it.
  package enum Outer: String, Hashable, Sendable { case block, inline }

  /// How a box lays out its contents.
  package enum Inner: String, Hashable, Sendable { case flow, table, flex, grid, ruby, flowRoot }

  /// A part of a table or of a ruby.
  package enum Part: String, Hashable, Sendable {
    case rubyBase, rubyText, rubyBaseContainer, rubyTextContainer
    case rowGroup = "table-row-group"
    case headerGroup = "table-header-group"
    case footerGroup = "table-footer-group"
    case row = "table-row"
    case cell = "table-cell"
    case columnGroup = "table-column-group"
    case column = "table-column"
    case caption = "table-caption"
  }

  /// No box, and none of the contents.
  case none
  /// No box, but those of the contents.
  case contents
  /// A box.
  case box(Outer, Inner, isListItem: Bool)
  /// A part of a table or of a ruby.
  case part(Part)

  package static let block = Display.box(.block, .flow, isListItem: false)
  package static let inline = Display.box(.inline, .flow, isListItem: false)
  package static let inlineBlock = Display.box(.inline, .flowRoot, isListItem: false)
  package static let flowRoot = Display.box(.block, .flowRoot, isListItem: false)
  package static let listItem = Display.box(.block, .flow, isListItem: true)
  package static let table = Display.box(.block, .table, isListItem: false)
  package static let inlineTable = Display.box(.inline, .table, isListItem: false)
  package static let flex = Display.box(.block, .flex, isListItem: false)
  package static let grid = Display.box(.block, .grid, isListItem: false)

  /// Whether the box stands in lines.
  package var isInline: Bool { if case .box(.inline, _, _) = self { true } else { false } }

  /// How the box lays out its contents; `nil` for no box and parts.
  package var inner: Inner? { if case .box(_, let inner, _) = self { inner } else { nil } }

  /// The display of a box that must stand for itself: floats, absolute boxes, flex items, the root
  /// (CSS Display 3, §2.7).
  package var blockified: Display {
    switch self {
    case .none, .contents: self
    // An inline block becomes a block like any other, as of old.
    case .box(.inline, .flowRoot, let isListItem), .box(_, .ruby, let isListItem):
      .box(.block, .flow, isListItem: isListItem)
    case .box(_, let inner, let isListItem): .box(.block, inner, isListItem: isListItem)
    case .part: .block
    }
  }
}
