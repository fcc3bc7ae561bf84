// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import LayerCompositing

/// The parts of a page as its readers understand them, in the order in which they are read aloud:
/// headings, paragraphs, lists, tables, pictures with their alternatives.
package struct PageStructure: Sendable {
  /// A part of the page.
  package struct Element: Sendable {
    package let role: StructureRole
    /// The index of the part around it, which stands before; `nil` for the page.
    package let parent: Int?
    /// Its place among the parts and texts of the page, in the order of reading.
    package let order: Int
    /// What stands for a picture where it is not seen; `nil` for none.
    package var alternative: String?
    /// The text of what is drawn without letters, for example the disc before an item.
    package var replacement: String?
    /// The language, as a BCP 47 tag, where it differs from that around it.
    package var language: String?
    /// The columns and rows of a cell.
    package var span = (columns: 1, rows: 1)
    /// Whether a cell of the head stands for its row, and not for its column.
    package var isRowHead = false
    /// The text of a heading.
    package var title = ""
    /// The element in the markup.
    let node: Int?

    init(role: StructureRole, parent: Int?, order: Int, node: Int?) {
      (self.role, self.parent, self.order, self.node) = (role, parent, order, node)
    }

    /// Creates a part that is no element of a markup.
    package init(role: StructureRole, in parent: Int?, order: Int) {
      self.init(role: role, parent: parent, order: order, node: nil)
    }
  }

  /// The text from an offset on, up to that of the next piece.
  package struct Piece: Sendable {
    package let start: Int
    /// The index of its part.
    package let element: Int
    package let order: Int

    package init(start: Int, element: Int, order: Int) {
      (self.start, self.element, self.order) = (start, element, order)
    }
  }

  /// The parts, each behind the one around it.
  package internal(set) var elements: [Element] = []
  /// What the layers show: the pieces of their text, or the one part of a picture. A layer without
  /// any is an ornament.
  package internal(set) var pieces: [LayerID: [Piece]] = [:]
  /// The part of each link, in the order of `PageFrames.links`; `nil` for one without text.
  package internal(set) var links: [Int?] = []
  /// The title of the document; empty for none.
  package internal(set) var title = ""
  /// The author of the document; empty for none.
  package internal(set) var author = ""
  /// The language of the document, as a BCP 47 tag; empty for none.
  package internal(set) var language = ""
}
