// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import BoxTrees
internal import CanvasGeometry
internal import StyleSheets

// The values of a style as the layout of boxes has them.

extension BoxLength {
  init(_ length: LengthPercentage) {
    switch length {
    case .sum(let points, nil): self = .points(points)
    case .sum(0, let percent?): self = .percent(percent)
    case .sum(let points, let percent?):
      self = .mixed(points: Float(points), percent: Float(percent))
    case .least(let terms), .greatest(let terms):
      if let points = length.points {
        self = .points(points)
      } else if let clamp = Self.clamp(length) {
        let (points, percent) = (Float(clamp.points), Float(clamp.percent))
        let (least, most) = (Float(clamp.least), Float(clamp.most))
        if points == 0 {
          self = .clamped(percent: percent, least: least, most: most)
        } else if most.isFinite {
          // Of a sum between two bounds only the upper one is followed.
          self = .mixedAtMost(points: points, percent: percent, bound: most)
        } else {
          self = .mixedAtLeast(points: points, percent: percent, bound: least)
        }
      } else {
        // Of several percentages the first one stands for all.
        self = terms.first.map { BoxLength($0) } ?? .points(0)
      }
    }
  }

  /// The sum with a percentage in a length, and the bounds around it; `nil` for several.
  private static func clamp(
    _ length: LengthPercentage
  ) -> (points: Double, percent: Double, least: Double, most: Double)? {
    switch length {
    case .sum(let points, let percent): return (points, percent ?? 0, -.infinity, .infinity)
    case .least(let terms), .greatest(let terms):
      let open = terms.filter(\.hasPercentage)
      guard open.count == 1, let inner = clamp(open[0]) else { return nil }
      let bounds = terms.compactMap(\.points)
      if case .least = length {
        let most = bounds.min() ?? .infinity
        return (inner.points, inner.percent, min(inner.least, most), min(inner.most, most))
      }
      let least = bounds.max() ?? -.infinity
      return (inner.points, inner.percent, max(inner.least, least), max(inner.most, least))
    }
  }

  init(_ length: AutoLength) {
    switch length {
    case .auto: self = .auto
    case .length(let length): self.init(length)
    }
  }

  init(_ size: SizeLength) {
    switch size {
    case .auto: self = .auto
    case .length(let length): self.init(length)
    case .minContent: self = .minContent
    case .maxContent: self = .maxContent
    case .fitContent: self = .fitContent
    case .stretch: self = .auto
    }
  }
}

extension BoxSides<BoxLength> {
  init<Side>(_ sides: Sides<Side>, _ convert: (Side) -> BoxLength) {
    self.init(
      top: convert(sides.top), right: convert(sides.right), bottom: convert(sides.bottom),
      left: convert(sides.left))
  }
}

extension BoxAlignment {
  init(_ alignment: Alignment) {
    let position: Position =
      switch alignment.place {
      case .auto, .normal: .normal
      case .stretch: .stretch
      case .center: .center
      case .start: .start
      case .end: .end
      case .left: .left
      case .right: .right
      case .baseline: .baseline
      case .flexStart: .flexStart
      case .flexEnd: .flexEnd
      case .selfStart: .selfStart
      case .selfEnd: .selfEnd
      case .lastBaseline: .lastBaseline
      case .spaceBetween: .spaceBetween
      case .spaceAround: .spaceAround
      case .spaceEvenly: .spaceEvenly
      }
    self.init(position, isSafe: alignment.isSafe)
  }
}

extension BoxItem {
  /// How a box of a style lies in its container.
  init(_ style: ComputedStyle) {
    self.init()
    let (box, item) = (style.box, style.item)
    holdsFixed = style.holdsFixed
    isContainingBlock = style.isContainingBlock
    switch box.position {
    case .static: break
    case .relative: inset = BoxSides(box.inset) { BoxLength($0) }
    // A picture is not scrolled, so nothing moves a sticky box.
    case .sticky: break
    case .absolute, .fixed:
      position = .absolute
      isFixed = box.position == .fixed
      inset = BoxSides(box.inset) { BoxLength($0) }
    }
    if box.position != .absolute, box.position != .fixed {
      switch box.float {
      case .none: break
      case .left: float = .left
      case .right: float = .right
      }
    }
    switch box.clear {
    case .none: break
    case .left: clear = .left
    case .right: clear = .right
    case .both: clear = .both
    }
    width = BoxLength(box.width)
    height = BoxLength(box.height)
    minWidth = BoxLength(box.minWidth)
    minHeight = BoxLength(box.minHeight)
    maxWidth = BoxLength(box.maxWidth)
    maxHeight = BoxLength(box.maxHeight)
    aspectRatio = box.aspectRatio.ratio
    boxSizing = box.sizing == .borderBox ? .borderBox : .contentBox
    margin = BoxSides(box.margin) { BoxLength($0) }
    (flexGrow, flexShrink) = (item.grow, item.shrink)
    switch item.basis {
    case .content: flexBasis = .content
    case .size(let size): flexBasis = .length(BoxLength(size))
    }
    if item.alignSelf.place != .auto { alignSelf = BoxAlignment(item.alignSelf) }
    if item.justifySelf.place != .auto { justifySelf = BoxAlignment(item.justifySelf) }
    order = item.order
    spansColumns = item.spansColumns
    avoidsBreakInside = style.rare.breakInside != .auto
    (breakBefore, breakAfter) = (style.rare.breakBefore.box, style.rare.breakAfter.box)
  }
}

extension BoxLayout {
  /// How a box of a style lays out its contents.
  init(_ style: ComputedStyle, _ display: StyleSheets.Display) {
    self.init(Self.kind(of: display, style))
    let (box, item) = (style.box, style.item)
    direction = style.text.direction == .rtl ? .rightToLeft : .leftToRight
    flexDirection =
      switch item.direction {
      case .row: .row
      case .column: .column
      case .rowReverse: .rowReverse
      case .columnReverse: .columnReverse
      }
    flexWrap =
      switch item.wrap {
      case .nowrap: .nowrap
      case .wrap: .wrap
      case .wrapReverse: .wrapReverse
      }
    justifyContent = BoxAlignment(item.justifyContent)
    alignItems = BoxAlignment(item.alignItems)
    alignContent = BoxAlignment(item.alignContent)
    justifyItems = BoxAlignment(item.justifyItems)
    if let gap = item.rowGap { rowGap = BoxLength(gap) }
    if let gap = item.columnGap { columnGap = BoxLength(gap) }
    padding = BoxSides(box.padding) { BoxLength($0) }
    border = BoxSides(box.border) { .points($0.width) }
    borderStyles = BoxSides(
      top: box.border.top.style.layout, right: box.border.right.style.layout,
      bottom: box.border.bottom.style.layout, left: box.border.left.style.layout)
    writingMode =
      switch style.text.writingMode {
      case .horizontalTB: .horizontal
      case .verticalRL, .sidewaysRL: .verticalRightToLeft
      case .verticalLR: .verticalLeftToRight
      case .sidewaysLR: .sidewaysLeftToRight
      }
    switch display {
    case .box(_, .table, _), .part:
      setTable(style)
      if display == .part(.cell), item.columns.isMulticol { fallthrough }
    case .box(_, .flow, _), .box(_, .flowRoot, _):
      columnCount = item.columns.count
      if let width = item.columns.width { columnWidth = .points(width) }
      if item.columns.isMulticol {
        fillsColumnsInTurn = item.columnFill == .auto
        columnGap = item.columnGap.map { BoxLength($0) } ?? .points(style.text.fontSize)
      }
    default: break
    }
    overflowX = box.overflowX.layout
    overflowY = box.overflowY.layout
  }

  private mutating func setTable(_ style: ComputedStyle) {
    let inherited = style.inherited
    collapsesBorders = inherited.borderCollapse == .collapse
    rowGap = .points(collapsesBorders ? 0 : inherited.borderSpacingY)
    columnGap = .points(collapsesBorders ? 0 : inherited.borderSpacingX)
    hasFixedColumns = style.box.tableLayout == .fixed
    isCaptionAtBottom = inherited.captionSide == .bottom
    alignContent =
      switch style.box.verticalAlign {
      case .middle: .center
      case .bottom: .end
      case .top: .start
      default: .baseline
      }
  }

  private static func kind(
    of display: StyleSheets.Display, _ style: ComputedStyle
  ) -> BoxLayout.Display {
    switch display {
    case .none, .contents: .none
    case .box(_, .flex, _): .flex
    case .box(_, .grid, _): .grid
    case .box(_, .flow, _):
      style.item.columns.isMulticol || style.contains("layout") || style.contains("paint")
        ? .flowRoot : .block
    case .box(_, .flowRoot, _), .box(_, .ruby, _): .flowRoot
    case .box(_, .table, _): .table
    case .part(let part):
      switch part {
      case .rowGroup: .tableRowGroup
      case .headerGroup: .tableHeaderGroup
      case .footerGroup: .tableFooterGroup
      case .row: .tableRow
      case .cell: .tableCell
      case .columnGroup: .tableColumnGroup
      case .column: .tableColumn
      case .caption: .tableCaption
      case .rubyBase, .rubyText, .rubyBaseContainer, .rubyTextContainer: .block
      }
    }
  }
}

extension StyleSheets.BorderStyle {
  fileprivate var layout: BoxLayout.BorderStyle {
    switch self {
    case .none: .none
    case .hidden: .hidden
    case .dotted: .dotted
    case .dashed: .dashed
    case .solid: .solid
    case .double: .double
    case .groove: .groove
    case .ridge: .ridge
    case .inset: .inset
    case .outset: .outset
    }
  }
}

extension StyleSheets.Overflow {
  fileprivate var layout: BoxLayout.Overflow {
    switch self {
    case .visible, .clip: .visible
    case .hidden: .hidden
    case .scroll, .auto: .scroll
    }
  }
}

extension ComputedStyle {
  /// Whether fixed boxes within are placed against a box of the style.
  var holdsFixed: Bool {
    hasRare
      && (hasTransform || !rare.filters.isEmpty || rare.perspective != nil || contains("layout")
        || contains("paint") || willChange(Self.holdingProperties))
  }

  /// Whether absolute boxes within are placed against a box of the style.
  var isContainingBlock: Bool {
    box.position != .static || holdsFixed || hasRare && rare.willChange.contains("position")
  }

  private static let holdingProperties: Set = [
    "transform", "filter", "perspective", "transform-style", "contain",
  ]
  private static let stackingProperties: Set = [
    "opacity", "transform", "filter", "z-index", "perspective", "mix-blend-mode", "position",
    "transform-style", "isolation", "mask", "mask-image", "clip-path", "contain",
    "backdrop-filter", "-webkit-mask",
  ]

  /// Whether a part of the box's contents does not reach beyond it (CSS Containment 1, §2).
  func contains(_ part: String) -> Bool {
    hasRare && rare.contain.contains { $0 == part || $0 == "content" || $0 == "strict" }
  }

  /// Whether one of some properties may change.
  private func willChange(_ names: Set<String>) -> Bool {
    rare.willChange.contains(where: names.contains)
  }

  var hasTransform: Bool {
    hasRare
      && (!rare.transform.isEmpty || rare.translate != nil || rare.rotate != nil
        || rare.scale != nil || rare.transformStyle == .preserve3D)
  }

  /// Whether an effect needs the box and all in it as one picture: an inline box of this kind
  /// stands in its line as a whole.
  var isOnePicture: Bool {
    !rare.masks.isEmpty || !rare.filters.isEmpty || rare.clipPath != .none
      || rare.blendMode != .normal
  }

  /// Whether a box of the style paints its contents as a whole (CSS 2.2, appendix E; CSS Position
  /// 3, §5.3).
  ///
  /// - Parameter isItem: Whether the box is an item of a flex box or a grid.
  func makesStackingContext(isItem: Bool) -> Bool {
    if box.zIndex != nil, box.position != .static || isItem { return true }
    if box.position == .fixed || box.position == .sticky { return true }
    if paint.opacity < 1 { return true }
    guard hasRare else { return false }
    return hasTransform || rare.perspective != nil || !rare.filters.isEmpty
      || !rare.backdropFilters.isEmpty || rare.blendMode != .normal || rare.isolation == .isolate
      || rare.clipPath != .none || !rare.masks.isEmpty
      || rare.backface == .hidden || contains("layout") || contains("paint")
      || willChange(Self.stackingProperties)
  }
}

extension BreakBetween {
  /// The break between columns; those of pages are columns, too.
  fileprivate var box: BoxItem.Break {
    switch self {
    case .auto: .auto
    case .avoid, .avoidPage, .avoidColumn: .avoid
    case .page, .column, .left, .right, .recto, .verso, .always, .all: .column
    }
  }
}
