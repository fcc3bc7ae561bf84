// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The properties of an element's box: its kind, its place and its size.
package struct BoxStyle: Sendable, Hashable {
  /// `display`, as the box has it: blockified where CSS asks for it.
  package var display = Display.inline
  /// `display` as it was declared: an absolute box stands in lines if it is inline here.
  package var declaredDisplay = Display.inline
  package var position = BoxPosition.static
  /// `float`; `none` of an absolute box.
  package var float = FloatSide.none
  package var clear = ClearSide.none
  /// `z-index`; `nil` for `auto`.
  package var zIndex: Int?
  /// `top`, `right`, `bottom`, `left`.
  package var inset = Sides(AutoLength.auto)
  package var width = SizeLength.auto
  package var height = SizeLength.auto
  package var minWidth = SizeLength.auto
  package var minHeight = SizeLength.auto
  /// `max-width`; `auto` for `none`.
  package var maxWidth = SizeLength.auto
  /// `max-height`; `auto` for `none`.
  package var maxHeight = SizeLength.auto
  package var sizing = BoxSizing.contentBox
  package var aspectRatio = AspectRatio(ratio: nil, isAuto: true)
  package var margin = Sides(AutoLength.length(.zero))
  package var padding = Sides(LengthPercentage.zero)
  package var overflowX = Overflow.visible
  package var overflowY = Overflow.visible
  package var verticalAlign = VerticalAlign.baseline
  package var unicodeBidi = UnicodeBidi.normal
  package var tableLayout = TableLayout.auto
  package var textOverflow = TextOverflow.clip
  /// `-webkit-line-clamp`; `nil` for none.
  package var lineClamp: Int?
  /// `border`; widths are 0 where there is no style.
  package var border = Sides(BorderLine())
  package var radii = Corners(LengthPair.zero)
}

/// The properties of items and containers of flex boxes, grids and columns.
package struct ItemStyle: Sendable, Hashable {
  package var direction = FlexDirection.row
  package var wrap = FlexWrap.nowrap
  package var grow = 0.0
  package var shrink = 1.0
  package var basis = FlexBasis.size(.auto)
  package var order = 0
  package var alignContent = Alignment(.normal)
  package var alignItems = Alignment(.normal)
  package var alignSelf = Alignment(.auto)
  package var justifyContent = Alignment(.normal)
  package var justifyItems = Alignment(.normal)
  package var justifySelf = Alignment(.auto)
  /// `row-gap`; `nil` for `normal`.
  package var rowGap: LengthPercentage?
  /// `column-gap`; `nil` for `normal`.
  package var columnGap: LengthPercentage?
  package var templateColumns = TrackList.none
  package var templateRows = TrackList.none
  package var templateAreas = GridAreas()
  package var autoColumns: [TrackSize] = [.breadth(.auto)]
  package var autoRows: [TrackSize] = [.breadth(.auto)]
  package var autoFlow = GridFlow()
  package var rowStart = GridLine.auto
  package var rowEnd = GridLine.auto
  package var columnStart = GridLine.auto
  package var columnEnd = GridLine.auto
  package var columns = Columns()
  package var columnRule = BorderLine()
  /// `column-span`: whether it is `all`.
  package var spansColumns = false
  package var columnFill = ColumnFill.balance
}
