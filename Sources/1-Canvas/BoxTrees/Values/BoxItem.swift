// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// How a box lies in the container around it: its size, its margins, its share of the free room.
public struct BoxItem: Sendable, Hashable {
  /// Whether a box takes part in the flow of its container.
  public enum Position: String, Sendable, Hashable, CaseIterable {
    /// In the flow, moved by its insets without moving others.
    case relative
    /// Out of the flow, placed by its insets against the container's padding box.
    case absolute
  }

  /// The side of its container to which a box is moved, so that lines and boxes that follow lie
  /// beside it: CSS 2.2, §9.5. It counts in blocks and lines alone.
  public enum Float: Sendable, Hashable {
    case none, left, right
  }

  /// The floats below which a block, or a float, begins: CSS 2.2, §9.5.2.
  public enum Clear: Sendable, Hashable {
    case none, left, right, both
  }

  /// Whether a column may end before or behind a block.
  public enum Break: Sendable, Hashable {
    case auto, avoid, column
  }

  /// The box that widths and heights measure.
  public enum BoxSizing: String, Sendable, Hashable, CaseIterable {
    /// The box with its padding and border.
    case borderBox = "border-box"
    /// The contents alone.
    case contentBox = "content-box"
  }

  /// The size from which a flex item grows and shrinks.
  public enum FlexBasis: Sendable, Hashable {
    /// A length; ``BoxLength/auto`` is the width or height along the axis.
    case length(BoxLength)
    /// The size of the contents, whatever the width or height say.
    case content
  }

  /// Whether the box takes part in the flow.
  public var position = Position.relative
  /// The side to which the box floats; absolute boxes do not float.
  public var float = Float.none
  /// The floats below which the box begins.
  public var clear = Clear.none
  /// Whether absolute boxes within the box are placed against it. The root always is such a box,
  /// and absolute boxes in a box that is none are placed against the nearest one around it.
  public var isContainingBlock = true
  /// Whether fixed boxes within the box are placed against it, as in boxes with a transform.
  public var holdsFixed = false
  /// Whether the box is one of the layout's own, around lines beside blocks. Percentages of heights
  /// in these lines refer to the box around it: CSS 2.2, §9.2.1.1.
  package var isAnonymous = false
  /// Whether an absolute box is placed against the root, as `position` `fixed` of CSS, or against
  /// the nearest box around it that ``holdsFixed``.
  public var isFixed = false
  /// Distances from the edges of the container (absolute), or moves (relative).
  public var inset = BoxSides<BoxLength>(.auto)
  /// The width.
  public var width = BoxLength.auto
  /// The height.
  public var height = BoxLength.auto
  /// The least width. `auto` is zero, except for flex and grid items whose overflow is visible:
  /// their least width is that of their contents.
  public var minWidth = BoxLength.auto
  /// The least height; `auto` as in ``minWidth``.
  public var minHeight = BoxLength.auto
  /// The greatest width; `auto` is none.
  public var maxWidth = BoxLength.auto
  /// The greatest height; `auto` is none.
  public var maxHeight = BoxLength.auto
  /// Width over height, used where one of them is `auto`. A number that is not above 0 counts as
  /// none, as in CSS; a picture then keeps its own ratio.
  public var aspectRatio: Double?
  /// Whether ``aspectRatio`` is that of the contents, as of a picture, whatever ``boxSizing`` is.
  public var isRatioOfContents = false
  /// The box that ``width``, ``height`` and their bounds measure.
  public var boxSizing = BoxSizing.borderBox
  /// Room around the box; `auto` takes the free room.
  public var margin = BoxSides<BoxLength>(.points(0))
  /// The factor by which the box grows: its part of the flex line's free room is this factor over
  /// the sum of the items' factors; a sum below 1 leaves room over. At least 0.
  public var flexGrow = 0.0
  /// The factor by which the box shrinks: its part of the room that the flex line lacks is this
  /// factor times the box's base size without padding and border, over the sum of these products; a
  /// sum of factors below 1 leaves room lacking. At least 0.
  public var flexShrink = 1.0
  /// The size from which a flex item grows and shrinks.
  public var flexBasis = FlexBasis.length(.auto)
  /// Where the box lies across the container's main axis, or in y; `nil` for the container's
  /// ``BoxLayout/alignItems``.
  public var alignSelf: BoxAlignment?
  /// Where the box lies in the x of its area of a grid; `nil` for ``BoxLayout/justifyItems``.
  public var justifySelf: BoxAlignment?
  /// The rank of the box among its siblings: lower ranks are laid out first, boxes of equal rank in
  /// the order of the tree.
  public var order = 0
  /// The columns of a grid that the box covers.
  public var gridColumn = GridPlacement.automatic
  /// The rows of a grid that the box covers.
  public var gridRow = GridPlacement.automatic

  /// Whether a column may end before the box, and behind it.
  public var breakBefore = Break.auto
  public var breakAfter = Break.auto
  /// Whether the box stays in one column if possible.
  public var avoidsBreakInside = false
  /// Whether a child of a block of columns lies across all of them.
  public var spansColumns = false
  /// The number of columns that a cell of a table, or a column, covers; at least 1.
  public var columnSpan = 1
  /// The number of rows that a cell of a table covers; 0 for all further rows of its group.
  public var rowSpan = 1

  /// Creates a box of the size of its contents.
  public init() {}

  /// Creates a box of a size.
  public init(width: BoxLength, height: BoxLength = .auto) {
    self.width = width
    self.height = height
  }

  /// Whether the ratio is that of the box without padding and border.
  var hasContentRatio: Bool { isRatioOfContents || boxSizing == .contentBox }

  /// ``aspectRatio`` if it is positive and finite.
  package var usedRatio: Double? {
    guard let ratio = aspectRatio, ratio > 0, ratio.isFinite else { return nil }
    return ratio
  }
}
