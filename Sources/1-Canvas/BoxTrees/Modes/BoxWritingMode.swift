// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// The direction of lines and of what follows one below another: CSS Writing Modes 4, §3.
///
/// The layout itself has lines along x and blocks along y. The properties of boxes in other modes
/// are turned into these axes first, and the frames are turned back at the end.
public enum BoxWritingMode: Sendable, Hashable {
  /// Lines along x, from the top down.
  case horizontal
  /// Lines from the top down, the first at the right.
  case verticalRightToLeft
  /// Lines from the top down, the first at the left.
  case verticalLeftToRight
  /// Lines from the bottom up, the first at the left.
  case sidewaysLeftToRight

  /// Whether lines run along y.
  public var isVertical: Bool { self != .horizontal }

  /// The values of sides in the axes of the layout: the side above the first line becomes the top,
  /// and the side at which lines of letters from left to right begin becomes the left.
  func turned<Value>(_ sides: BoxSides<Value>) -> BoxSides<Value> {
    switch self {
    case .horizontal: sides
    case .verticalRightToLeft:
      BoxSides(top: sides.right, right: sides.bottom, bottom: sides.left, left: sides.top)
    case .verticalLeftToRight:
      BoxSides(top: sides.left, right: sides.bottom, bottom: sides.right, left: sides.top)
    case .sidewaysLeftToRight:
      BoxSides(top: sides.left, right: sides.top, bottom: sides.right, left: sides.bottom)
    }
  }

  /// The number of a side as it is drawn, from its number in the axes of the layout.
  func side(_ side: Int) -> Int {
    let sides = turned(BoxSides(top: 0, right: 1, bottom: 2, left: 3))
    return [sides.top, sides.right, sides.bottom, sides.left][side]
  }

  /// A rectangle as it is drawn.
  ///
  /// - Parameters:
  ///   - rect: The rectangle in the axes of the layout.
  ///   - size: The size of the box around it, as it is drawn.
  func drawn(_ rect: Rect, in size: Size) -> Rect {
    switch self {
    case .horizontal: rect
    case .verticalRightToLeft:
      Rect(x: size.width - rect.maxY, y: rect.minX, width: rect.height, height: rect.width)
    case .verticalLeftToRight:
      Rect(x: rect.minY, y: rect.minX, width: rect.height, height: rect.width)
    case .sidewaysLeftToRight:
      Rect(x: rect.minY, y: size.height - rect.maxX, width: rect.height, height: rect.width)
    }
  }

  /// A rectangle in the axes of the layout.
  func laidOut(_ rect: Rect, in size: Size) -> Rect {
    switch self {
    case .horizontal: rect
    case .verticalRightToLeft:
      Rect(x: rect.minY, y: size.width - rect.maxX, width: rect.height, height: rect.width)
    case .verticalLeftToRight:
      Rect(x: rect.minY, y: rect.minX, width: rect.height, height: rect.width)
    case .sidewaysLeftToRight:
      Rect(x: size.height - rect.maxY, y: rect.minX, width: rect.height, height: rect.width)
    }
  }

  /// A size in the axes of the layout, or back.
  func turned(_ size: Size) -> Size {
    isVertical ? Size(width: size.height, height: size.width) : size
  }
}

extension BoxItem {
  /// The properties in the axes of the layout.
  func turned(_ mode: BoxWritingMode) -> BoxItem {
    guard mode.isVertical else { return self }
    var item = self
    swap(&item.width, &item.height)
    swap(&item.minWidth, &item.minHeight)
    swap(&item.maxWidth, &item.maxHeight)
    item.margin = mode.turned(margin)
    item.inset = mode.turned(inset)
    item.aspectRatio = usedRatio.map { 1 / $0 }
    return item
  }
}

extension BoxLayout {
  /// The properties in the axes of the layout.
  func turned(_ mode: BoxWritingMode) -> BoxLayout {
    guard mode.isVertical else { return self }
    var layout = self
    layout.padding = mode.turned(padding)
    layout.border = mode.turned(border)
    layout.borderStyles = mode.turned(borderStyles)
    swap(&layout.overflowX, &layout.overflowY)
    return layout
  }
}

/// A picture in a box whose lines run along y.
struct TurnedPicture: BoxContent {
  let picture: any BoxContent

  var minContentWidth: Double {
    get throws { try picture.measure(width: picture.maxContentWidth).height }
  }
  var maxContentWidth: Double { get throws { try minContentWidth } }
  var hasNaturalSize: Bool { true }

  func measure(width: Double) throws -> BoxContentSize {
    let (natural, high) = (try picture.maxContentWidth, try minContentWidth)
    return BoxContentSize(height: high > 0 ? width * natural / high : natural)
  }
}
