// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemConcurrency

/// One layout of a tree.
///
/// Lines run along x in all boxes, so that a width depends on a height only through an aspect
/// ratio. Widths therefore come first: ``contentWidths(of:in:height:edges:)`` gives those of the
/// contents, and the container decides. Heights follow at these widths: ``measure(_:in:)`` runs the
/// layout of a container without placing anything, as often as other containers need its height,
/// and caches the results; ``place(_:in:)`` runs it once more for each box, from the root down,
/// when its size is known. So the work does not grow exponentially with the depth.
struct LayoutPass {
  let boxes: ContiguousArray<Box>
  /// The numbers of the boxes in each box.
  let children: ContiguousArray<[Int]>
  let cancellation: Cancellation
  /// The frame of each box, in the space of its container.
  var frames: ContiguousArray<Rect>
  /// The rectangle of each content, from the upper left corner of its box.
  var rooms: ContiguousArray<Rect>
  /// The cached widths of the contents of each box.
  var widths: ContiguousArray<KnownWidths?>
  /// The cached heights, a few for each box.
  var heights: ContiguousArray<[KnownHeight]>
  /// The cached cells of each grid's items, with the numbers of template tracks for which they were
  /// placed.
  var cells: [Int: (columns: Int, rows: Int, cells: GridCells)] = [:]
  /// Whether the widths of a box's contents depend on its height: a box in it has a ratio, or the
  /// height decides how many columns or rows it has.
  let dependsOnHeight: ContiguousArray<Bool>
  /// What only pages of text have.
  let page = PageState()
  let usesFloats: Bool

  struct KnownWidths {
    let height: Double?
    let basis: Basis
    let widths: ContentWidths
  }

  struct KnownHeight {
    let space: Space
    let result: Extent

    /// Whether the container had fixed the height of the box.
    var isDecided: Bool {
      if case .fixed = space.height { true } else { false }
    }
  }

  init(
    boxes: ContiguousArray<Box>, children: ContiguousArray<[Int]>, cancellation: Cancellation
  ) throws {
    self.boxes = boxes
    self.children = children
    self.cancellation = cancellation
    frames = ContiguousArray(repeating: .zero, count: boxes.count)
    rooms = frames
    widths = ContiguousArray(repeating: nil, count: boxes.count)
    heights = ContiguousArray(repeating: [], count: boxes.count)
    var dependsOnHeight = ContiguousArray(repeating: false, count: boxes.count)
    var (usesFloats, usesTables) = (false, false)
    // A container has a smaller number than its children, so that the children come first here.
    for box in boxes.indices.reversed() {
      if box & 255 == 255 { try cancellation.check() }
      let values = boxes[box]
      if values.item.float != .none { usesFloats = true }
      if values.layout.display == .table { usesTables = true }
      let isColumnOfLines =
        values.layout.display == .flex && values.layout.flexWrap != .nowrap
        && !values.layout.flexDirection.isRow
      let hasRowsOfItsHeight =
        values.layout.display == .grid && values.layout.gridTemplateRows.repeating != nil
      dependsOnHeight[box] =
        isColumnOfLines || hasRowsOfItsHeight || boxes[box].isOrthogonal
        || children[box].contains { boxes[$0].ratio != nil || dependsOnHeight[$0] }
    }
    self.dependsOnHeight = dependsOnHeight
    self.usesFloats = usesFloats
    if usesFloats {
      page.hasFloats = ContiguousArray(repeating: false, count: boxes.count)
      for box in boxes.indices.reversed() {
        page.hasFloats[box] = children[box].contains {
          boxes[$0].item.float != .none || page.hasFloats[$0] && !boxes[$0].isFlowRoot
        }
      }
    }
    if usesTables {
      for box in boxes.indices where boxes[box].isTable { try collapseBorders(of: box) }
    }
  }

  /// Lays out the root and everything in it. The root is not smaller than its padding and border.
  mutating func run(width: Double?, height: Double?) throws -> BoxFrames {
    guard boxes[0].layout.display != .none else { return found }
    limits = Size(width: width ?? .infinity, height: height ?? .infinity)
    let basis = Basis(width: width, height: height)
    let outer: Double
    if let width {
      outer = max(0, width, edges(of: 0, basis: width).inline)
    } else {
      outer = try self.width(
        of: 0, available: .infinity, basis: basis, height: height, auto: .fitContent)
    }
    var space = Space(
      width: outer, height: .own, basisWidth: width ?? outer, basisHeight: height)
    if let height { space.height = .fixed(max(0, height), isDefinite: true) }
    // The root lies in no other box: the margins of its children stay inside.
    space.keepsMargins = true
    let extent = try place(0, in: space)
    frames[0] = Rect(width: outer, height: extent.height)
    return found
  }

  private var found: BoxFrames {
    BoxFrames(
      frames: Array(frames), rooms: Array(rooms), lines: setLines.mapValues(\.lines),
      tables: tableFrames, parts: parts, columns: columnFrames,
      repeats: repeats)
  }

  /// The height and the baselines of a box.
  mutating func measure(_ box: Int, in space: Space) throws -> Extent {
    // Measuring an empty box is as fast as a lookup in the cache.
    if isEmpty(box) { return empty(box, in: space) }
    let key = reduced(space, for: box)
    if liesBesideFloats(box, in: space) { return try measureBesideFloats(box, in: key) }
    for known in heights[box] where known.space == key { return known.result }
    let result = try arrange(box, in: key, places: false)
    // With 8 heights cached, the oldest of those that a container had fixed is dropped: each flex
    // container around the box may measure with another one. Heights that the contents decide are
    // few and reused, so they stay.
    if heights[box].count >= 8, let oldest = heights[box].firstIndex(where: \.isDecided) {
      heights[box].remove(at: oldest)
    }
    heights[box].append(KnownHeight(space: key, result: result))
    return result
  }

  /// Whether a box has no contents that take room; an empty grid still has its tracks.
  private func isEmpty(_ box: Int) -> Bool {
    children[box].isEmpty && !boxes[box].hasContent && boxes[box].layout.display != .grid
      && !boxes[box].isTable
  }

  /// Sets the frames of the boxes in a box; the frame of the box itself is set by its container.
  @discardableResult
  mutating func place(_ box: Int, in space: Space) throws -> Extent {
    if children[box].isEmpty, boxes[box].layout.display != .grid, !boxes[box].isTable {
      let extent = try measure(box, in: space)
      if boxes[box].content != nil { setRoom(of: box, in: space, height: extent.height) }
      return extent
    }
    return try arrange(box, in: reduced(space, for: box), places: true)
  }

  /// Sets the rectangle of a content.
  mutating func setRoom(of box: Int, in space: Space, height: Double) {
    let edges = edges(of: box, basis: space.basisWidth)
    rooms[box] = Rect(
      x: boxes[box].isRightToLeft ? edges.end : edges.start, y: edges.top,
      width: max(0, space.width - edges.inline), height: max(0, height - edges.block))
  }

  /// The space as a key of the cache: without the values that the box does not depend on.
  private func reduced(_ space: Space, for box: Int) -> Space {
    var space = space
    let values = boxes[box]
    if case .own = space.height {
      if !values.item.height.isPercentage, !values.item.minHeight.isPercentage,
        !values.item.maxHeight.isPercentage,
        !boxes[box].isOrthogonal, !values.item.isAnonymous
      {
        space.basisHeight = nil
      }
    } else {
      space.basisHeight = nil
    }
    return space
  }

  mutating func arrange(_ box: Int, in space: Space, places: Bool) throws -> Extent {
    try cancellation.check()
    let mark = places ? hoisted.count : 0
    if boxes[box].isOrthogonal {
      let extent = try orthogonal(box, in: space, places: places)
      if places { try placeHoisted(from: mark, in: box, space, height: extent.height) }
      return extent
    }
    if boxes[box].hasLines, let lines = boxes[box].content as? any LineContent {
      let extent = try layOutLines(of: box, lines, in: space, places: places)
      if places, hoisted.count > mark {
        try placeHoisted(from: mark, in: box, space, height: extent.height)
      }
      return extent
    }
    if boxes[box].hasContent, let content = boxes[box].content {
      return try leaf(box, content, in: space)
    }
    var space = space
    if case .own = space.height {
      let bounds = heightBounds(
        of: box, in: space, edges: edges(of: box, basis: space.basisWidth))
      if bounds.growsWithContents, let ratioHeight = bounds.ratioHeight {
        // The ratio decides the height, unless the contents are higher at this width.
        space.height = .fixed(ratioHeight, isDefinite: true)
        let around = floats
        let natural = try measure(box, in: space).contentHeight
        floats = around
        let used = bounds.used(content: natural)
        space.height = .fixed(used, isDefinite: true)
        // Percentages still refer to the height that the ratio made.
        if used != ratioHeight { space.ratioHeight = ratioHeight }
      } else if let height = bounds.known ?? bounds.ratioHeight {
        // Bounds such as `min-content` refer to the height of the contents, so they apply only
        // here.
        let used = try clampedHeight(
          height, of: box, width: space.width, basisWidth: space.basisWidth,
          basis: space.basisHeight, edges: edges(of: box, basis: space.basisWidth))
        if used != height { space.height = .fixed(used, isDefinite: true) }
      }
    }
    var extent =
      switch boxes[box].layout.display {
      case .flex: try flex(box, in: space, places: places)
      case .grid: try grid(box, in: space, places: places)
      case .block, .flowRoot, .tableCell, .tableCaption:
        boxes[box].hasColumns
          ? try columns(box, in: space, places: places)
          : try block(box, in: space, places: places)
      case .table: try table(box, in: space, places: places)
      default: Extent(height: 0)
      }
    if places, hoisted.count > mark {
      try placeHoisted(from: mark, in: box, space, height: extent.height)
    }
    if boxes[box].isClipped {
      // The baselines of a box that cuts off its contents lie within it: CSS Box Alignment 3, §9.1.
      let height = extent.height
      extent.firstBaseline = extent.firstBaseline.map { min(max($0, 0), height) }
      extent.lastBaseline = extent.lastBaseline.map { min(max($0, 0), height) }
    }
    return extent
  }

  /// Measures a box with a content.
  private func leaf(_ box: Int, _ content: any BoxContent, in space: Space) throws -> Extent {
    let edges = edges(of: box, basis: space.basisWidth)
    let size = try content.measure(width: max(0, space.width - edges.inline))
    let bounds = heightBounds(
      of: box, in: space, edges: edges, content: size.height + edges.block)
    let height = bounds.used(content: size.height + edges.block)
    // The baselines of a box that cuts off its contents lie within it: CSS Box Alignment 3, §9.1.
    let most = boxes[box].isClipped ? height : .infinity
    return Extent(
      height: height,
      firstBaseline: size.firstBaseline.map { min($0 + edges.top, most) },
      lastBaseline: size.lastBaseline.map { min($0 + edges.top, most) })
  }

  /// Measures a box without contents and children.
  private func empty(_ box: Int, in space: Space) -> Extent {
    let edges = edges(of: box, basis: space.basisWidth)
    let bounds = heightBounds(of: box, in: space, edges: edges, content: edges.block)
    let height = bounds.used(content: edges.block)
    var extent = Extent(height: height)
    extent.collapsesThrough =
      !space.keepsMargins && !boxes[box].isFlowRoot
      && height == 0 && bounds.known ?? 0 == 0 && bounds.least == 0 && bounds.ratioHeight == nil
    return extent
  }

  /// Sets the frame of a box from a place that counts from the start in its container's direction.
  ///
  /// - Parameters:
  ///   - start: The distance from the container's start edge, in points.
  ///   - outer: The width of the container.
  mutating func setFrame(
    of box: Int, start: Double, top: Double, width: Double, height: Double, outer: Double,
    isRightToLeft: Bool
  ) {
    let x = isRightToLeft ? outer - start - width : start
    frames[box] = Rect(x: x, y: top, width: width, height: height)
  }
}
