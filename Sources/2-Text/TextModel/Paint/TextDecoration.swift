// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// A line along the text: underline, overline or strike-through.
public struct TextDecoration: Hashable, Sendable {
  /// The form of the line.
  public enum Style: String, Hashable, Codable, Sendable, CaseIterable {
    /// One unbroken line.
    case solid
    /// Two lines, a thickness apart.
    case double
    /// One unbroken line of twice the thickness.
    case thick
    /// Round dots whose diameter is the thickness, one thickness apart.
    case dotted
    /// Dashes of three thicknesses and gaps of two.
    case dashed
    /// A dash and a dot in turn.
    case dashDot
    /// A dash and two dots in turn.
    case dashDotDot
    /// A wave.
    case wavy
  }

  /// The colour of the line; `nil` means the colour of the text.
  public var color: Color?
  /// The form.
  public var style: Style
  /// The thickness in points, at most 1,000; `nil`, or a number that is not finite or not positive,
  /// means the font's thickness. A greater thickness extends an underline downwards, an overline
  /// upwards, a strike-through both ways.
  public var thickness: Double?
  /// The distance, in points downwards, from the place that the font gives for the line; at most
  /// 100,000, and 0 if it is not finite. Overlines lie over the font's ascent.
  public var offset: Double
  /// Whether the line leaves gaps where glyphs cross it, in scripts whose letters allow that: not
  /// in Chinese, Japanese and Korean.
  public var skipsInk: Bool

  /// Creates a decoration; without arguments, a solid line at the place that the font gives for it.
  public init(
    color: Color? = nil, style: Style = .solid, thickness: Double? = nil, offset: Double = 0,
    skipsInk: Bool = false
  ) {
    self.color = color
    self.style = style
    self.thickness = thickness
    self.offset = offset
    self.skipsInk = skipsInk
  }
}
