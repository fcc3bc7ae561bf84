// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextShaping

/// The indents, spacing and alignment of a paragraph, read from its style once for all its lines.
struct ParagraphIndents {
  let firstIndent: Double
  let indent: Double
  let endIndent: Double
  let lineSpacing: Double
  let lineHeight: LineHeight
  let isJustified: Bool
  /// Whether last lines are stretched.
  let stretchesLast: Bool
  private let isRightToLeft: Bool
  /// The share of a line's free space on its start side, 0 to 1.
  private let startShare: Double
  /// The share of a last line's free space on its start side, 0 to 1.
  private let lastShare: Double

  init(_ style: ParagraphStyle, baseLevel: UInt8) {
    // The fields are read one by one, since a copy of all would retain what they refer to.
    let style = style.storage
    indent = style.fields.startIndent
    firstIndent = style.fields.startIndent + style.fields.firstLineIndent
    endIndent = style.fields.endIndent
    lineSpacing = LineMetrics.exact(style.fields.lineSpacing)
    lineHeight = style.fields.lineHeight
    isJustified = style.fields.alignment == .justify
    isRightToLeft = baseLevel & 1 == 1
    startShare = Self.share(style.fields.alignment, isRightToLeft)
    let last = style.fields.lastLineAlignment
    stretchesLast = last == .justify
    lastShare = last.map { Self.share($0, baseLevel & 1 == 1) } ?? startShare
  }

  private static func share(_ alignment: TextAlignment, _ isRightToLeft: Bool) -> Double {
    switch alignment {
    case .start, .justify: 0
    case .end: 1
    case .left: isRightToLeft ? 1 : 0
    case .right: isRightToLeft ? 0 : 1
    case .center: 0.5
    }
  }

  /// Whether a line is stretched.
  func stretches(isLast: Bool) -> Bool { isLast ? stretchesLast : isJustified }

  /// The start of a line, from the container's start edge, in points.
  @inline(__always)
  func indent(isFirst: Bool) -> Double { isFirst ? firstIndent : indent }

  /// The width available to a line in a container of a width.
  @inline(__always)
  func available(_ width: Double, isFirst: Bool) -> Double {
    max(0, width - indent(isFirst: isFirst) - endIndent)
  }

  /// The part of a container's width in which lines may lie, not counting the indent of the first
  /// line. If the indents leave no room, the part has no width and lies at the start side.
  func extent(_ width: Double) -> LineSlot {
    isRightToLeft
      ? LineSlot(left: min(endIndent, width - indent), right: width - indent)
      : LineSlot(left: indent, right: max(indent, width - endIndent))
  }

  /// The part of a slot in which a paragraph's first line lies. The indent of the first line counts
  /// from the start of the slot, which is the edge of the container or of an area beside the slot.
  /// A negative indent reaches into that area. Source: CSS Text 3, 8.1 (an indent of the line box).
  func firstLine(in slot: LineSlot) -> LineSlot {
    let own = firstIndent - indent
    return isRightToLeft
      ? LineSlot(left: min(slot.left, slot.right - own), right: slot.right - own)
      : LineSlot(left: slot.left + own, right: max(slot.right, slot.left + own))
  }

  /// The left edge of a line in a slot.
  func x(ofWidth width: Double, in slot: LineSlot, isLast: Bool) -> Double {
    let start = max(0, slot.width - width) * (isLast ? lastShare : startShare)
    return isRightToLeft ? slot.right - start - width : slot.left + start
  }

  /// The distance of a slot's start from the container's start edge, from which tab stops count.
  func indent(of slot: LineSlot, boxWidth: Double) -> Double {
    isRightToLeft ? boxWidth - slot.right : slot.left
  }

  /// The slots in reading order.
  func ordered(_ slots: [LineSlot]) -> [LineSlot] { isRightToLeft ? slots.reversed() : slots }

  /// The left edge of a line.
  ///
  /// A line that is too wide starts at the start edge in every alignment. Source: CSS Text 3, 7.1.
  @inline(__always)
  func x(
    ofWidth width: Double, isFirst: Bool, isLast: Bool = false, boxWidth: Double
  ) -> Double {
    let indent = indent(isFirst: isFirst)
    let slack = max(0, boxWidth - indent - endIndent - width)
    let start = indent + slack * (isLast ? lastShare : startShare)
    return isRightToLeft ? boxWidth - start - width : start
  }
}
