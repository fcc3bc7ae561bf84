// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

/// A colour of a property: its own, or that of the text.
package enum StyleColor: Hashable, Sendable {
  /// `currentColor`: the value of the property `color`.
  case current
  /// A colour.
  case color(Color)

  /// The colour where the text has a given one.
  package func color(of text: Color) -> Color {
    if case .color(let color) = self { color } else { text }
  }
}
