// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// Widths: of contents, and of boxes in the room that there is. CSS Sizing 3, §5.
extension LayoutPass {
  /// The width of a box whose `width` is `auto`.
  enum AutoWidth {
    /// As wide as its contents, but no wider than the room.
    case fitContent
    /// As wide as the room, unless an aspect ratio and a height decide the width.
    case fill
    /// As wide as the room.
    case stretch
  }

  /// The least and the greatest width of the contents of a box, with its padding and border; the
  /// box's own width and aspect ratio are ignored.
  ///
  /// - Parameters:
  ///   - basis: What percentages refer to in those bounds of the box on which its contents depend.
  ///   - height: The height of the box, where it is decided: contents with an aspect ratio may be a
  ///     percentage of it.
  ///   - edges: The padding and border of the box.
  mutating func contentWidths(
    of box: Int, in basis: Basis, height: Double?, edges: Edges
  ) throws -> ContentWidths {
    if let height, let ratio = boxes[box].ratio, boxes[box].isNatural {
      // A picture whose height is decided has the width that its ratio makes of the height.
      let width = width(fromHeight: height, ratio: ratio, of: box, edges: edges)
      return ContentWidths(least: width, greatest: width)
    }
    let inner = height.map { max(0, $0 - edges.block) }
    var widths = try innerWidths(of: box, in: basis, height: inner)
    widths.least += edges.inline
    widths.greatest += edges.inline
    return widths
  }

  /// The least and the greatest width of a box's contents, whose percentages have no basis yet:
  /// §5.2.1.
  private mutating func innerWidths(
    of box: Int, in basis: Basis, height: Double?
  ) throws -> ContentWidths {
    let height = dependsOnHeight[box] ? height : nil
    let basis = boxes[box].boundsOfContents(in: basis)
    if let known = widths[box], known.height == height, known.basis == basis {
      return known.widths
    }
    try cancellation.check()
    var found: ContentWidths
    if boxes[box].isOrthogonal {
      found = try orthogonalWidths(of: box, in: basis, height: height)
    } else if boxes[box].hasLines, let lines = boxes[box].content as? any LineContent {
      found = try lineContentWidths(of: box, lines, height: height)
    } else if let content = boxes[box].content {
      found = try ContentWidths(
        least: max(0, content.minContentWidth), greatest: max(0, content.maxContentWidth))
      found.greatest = max(found.least, found.greatest)
    } else {
      found =
        switch boxes[box].layout.display {
        case .flex: try flexContentWidths(of: box, in: basis, height: height)
        case .grid: try gridContentWidths(of: box, basis: basis.width, height: height)
        case .block, .flowRoot, .tableCell, .tableCaption:
          try boxes[box].hasColumns
            ? columnContentWidths(of: box, height: height)
            : blockContentWidths(of: box, height: height)
        case .table: try tableContentWidths(of: box)
        default: .zero
        }
    }
    widths[box] = KnownWidths(height: height, basis: basis, widths: found)
    return found
  }

  /// Floats that follow one another lie side by side where there is room.
  mutating func blockContentWidths(of box: Int, height: Double?) throws -> ContentWidths {
    var widest = ContentWidths.zero
    var floats = (left: 0.0, right: 0.0)
    for child in children[box] where isInFlow(child) {
      var wanted = try contribution(of: child, basisHeight: height)
      let margins = margins(of: child, basis: nil, isRightToLeft: false)
      if !usesFloats {
        wanted.least += margins.inline
        wanted.greatest += margins.inline
      } else {
        let item = boxes[child].item
        // Below floats that a box clears, nothing lies beside them.
        widest.greatest = max(widest.greatest, floats.left + floats.right)
        if item.clear == .left || item.clear == .both { floats.left = 0 }
        if item.clear == .right || item.clear == .both { floats.right = 0 }
        wanted.least += margins.inline
        switch item.float {
        case .left:
          wanted.greatest += margins.inline
          floats.left += max(0, wanted.greatest)
        case .right:
          wanted.greatest += margins.inline
          floats.right += max(0, wanted.greatest)
        case .none:
          // As in browsers, floats add to block formatting contexts alone; they overlap margins.
          if boxes[child].isFlowRoot {
            let (left, right) = (margins.edges.start, margins.edges.end)
            wanted.greatest += floats.left > 0 ? max(left, floats.left) : left
            wanted.greatest += floats.right > 0 ? max(right, floats.right) : right
          } else {
            wanted.greatest += margins.inline
          }
          floats = (0, 0)
        }
      }
      widest.enclose(wanted)
    }
    widest.greatest = max(widest.greatest, floats.left + floats.right)
    return widest
  }

  /// The widths that a box adds to the contents of its container, without its margins: its own
  /// width where it is decided, otherwise that of its contents, within its bounds. §5.1.
  ///
  /// - Parameters:
  ///   - basisHeight: The height of the contents of the container, where it is decided.
  ///   - stretchedHeight: The height that the container gives the box, where it is decided.
  mutating func contribution(
    of box: Int, basisHeight: Double?, stretchedHeight: Double? = nil
  ) throws -> ContentWidths {
    let values = boxes[box]
    let edges = edges(of: box, basis: nil)
    if let points = values.item.width.points(of: nil), !values.item.minWidth.isSought,
      !values.item.maxWidth.isSought,
      !boxes[box].isTable
    {
      let width = clamped(
        outer(points, of: box, edges: edges.inline), of: box, basis: nil, edges: edges,
        contents: nil)
      let isCompressible =
        boxes[box].isNatural && values.item.maxWidth.isPercentage
      return ContentWidths(least: isCompressible ? edges.inline : width, greatest: width)
    }
    let height =
      stretchedHeight ?? ownHeight(of: box, basis: basisHeight, edges: edges)
    let contents = try contentWidths(
      of: box, in: Basis(height: basisHeight), height: height, edges: edges)
    var found = contents
    if let points = values.item.width.points(of: nil) {
      let width = outer(points, of: box, edges: edges.inline)
      found = ContentWidths(least: width, greatest: width)
    } else if values.item.width == .minContent {
      found.greatest = found.least
    } else if values.item.width == .maxContent {
      found.least = found.greatest
    }
    if values.item.width.points(of: nil) == nil, let ratio = boxes[box].ratio {
      if let height {
        let width = ratioWidth(
          of: box, height: height, ratio: ratio, edges: edges, contents: contents)
        found = ContentWidths(least: width, greatest: width)
      } else {
        found.least = transferred(
          found.least, of: box, ratio: ratio, basis: basisHeight, edges: edges)
        found.greatest = transferred(
          found.greatest, of: box, ratio: ratio, basis: basisHeight, edges: edges)
      }
    }
    let sought = sought(contents, of: box, height: height, basis: basisHeight, edges: edges)
    found.least = clamped(found.least, of: box, basis: nil, edges: edges, contents: sought)
    // For the width without breaks, the bound `fit-content` is the width without breaks, too.
    let unbroken = ContentWidths(least: sought.greatest, greatest: sought.greatest)
    found.greatest = clamped(
      found.greatest, of: box, basis: nil, edges: edges,
      contents: values.item.minWidth == .fitContent || values.item.maxWidth == .fitContent
        ? unbroken : sought)
    if boxes[box].isTable {
      found.least = max(found.least, contents.least)
      found.greatest = max(found.greatest, contents.least)
    }
    // A picture is compressible if its width is a percentage of the width that is being sought: it
    // adds nothing to the least width (§5.2.2).
    if boxes[box].isNatural,
      values.item.width.isPercentage || values.item.maxWidth.isPercentage
    {
      found.least = edges.inline
    }
    return found
  }

  /// The width of a box in its container, with padding and border.
  ///
  /// - Parameters:
  ///   - available: The room for the box, less its margins.
  ///   - basis: The sizes that percentages refer to.
  ///   - height: The height that the container gives the box, where it is decided.
  mutating func width(
    of box: Int, available: Double, basis: Basis, height given: Double? = nil, auto: AutoWidth
  ) throws -> Double {
    let values = boxes[box]
    let edges = edges(of: box, basis: basis.width)
    let isFitted =
      boxes[box].isTable || boxes[box].isOrthogonal && values.item.position != .absolute
    let auto = isFitted ? .fitContent : auto
    let isDecided =
      !boxes[box].isTable && values.item.width.points(of: basis.width) != nil
      || values.item.width == .auto && auto != .fitContent
    let needsContents =
      !isDecided || values.item.minWidth.isSought || values.item.maxWidth.isSought
      || boxes[box].ratio != nil
      || boxes[box].isNatural && values.item.width == .auto
    let height = given ?? ownHeight(of: box, basis: basis.height, edges: edges)
    // Contents are measured only where the width depends on them.
    let contents =
      needsContents
      ? try contentWidths(of: box, in: basis, height: height, edges: edges) : .zero
    var width: Double
    if let points = values.item.width.points(of: basis.width) {
      width = outer(points, of: box, edges: edges.inline)
    } else if values.item.width == .auto, auto == .stretch {
      width = max(available, edges.inline)
    } else if let ratio = boxes[box].ratio, let height {
      var contents = contents
      if values.item.height == .auto,
        let most = self.height(values.item.maxHeight, of: box, basis: basis.height, edges: edges)
      {
        // Through the ratio the greatest height bounds the automatic least width, too.
        let greatest = self.width(fromHeight: most, ratio: ratio, of: box, edges: edges)
        contents.least = min(contents.least, greatest)
      }
      width = ratioWidth(of: box, height: height, ratio: ratio, edges: edges, contents: contents)
    } else {
      switch values.item.width {
      case .minContent: width = contents.least
      case .maxContent: width = contents.greatest
      case .auto where auto == .fill && !boxes[box].isNatural:
        width = max(available, edges.inline)
      default: width = min(contents.greatest, max(contents.least, available))
      }
      if let ratio = boxes[box].ratio {
        width = transferred(width, of: box, ratio: ratio, basis: basis.height, edges: edges)
      }
    }
    let sought = sought(contents, of: box, height: height, basis: basis.height, edges: edges)
    let found = clamped(width, of: box, basis: basis.width, edges: edges, contents: sought)
    // A table is not narrower than its columns.
    return boxes[box].isTable ? max(found, contents.least) : found
  }

  /// The widths that `min-content`, `max-content` and `fit-content` mean as bounds of a width:
  /// those of the contents or, with a ratio and a decided height, what the ratio makes of the
  /// height.
  ///
  /// - Parameter basis: What percentages of heights refer to.
  func sought(
    _ contents: ContentWidths, of box: Int, height: Double?, basis: Double?, edges: Edges
  ) -> ContentWidths {
    let values = boxes[box]
    guard let ratio = boxes[box].ratio,
      values.item.minWidth.isSought || values.item.maxWidth.isSought
    else {
      return contents
    }
    if let height {
      let width = width(fromHeight: height, ratio: ratio, of: box, edges: edges)
      return ContentWidths(least: width, greatest: width)
    }
    return ContentWidths(
      least: transferred(contents.least, of: box, ratio: ratio, basis: basis, edges: edges),
      greatest: transferred(contents.greatest, of: box, ratio: ratio, basis: basis, edges: edges))
  }

  /// The height that the box's own properties set, with padding and border, within its bounds.
  func ownHeight(of box: Int, basis: Double?, edges: Edges) -> Double? {
    let values = boxes[box]
    guard let height = height(values.item.height, of: box, basis: basis, edges: edges) else {
      return nil
    }
    return clampedHeight(height, of: box, basis: basis, edges: edges)
  }

  /// A height within the box's own bounds.
  func clampedHeight(_ height: Double, of box: Int, basis: Double?, edges: Edges) -> Double {
    let values = boxes[box]
    let greatest =
      self.height(values.item.maxHeight, of: box, basis: basis, edges: edges) ?? .infinity
    let least = self.height(values.item.minHeight, of: box, basis: basis, edges: edges) ?? 0
    return max(edges.block, least, min(height, greatest))
  }

  /// The greatest height by the box's own properties; not less than its least height.
  func greatestHeight(of box: Int, basis: Double?, edges: Edges) -> Double? {
    let values = boxes[box]
    return height(values.item.maxHeight, of: box, basis: basis, edges: edges).map {
      max($0, height(values.item.minHeight, of: box, basis: basis, edges: edges) ?? 0)
    }
  }

  /// A height within the box's own bounds, some of which may be the height of the contents at a
  /// width.
  mutating func clampedHeight(
    _ height: Double, of box: Int, width: Double, basisWidth: Double?, basis: Double?, edges: Edges
  ) throws -> Double {
    let values = boxes[box]
    guard values.item.minHeight.isSought || values.item.maxHeight.isSought else {
      return clampedHeight(height, of: box, basis: basis, edges: edges)
    }
    let content: Double
    if let ratio = boxes[box].ratio {
      content = self.height(fromWidth: width, ratio: ratio, of: box, edges: edges)
    } else {
      content = try measure(
        box, in: Space(width: width, height: .content, basisWidth: basisWidth, keepsMargins: true)
      ).height
    }
    let greatest =
      values.item.maxHeight.isSought
      ? content
      : self.height(values.item.maxHeight, of: box, basis: basis, edges: edges) ?? .infinity
    let least =
      values.item.minHeight.isSought
      ? content : self.height(values.item.minHeight, of: box, basis: basis, edges: edges) ?? 0
    return max(edges.block, least, min(height, greatest))
  }

  /// A width within the box's own bounds.
  func clamped(
    _ width: Double, of box: Int, basis: Double?, edges: Edges, contents: ContentWidths?
  ) -> Double {
    let values = boxes[box]
    let room = basis.map { $0 - margins(of: box, basis: $0, isRightToLeft: false).inline }
    let bound = { (length: BoxLength) -> Double? in
      if let points = length.points(of: basis) {
        return outer(points, of: box, edges: edges.inline)
      }
      guard let contents else { return nil }
      return switch length {
      case .minContent: contents.least
      case .maxContent: contents.greatest
      case .fitContent: min(contents.greatest, max(contents.least, room ?? contents.least))
      default: nil
      }
    }
    let greatest = bound(values.item.maxWidth) ?? .infinity
    let least = bound(values.item.minWidth) ?? 0
    return max(edges.inline, least, min(width, greatest))
  }

  /// The width that the aspect ratio makes of a height; at least that of the contents, unless
  /// another least width is set: CSS Sizing 4, §5.1.1.
  private func ratioWidth(
    of box: Int, height: Double, ratio: Double, edges: Edges, contents: ContentWidths
  ) -> Double {
    let width = width(fromHeight: height, ratio: ratio, of: box, edges: edges)
    let isNatural = boxes[box].isNatural
    guard boxes[box].item.minWidth == .auto, !boxes[box].isClipped, !isNatural else { return width }
    return max(width, contents.least)
  }

  /// A width within the bounds that the aspect ratio makes of the bounds of the height: CSS Sizing
  /// 4, §5.1.2.
  func transferred(
    _ width: Double, of box: Int, ratio: Double, basis: Double?, edges: Edges
  ) -> Double {
    let values = boxes[box]
    var width = width
    if let greatest = height(values.item.maxHeight, of: box, basis: basis, edges: edges) {
      width = min(width, self.width(fromHeight: greatest, ratio: ratio, of: box, edges: edges))
    }
    let least = height(values.item.minHeight, of: box, basis: basis, edges: edges) ?? edges.block
    return max(width, self.width(fromHeight: least, ratio: ratio, of: box, edges: edges))
  }

  /// Whether the box takes part in the flow of its container.
  func isInFlow(_ box: Int) -> Bool {
    boxes[box].layout.display != .none && boxes[box].item.position == .relative
  }

  /// The boxes in the flow of a container, by `order`.
  func flow(of box: Int) -> [Int] {
    let children = self.children[box].filter(isInFlow)
    guard children.contains(where: { boxes[$0].item.order != 0 }) else { return children }
    return children.enumerated().sorted {
      (boxes[$0.element].item.order, $0.offset) < (boxes[$1.element].item.order, $1.offset)
    }.map(\.element)
  }
}

extension BoxLength {
  /// Whether the length is a keyword for a width of the contents.
  var isSought: Bool {
    switch self {
    case .minContent, .maxContent, .fitContent: true
    default: false
    }
  }
}
