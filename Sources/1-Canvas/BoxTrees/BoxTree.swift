// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import SystemConcurrency

/// Boxes in boxes, to be laid out: values in, frames out.
///
/// A tree knows neither layers nor texts: its leaves are ``BoxContent``. It is made anew for each
/// layout; sizes that were found on the way are remembered within one call of
/// ``layout(width:height:cancellation:)``.
///
/// ```swift
/// var tree = BoxTree()
/// let row = try tree.add(BoxLayout(.row, gap: 8), BoxItem(), in: nil)
/// try tree.add(BoxLayout(), BoxItem(width: 40, height: 20), in: row)
/// try tree.add(BoxLayout(), BoxItem(width: 40, height: 30), in: row)
/// let frames = try tree.layout(width: 200, height: nil).frames  // frames[1] is (0, 0, 40 × 20)
/// ```
///
/// There is no library for this in Swift or among the packages of Debian, so it is written here,
/// after the texts of CSS: each step is named by its section.
public struct BoxTree: Sendable {
  /// The most boxes between the root and a leaf: the layout calls itself once for each.
  public static let depthLimit = 256
  /// The largest number of a line of a grid, and the most tracks of a template. Items may make more
  /// tracks.
  public static let gridLimit = 10_000

  var boxes = ContiguousArray<Box>()
  /// The boxes in each box.
  var children = ContiguousArray<[Int]>()

  /// Creates an empty tree.
  public init() {}

  /// The number of boxes.
  public var count: Int { boxes.count }

  /// Adds a box after the others of its container.
  ///
  /// - Parameters:
  ///   - layout: How it lays out what lies in it.
  ///   - item: How it lies in its container. Of the root, position and margins count for nothing.
  ///   - container: The box around it, by its number; `nil` for the first box, the root.
  ///   - content: What it holds, if no boxes.
  /// - Returns: Its number: the place of its frame.
  /// - Throws: ``BoxLayoutError`` where it lies deeper than ``depthLimit``, or where its grid has
  ///   more than ``gridLimit`` tracks.
  @discardableResult
  public mutating func add(
    _ layout: BoxLayout, _ item: BoxItem, in container: Int?, content: (any BoxContent)? = nil
  ) throws(BoxLayoutError) -> Int {
    precondition((container == nil) == boxes.isEmpty, "the first box is the root, and the only one")
    var depth = 0
    var direction = BoxLayout.Direction.leftToRight
    if let container {
      depth = boxes[container].depth + 1
      direction = boxes[container].direction
    }
    guard depth <= Self.depthLimit else { throw .tooDeep }
    for template in [layout.gridTemplateColumns, layout.gridTemplateRows]
    where template.tracks.count > Self.gridLimit
      || template.repeating.map(\.tracks.count) ?? 0 > Self.gridLimit
    {
      throw .tooManyTracks
    }
    let number = boxes.count
    boxes.append(
      Box(
        layout: layout, item: item, content: content, depth: depth,
        direction: layout.direction ?? direction))
    children.append([])
    if let container { children[container].append(number) }
    return number
  }

  /// Lays the boxes out.
  ///
  /// - Parameters:
  ///   - width: The width of the root with its padding and border, in points; `nil` for that of its
  ///     own ``BoxItem/width`` or, where this is `auto`, its contents without breaks.
  ///   - height: The height of the root; `nil` for its own or that of its contents.
  ///   - cancellation: Polled at each container.
  /// - Returns: The frames of all boxes.
  /// - Throws: `CancellationError`, and what the contents throw.
  /// - Complexity: O(*n*) boxes where nothing flexes along the y axis, at most O(*n* · depth).
  public func layout(
    width: Double?, height: Double?, cancellation: Cancellation = .never
  ) throws -> BoxFrames {
    guard !boxes.isEmpty else { return BoxFrames(frames: [], rooms: []) }
    var pass = try LayoutPass(boxes: boxes, children: children, cancellation: cancellation)
    // Numbers that are not finite count as `nil`.
    let bounded = { (points: Double?) in points.flatMap { BoxLength.points($0).points(of: nil) } }
    return try pass.run(width: bounded(width), height: bounded(height))
  }

  /// The widths of the root's contents with its padding and border, in points: the least without
  /// anything sticking out, and that without breaks.
  ///
  /// - Throws: `CancellationError`, and what the contents throw.
  public func contentWidths(
    cancellation: Cancellation = .never
  ) throws -> (least: Double, greatest: Double) {
    guard !boxes.isEmpty else { return (0, 0) }
    var pass = try LayoutPass(boxes: boxes, children: children, cancellation: cancellation)
    let widths = try pass.contentWidths(
      of: 0, in: Basis(), height: nil, edges: pass.edges(of: 0, basis: nil))
    return (widths.least, widths.greatest)
  }
}

/// What a layout found.
public struct BoxFrames: Sendable {
  /// The frame of each box, in points, in the space of the box around it; zero for boxes with
  /// `display` `none` and those in them.
  public let frames: [Rect]
  /// The room of each content without the padding and border of its box, from the upper left corner
  /// of the box; zero for boxes without contents.
  public let rooms: [Rect]
}

/// Why boxes are refused.
public enum BoxLayoutError: Error, Sendable, Hashable {
  /// More boxes in one another than ``BoxTree/depthLimit``.
  case tooDeep
  /// More tracks in a template than ``BoxTree/gridLimit``, or items that cover more than a million
  /// rows or columns, added up over all items of a grid.
  case tooManyTracks
}

/// A box of a tree.
///
/// A class: its values take some 700 bytes, and are read often.
final class Box: Sendable {
  let layout: BoxLayout
  let item: BoxItem
  let content: (any BoxContent)?
  let depth: Int
  let direction: BoxLayout.Direction
  /// Padding and border, where they are no parts of a width.
  let decidedEdges: Edges
  let hasRelativeEdges: Bool
  let hasMargins: Bool

  init(
    layout: BoxLayout, item: BoxItem, content: (any BoxContent)?, depth: Int,
    direction: BoxLayout.Direction
  ) {
    (self.layout, self.item, self.content) = (layout, item, content)
    (self.depth, self.direction) = (depth, direction)
    hasRelativeEdges = layout.padding.hasPercentages || layout.border.hasPercentages
    hasMargins = item.margin != BoxSides(.points(0))
    let isRightToLeft = direction == .rightToLeft
    decidedEdges =
      hasRelativeEdges
      ? Edges()
      : Edges(layout.padding, isRightToLeft, basis: nil)
        + Edges(layout.border, isRightToLeft, basis: nil)
  }

  var isRightToLeft: Bool { direction == .rightToLeft }

  /// Width over height, where it is a number that is of use.
  var ratio: Double? { item.usedRatio }

  /// The part of a percentage basis on which the widths of the box's contents depend, as far as the
  /// box's own bounds are percentages: the width for columns that repeat within it, the height for
  /// the lines of a column within it.
  func boundsOfContents(in basis: Basis) -> Basis {
    switch layout.display {
    case .grid:
      let isRelative =
        item.width.isPercentage || item.minWidth.isPercentage || item.maxWidth.isPercentage
      return Basis(
        width: (isRelative || hasRelativeEdges) && layout.gridTemplateColumns.repeating != nil
          ? basis.width : nil)
    case .flex: return Basis(height: item.maxHeight.isPercentage ? basis.height : nil)
    case .block, .none: return Basis()
    }
  }

  /// Whether its automatic least sizes are those of its contents: not where they are cut off.
  /// Where one axis is cut off, the other is, as in CSS.
  var isClipped: Bool { layout.overflowX != .visible || layout.overflowY != .visible }
}
