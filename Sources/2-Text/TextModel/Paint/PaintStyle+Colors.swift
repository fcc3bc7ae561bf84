// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

extension PaintStyle {
  /// Replaces each colour of the style.
  package mutating func mapColors(_ map: (Color) -> Color) {
    color = map(color)
    if isPlain { return }
    func mapped(_ decoration: TextDecoration?) -> TextDecoration? {
      guard var decoration else { return nil }
      decoration.color = decoration.color.map(map)
      return decoration
    }
    if let color = background?.color { background?.color = map(color) }
    if let color = border?.color { border?.color = map(color) }
    if let color = stroke?.color { stroke?.color = map(color) }
    stroke?.fill?.mapColors(map)
    fill?.mapColors(map)
    underline = mapped(underline)
    overline = mapped(overline)
    strikethrough = mapped(strikethrough)
    shadows = shadows.map { shadow in
      var shadow = shadow
      shadow.color = map(shadow.color)
      return shadow
    }
  }
}
