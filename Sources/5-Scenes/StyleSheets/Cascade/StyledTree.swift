// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import Markup

/// A part of an element that has a style of its own.
package enum PseudoElement: String, Sendable, CaseIterable {
  case before, after, marker
  case firstLine = "first-line"
  case firstLetter = "first-letter"
}

/// Sizes of a font, for the units that refer to them, in points.
package struct FontUnits: Sendable, Hashable {
  /// The height of x: `ex`.
  package var xHeight: Double
  /// The advance of 0: `ch`.
  package var zeroAdvance: Double
  /// The height of capitals: `cap`.
  package var capHeight: Double
  /// The line height that `normal` stands for: of `lh`.
  package var lineHeight: Double

  /// Creates sizes.
  package init(xHeight: Double, zeroAdvance: Double, capHeight: Double, lineHeight: Double) {
    (self.xHeight, self.zeroAdvance) = (xHeight, zeroAdvance)
    (self.capHeight, self.lineHeight) = (capHeight, lineHeight)
  }

  /// The sizes where those of the font are not known.
  package init(fontSize: Double) {
    self.init(
      xHeight: fontSize / 2, zeroAdvance: fontSize / 2, capHeight: fontSize * 0.7,
      lineHeight: fontSize * 1.2)
  }
}

/// A document with the style of each element.
package struct StyledTree: Sendable {
  /// The document.
  package let tree: MarkupTree
  /// The styles; elements alike share one.
  var styles: [ComputedStyle] = []
  /// The style of each node; a text has that of its element.
  var styleOfNode: [Int32]
  /// The styles of parts of elements.
  var pseudoStyles: [PseudoKey: Int32] = [:]
  /// What of the style sheets and of `style` has no effect, each kind once.
  package internal(set) var notes: [StyleNote] = []

  struct PseudoKey: Hashable {
    let node: Int32
    let part: PseudoElement
  }

  /// The style of an element; of a text, that of its element.
  package subscript(node: Int) -> ComputedStyle { styles[Int(styleOfNode[node])] }

  /// The number of the style of a node: nodes of the same number have the same style.
  package func styleNumber(of node: Int) -> Int { Int(styleOfNode[node]) }

  /// The style of a part of an element; `nil` if no rule makes it. A `::before` or `::after` is
  /// there if its `content` is, a `::marker` if a rule changes it.
  package func style(of part: PseudoElement, of node: Int) -> ComputedStyle? {
    pseudoStyles[PseudoKey(node: Int32(node), part: part)].map { styles[Int($0)] }
  }
}
