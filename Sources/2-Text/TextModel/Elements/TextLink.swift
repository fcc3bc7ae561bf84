// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// A range of text that can be tapped.
///
/// A link does not change how its text looks, until it is pressed: set its colour or underline in
/// the paint styles.
public struct TextLink: Hashable, Codable, Sendable {
  /// The target, as it was given; not checked.
  public var url: String
  /// The change of the paint while the link is pressed; `nil` for none.
  public var highlight: TextHighlight?

  /// Creates a link.
  public init(_ url: String, highlight: TextHighlight? = nil) {
    self.url = url
    self.highlight = highlight
  }
}

/// A change of the paint of a link while it is pressed. A part that is `nil` stays as it is.
public struct TextHighlight: Hashable, Codable, Sendable {
  /// The colour of the glyphs.
  public var color: Color?
  /// The box behind the text.
  public var background: TextBackground?
  /// The line around the text.
  public var border: TextBorder?
  /// The underline.
  public var underline: TextDecoration?

  /// Creates a highlight from its parts.
  public init(
    color: Color? = nil, background: TextBackground? = nil, border: TextBorder? = nil,
    underline: TextDecoration? = nil
  ) {
    self.color = color
    self.background = background
    self.border = border
    self.underline = underline
  }

  /// Creates a highlight with a rounded box behind the text.
  ///
  /// - Parameters:
  ///   - background: The colour of the box.
  ///   - cornerRadius: The radius of its corners, in points.
  ///   - color: The colour of the glyphs; `nil` leaves it.
  public init(background: Color, cornerRadius: Double = 0, color: Color? = nil) {
    self.init(
      color: color, background: TextBackground(background, cornerRadius: cornerRadius))
  }

  /// Sets the parts of a paint style that the highlight has.
  package func apply(to paint: inout PaintStyle) {
    if let color { paint.color = color }
    if let background { paint.background = background }
    if let border { paint.border = border }
    if let underline { paint.underline = underline }
  }
}
