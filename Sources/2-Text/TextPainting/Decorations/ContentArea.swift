// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import TextFonts
import TextModel
import TextShaping
import TextTypesetting

/// The extent of a text across its line from the ascent to the descent of its style's first font,
/// in points of line space.
///
/// It depends neither on the height of the line nor on the fonts that other characters fall back
/// to, so that the boxes around words of one style are equally high. In vertical text it lies about
/// the middle of the line. Source: CSS 2.2, 10.6.1; Chromium.
struct ContentArea {
  var top: Double
  var bottom: Double

  /// - Parameter middle: The middle of the line in vertical text, else `nil`.
  init(of run: LineRun, in layout: TextLayout, middle: Double?) {
    let style = run.run.style
    let cascade = layout.shaped.fonts.cascade(for: style)
    let font = (try? cascade.primary) ?? run.run.font
    let scale = style.lineSize / Double(font.unitsPerEm)
    let (ascent, descent) = (font.metrics.ascent * scale, font.metrics.descent * scale)
    guard let middle else {
      (top, bottom) = (run.y - ascent, run.y - descent)
      return
    }
    let center =
      middle - (style.baselineOffset.isFinite ? style.baselineOffset : 0) + style.offset.y
    (top, bottom) = (center - (ascent - descent) / 2, center + (ascent - descent) / 2)
  }
}
