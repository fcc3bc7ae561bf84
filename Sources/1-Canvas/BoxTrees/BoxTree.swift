// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import SystemConcurrency

/// A tree of nested boxes that is laid out by the rules of CSS: values in, frames out.
///
/// A tree has neither layers nor texts: its leaves are ``BoxContent``. It is built anew for each
/// layout; intermediate sizes are cached within one call of ``layout(width:height:cancellation:)``.
///
/// ```swift
/// var tree = BoxTree()
/// let row = try tree.add(BoxLayout(.row, gap: 8), BoxItem(), in: nil)
/// try tree.add(BoxLayout(), BoxItem(width: 40, height: 20), in: row)
/// try tree.add(BoxLayout(), BoxItem(width: 40, height: 30), in: row)
/// let frames = try tree.layout(width: 200, height: nil).frames  // frames[1] is (0, 0, 40 × 20)
/// ```
///
/// Written here because no library in Swift, and none among Debian's packages, lays out boxes by
/// the rules of CSS. The code follows the specifications; comments name the section of each step.
public struct BoxTree: Sendable {
  /// The most boxes between the root and a leaf: the layout recurses once for each.
  public static let depthLimit = 256
  /// The largest number of a line of a grid, and the most tracks of a template. Items may make more
  /// tracks.
  public static let gridLimit = 10_000

  var boxes = ContiguousArray<Box>()
  /// The numbers of the boxes in each box.
  var children = ContiguousArray<[Int]>()

  /// The numbers of the boxes that each box of the caller has here: the outer one lies in its
  /// container, the inner one has its contents. Empty while all numbers are the same, as no lines
  /// run along y.
  var numbers = ContiguousArray<(outer: Int, inner: Int)>()

  /// Creates an empty tree.
  public init() {}

  /// The number of boxes.
  public var count: Int { numbers.isEmpty ? boxes.count : numbers.count }

  /// Adds a box after the others of its container.
  ///
  /// - Parameters:
  ///   - layout: How the box lays out its contents.
  ///   - item: How the box lies in its container. Position and margins of the root are ignored.
  ///   - container: The number of the box around it; `nil` for the first box, the root.
  ///   - content: The text, picture or other content of the box, if it has no boxes in it.
  /// - Returns: The number of the box: the index of its frame.
  /// - Throws: ``BoxLayoutError`` if the box lies deeper than ``depthLimit``, or if its grid has
  ///   more than ``gridLimit`` tracks.
  @discardableResult
  public mutating func add(
    _ layout: BoxLayout, _ item: BoxItem, in container: Int?, content: (any BoxContent)? = nil
  ) throws(BoxLayoutError) -> Int {
    precondition((container == nil) == boxes.isEmpty, "the first box is the root, and the only one")
    let container = numbers.isEmpty ? container : container.map { numbers[$0].inner }
    var depth = 0
    var direction = BoxLayout.Direction.leftToRight
    var mode = BoxWritingMode.horizontal
    if let container {
      depth = boxes[container].depth + 1
      direction = boxes[container].direction
      mode = boxes[container].mode
    }
    guard depth <= Self.depthLimit else { throw .tooDeep }
    for template in [layout.gridTemplateColumns, layout.gridTemplateRows]
    where template.tracks.count > Self.gridLimit
      || template.repeating.map(\.tracks.count) ?? 0 > Self.gridLimit
    {
      throw .tooManyTracks
    }
    let direct = layout.direction ?? direction
    if mode.isVertical || layout.writingMode?.isVertical == true || !numbers.isEmpty {
      return addTurned(layout, item, in: container, content: content, depth, direct, around: mode)
    }
    return append(
      Box(
        layout: layout, item: item, content: content, container: container, depth: depth,
        direction: direct, caller: boxes.count))
  }

  @inline(__always)
  private mutating func append(_ box: Box) -> Int {
    let number = boxes.count
    boxes.append(box)
    children.append([])
    if let container = box.container { children[container].append(number) }
    return number
  }

  /// Adds a box in a tree with lines along y: its properties are turned into the axes of the
  /// layout. A box whose lines run across those of its container becomes two.
  private mutating func addTurned(
    _ layout: BoxLayout, _ item: BoxItem, in container: Int?, content: (any BoxContent)?,
    _ depth: Int, _ direction: BoxLayout.Direction, around: BoxWritingMode
  ) -> Int {
    if numbers.isEmpty {
      numbers = ContiguousArray(boxes.indices.map { ($0, $0) })
    }
    // The axes of an absolute box are those of its containing block.
    var outerMode = around
    if item.position == .absolute, var block = container {
      while block != 0,
        item.isFixed
          ? !boxes[block].item.holdsFixed : !boxes[block].item.isContainingBlock,
        let next = boxes[block].container
      {
        block = next
      }
      outerMode = boxes[block].contentMode
    }
    let isNatural = content?.hasNaturalSize == true
    var mode = layout.writingMode ?? around
    switch layout.display {
    case .tableRow, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableColumn,
      .tableColumnGroup:
      mode = outerMode
    default: if isNatural { mode = outerMode }
    }
    let number = numbers.count
    guard mode.isVertical != outerMode.isVertical else {
      let turned = isNatural && mode.isVertical ? content.map(TurnedPicture.init) : content
      let own = append(
        Box(
          layout: layout.turned(mode), item: item.turned(outerMode), content: turned,
          container: container, depth: depth, direction: direction, mode: mode,
          outerMode: outerMode, isFlowRoot: mode != around, caller: number))
      numbers.append((own, own))
      return number
    }
    var outer = BoxLayout(
      [.none, .tableCell, .tableCaption].contains(layout.display) ? layout.display : .flowRoot)
    (outer.padding, outer.border) = (layout.padding, layout.border)
    (outer.overflowX, outer.overflowY) = (layout.overflowX, layout.overflowY)
    outer.alignContent = layout.display == .tableCell ? layout.alignContent : .normal
    outer = outer.turned(outerMode)
    var (outerItem, innerItem) = (item.turned(outerMode), BoxItem())
    innerItem.isContainingBlock = item.isContainingBlock
    outerItem.isContainingBlock = false
    (innerItem.holdsFixed, outerItem.holdsFixed) = (item.holdsFixed, false)
    let box = append(
      Box(
        layout: outer, item: outerItem, content: nil, container: container, depth: depth,
        direction: direction, mode: mode, outerMode: outerMode, isFlowRoot: true,
        isOrthogonal: true, caller: number))
    let inner = append(
      Box(
        layout: layout.turned(mode), item: innerItem, content: content, container: box,
        depth: depth, direction: direction, mode: mode, outerMode: mode, isFlowRoot: true,
        caller: number))
    numbers.append((box, inner))
    return number
  }

  /// Lays the boxes out.
  ///
  /// - Parameters:
  ///   - width: The width of the root with its padding and border, in points; `nil` for its own
  ///     ``BoxItem/width`` or, if that is `auto`, the width of its contents without breaks.
  ///   - height: The height of the root, in points; `nil` for its own or that of its contents.
  ///   - cancellation: Polled at each container.
  /// - Returns: The frames of all boxes.
  /// - Throws: `CancellationError`, and what the contents throw.
  /// - Complexity: O(*n*) boxes where nothing flexes along the y axis, at most O(*n* · depth).
  public func layout(
    width: Double?, height: Double?, cancellation: Cancellation = .never
  ) throws -> BoxFrames {
    guard !boxes.isEmpty else { return BoxFrames(frames: [], rooms: [], lines: [:], tables: [:]) }
    var pass = try LayoutPass(boxes: boxes, children: children, cancellation: cancellation)
    // Widths and heights that are not finite count as `nil`.
    let bounded = { (points: Double?) in points.flatMap { BoxLength.points($0).points(of: nil) } }
    let found = try pass.run(width: bounded(width), height: bounded(height))
    return numbers.isEmpty ? found : pass.drawn(numbers)
  }

  /// The widths of the root's contents with its padding and border, in points: the least at which
  /// nothing overflows, and that without line breaks.
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

/// The result of a layout.
public struct BoxFrames: Sendable {
  /// The frame of each box, in points, in the space of the box around it; zero for boxes with
  /// `display` `none` and those in them.
  public internal(set) var frames: [Rect]
  /// The rectangle of each content without the padding and border of its box, from the upper left
  /// corner of the box; zero for boxes without contents.
  package internal(set) var rooms: [Rect]
  /// The lines of boxes with ``LineContent``, by the number of the box.
  public internal(set) var lines: [Int: LinesOfBox]
  /// What is drawn of tables, by the number of the box.
  public internal(set) var tables: [Int: TableFrame]
  /// The parts of boxes that are broken over columns, by the number of the box, which is not in
  /// here if it lies in one column; its frame is that of the first part.
  public internal(set) var parts: [Int: [BoxPart]] = [:]
  /// The columns of each block of columns, from the corner of its frame, a list for each row of
  /// columns between boxes across them.
  public internal(set) var columns: [Int: [[Rect]]] = [:]
  /// How far the heads of tables are moved to where they stand again, by the number of the group.
  package var repeats: [Int: [Point]] = [:]
}

/// A part of a box that is broken over columns.
public struct BoxPart: Sendable, Hashable {
  /// The frame of the part, in the space of the frame of the box around.
  public var frame: Rect
  /// The height of the box above the part.
  public var start: Double
  /// The height of the head of a table that stands again at the top of the part.
  package var head = 0.0
}

/// A table that is laid out: what its own frame and those of its parts do not tell.
public struct TableFrame: Sendable {
  /// The table with padding and border, without captions, from the upper left corner of its frame.
  public var grid: Rect
  /// The borders where they collapse, from the corner of the frame; later ones lie above earlier
  /// ones.
  public var borders: [CollapsedBorder]
}

/// A part of a border of a table that won over others: CSS 2.2, §17.6.2.
public struct CollapsedBorder: Sendable, Hashable {
  /// The area of the border.
  public var rect: Rect
  /// Whether the border runs from top to bottom.
  public var isVertical: Bool
  /// The number of the box whose border it is.
  public var box: Int
  /// The side of that box: 0 at the top, and then clockwise.
  public var side: Int
}

/// The reason for which boxes are refused.
public enum BoxLayoutError: Error, Sendable, Hashable {
  /// The boxes are nested deeper than ``BoxTree/depthLimit``.
  case tooDeep
  /// A template has more tracks than ``BoxTree/gridLimit``, or the items of a grid cover more than
  /// a million rows or columns, added up over all items.
  case tooManyTracks

  /// The reason, as a clause.
  package var description: String {
    switch self {
    case .tooDeep: "boxes lie deeper than \(BoxTree.depthLimit) levels"
    case .tooManyTracks:
      "a grid has \(BoxTree.gridLimit) tracks at most, and items cover a million at most"
    }
  }
}

/// A box of a tree.
///
/// A class, so that reading a box does not copy its values, some 700 bytes.
final class Box: Sendable {
  let layout: BoxLayout
  let item: BoxItem
  let content: (any BoxContent)?
  /// Whether there is a content, one with lines in which boxes stand, and one with a size of its
  /// own: asking is faster than copying the content.
  let hasContent: Bool
  let hasLines: Bool
  let isNatural: Bool
  /// The number of the box around.
  let container: Int?
  /// The number that the caller knows the box by.
  let caller: Int
  let depth: Int
  let direction: BoxLayout.Direction
  /// Padding and border together; unused where ``hasRelativeEdges``.
  let decidedEdges: Edges
  let hasRelativeEdges: Bool
  let hasMargins: Bool
  /// Whether floats and margins of the contents stay inside the box, wherever it lies: it makes a
  /// block formatting context (CSS 2.2, §9.4.1).
  let isFlowRoot: Bool
  /// The direction of the lines in the box.
  let mode: BoxWritingMode
  /// The direction of lines in whose axes the properties of ``item`` are.
  let outerMode: BoxWritingMode
  /// Whether the box holds one with lines across those of its container: ``LayoutPass``'s
  /// `orthogonal(_:in:places:)`.
  let isOrthogonal: Bool

  init(
    layout: BoxLayout, item: BoxItem, content: (any BoxContent)?, container: Int?, depth: Int,
    direction: BoxLayout.Direction, mode: BoxWritingMode = .horizontal,
    outerMode: BoxWritingMode = .horizontal, isFlowRoot isRoot: Bool = false,
    isOrthogonal: Bool = false, caller: Int
  ) {
    self.caller = caller
    (self.mode, self.outerMode, self.isOrthogonal) = (mode, outerMode, isOrthogonal)
    (self.layout, self.item, self.content) = (layout, item, content)
    if let content {
      (hasContent, hasLines, isNatural) = (true, content.holdsBoxes, content.hasNaturalSize)
    } else {
      (hasContent, hasLines, isNatural) = (false, false, false)
    }
    hasColumns =
      (layout.columnCount != nil || layout.columnWidth != .auto)
      && (layout.display == .block || layout.display == .flowRoot
        || layout.display == .tableCell)
      && !hasContent
    isFlowRoot =
      isRoot || hasColumns || layout.display != .block || layout.overflowX != .visible
      || layout.overflowY != .visible
      || layout.alignContent.position != .normal || hasContent && !hasLines
    (self.container, self.depth, self.direction) = (container, depth, direction)
    hasRelativeEdges =
      layout.padding.hasPercentages || layout.border.hasPercentages || layout.collapsesBorders
    hasMargins = item.margin != BoxSides(.points(0))
    let isRightToLeft = direction == .rightToLeft
    decidedEdges =
      hasRelativeEdges
      ? Edges()
      : Edges(layout.padding, isRightToLeft, basis: nil)
        + Edges(layout.border, isRightToLeft, basis: nil)
  }

  var isRightToLeft: Bool { direction == .rightToLeft }

  /// The axes in which absolute boxes are placed in the box.
  var contentMode: BoxWritingMode { isOrthogonal ? outerMode : mode }

  /// Whether the contents lie one below another.
  var isBlock: Bool {
    switch layout.display {
    case .block, .flowRoot, .tableCell, .tableCaption: true
    default: false
    }
  }

  var isTable: Bool { layout.display == .table }

  /// Whether the contents are broken into columns.
  let hasColumns: Bool

  /// Width over height; `nil` unless it is positive and finite.
  var ratio: Double? { item.usedRatio }

  /// The sizes in `basis` that the widths of the box's contents depend on, through percentages in
  /// the box's own bounds: the width for a grid whose columns repeat, the height for a flex column
  /// that breaks into lines.
  func boundsOfContents(in basis: Basis) -> Basis {
    if isOrthogonal { return Basis(height: basis.height) }
    switch layout.display {
    case .grid:
      let isRelative =
        item.width.isPercentage || item.minWidth.isPercentage || item.maxWidth.isPercentage
      return Basis(
        width: (isRelative || hasRelativeEdges) && layout.gridTemplateColumns.repeating != nil
          ? basis.width : nil)
    case .flex: return Basis(height: item.maxHeight.isPercentage ? basis.height : nil)
    default: return Basis()
    }
  }

  /// Whether the box cuts off its contents; its automatic least size is then not that of the
  /// contents. If one axis is cut off, so is the other, as in CSS.
  var isClipped: Bool { layout.overflowX != .visible || layout.overflowY != .visible }
}
