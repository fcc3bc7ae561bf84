// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// The style of a line of a border or an outline: CSS Backgrounds and Borders 3, §4.2.
public enum LineStyle: String, Hashable, Sendable, CaseIterable {
  /// No line, and no width.
  case none
  /// No line, and no width, also where cells of tables share a border.
  case hidden
  /// One line.
  case solid
  /// Two lines whose widths and distance sum up to the width.
  case double
  /// Round dots; squares up to a width of three pixels.
  case dotted
  /// Dashes.
  case dashed
  /// A line that seems carved.
  case groove
  /// A line that seems to come out.
  case ridge
  /// A box that seems embedded.
  case inset
  /// A box that seems to come out.
  case outset

  /// Whether there is a line.
  var isVisible: Bool { self != .none && self != .hidden }
}

/// The border of one side of a box.
public struct BoxBorder: Hashable, Sendable {
  /// The width, without regard to the style.
  public var width: Double
  /// The style.
  public var style: LineStyle
  /// The colour.
  public var color: Color

  /// Creates a border; by default none.
  public init(width: Double = 0, style: LineStyle = .none, color: Color = .black) {
    (self.width, self.style, self.color) = (width, style, color)
  }

  /// The width that the border takes: none without a line.
  public var usedWidth: Double { style.isVisible && width > 0 && width.isFinite ? width : 0 }

  /// Whether the border is seen.
  var isVisible: Bool { usedWidth > 0 && color.alpha > 0 }
}

/// The borders of the four sides of a box.
public struct BoxBorders: Hashable, Sendable {
  /// The border of the side with the least y.
  public var top: BoxBorder
  /// The border of the side with the greatest x.
  public var right: BoxBorder
  /// The border of the side with the greatest y.
  public var bottom: BoxBorder
  /// The border of the side with the least x.
  public var left: BoxBorder

  /// Creates borders; by default none.
  public init(
    top: BoxBorder = BoxBorder(), right: BoxBorder = BoxBorder(), bottom: BoxBorder = BoxBorder(),
    left: BoxBorder = BoxBorder()
  ) {
    (self.top, self.right, self.bottom, self.left) = (top, right, bottom, left)
  }

  /// Creates equal borders of all sides.
  public init(_ border: BoxBorder) {
    self.init(top: border, right: border, bottom: border, left: border)
  }

  /// The distances from the border box to the padding box.
  public var widths: BoxInsets {
    BoxInsets(
      top: top.usedWidth, right: right.usedWidth, bottom: bottom.usedWidth, left: left.usedWidth)
  }

  /// Whether a border is seen.
  var areVisible: Bool {
    top.isVisible || right.isVisible || bottom.isVisible || left.isVisible
  }
}

/// The line around a box, which takes no room.
public struct BoxOutline: Hashable, Sendable {
  /// The width.
  public var width: Double
  /// The style.
  public var style: LineStyle
  /// The colour.
  public var color: Color
  /// The distance from the bounds; a negative one lies inside.
  public var offset: Double

  /// Creates an outline.
  public init(width: Double, style: LineStyle = .solid, color: Color = .black, offset: Double = 0) {
    (self.width, self.style, self.color, self.offset) = (width, style, color, offset)
  }

  /// The border that looks like the outline.
  var border: BoxBorder { BoxBorder(width: width, style: style, color: color) }
}
