// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextFonts
package import TextModel

extension ShapingStyle {
  /// The style of raised or lowered letters with the size and the place that a font gives them.
  package func small(in font: Font) -> ShapingStyle {
    let metrics = font.metrics
    let scale = size / Double(font.unitsPerEm)
    var style = self
    switch scriptPosition {
    case .normal: return copied()
    case .superscript:
      style.size = metrics.superscriptSize * scale
      style.baselineOffset += metrics.superscriptOffset * scale
    case .subscript:
      style.size = metrics.subscriptSize * scale
      style.baselineOffset += metrics.subscriptOffset * scale
    }
    // Parts of lines that are shaped again take this style, and must not be made small once more.
    style.scriptPosition = .normal
    return style
  }
}
