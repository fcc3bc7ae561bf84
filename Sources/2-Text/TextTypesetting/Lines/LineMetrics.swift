// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextFonts
import TextModel
import TextShaping

/// The extents of a line above and below its baseline, in points, both positive.
///
/// The baseline of vertical text is the *central* one, halfway between the ascent and the descent
/// of each font, on which its fonts are aligned. Source: CSS Writing Modes 4, 4.2.
struct LineMetrics: Equatable {
  /// Whether the text is vertical.
  private let isVertical: Bool
  /// The extent above the baseline, half of the fonts' line gap included.
  var above = -Double.infinity
  var below = -Double.infinity
  /// The ascent of the fonts, without the line gap.
  var ascent = -Double.infinity
  var descent = -Double.infinity
  var size = 0.0
  /// The extents of attachments, rubies and emphasis marks above and below the baseline; negative
  /// without any.
  private var boxAbove = -Double.infinity
  private var boxBelow = -Double.infinity
  /// The heights of the highest attachments that are aligned to an edge of the line.
  private var topHeight = 0.0
  private var bottomHeight = 0.0

  init(isVertical: Bool) { self.isVertical = isVertical }

  /// The box of a line of inline boxes alone. Boxes at the lower edge of the line extend it first,
  /// as in Chromium.
  private var boxOfInlineBoxes: (height: Double, baseline: Double) {
    var (above, below) = boxAbove > -.infinity ? (boxAbove, boxBelow) : (0, 0)
    above = max(above, bottomHeight - below)
    below = max(below, topHeight - above)
    return (Self.exact(above + below), Self.exact(above))
  }

  /// The metrics of a line that counts as not there: no height. Source: CSS 2.2, 9.4.2.
  static func phantom(isVertical: Bool) -> LineMetrics {
    var metrics = LineMetrics(isVertical: isVertical)
    (metrics.ascent, metrics.descent) = (0, 0)
    return metrics
  }

  init(_ font: Font, _ style: ShapingStyle, isVertical: Bool) {
    self.isVertical = isVertical
    add(font, style)
  }

  /// Extends the metrics by a font in a style. Converts from the fonts' y-up to the layout's
  /// y-down.
  mutating func add(_ font: Font, _ style: ShapingStyle) {
    let metrics = font.metrics
    let size = style.lineSize
    let scale = size / Double(font.unitsPerEm)
    let shift = style.baselineOffset.isFinite ? style.baselineOffset : 0
    let middle = isVertical ? (metrics.ascent + metrics.descent) / 2 : 0
    let a = (metrics.ascent - middle) * scale + shift
    let d = -(metrics.descent - middle) * scale - shift
    let gap = max(0, metrics.lineGap * scale) / 2
    if style.storage.hasInlineBox, let box = style.inlineBox {
      // Ascent, descent and gap of fonts are whole points, as in browsers.
      var (up, down) = ((metrics.ascent * scale).rounded(), (-metrics.descent * scale).rounded())
      if let font = box.font { (up, down) = (font.above, font.below) }
      let middle = isVertical ? (up - down) / 2 : 0
      let (a, d) = (up - middle + shift, down + middle - shift)
      ascent = max(ascent, a)
      descent = max(descent, d)
      let extents = box.extents(ascent: a, descent: d, gap: (2 * gap).rounded())
      add(extents, box.alignment)
      return
    }
    ascent = max(ascent, a)
    descent = max(descent, d)
    self.size = max(self.size, size)
    above = max(above, a + gap)
    below = max(below, d + gap)
  }

  /// Extends the metrics by an inline box or by boxes that are aligned as one.
  private mutating func add(_ extents: LineExtents, _ alignment: InlineBox.Alignment) {
    switch alignment {
    case .baseline:
      boxAbove = max(boxAbove, extents.above)
      boxBelow = max(boxBelow, extents.below)
    case .top: topHeight = max(topHeight, extents.height)
    case .bottom: bottomHeight = max(bottomHeight, extents.height)
    }
  }

  /// Extends the metrics by those of other fonts.
  mutating func add(_ other: LineMetrics) {
    size = max(size, other.size)
    (ascent, descent) = (max(ascent, other.ascent), max(descent, other.descent))
    (above, below) = (max(above, other.above), max(below, other.below))
    (boxAbove, boxBelow) = (max(boxAbove, other.boxAbove), max(boxBelow, other.boxBelow))
    topHeight = max(topHeight, other.topHeight)
    bottomHeight = max(bottomHeight, other.bottomHeight)
  }

  /// Extends the metrics by a run: its font, and its box if it is an attachment.
  mutating func add(_ run: ShapedRun) {
    if run.kind == .attachment, run.origin.element.hasInlinePart { return addPart(run) }
    add(run.font, run.style)
    if run.annotations != nil { addAnnotations(of: run) }
    guard let attachment = run.attachment, attachment.wrap == .inline else { return }
    addBox(attachment, run)
  }

  /// Extends the metrics by a part of an inline formatting context: a box by its own extents, an
  /// edge by the height of its inline box.
  private mutating func addPart(_ run: ShapedRun) {
    guard let attachment = run.attachment, attachment.wrap == .inline else { return }
    guard case .box = attachment.inlinePart else {
      if run.style.storage.hasInlineBox { add(run.font, run.style) }
      return
    }
    guard let box = run.style.inlineBox, run.style.storage.isEdgeAligned,
      attachment.alignment != .top, attachment.alignment != .bottom
    else { return addBox(attachment, run) }
    let place = AttachmentPlace(attachment, run, isVertical: isVertical)
    var extents = LineExtents(above: place.above, below: place.height - place.above)
    if let around = box.around { extents.add(around) }
    add(extents, box.alignment)
  }

  private mutating func addBox(_ attachment: TextAttachment, _ run: ShapedRun) {
    let place = AttachmentPlace(attachment, run, isVertical: isVertical)
    switch attachment.alignment {
    case .top: topHeight = max(topHeight, place.height)
    case .bottom: bottomHeight = max(bottomHeight, place.height)
    default:
      boxAbove = max(boxAbove, place.above)
      boxBelow = max(boxBelow, place.height - place.above)
    }
  }

  /// Extends the metrics by the ruby and the emphasis marks above and below a run, as by boxes.
  private mutating func addAnnotations(of run: ShapedRun) {
    guard let annotations = run.annotations else { return }
    let base = AnnotationBase(run, isVertical: isVertical)
    var (over, under) = (0.0, 0.0)
    if let ruby = annotations.ruby {
      if ruby.ruby.position == .over { over += ruby.line.height } else { under += ruby.line.height }
    }
    if let emphasis = annotations.emphasis {
      let height = emphasis.line(isVertical: isVertical).height
      if emphasis.isOver(isVertical: isVertical) { over += height } else { under += height }
    }
    if over > 0 { boxAbove = max(boxAbove, base.over + over) }
    if under > 0 { boxBelow = max(boxBelow, base.under + under) }
  }

  /// The height of the line, and its baseline from the upper edge.
  ///
  /// The difference to the natural height of the fonts is shared above and below. Source: CSS 2.2,
  /// 10.8.1, half-leading. Attachments then make the line higher, unless its height is fixed or has
  /// a greatest value.
  func box(_ lineHeight: LineHeight) -> (height: Double, baseline: Double) {
    if above == -.infinity { return boxOfInlineBoxes }
    let natural = max(0, above + below)
    let height =
      switch lineHeight {
      case .natural, .atMost: natural
      case .multiple(let factor): natural * factor
      case .relative(toSize: let factor): size * factor
      case .fixed(let points), .baselineDistance(let points): points
      case .atLeast(let points), .between(least: let points, _): max(natural, points)
      }
    let baseline = above + (height - natural) / 2
    switch lineHeight {
    case .fixed, .baselineDistance: return (Self.exact(height), Self.exact(baseline))
    default: break
    }
    let box =
      hasBoxes
      ? boxWithAttachments(above: baseline, below: height - baseline)
      : (Self.exact(height), Self.exact(baseline))
    return switch lineHeight {
    case .atMost(let most): Self.box(box, atMost: most)
    case .between(let least, let most): Self.box(box, atMost: max(least, most))
    default: box
    }
  }

  /// A box that is cut to a greatest height, by half of the excess at either side.
  private static func box(
    _ box: (height: Double, baseline: Double), atMost most: Double
  ) -> (height: Double, baseline: Double) {
    if box.height <= most { return box }
    return (exact(most), exact(box.baseline + (most - box.height) / 2))
  }

  private var hasBoxes: Bool {
    boxAbove > -.infinity || boxBelow > -.infinity || topHeight > 0 || bottomHeight > 0
  }

  /// Source: CSS 2.2, 10.8.1: boxes at an edge of the line extend it at the other edge.
  private func boxWithAttachments(
    above: Double, below: Double
  ) -> (height: Double, baseline: Double) {
    var (above, below) = (max(above, boxAbove), max(below, boxBelow))
    below = max(below, topHeight - above)
    above = max(above, bottomHeight - below)
    return (Self.exact(above + below), Self.exact(above))
  }

  /// The extents of the inline box of a style, and of the boxes around it or aligned together with
  /// it, from the baseline of the line or of the aligned boxes.
  static func boxExtents(
    _ font: Font, _ style: ShapingStyle, isVertical: Bool
  ) -> LineExtents {
    let metrics = LineMetrics(font, style, isVertical: isVertical)
    let gap = max(0, font.metrics.lineGap * style.lineSize / Double(font.unitsPerEm))
    return (style.inlineBox ?? InlineBox()).extents(
      ascent: metrics.ascent, descent: metrics.descent, gap: gap)
  }

  /// The nearest multiple of 2⁻³⁰: sums are exact up to four million points, so the place of a line
  /// does not depend on where the summation starts.
  static func exact(_ points: Double) -> Double { (points * 0x1p30).rounded() * 0x1p-30 }

  /// The metrics that all runs of a paragraph share; `nil` if they differ.
  ///
  /// - Throws: `CancellationError`.
  static func uniform(
    _ paragraph: ShapedParagraph, isVertical: Bool, _ cancellation: Cancellation
  ) throws -> LineMetrics? {
    guard let first = paragraph.runs.first else {
      return LineMetrics(paragraph.strutFont, paragraph.strutStyle, isVertical: isVertical)
    }
    if first.kind == .attachment || first.annotations != nil { return nil }
    let metrics = LineMetrics(first.font, first.style, isVertical: isVertical)
    for index in 1..<paragraph.runs.count {
      if index & 0xFFF == 0 { try cancellation.check() }
      let run = paragraph.runs[index]
      // Runs with one origin have one font and one style, which need no comparison.
      if run.origin === first.origin { continue }
      if run.kind == .attachment || run.annotations != nil { return nil }
      if run.style == first.style && run.font == first.font { continue }
      // Another face of a family often has the same metrics.
      guard LineMetrics(run.font, run.style, isVertical: isVertical) == metrics else { return nil }
    }
    return metrics
  }
}
