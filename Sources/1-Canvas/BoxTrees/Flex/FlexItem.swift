// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// An item of a flex container while it is laid out. Sizes have padding and border, in points.
struct FlexItem {
  let box: Int
  let margins: Margins
  let edges: Edges
  let alignment: BoxAlignment
  /// Whether the item is stretched across to the size of its line: CSS Flexbox 1, §9.4, step 11.
  let stretches: Bool
  /// The flex base size: CSS Flexbox 1, §9.2, step 3.
  var base = 0.0
  /// Whether the base does not depend on the contents.
  var isBaseDefinite = false
  /// The bounds along the main axis.
  var least = 0.0
  var greatest = Double.infinity
  /// The base size within the bounds.
  var hypothetical = 0.0
  /// The size along the main axis.
  var main = 0.0
  /// The size across the main axis.
  var cross = 0.0
  /// The baseline by which the item is aligned, below its top edge.
  var baseline: Double?
  /// The distances along and across the main axis from the start of the container's contents to the
  /// item's edge, without its margin.
  var mainOffset = 0.0
  var crossOffset = 0.0
  var isFrozen = false

  var grow: Double
  var shrink: Double

  /// The sum of both margins along the main axis, and across.
  func mainMargins(_ axes: FlexAxes) -> Double { axes.isRow ? margins.inline : margins.block }
  func crossMargins(_ axes: FlexAxes) -> Double { axes.isRow ? margins.block : margins.inline }

  func mainStartMargin(_ axes: FlexAxes) -> Double {
    let edges = margins.edges
    return axes.isRow
      ? axes.isMainReversed ? edges.end : edges.start
      : axes.isMainReversed ? edges.bottom : edges.top
  }

  func crossStartMargin(_ axes: FlexAxes) -> Double {
    axes.isRow ? margins.edges.top : margins.edges.start
  }

  func hasAutoCrossMargin(_ axes: FlexAxes) -> Bool {
    axes.isRow
      ? margins.isTopAuto || margins.isBottomAuto : margins.isStartAuto || margins.isEndAuto
  }

  func isMainStartAuto(_ axes: FlexAxes) -> Bool {
    axes.isRow
      ? axes.isMainReversed ? margins.isEndAuto : margins.isStartAuto
      : axes.isMainReversed ? margins.isBottomAuto : margins.isTopAuto
  }

  func isMainEndAuto(_ axes: FlexAxes) -> Bool {
    axes.isRow
      ? axes.isMainReversed ? margins.isStartAuto : margins.isEndAuto
      : axes.isMainReversed ? margins.isTopAuto : margins.isBottomAuto
  }
}

/// The axes of a flex container.
struct FlexAxes {
  let isRow: Bool
  /// Whether items run from the end to the start of the main axis.
  let isMainReversed: Bool
  let wraps: Bool
  /// Whether lines run from the end to the start across.
  let isCrossReversed: Bool

  init(_ layout: BoxLayout) {
    isRow = layout.flexDirection.isRow
    isMainReversed = layout.flexDirection.isReversed
    wraps = layout.flexWrap != .nowrap
    isCrossReversed = layout.flexWrap == .wrapReverse
  }
}

/// A line of a flex container: a range of the items' indices.
struct FlexLine {
  var items: Range<Int>
  var cross = 0.0
  /// The distance across from the start of the contents.
  var offset = 0.0
  /// The largest distance from the top edge of an item's margin to its first baseline
  /// (`firstAscent`), and from the bottom edge to its last baseline (`lastDescent`).
  var firstAscent: Double?
  var lastDescent: Double?
}
