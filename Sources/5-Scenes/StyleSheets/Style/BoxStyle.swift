// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The properties of an element's box: its kind, its place and its size.
public struct BoxStyle: Sendable, Hashable {
  /// `display`, as the box has it: blockified where CSS asks for it.
  public var display = Display.inline
  /// `display` as it was declared: an absolute box stands in lines if it is inline here.
  public var declaredDisplay = Display.inline
  /// `position`.
  public var position = BoxPosition.static
  /// `float`; `none` of an absolute box.
  public var float = FloatSide.none
  /// `clear`.
  public var clear = ClearSide.none
  /// `z-index`; `nil` for `auto`.
  public var zIndex: Int?
  /// `top`, `right`, `bottom`, `left`.
  public var inset = Sides(AutoLength.auto)
  /// `width`.
  public var width = SizeLength.auto
  /// `height`.
  public var height = SizeLength.auto
  /// `min-width`.
  public var minWidth = SizeLength.auto
  /// `min-height`.
  public var minHeight = SizeLength.auto
  /// `max-width`; `auto` for `none`.
  public var maxWidth = SizeLength.auto
  /// `max-height`; `auto` for `none`.
  public var maxHeight = SizeLength.auto
  /// `box-sizing`.
  public var sizing = BoxSizing.contentBox
  /// `aspect-ratio`.
  public var aspectRatio = AspectRatio(ratio: nil, isAuto: true)
  /// `margin`.
  public var margin = Sides(AutoLength.length(.zero))
  /// `padding`.
  public var padding = Sides(LengthPercentage.zero)
  /// `overflow-x`.
  public var overflowX = Overflow.visible
  /// `overflow-y`.
  public var overflowY = Overflow.visible
  /// `vertical-align`.
  public var verticalAlign = VerticalAlign.baseline
  /// `unicode-bidi`.
  public var unicodeBidi = UnicodeBidi.normal
  /// `table-layout`.
  public var tableLayout = TableLayout.auto
  /// `text-overflow`.
  public var textOverflow = TextOverflow.clip
  /// `-webkit-line-clamp`; `nil` for none.
  public var lineClamp: Int?
  /// `border`; widths are 0 where there is no style.
  public var border = Sides(BorderLine())
  /// `border-radius`.
  public var radii = Corners(LengthPair.zero)
}

/// The properties of items and containers of flex boxes, grids and columns.
public struct ItemStyle: Sendable, Hashable {
  /// `flex-direction`.
  public var direction = FlexDirection.row
  /// `flex-wrap`.
  public var wrap = FlexWrap.nowrap
  /// `flex-grow`.
  public var grow = 0.0
  /// `flex-shrink`.
  public var shrink = 1.0
  /// `flex-basis`.
  public var basis = FlexBasis.size(.auto)
  /// `order`.
  public var order = 0
  /// `align-content`.
  public var alignContent = Alignment(.normal)
  /// `align-items`.
  public var alignItems = Alignment(.normal)
  /// `align-self`.
  public var alignSelf = Alignment(.auto)
  /// `justify-content`.
  public var justifyContent = Alignment(.normal)
  /// `justify-items`.
  public var justifyItems = Alignment(.normal)
  /// `justify-self`.
  public var justifySelf = Alignment(.auto)
  /// `row-gap`; `nil` for `normal`.
  public var rowGap: LengthPercentage?
  /// `column-gap`; `nil` for `normal`.
  public var columnGap: LengthPercentage?
  /// `grid-template-columns`.
  public var templateColumns = TrackList.none
  /// `grid-template-rows`.
  public var templateRows = TrackList.none
  /// `grid-template-areas`.
  public var templateAreas = GridAreas()
  /// `grid-auto-columns`.
  public var autoColumns: [TrackSize] = [.breadth(.auto)]
  /// `grid-auto-rows`.
  public var autoRows: [TrackSize] = [.breadth(.auto)]
  /// `grid-auto-flow`.
  public var autoFlow = GridFlow()
  /// `grid-row-start`.
  public var rowStart = GridLine.auto
  /// `grid-row-end`.
  public var rowEnd = GridLine.auto
  /// `grid-column-start`.
  public var columnStart = GridLine.auto
  /// `grid-column-end`.
  public var columnEnd = GridLine.auto
  /// `columns`.
  public var columns = Columns()
  /// `column-rule`.
  public var columnRule = BorderLine()
  /// `column-span`: whether it is `all`.
  public var spansColumns = false
  /// `column-fill`.
  public var columnFill = ColumnFill.balance
}
