// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// How a box lies in the container around it: its size, its margins, its share of what is left.
public struct BoxItem: Sendable, Hashable {
  /// Whether a box takes part in the flow of its container.
  public enum Position: String, Sendable, Hashable, CaseIterable {
    /// In the flow, moved by its insets without moving others.
    case relative
    /// Out of the flow, placed by its insets against the container's padding box.
    case absolute
  }

  /// What widths and heights measure.
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
  /// Distances from the edges of the container (absolute), or moves (relative).
  public var inset = BoxSides<BoxLength>(.auto)
  /// The width.
  public var width = BoxLength.auto
  /// The height.
  public var height = BoxLength.auto
  /// The least width. `auto` is zero, but of flex and grid items that are not cut off: their least
  /// width is that of their contents.
  public var minWidth = BoxLength.auto
  /// The least height; `auto` as in ``minWidth``.
  public var minHeight = BoxLength.auto
  /// The greatest width; `auto` is none.
  public var maxWidth = BoxLength.auto
  /// The greatest height; `auto` is none.
  public var maxHeight = BoxLength.auto
  /// Width over height, where one of them is `auto`. A number that is not above 0 is none, as in
  /// CSS: a picture keeps its own then.
  public var aspectRatio: Double?
  /// What ``width`` and its neighbours measure.
  public var boxSizing = BoxSizing.borderBox
  /// Room around the box; `auto` takes what is left.
  public var margin = BoxSides<BoxLength>(.points(0))
  /// The share of the room that is left in a flex line; at least 0.
  public var flexGrow = 0.0
  /// The share of what is missing in a flex line, times the size; at least 0.
  public var flexShrink = 1.0
  /// The size from which a flex item grows and shrinks.
  public var flexBasis = FlexBasis.length(.auto)
  /// Where the box lies across the container's main axis, or in y; `nil` as the container says.
  public var alignSelf: BoxAlignment?
  /// Where the box lies in the x of its area of a grid; `nil` as the container says.
  public var justifySelf: BoxAlignment?
  /// Boxes are laid out by this number, those with the same one in their own order.
  public var order = 0
  /// The columns of a grid that the box covers.
  public var gridColumn = GridPlacement.automatic
  /// The rows of a grid that the box covers.
  public var gridRow = GridPlacement.automatic

  /// Creates a box of the size of its contents.
  public init() {}

  /// Creates a box of a size.
  public init(width: BoxLength, height: BoxLength = .auto) {
    self.width = width
    self.height = height
  }

  /// ``aspectRatio`` where it is a number that is of use.
  package var usedRatio: Double? {
    guard let ratio = aspectRatio, ratio > 0, ratio.isFinite else { return nil }
    return ratio
  }
}
