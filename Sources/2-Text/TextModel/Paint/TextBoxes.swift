// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// The shape of a box around text: its edges and corners.
public struct TextBoxShape: Hashable, Sendable {
  /// The part of a line that a box is drawn around.
  public enum Extent: String, Hashable, Codable, Sendable, CaseIterable {
    /// The characters of the range on each line, from the ascent to the descent of the first font
    /// of their style, whatever the height of the line. Where the boxes of two lines are joined,
    /// the box reaches to the edge of the line.
    case range
    /// The characters of the range on each line, from the line's top to its bottom.
    case line
    /// All lines that hold a character of the range, as one rectangle as wide as the layout box.
    case block
  }

  /// The radius of the corners, in points; at most half of the shorter side, 0 if it is not finite.
  public var cornerRadius: Double
  /// The distances of the edges from the text inwards, in points; negative insets enlarge the box.
  /// Insets that are not finite count as 0; a box without area is not drawn. The upper and lower
  /// insets are ignored where the boxes of two lines are joined.
  public var insets: EdgeInsets
  /// The part of a line that the box is drawn around.
  public var extent: Extent
  /// Whether the boxes of neighbouring lines that touch become one shape, round at outer and inner
  /// corners.
  public var joinsLines: Bool

  /// Creates a shape; without arguments, a rectangle on each line.
  public init(
    cornerRadius: Double = 0, insets: EdgeInsets = .zero, extent: Extent = .range,
    joinsLines: Bool = false
  ) {
    self.cornerRadius = cornerRadius
    self.insets = insets
    self.extent = extent
    self.joinsLines = joinsLines
  }

  /// A rectangle on each line.
  public static let plain = TextBoxShape()
}

/// A filled box behind text.
public struct TextBackground: Hashable, Sendable {
  /// The colour that the box is filled with.
  public var color: Color
  /// The edges and corners of the box.
  public var shape: TextBoxShape

  /// Creates a background.
  public init(_ color: Color, shape: TextBoxShape = .plain) {
    self.color = color
    self.shape = shape
  }

  /// Creates a background with round corners, of a radius in points.
  public init(_ color: Color, cornerRadius: Double) {
    self.init(color, shape: TextBoxShape(cornerRadius: cornerRadius))
  }
}

/// A line around text.
public struct TextBorder: Hashable, Sendable {
  /// The colour of the line; `nil` for that of the text.
  public var color: Color?
  /// The width in points, at most 1,000. The line lies inside the box; a line that is too wide
  /// fills the box. A border is not drawn without a positive, finite width.
  public var width: Double
  /// The form of the line; `wavy` is drawn as `solid`.
  public var style: TextDecoration.Style
  /// The shape of the box.
  public var shape: TextBoxShape

  /// Creates a border.
  public init(
    color: Color? = nil, width: Double = 1, style: TextDecoration.Style = .solid,
    shape: TextBoxShape = .plain
  ) {
    self.color = color
    self.width = width
    self.style = style
    self.shape = shape
  }
}
