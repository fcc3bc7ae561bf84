// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// A complete style: for shaping, layout and painting.
public struct TextStyle: Hashable, Sendable {
  /// The part for shaping and measuring.
  public var shaping: ShapingStyle
  /// The part for whole paragraphs.
  public var paragraph: ParagraphStyle
  /// The part for painting.
  public var paint: PaintStyle

  /// Creates a style from its three parts.
  public init(
    shaping: ShapingStyle = .default, paragraph: ParagraphStyle = .default,
    paint: PaintStyle = .default
  ) {
    self.shaping = shaping
    self.paragraph = paragraph
    self.paint = paint
  }

  /// Creates a style from the properties that are set most often; all others have their defaults.
  ///
  /// - Parameters:
  ///   - family: A family name; `nil` for the collection's default.
  ///   - size: The em size in points.
  ///   - weight: 1 to 1000, 400 is regular.
  ///   - slant: The posture.
  ///   - color: The colour of the glyphs.
  ///   - alignment: The alignment of lines.
  public init(
    family: String? = nil, size: Double, weight: Double = 400, slant: FontSlant = .normal,
    color: Color = .black, alignment: TextAlignment = .start
  ) {
    let font = FontDescriptor(
      families: family.map { [$0] } ?? [], weight: weight, slant: slant)
    self.init(
      shaping: ShapingStyle(font: font, size: size),
      paragraph: alignment == .start ? .default : ParagraphStyle(alignment: alignment),
      paint: PaintStyle(color: color))
  }

  /// The default style: 16 points, black, at the start edge.
  public static let `default` = TextStyle()
}
