// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// Dashes or dots of a border, spread evenly as Chromium spreads them.
struct DashedLine {
  private let width: Double
  private let isDotted: Bool
  /// Whether dots are circles: those of up to three pixels are squares.
  private let isRound: Bool
  /// Device pixels per point.
  private let scale: Double

  init(_ border: BoxBorder, scale: Double) {
    (width, isDotted, self.scale) = (border.width, border.style == .dotted, scale)
    isRound = isDotted && width * scale > 3
  }

  /// The outline of a line along the middle of a side's border.
  func outline(along side: BoxSide, of rect: Rect) -> Path {
    let half = width / 2
    var (start, end): (Point, Point)
    switch side {
    case .top:
      (start, end) = (
        Point(x: rect.minX, y: rect.minY + half), Point(x: rect.maxX, y: rect.minY + half)
      )
    case .right:
      (start, end) = (
        Point(x: rect.maxX - half, y: rect.minY), Point(x: rect.maxX - half, y: rect.maxY)
      )
    case .bottom:
      (start, end) = (
        Point(x: rect.minX, y: rect.maxY - half), Point(x: rect.maxX, y: rect.maxY - half)
      )
    case .left:
      (start, end) = (
        Point(x: rect.minX + half, y: rect.minY), Point(x: rect.minX + half, y: rect.maxY)
      )
    }
    let length = side.isHorizontal ? rect.width : rect.height
    if isRound {
      // The round ends reach beyond the line.
      if side.isHorizontal {
        (start.x, end.x) = (start.x + half, end.x - half)
      } else {
        (start.y, end.y) = (start.y + half, end.y - half)
      }
    }
    var path = Path()
    path.addLines(between: [start, end])
    return stroke(path, lineWidth: width, length: length, isClosed: false)
  }

  /// The outline of a line around a box with round corners. Dashes are broader than the border,
  /// which cuts them off.
  func outline(around frame: BorderFrame) -> Path {
    if isRound {
      let path = frame.shape(at: 0.5).path
      return stroke(path, lineWidth: width, length: path.length, isClosed: true)
    }
    let widths = frame.widths
    let most = max(widths.top, widths.right, widths.bottom, widths.left)
    let path = frame.outer.path
    return stroke(path, lineWidth: 2.2 * most, length: path.length, isClosed: true)
  }

  private func stroke(
    _ path: Path, lineWidth: Double, length: Double, isClosed: Bool
  ) -> Path {
    let pattern = pattern(length: length, isClosed: isClosed)
    let style = StrokeStyle(
      lineWidth: lineWidth, lineCap: isRound ? .round : .butt, dashPattern: pattern)
    return path.strokeOutline(style, from: 0, to: 1, scale: scale)
  }

  /// The lengths of dash and gap; empty for a line without gaps.
  private func pattern(length: Double, isClosed: Bool) -> [Double] {
    if isRound {
      // Too short for two dots.
      if length < 2 * width { return [0, 2 * width] }
      let gap = bestGap(length, dash: width, gap: width, isClosed: isClosed)
      return [0, gap + width - 0.01 / scale]
    }
    let isThick = width * scale >= 3
    let dash = isDotted ? width : width * (isThick ? 2 : 3)
    let gap = isDotted ? width : width * (isThick ? 1 : 2)
    if length <= 2 * dash { return [] }
    let two = 2 * dash + (isClosed ? 2 : 1) * gap
    if length <= two { return [dash * length / two, gap * length / two] }
    return [dash, isDotted ? gap : bestGap(length, dash: dash, gap: gap, isClosed: isClosed)]
  }

  /// The gap nearest to the wanted one with which the line ends with a whole dash.
  private func bestGap(_ length: Double, dash: Double, gap: Double, isClosed: Bool) -> Double {
    let available = isClosed ? length : length + gap
    let least = (available / (dash + gap)).rounded(.down)
    func fitting(_ dashes: Double) -> Double {
      (length - dashes * dash) / (isClosed ? dashes : dashes - 1)
    }
    let (wide, narrow) = (fitting(least), fitting(least + 1))
    return narrow <= 0 || abs(wide - gap) < abs(narrow - gap) ? wide : narrow
  }
}
