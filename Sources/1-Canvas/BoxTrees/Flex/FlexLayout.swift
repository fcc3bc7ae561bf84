// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The layout of a flex container: CSS Flexbox 1, §9.
extension LayoutPass {
  mutating func flex(_ box: Int, in space: Space, places: Bool) throws -> Extent {
    let layout = boxes[box].layout
    let edges = edges(of: box, basis: space.basisWidth)
    let bounds = heightBounds(of: box, in: space, edges: edges)
    let axes = FlexAxes(layout)
    let width = max(0, space.width - edges.inline)
    let rowGap = max(0, layout.rowGap.points(of: bounds.basis) ?? 0)
    let columnGap = max(0, layout.columnGap.points(of: width) ?? 0)
    let container = FlexContainer(
      axes: axes, isRightToLeft: boxes[box].isRightToLeft, width: width, height: bounds.inner,
      basisHeight: bounds.basis,
      mainGap: axes.isRow ? columnGap : rowGap, crossGap: axes.isRow ? rowGap : columnGap)
    var items = try flexItems(of: box, in: container)
    // §9.3, step 5: lines.
    var limit = container.main ?? max(0, bounds.greatest - edges.block)
    if !axes.isRow, axes.wraps, container.main == nil {
      // The box's own height limits its lines even where its container ignores that height.
      let own =
        ownHeight(of: box, basis: space.basisHeight, edges: edges)
        ?? greatestHeight(of: box, basis: space.basisHeight, edges: edges)
      if let own { limit = min(limit, max(0, own - edges.block)) }
    }
    var lines = flexLines(items, limit: limit, container: container)
    // §9.2, step 4: the size along the main axis.
    let main: Double
    if let known = container.main {
      main = known
    } else {
      let longest = longest(lines, items, container)
      main = max(0, bounds.used(content: longest + edges.block) - edges.block)
    }
    // §9.3, step 6: flexible lengths.
    for line in lines {
      FlexibleLengths.resolve(
        &items[line.items], room: main - container.mainGap * Double(line.items.count - 1),
        axes: axes)
    }
    // §9.4: sizes across.
    try measureCross(&items, in: container, main: main)
    var cross = crossOfLines(&lines, items: &items, container: container)
    let sumOfCross = cross
    if let known = container.cross {
      cross = known
    } else {
      cross = max(0, bounds.used(content: cross + edges.block) - edges.block)
    }
    if !axes.wraps, !lines.isEmpty { lines[0].cross = cross }
    alignLines(&lines, in: cross, sum: sumOfCross, layout: layout, container: container)
    for line in lines {
      for index in line.items {
        try fit(&items[index], to: line.cross, in: container)
      }
    }
    // §9.5 and §9.6: places along and across.
    for line in lines {
      alignMain(&items, of: line, in: main, layout: layout, container: container)
      alignCross(&items, of: line, container: container)
    }
    let height = axes.isRow ? cross + edges.block : main + edges.block
    var extent = Extent(height: bounds.used(content: height))
    extent.contentHeight =
      edges.block + (axes.isRow ? sumOfCross : longest(lines, items, container))
    try placeFlex(
      items, lines: lines, of: box, in: container, main: main, cross: cross, edges: edges,
      outer: space.width, extent: &extent, places: places)
    if places {
      try placeAbsolutes(
        of: box, width: space.width, height: extent.height, basisWidth: space.basisWidth)
    }
    return extent
  }

  /// The length of the longest line, from the hypothetical sizes of its items.
  private func longest(
    _ lines: [FlexLine], _ items: [FlexItem], _ container: FlexContainer
  ) -> Double {
    var longest = 0.0
    for line in lines {
      var length = container.mainGap * Double(line.items.count - 1)
      for item in items[line.items] {
        length += item.hypothetical + item.mainMargins(container.axes)
      }
      longest = max(longest, length)
    }
    return longest
  }

  /// Breaks the items into lines: CSS Flexbox 1, §9.3, step 5.
  func flexLines(
    _ items: [FlexItem], limit: Double, container: FlexContainer
  ) -> [FlexLine] {
    guard !items.isEmpty else { return [] }
    guard container.axes.wraps else { return [FlexLine(items: 0..<items.count)] }
    var lines: [FlexLine] = []
    var start = 0
    var length = 0.0
    for (index, item) in items.enumerated() {
      let outer = item.hypothetical + item.mainMargins(container.axes)
      let more = index == start ? outer : length + container.mainGap + outer
      // The tolerance is for rounding: a sum of thirds may exceed the limit by a hair.
      if index > start, more > limit + 1e-6 {
        lines.append(FlexLine(items: start..<index))
        start = index
        length = outer
      } else {
        length = more
      }
    }
    lines.append(FlexLine(items: start..<items.count))
    return lines
  }

  /// The hypothetical sizes across: CSS Flexbox 1, §9.4, step 7.
  private mutating func measureCross(
    _ items: inout [FlexItem], in container: FlexContainer, main: Double
  ) throws {
    for index in items.indices {
      let item = items[index]
      if container.axes.isRow {
        if item.stretches, !container.axes.wraps, let height = container.height {
          items[index].cross = try clampedHeight(
            max(0, height - item.margins.block), of: item.box, width: item.main,
            basisWidth: container.width, basis: container.basisHeight, edges: item.edges)
        } else {
          let extent = try measure(item.box, in: rowSpace(item, in: container))
          items[index].cross = extent.height
          if item.alignment.position == .baseline {
            items[index].baseline = extent.firstBaseline ?? extent.height
          } else if item.alignment.position == .lastBaseline {
            items[index].baseline = extent.lastBaseline ?? extent.height
          }
        }
      }
    }
    guard !container.axes.isRow else { return }
    // The width of an item of a column is known from the step of base sizes, unless it depends on
    // the height, which is decided only now.
    for index in items.indices where !items[index].stretches || container.axes.wraps {
      let item = items[index]
      if boxes[item.box].ratio != nil || dependsOnHeight[item.box] {
        items[index].cross = try width(
          of: item.box, available: container.width - item.margins.inline, basis: container.basis,
          height: item.main, auto: .fitContent)
      }
      // In a column, browsers use the left edges as baselines.
      if item.alignment.isBaseline {
        items[index].baseline = container.isRightToLeft ? items[index].cross : 0
      }
    }
  }

  private func rowSpace(_ item: FlexItem, in container: FlexContainer) -> Space {
    Space(
      width: item.main, height: .own, basisWidth: container.width,
      basisHeight: container.basisHeight, keepsMargins: true)
  }

  /// The sizes of lines, and their sum with gaps: CSS Flexbox 1, §9.4, step 8.
  private func crossOfLines(
    _ lines: inout [FlexLine], items: inout [FlexItem], container: FlexContainer
  ) -> Double {
    var sum = 0.0
    for number in lines.indices {
      var largest = 0.0
      var above = 0.0, below = 0.0, aboveLast = 0.0, belowLast = 0.0
      for item in items[lines[number].items] {
        let outer = item.cross + item.crossMargins(container.axes)
        guard let baseline = item.baseline, !item.hasAutoCrossMargin(container.axes) else {
          largest = max(largest, outer)
          continue
        }
        let ascent = item.crossStartMargin(container.axes) + baseline
        if item.alignment.position == .baseline {
          above = lines[number].firstAscent == nil ? ascent : max(above, ascent)
          below = lines[number].firstAscent == nil ? outer - ascent : max(below, outer - ascent)
          lines[number].firstAscent = above
        } else {
          aboveLast = lines[number].lastDescent == nil ? ascent : max(aboveLast, ascent)
          belowLast =
            lines[number].lastDescent == nil ? outer - ascent : max(belowLast, outer - ascent)
          lines[number].lastDescent = belowLast
        }
      }
      lines[number].cross = max(largest, above + below, aboveLast + belowLast)
      sum += lines[number].cross
    }
    return sum + container.crossGap * Double(max(0, lines.count - 1))
  }

  /// The places and sizes of lines: CSS Flexbox 1, §9.4, step 9, and §9.6, steps 15 and 16.
  private func alignLines(
    _ lines: inout [FlexLine], in cross: Double, sum: Double, layout: BoxLayout,
    container: FlexContainer
  ) {
    guard container.axes.wraps, !lines.isEmpty else { return }
    var alignment = layout.alignContent
    if alignment.position == .normal { alignment.position = .stretch }
    let free = cross - sum
    if alignment.position == .stretch, free > 0 {
      for number in lines.indices { lines[number].cross += free / Double(lines.count) }
    }
    let (first, between) = Distribution.places(
      alignment, free: alignment.position == .stretch ? min(free, 0) : free, count: lines.count,
      isReversed: container.axes.isCrossReversed, isRightToLeft: nil)
    // Offsets count from the side at which the first line lies.
    var offset = first
    for number in lines.indices {
      let line = lines[number].cross
      lines[number].offset = container.axes.isCrossReversed ? cross - offset - line : offset
      offset += line + between + container.crossGap
    }
  }

  /// CSS Flexbox 1, §9.4, step 11: a stretched item becomes as large as its line. In columns side
  /// by side, an item as wide as its contents becomes no wider than its line.
  private mutating func fit(
    _ item: inout FlexItem, to line: Double, in container: FlexContainer
  ) throws {
    let room = max(0, line - item.crossMargins(container.axes))
    if container.axes.isRow {
      guard item.stretches else { return }
      item.cross = try clampedHeight(
        room, of: item.box, width: item.main, basisWidth: container.width,
        basis: container.basisHeight, edges: item.edges)
    } else if container.axes.wraps {
      item.cross = try width(
        of: item.box, available: room, basis: container.basis,
        height: item.stretches ? nil : item.main, auto: item.stretches ? .stretch : .fitContent)
    }
  }

  /// Places along the main axis: CSS Flexbox 1, §9.5.
  private func alignMain(
    _ items: inout [FlexItem], of line: FlexLine, in main: Double, layout: BoxLayout,
    container: FlexContainer
  ) {
    let axes = container.axes
    var free = main - container.mainGap * Double(line.items.count - 1)
    var autos = 0
    for item in items[line.items] {
      free -= item.main + item.mainMargins(axes)
      autos += (item.isMainStartAuto(axes) ? 1 : 0) + (item.isMainEndAuto(axes) ? 1 : 0)
    }
    let share = autos > 0 && free > 0 ? free / Double(autos) : 0
    if share > 0 { free = 0 }
    let (first, between) = Distribution.places(
      layout.justifyContent, free: free, count: line.items.count,
      isReversed: axes.isMainReversed, isRightToLeft: axes.isRow ? container.isRightToLeft : nil)
    var offset = first
    for index in line.items {
      let item = items[index]
      offset += item.mainStartMargin(axes) + (item.isMainStartAuto(axes) ? share : 0)
      items[index].mainOffset = axes.isMainReversed ? main - offset - item.main : offset
      offset += item.main + item.mainMargins(axes) - item.mainStartMargin(axes)
      offset += (item.isMainEndAuto(axes) ? share : 0) + between + container.mainGap
    }
  }

  /// Places across: CSS Flexbox 1, §9.6, steps 13 and 14.
  private func alignCross(_ items: inout [FlexItem], of line: FlexLine, container: FlexContainer) {
    let axes = container.axes
    for index in line.items {
      let item = items[index]
      let start = item.crossStartMargin(axes)
      let free = line.cross - item.cross - item.crossMargins(axes)
      let isStartAuto = axes.isRow ? item.margins.isTopAuto : item.margins.isStartAuto
      let isEndAuto = axes.isRow ? item.margins.isBottomAuto : item.margins.isEndAuto
      var offset: Double
      if isStartAuto || isEndAuto {
        // An item that is larger than its line begins at the start and overflows at the end.
        offset = free <= 0 ? 0 : isStartAuto && isEndAuto ? free / 2 : isStartAuto ? free : 0
      } else if item.alignment.position == .baseline, let baseline = item.baseline {
        // Items that share a first baseline lie, as a group, at the line's start.
        offset = (line.firstAscent ?? 0) - start - baseline
        if axes.isCrossReversed {
          var below = -Double.infinity
          for other in items[line.items] where other.alignment.position == .baseline {
            let outer = other.cross + other.crossMargins(axes)
            below = max(
              below, outer - other.crossStartMargin(axes) - (other.baseline ?? other.cross))
          }
          offset += line.cross - (line.firstAscent ?? 0) - below
        }
      } else if item.alignment.position == .lastBaseline, let baseline = item.baseline {
        // Items that share a last baseline lie, as a group, at the line's end.
        offset = line.cross - (line.lastDescent ?? 0) - start - baseline
        if axes.isCrossReversed {
          var above = 0.0
          for other in items[line.items] where other.alignment.position == .lastBaseline {
            above = max(above, other.crossStartMargin(axes) + (other.baseline ?? other.cross))
          }
          offset = above - start - baseline
        }
      } else {
        offset = Distribution.selfOffset(
          item.alignment, free: free, isReversed: axes.isCrossReversed,
          isRightToLeft: axes.isRow ? nil : container.isRightToLeft,
          isSelfRightToLeft: boxes[item.box].isRightToLeft)
      }
      items[index].crossOffset = line.offset + start + offset
    }
  }

  /// Gives the items their frames and finds the container's baselines.
  private mutating func placeFlex(
    _ items: [FlexItem], lines: [FlexLine], of box: Int, in container: FlexContainer,
    main: Double, cross: Double, edges: Edges, outer: Double, extent: inout Extent, places: Bool
  ) throws {
    let axes = container.axes
    // The uppermost line has the first baseline, and the lowest one the last.
    let upper = axes.isCrossReversed ? lines.last : lines.first
    let lower = axes.isCrossReversed ? lines.first : lines.last
    let first = upper.map(baselineItem(items, axes: axes, isLast: false)) ?? nil
    let last = lower.map(baselineItem(items, axes: axes, isLast: true)) ?? nil
    for (index, item) in items.enumerated() {
      let isWanted = index == first || index == last
      guard places || isWanted else { continue }
      let width = axes.isRow ? item.main : item.cross
      let height = axes.isRow ? item.cross : item.main
      let top = edges.top + (axes.isRow ? item.crossOffset : item.mainOffset)
      let start = edges.start + (axes.isRow ? item.mainOffset : item.crossOffset)
      let isDefinite =
        axes.isRow
        ? item.stretches
          || ownHeight(of: item.box, basis: container.basisHeight, edges: item.edges) != nil
          || boxes[item.box].ratio != nil
        : container.basisHeight != nil || item.isBaseDefinite
      var space = Space(
        width: width, height: .fixed(height, isDefinite: isDefinite), basisWidth: container.width,
        keepsMargins: true)
      if axes.isRow, let ratio = boxes[item.box].ratio {
        space.ratioHeight = try ratioHeight(of: item, ratio: ratio, in: container)
      }
      let inner =
        places ? try place(item.box, in: space) : try measure(item.box, in: space)
      if places {
        setFrame(
          of: item.box, start: start, top: top, width: width, height: height, outer: outer,
          isRightToLeft: container.isRightToLeft)
        move(item.box, basis: container.basis, isRightToLeft: container.isRightToLeft)
      }
      if index == first { extent.firstBaseline = top + (inner.firstBaseline ?? height) }
      if index == last { extent.lastBaseline = top + (inner.lastBaseline ?? height) }
    }
  }

  /// The height to which percentages inside a row's item refer, where its contents made it higher
  /// than its ratio does.
  private mutating func ratioHeight(
    of item: FlexItem, ratio: Double, in container: FlexContainer
  ) throws -> Double? {
    let basis = container.basisHeight
    if item.stretches, !container.axes.wraps, basis != nil { return nil }
    if ownHeight(of: item.box, basis: basis, edges: item.edges) != nil { return nil }
    let height = clampedHeight(
      height(fromWidth: item.main, ratio: ratio, of: item.box, edges: item.edges), of: item.box,
      basis: basis, edges: item.edges)
    guard height < item.cross else { return nil }
    if item.stretches {
      // Percentages in an item that is stretched beyond its own height refer to the stretched
      // height.
      let own = try measure(item.box, in: rowSpace(item, in: container)).height
      guard abs(own - item.cross) < 1e-6 else { return nil }
    }
    return height
  }

  /// The item whose baseline the container takes (CSS Flexbox 1, §8.5): the first item of the line
  /// that is aligned by its baseline. If there is none, the line's first item, or its last one for
  /// the last baseline.
  private func baselineItem(
    _ items: [FlexItem], axes: FlexAxes, isLast: Bool
  ) -> (FlexLine) -> Int? {
    { line in
      let outer = isLast != axes.isMainReversed ? line.items.last : line.items.first
      guard axes.isRow else { return outer }
      return line.items.first { items[$0].baseline != nil } ?? outer
    }
  }
}
