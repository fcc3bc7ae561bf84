// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import StyleSheets
internal import TextTypesetting

extension ComputedStyle {
  /// Whether the lines of a block are set along y. The others of a vertical block are set along x
  /// and turned as a whole: their letters all lie on the side (CSS Writing Modes 4, §3.1 and §5.1).
  var isSetVertically: Bool {
    switch text.writingMode {
    case .horizontalTB, .sidewaysRL, .sidewaysLR: false
    case .verticalRL, .verticalLR: text.orientation != .sideways
    }
  }

  /// Whether lines that are turned follow each other from the left, against the turn.
  var hasMirroredLines: Bool { text.writingMode == .verticalLR && !isSetVertically }

  /// The side of an inline box in the lines of a block, from the side as a block from the left has
  /// it: the edges of boxes stand in the order of the block (CSS 2.2, §8.6).
  func side(_ side: Side, along block: ComputedStyle) -> Side {
    let isRightToLeft = block.text.direction == .rtl
    let isLeft = (side == .left) != isRightToLeft
    switch block.text.writingMode {
    case .horizontalTB: return isLeft ? .left : .right
    case .sidewaysLR: return isLeft ? .bottom : .top
    case .verticalRL, .verticalLR, .sidewaysRL: return isLeft ? .top : .bottom
    }
  }
}

extension ComputedStyle {
  /// How far a relative inline box is moved in the line space of its block, in points; percentages
  /// move nothing (CSS Positioned Layout 3, §3.4).
  func lineOffset(along block: ComputedStyle) -> Point {
    guard box.position == .relative else { return .zero }
    func moved(_ start: Side, _ end: Side, _ startWins: Bool) -> Double {
      let (start, end) = (box.inset[start].length?.points, box.inset[end].length?.points)
      guard let start, startWins || end == nil else { return end.map { -$0 } ?? start ?? 0 }
      return start
    }
    let right = moved(.left, .right, block.text.direction == .ltr)
    let down = moved(.top, .bottom, true)
    return switch block.text.writingMode {
    case .horizontalTB: Point(x: right, y: down)
    case .sidewaysLR: Point(x: -down, y: right)
    case .verticalRL, .verticalLR, .sidewaysRL: Point(x: down, y: -right)
    }
  }
}

/// The place of the lines of a block on the page.
struct LineTurn {
  /// The point of the page at which the corner of the lines lies.
  let origin: Point
  /// The turn around that corner, in quarters of a circle clockwise.
  let quarters: Int
  private let axes: LayoutAxes
  /// The extents of lines that follow each other against the turn; empty for others.
  let bands: [(start: Double, end: Double)]

  /// - Parameter room: The room of the lines on the page.
  init(_ lines: TextLayout, of style: ComputedStyle, in room: Rect) {
    axes = lines.axes
    bands =
      style.hasMirroredLines ? lines.lines.map { ($0.frame.minY, $0.frame.maxY) } : []
    let mode = style.text.writingMode
    if style.isSetVertically || mode == .horizontalTB {
      quarters = 0
      // The first line may lie at the right side of the room.
      origin = Point(
        x: mode == .verticalRL ? room.maxX - lines.size.width : room.minX, y: room.minY)
    } else if mode == .sidewaysLR {
      quarters = -1
      origin = Point(x: room.minX, y: room.maxY)
    } else {
      quarters = 1
      origin = Point(x: style.hasMirroredLines ? room.minX : room.maxX, y: room.minY)
    }
  }

  /// The point of the page at which the corner of the lines lies, so that one line is in its place.
  func origin(ofLine line: Int) -> Point {
    guard bands.indices.contains(line) else { return origin }
    return Point(x: origin.x + bands[line].start + bands[line].end, y: origin.y)
  }

  /// A rectangle of line space on the page.
  func rect(_ rect: Rect, line: Int) -> Rect {
    let origin = origin(ofLine: line)
    return switch quarters {
    case 1:
      Rect(
        x: origin.x - rect.maxY, y: origin.y + rect.minX, width: rect.height, height: rect.width)
    case -1:
      Rect(
        x: origin.x + rect.minY, y: origin.y - rect.maxX, width: rect.height, height: rect.width)
    default: axes.rect(rect).offsetBy(dx: origin.x, dy: origin.y)
    }
  }

  /// A rectangle of the layout box of the lines on the page.
  func placed(_ rect: Rect, line: Int) -> Rect {
    if quarters != 0 { return self.rect(rect, line: line) }
    let origin = origin(ofLine: line)
    return rect.offsetBy(dx: origin.x, dy: origin.y)
  }

  /// The side of a box that lies at a side of line space.
  func side(_ side: Side) -> Side {
    let order: [Side] = [.top, .right, .bottom, .left]
    let turns = axes.isVertical ? 1 : quarters
    return order[((order.firstIndex(of: side) ?? 0) + turns + 4) % 4]
  }
}
