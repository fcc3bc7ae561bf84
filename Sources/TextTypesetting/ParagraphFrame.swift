// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextShaping

/// The numbers of a paragraph's style, read once for all its lines.
struct ParagraphFrame {
  let firstIndent: Double
  let indent: Double
  let endIndent: Double
  let lineSpacing: Double
  let lineHeight: LineHeight
  let isJustified: Bool
  private let isRightToLeft: Bool
  /// The share of a line's slack that lies on its start side.
  private let startShare: Double

  init(_ style: ParagraphStyle, baseLevel: UInt8) {
    let fields = style.storage.fields
    indent = fields.startIndent
    firstIndent = fields.startIndent + fields.firstLineIndent
    endIndent = fields.endIndent
    lineSpacing = LineMetrics.exact(fields.lineSpacing)
    lineHeight = fields.lineHeight
    isJustified = fields.alignment == .justify
    isRightToLeft = baseLevel & 1 == 1
    startShare =
      switch fields.alignment {
      case .start, .justify: 0
      case .end: 1
      case .left: isRightToLeft ? 1 : 0
      case .right: isRightToLeft ? 0 : 1
      case .center: 0.5
      }
  }

  /// Where a line begins, from the container's start edge.
  @inline(__always)
  func indent(isFirst: Bool) -> Double { isFirst ? firstIndent : indent }

  /// The room for a line.
  @inline(__always)
  func available(_ width: Double, isFirst: Bool) -> Double {
    max(0, width - indent(isFirst: isFirst) - endIndent)
  }

  /// Where a line begins on the left.
  ///
  /// A line that is too wide begins at the start edge, whatever its alignment. Source: CSS Text 3, 7.1.
  @inline(__always)
  func x(ofWidth width: Double, isFirst: Bool, boxWidth: Double) -> Double {
    let indent = indent(isFirst: isFirst)
    let slack = max(0, boxWidth - indent - endIndent - width)
    let start = indent + slack * startShare
    return isRightToLeft ? boxWidth - start - width : start
  }
}
