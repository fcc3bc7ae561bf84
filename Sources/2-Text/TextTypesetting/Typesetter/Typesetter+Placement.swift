// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemConcurrency
import TextFonts
import TextModel
import TextShaping

extension Typesetter {
  /// Moves the lines to their place between the insets of the container.
  ///
  /// - Parameter content: The size of the lines.
  /// - Returns: The size of the layout box. With a vertical alignment, it is as high as the
  ///   container; with lines that follow each other from the right, it is as wide.
  mutating func place(_ content: Size) throws -> Size {
    let insets = container.lineInsets(isRightToLeft: shaped.paragraphs[0].baseLevel & 1 == 1)
    var y = insets.before
    var boxHeight = content.height + insets.before + insets.after
    if let height = container.blockExtent {
      if container.verticalAlignment == .top {
        boxHeight = min(boxHeight, height)
      } else if container.hasAreas {
        // `AlignedSetting` sets such lines at the place that the vertical alignment demands.
        boxHeight = height
      } else {
        boxHeight = height
        let room = max(0, height - insets.before - insets.after)
        y += try spaceAbove(content.height, in: room)
      }
    }
    // Lines of `verticalRL` begin at the right edge of the box, but its points count from the left.
    if container.writingMode == .verticalRL { boxHeight = container.blockExtent ?? boxHeight }
    try records.move(x: insets.left, y: LineMetrics.exact(y), cancellation)
    columns.move(x: insets.left)
    room?.floats?.move(x: insets.left, y: LineMetrics.exact(y))
    return Size(
      width: container.inlineExtent ?? content.width + insets.left + insets.right,
      height: boxHeight)
  }

  /// The space above lines of a height in a room of another height, by the vertical alignment.
  private func spaceAbove(_ linesHeight: Double, in room: Double) throws -> Double {
    let slack = max(0, room - linesHeight)
    let space =
      switch container.verticalAlignment {
      case .top: 0.0
      case .center: slack / 2
      case .bottom: slack
      case .xHeightCenter: try opticalSpace(in: room) { $0.xHeight }
      case .capHeightCenter: try opticalSpace(in: room) { $0.capHeight }
      }
    return min(max(0, space), slack)
  }

  /// The space above the lines that puts the middle of their letters in the middle of the room.
  ///
  /// - Parameter height: The height of a letter above the baseline, in font units.
  private func opticalSpace(
    in room: Double, _ height: (FontMetrics) -> Double
  ) throws -> Double {
    guard let first = records.first, let last = records.last else { return 0 }
    let top = first.baseline - (try tallest(first, height))
    return (room - (last.baseline - top)) / 2 - top
  }

  /// The greatest height above a line's baseline among its fonts, in points.
  private func tallest(_ record: LineRecord, _ height: (FontMetrics) -> Double) throws -> Double {
    try greatest(of: record) { font, style in
      height(font.metrics) * style.size / Double(font.unitsPerEm) + style.baselineOffset
    }
  }

  /// The greatest value among a line's fonts and styles.
  func greatest(
    of record: LineRecord, _ points: (Font, ShapingStyle) -> Double
  ) throws -> Double {
    let paragraph = shaped.paragraphs[Int(record.paragraph)]
    let base = paragraph.range.start
    let end = min(Int(record.end) - base, paragraph.contentLength)
    let start = min(Int(record.start) - base, end)
    let pieces =
      record.special >= 0
      ? LinePieces(specials[Int(record.special)]) : LinePieces(paragraph, TextRange(start, end))
    guard pieces.count > 0 else { return points(paragraph.strutFont, paragraph.strutStyle) }
    var tallest = -Double.infinity
    for index in 0..<pieces.count {
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      let run = pieces[index].run
      tallest = max(tallest, points(run.font, run.style))
    }
    return tallest.isFinite ? tallest : 0
  }
}
