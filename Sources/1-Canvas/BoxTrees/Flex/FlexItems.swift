// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// The items of a flex container and their base sizes: CSS Flexbox 1, §9.2.
extension LayoutPass {
  /// The properties of a flex container that are known before its items.
  struct FlexContainer {
    let axes: FlexAxes
    let isRightToLeft: Bool
    /// The width of the container without padding and border.
    let width: Double
    /// The height of the container without padding and border; `nil` if the contents decide it.
    let height: Double?
    /// The height that percentages of heights refer to, in points.
    let basisHeight: Double?
    let mainGap: Double
    let crossGap: Double

    var basis: Basis { Basis(width: width, height: basisHeight) }
    /// The size along the main axis, where the contents do not decide it.
    var main: Double? { axes.isRow ? width : height }
    /// The size across, where the contents do not decide it.
    var cross: Double? { axes.isRow ? height : width }
  }

  /// The items in their order, with base sizes and bounds.
  mutating func flexItems(of box: Int, in container: FlexContainer) throws -> [FlexItem] {
    var items: [FlexItem] = []
    let children = flow(of: box)
    items.reserveCapacity(children.count)
    for child in children {
      if items.count & 63 == 63 { try cancellation.check() }
      var item = flexItem(child, in: box, container: container)
      if container.axes.isRow {
        try sizeRowItem(&item, in: container)
      } else {
        try sizeColumnItem(&item, in: container)
      }
      item.least = max(
        item.least, container.axes.isRow ? item.edges.inline : item.edges.block)
      item.greatest = max(item.greatest, item.least)
      item.hypothetical = min(max(item.base, item.least), item.greatest)
      items.append(item)
    }
    return items
  }

  private func flexItem(_ child: Int, in box: Int, container: FlexContainer) -> FlexItem {
    let properties = boxes[child].item
    let margins = margins(
      of: child, basis: container.width, isRightToLeft: container.isRightToLeft)
    var alignment = properties.alignSelf ?? boxes[box].layout.alignItems
    if alignment.position == .normal { alignment.position = .stretch }
    let isAuto = container.axes.isRow ? properties.height == .auto : properties.width == .auto
    let hasAutoMargin =
      container.axes.isRow
      ? margins.isTopAuto || margins.isBottomAuto : margins.isStartAuto || margins.isEndAuto
    func factor(_ value: Double) -> Double { value > 0 ? min(value, 1e6) : 0 }
    return FlexItem(
      box: child, margins: margins, edges: edges(of: child, basis: container.width),
      alignment: alignment,
      stretches: alignment.position == .stretch && isAuto && !hasAutoMargin,
      grow: factor(properties.flexGrow), shrink: factor(properties.flexShrink))
  }

  /// The height of a row's item where it is decided before the height of the line: the item's own
  /// height or, if the item is stretched in a container of one line, the container's. CSS Flexbox
  /// 1, §9.8.
  private func definiteHeight(of item: FlexItem, in container: FlexContainer) -> Double? {
    if let own = ownHeight(of: item.box, basis: container.basisHeight, edges: item.edges) {
      return own
    }
    guard item.stretches, !container.axes.wraps, let height = container.basisHeight else {
      return nil
    }
    return clampedHeight(
      max(0, height - item.margins.block), of: item.box, basis: container.basisHeight,
      edges: item.edges)
  }

  private mutating func sizeRowItem(_ item: inout FlexItem, in container: FlexContainer) throws {
    let box = item.box
    let properties = boxes[box].item
    let basis = container.width
    let height = definiteHeight(of: item, in: container)
    let edges = item.edges
    let ratio = boxes[box].ratio
    let ratioWidth = ratio.flatMap { ratio in
      height.map { width(fromHeight: $0, ratio: ratio, of: box, edges: item.edges) }
    }
    // Contents are measured only if the width depends on them.
    var contents: ContentWidths?
    func needed(_ pass: inout LayoutPass) throws -> ContentWidths {
      if let contents { return contents }
      let found = try pass.contentWidths(
        of: box, in: container.basis, height: height, edges: edges)
      contents = found
      return found
    }
    /// The widths that `min-content`, `max-content` and `fit-content` mean as bounds of the item.
    func sought(_ pass: inout LayoutPass) throws -> ContentWidths {
      pass.sought(
        try needed(&pass), of: box, height: height, basis: container.basisHeight, edges: edges)
    }
    // §9.2, step 3: case A if the basis is definite, B if a ratio makes it definite, otherwise E.
    var length = properties.width
    if case .length(let said) = properties.flexBasis, said != .auto {
      length = said
    } else if properties.flexBasis == .content {
      length = .auto
    }
    if let points = length.points(of: basis) {
      item.base = outer(points, of: box, edges: item.edges.inline)
      item.isBaseDefinite = true
    } else if length.isSought, let ratioWidth {
      item.base = ratioWidth
    } else if length == .minContent {
      item.base = try needed(&self).least
      if let ratio {
        item.base = transferred(
          item.base, of: box, ratio: ratio, basis: container.basisHeight, edges: item.edges)
      }
    } else if length == .fitContent {
      let contents = try needed(&self)
      item.base = min(contents.greatest, max(contents.least, basis - item.margins.inline))
    } else if let ratioWidth, length == .auto {
      item.base = ratioWidth
    } else {
      item.base = try needed(&self).greatest
      if let ratio {
        item.base = transferred(
          item.base, of: box, ratio: ratio, basis: container.basisHeight, edges: item.edges)
      }
    }
    switch properties.maxWidth {
    case .minContent: item.greatest = try sought(&self).least
    case .maxContent: item.greatest = try sought(&self).greatest
    case .fitContent:
      let contents = try sought(&self)
      item.greatest = min(contents.greatest, max(contents.least, basis - item.margins.inline))
    default:
      item.greatest =
        properties.maxWidth.points(of: basis).map {
          outer($0, of: box, edges: item.edges.inline)
        } ?? .infinity
    }
    switch properties.minWidth {
    case .minContent: item.least = try sought(&self).least
    case .maxContent: item.least = try sought(&self).greatest
    case .fitContent:
      let contents = try sought(&self)
      item.least = min(contents.greatest, max(contents.least, basis - item.margins.inline))
    case .auto:
      // The automatic least size: §4.5.
      guard !boxes[box].isClipped else { break }
      var content = try needed(&self).least
      if let ratio {
        if let ratioWidth {
          // A picture has the width that its ratio makes of its height; another box at least that
          // width.
          content =
            boxes[box].isNatural || properties.width.isSought
            ? ratioWidth : max(content, ratioWidth)
        } else {
          content = transferred(
            content, of: box, ratio: ratio, basis: container.basisHeight, edges: item.edges)
        }
      }
      if let said = properties.width.points(of: basis) {
        content = min(content, outer(said, of: box, edges: item.edges.inline))
      }
      item.least = min(content, item.greatest)
    default:
      item.least =
        properties.minWidth.points(of: basis).map {
          outer($0, of: box, edges: item.edges.inline)
        } ?? 0
    }
  }

  private mutating func sizeColumnItem(_ item: inout FlexItem, in container: FlexContainer) throws {
    let box = item.box
    let properties = boxes[box].item
    // In a container of one line a stretched item is as wide as the container. All other items are
    // as wide as their contents.
    item.cross = try width(
      of: box, available: container.width - item.margins.inline, basis: container.basis,
      auto: item.stretches && !container.axes.wraps ? .stretch : .fitContent)
    var length = properties.height
    if case .length(let said) = properties.flexBasis, said != .auto {
      length = said
    } else if properties.flexBasis == .content {
      length = .auto
    }
    var content: Double?
    func needed(_ pass: inout LayoutPass) throws -> Double {
      if let content { return content }
      let found = try pass.contentHeight(of: item, in: container)
      content = found
      return found
    }
    /// The height for bounds such as `min-content`: that of the contents or, with a ratio, what the
    /// ratio makes of the width.
    func sought(_ pass: inout LayoutPass) throws -> Double {
      guard let ratio = pass.boxes[box].ratio, pass.isWidthFirst(item, in: container) else {
        return try needed(&pass)
      }
      return pass.height(fromWidth: item.cross, ratio: ratio, of: box, edges: item.edges)
    }
    if let height = height(length, of: box, basis: container.basisHeight, edges: item.edges) {
      item.base = height
      item.isBaseDefinite = true
    } else if length == .auto || length.isSought, let ratio = boxes[box].ratio,
      !boxes[box].isNatural
    {
      item.base = height(fromWidth: item.cross, ratio: ratio, of: box, edges: item.edges)
      item.isBaseDefinite = true
    } else {
      item.base = try needed(&self)
    }
    item.greatest =
      properties.maxHeight.isSought
      ? try sought(&self)
      : height(properties.maxHeight, of: box, basis: container.basisHeight, edges: item.edges)
        ?? .infinity
    if properties.minHeight.isSought {
      item.least = try sought(&self)
    } else if properties.minHeight == .auto {
      if !boxes[box].isClipped {
        var least = try needed(&self)
        if let said = height(
          properties.height, of: box, basis: container.basisHeight, edges: item.edges)
        {
          least = min(least, said)
        } else if properties.height.isSought, boxes[box].ratio != nil {
          least = min(least, try sought(&self))
        }
        item.least = min(least, item.greatest)
      }
    } else {
      item.least =
        height(properties.minHeight, of: box, basis: container.basisHeight, edges: item.edges) ?? 0
    }
  }

  /// The height of the contents of an item of a column: CSS Flexbox 1, §4.5, the content size
  /// suggestion.
  private mutating func contentHeight(
    of item: FlexItem, in container: FlexContainer
  ) throws -> Double {
    let box = item.box
    let edges = item.edges
    let space = Space(
      width: item.cross, height: .content, basisWidth: container.width, keepsMargins: true)
    guard let ratio = boxes[box].ratio else { return try measure(box, in: space).height }
    if boxes[box].isNatural {
      // The ratio makes a picture's height of its width or, if that is not decided, of its natural
      // width. A height that is set for the picture is ignored.
      let isDecided =
        item.stretches && !container.axes.wraps
        || boxes[box].item.width.points(of: container.width) != nil
      let width =
        try isDecided ? item.cross : naturalWidth(of: box, basis: container.width, edges: edges)
      return height(fromWidth: width, ratio: ratio, of: box, edges: edges)
    }
    var found = try measure(box, in: space).height
    // The height is at least the one that the ratio makes of the width.
    if isWidthFirst(item, in: container) {
      found = max(found, height(fromWidth: item.cross, ratio: ratio, of: box, edges: edges))
    }
    // The height is limited by what the ratio makes of the bounds of the width.
    let properties = boxes[box].item
    if let most = properties.maxWidth.points(of: container.width) {
      let width = outer(most, of: box, edges: edges.inline)
      found = min(found, height(fromWidth: width, ratio: ratio, of: box, edges: edges))
    }
    if let least = properties.minWidth.points(of: container.width) {
      let width = outer(least, of: box, edges: edges.inline)
      found = max(found, height(fromWidth: width, ratio: ratio, of: box, edges: edges))
    }
    return found
  }

  /// Whether the height of a column's item follows from its width by the ratio; `false` if a set
  /// height has decided the width.
  private func isWidthFirst(_ item: FlexItem, in container: FlexContainer) -> Bool {
    let properties = boxes[item.box].item
    return item.stretches && !container.axes.wraps
      || properties.width.points(of: container.width) != nil
      || properties.height.points(of: container.basisHeight) == nil
  }

  /// The natural width of a picture, whatever its height, within its bounds.
  private mutating func naturalWidth(of box: Int, basis: Double, edges: Edges) throws -> Double {
    let contents = try contentWidths(of: box, in: Basis(), height: nil, edges: edges)
    return clamped(contents.greatest, of: box, basis: basis, edges: edges, contents: contents)
  }

  /// The least and the greatest width of a flex container's contents: CSS Flexbox 1, §9.9.1.
  mutating func flexContentWidths(
    of box: Int, in basis: Basis, height: Double?
  ) throws -> ContentWidths {
    let layout = boxes[box].layout
    let axes = FlexAxes(layout)
    var widths = ContentWidths.zero
    let children = flow(of: box)
    for child in children {
      let properties = boxes[child].item
      let margins = margins(of: child, basis: nil, isRightToLeft: false)
      var stretched: Double?
      if axes.isRow, !axes.wraps, let height, properties.height == .auto, !margins.isTopAuto,
        !margins.isBottomAuto
      {
        let alignment = properties.alignSelf ?? layout.alignItems
        if alignment.position == .stretch || alignment.position == .normal {
          stretched = clampedHeight(
            max(0, height - margins.block), of: child, basis: height,
            edges: edges(of: child, basis: nil))
        }
      }
      var wanted = try contribution(of: child, basisHeight: height, stretchedHeight: stretched)
      if axes.isRow { try limit(&wanted, of: child, wraps: axes.wraps) }
      wanted.least += margins.inline
      wanted.greatest += margins.inline
      if axes.isRow {
        widths.greatest += wanted.greatest
        widths.least = axes.wraps ? max(widths.least, wanted.least) : widths.least + wanted.least
      } else {
        widths.enclose(wanted)
      }
    }
    if axes.isRow, children.count > 1 {
      let gaps = max(0, layout.columnGap.points(of: nil) ?? 0) * Double(children.count - 1)
      widths.greatest += gaps
      if !axes.wraps { widths.least += gaps }
    }
    widths.least = max(0, widths.least)
    widths.greatest = max(widths.least, widths.greatest)
    if !axes.isRow, axes.wraps, let most = height ?? mostHeight(of: box, basis: basis.height) {
      widths.greatest = max(
        widths.greatest,
        try widthOfColumns(of: box, width: widths.greatest, height: most, isDefinite: height != nil)
      )
    }
    return widths
  }

  /// The greatest height of the contents by a box's own properties.
  private func mostHeight(of box: Int, basis: Double?) -> Double? {
    let edges = edges(of: box, basis: nil)
    return greatestHeight(of: box, basis: basis, edges: edges).map { max(0, $0 - edges.block) }
  }

  /// The width of a flex column that breaks into columns side by side, each as high as it may be.
  private mutating func widthOfColumns(
    of box: Int, width: Double, height: Double, isDefinite: Bool
  ) throws -> Double {
    let layout = boxes[box].layout
    let container = FlexContainer(
      axes: FlexAxes(layout), isRightToLeft: false, width: width, height: height,
      basisHeight: isDefinite ? height : nil,
      mainGap: max(0, layout.rowGap.points(of: isDefinite ? height : nil) ?? 0),
      crossGap: max(0, layout.columnGap.points(of: nil) ?? 0))
    let items = try flexItems(of: box, in: container)
    let lines = flexLines(items, limit: height, container: container)
    var sum = container.crossGap * Double(max(0, lines.count - 1))
    for line in lines {
      var widest = 0.0
      for item in items[line.items] {
        let wanted = try contribution(of: item.box, basisHeight: container.basisHeight)
        let margins = margins(of: item.box, basis: nil, isRightToLeft: false)
        widest = max(widest, wanted.greatest + margins.inline)
      }
      sum += widest
    }
    return sum
  }

  /// Limits the widths that an item adds to its container by its base size, if the item cannot
  /// grow, or cannot shrink: CSS Flexbox 1, §9.9.1. If items break into lines, the least width is
  /// not limited.
  private mutating func limit(_ wanted: inout ContentWidths, of child: Int, wraps: Bool) throws {
    let properties = boxes[child].item
    guard case .length(let basis) = properties.flexBasis, let points = basis.points(of: nil) else {
      return
    }
    let edges = edges(of: child, basis: nil)
    let base = outer(points, of: child, edges: edges.inline)
    let least = wanted.least
    if !(properties.flexGrow > 0) {
      wanted.least = min(wanted.least, base)
      wanted.greatest = min(wanted.greatest, base)
    }
    if !(properties.flexShrink > 0) {
      wanted.least = max(wanted.least, base)
      wanted.greatest = max(wanted.greatest, base)
    }
    let contents = try contentWidths(of: child, in: Basis(), height: nil, edges: edges)
    if properties.minWidth == .auto, !boxes[child].isClipped {
      // The automatic least width includes the width that the ratio makes of a height.
      let isSaid = properties.width.points(of: nil) != nil
      wanted.least = max(wanted.least, isSaid ? min(contents.least, least) : least)
      wanted.greatest = max(wanted.greatest, wanted.least)
    }
    wanted.least = clamped(wanted.least, of: child, basis: nil, edges: edges, contents: contents)
    wanted.greatest = clamped(
      wanted.greatest, of: child, basis: nil, edges: edges, contents: contents)
    if wraps { wanted.least = least }
  }
}
