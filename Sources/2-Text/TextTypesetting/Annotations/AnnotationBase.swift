// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextShaping

/// The extents of a text above and below the baseline of its line, in points: a ruby or an emphasis
/// mark begins there. They are the em boxes of the fonts, since ascent and descent would leave a
/// gap.
///
/// In vertical lines the extents count from the central baseline. Source: CSS Ruby 1, 3.3;
/// Chromium.
struct AnnotationBase {
  private(set) var over: Double
  private(set) var under: Double

  /// The extents of a run; an attachment that is aligned to the text adds its box.
  init(_ run: ShapedRun, isVertical: Bool) {
    let size = run.style.size
    let shift = run.style.baselineOffset.isFinite ? run.style.baselineOffset : 0
    let up =
      isVertical ? size / 2 : run.font.metrics.emAscent * size / Double(run.font.unitsPerEm)
    (over, under) = (up + shift, size - up - shift)
    guard let attachment = run.attachment, ![.top, .bottom].contains(attachment.alignment) else {
      return
    }
    let place = AttachmentPlace(attachment, run, isVertical: isVertical)
    over = max(over, place.above)
    under = max(under, place.height - place.above)
  }

  /// Extends the extents by another run.
  mutating func add(_ run: ShapedRun, isVertical: Bool) {
    let other = AnnotationBase(run, isVertical: isVertical)
    over = max(over, other.over)
    under = max(under, other.under)
  }
}
