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
    let length = side.isHorizontal ? rect.width : rect.height
    if isDotted, !isRound { return squares(along: side, of: rect, length: length) }
    let half = width / 2
    // Round ends reach beyond the line.
    let inset = isRound ? half : 0
    let line = strip(side, of: rect, from: inset, to: length - inset)
    var path = Path()
    path.addLines(
      between: side.isHorizontal
        ? [Point(x: line.minX, y: line.midY), Point(x: line.maxX, y: line.midY)]
        : [Point(x: line.midX, y: line.minY), Point(x: line.midX, y: line.maxY)])
    return stroke(path, lineWidth: width, length: length, isClosed: false)
  }

  /// The part of a side's border between two distances from its end with the least coordinate.
  private func strip(_ side: BoxSide, of rect: Rect, from: Double, to: Double) -> Rect {
    switch side {
    case .top: Rect(x: rect.minX + from, y: rect.minY, width: to - from, height: width)
    case .right: Rect(x: rect.maxX - width, y: rect.minY + from, width: width, height: to - from)
    case .bottom: Rect(x: rect.minX + from, y: rect.maxY - width, width: to - from, height: width)
    case .left: Rect(x: rect.minX, y: rect.minY + from, width: width, height: to - from)
    }
  }

  /// Squares from end to end: one at each end, and between them as many as fit, in the middle.
  private func squares(along side: BoxSide, of rect: Rect, length: Double) -> Path {
    // In device pixels.
    let (dot, room) = (width * scale, (length - 2 * width) * scale)
    var count = ((room / dot + 1) / 2).rounded(.down)
    var (start, end) = ((room - (2 * count - 1) * dot) / 2, dot)
    if 2 * start < dot {
      (count, start) = (count - 1, (start + dot).rounded(.up))
    } else if 2 * start == dot, dot == 3 {
      (count, start, end) = (count - 1, 4, 4)
    } else {
      start.round(.down)
    }
    var path = Path()
    path.addRect(strip(side, of: rect, from: 0, to: min(end / scale, length)))
    if length <= width { return path }
    path.addRect(strip(side, of: rect, from: length - min(end / scale, length), to: length))
    for index in 0..<Int(max(0, min(1e5, count))) {
      let from = width + (start + 2 * Double(index) * dot) / scale
      path.addRect(strip(side, of: rect, from: from, to: from + width))
    }
    return path
  }

  /// The outline of a line around a box with round corners. Dashes are broader than the border,
  /// which cuts them off.
  func outline(around frame: BorderFrame) -> Path {
    let widths = frame.widths
    let most = max(widths.top, widths.right, widths.bottom, widths.left)
    let path = frame.shape(at: 0.5).path
    return stroke(
      path, lineWidth: isRound ? width : 1.1 * most, length: path.length, isClosed: true)
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
