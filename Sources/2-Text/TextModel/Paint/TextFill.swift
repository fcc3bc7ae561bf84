// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// What glyphs, or the lines along their outlines, are filled with in place of a colour: a gradient
/// or a picture, laid over a box.
///
/// Colour glyphs keep their colours. Lines along the text, and the parts of colour glyphs that take
/// the colour of the text, have ``PaintStyle/color``.
///
/// ```swift
/// let sunset = TextGradient(colors: [.yellow, .red, .purple])
/// text.paint.fill = .gradient(sunset, over: .line)
/// ```
public struct TextFill: Hashable, Sendable {
  /// The box that a fill is laid over.
  public enum Area: String, Hashable, Codable, Sendable, CaseIterable {
    /// The box around all lines of the text, as wide as the widest of them; in a document that is
    /// laid out paragraph by paragraph, around those of each paragraph.
    case text
    /// The box of each line: from its first character to its last one, and as high as the line.
    case line
    /// The box of each stretch of characters with one paint style on a line, as high as the line.
    case run
  }

  /// What is laid over the box.
  public enum Source: Hashable, Sendable {
    /// A gradient, whose points are fractions of the box.
    case gradient(TextGradient)
    /// A picture.
    case picture(TextPicture)
  }

  /// What is laid over the box.
  public var source: Source
  /// The box.
  public var area: Area

  /// Creates a fill.
  public init(_ source: Source, over area: Area = .text) {
    self.source = source
    self.area = area
  }

  /// A gradient over a box.
  public static func gradient(_ gradient: TextGradient, over area: Area = .text) -> TextFill {
    TextFill(.gradient(gradient), over: area)
  }

  /// A picture over a box: stretched to it, or repeated in tiles of a size from its upper left
  /// corner.
  public static func picture(
    _ content: any AttachmentContent, tile: Size? = nil, over area: Area = .text
  ) -> TextFill {
    TextFill(.picture(TextPicture(content, tile: tile)), over: area)
  }

  /// Replaces each colour of the fill.
  mutating func mapColors(_ map: (Color) -> Color) {
    guard case .gradient(var gradient) = source else { return }
    for index in gradient.stops.indices {
      gradient.stops[index].color = map(gradient.stops[index].color)
    }
    source = .gradient(gradient)
  }
}

/// The colours of a gradient, and their direction as fractions of a box.
public struct TextGradient: Hashable, Sendable {
  /// The kind of a gradient, as those of layers.
  public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
    /// Along the line from the start point to the end point.
    case axial
    /// From the start point outwards, in ellipses through the end point's row and column.
    case radial
    /// Around the start point, clockwise from the direction of the end point.
    case conic
  }

  /// A colour at an offset of the colour line.
  public struct Stop: Hashable, Sendable {
    /// The position along the colour line, 0 to 1.
    public var offset: Double
    /// The colour there.
    public var color: Color

    /// Creates a stop.
    public init(offset: Double, color: Color) {
      self.offset = offset
      self.color = color
    }
  }

  /// The direction.
  public var kind: Kind
  /// The colours; beyond the first and the last one, their colours go on. Stops whose offset is not
  /// finite are left out. Without stops the text has its colour.
  public var stops: [Stop]
  /// The place of the first colour, or the centre: (0, 0) is the upper left corner of the box, (1,
  /// 1) the lower right one.
  public var start: Point
  /// The place of the last colour, or of the radii.
  public var end: Point

  /// Creates a gradient; without points, from the upper edge of the box to the lower one.
  public init(
    _ kind: Kind = .axial, stops: [Stop], from start: Point = Point(x: 0.5, y: 0),
    to end: Point = Point(x: 0.5, y: 1)
  ) {
    self.kind = kind
    self.stops = stops
    self.start = start
    self.end = end
  }

  /// Creates a gradient of colours that are evenly spread.
  public init(
    _ kind: Kind = .axial, colors: [Color], from start: Point = Point(x: 0.5, y: 0),
    to end: Point = Point(x: 0.5, y: 1)
  ) {
    let last = Double(max(1, colors.count - 1))
    self.init(
      kind,
      stops: colors.enumerated().map { Stop(offset: Double($0.offset) / last, color: $0.element) },
      from: start, to: end)
  }
}

/// A picture that fills text.
public struct TextPicture: Sendable {
  /// The picture: a bitmap or another content that draws itself. With any other content, the text
  /// has its colour.
  public var content: any AttachmentContent
  /// The size of a tile in points, from the upper left corner of the box in both directions; `nil`
  /// for one that is as large as the box. A side that is not finite or not above 0 counts as that
  /// of the box.
  public var tile: Size?

  /// Creates a picture.
  public init(_ content: any AttachmentContent, tile: Size? = nil) {
    self.content = content
    self.tile = tile
  }
}

extension TextPicture: Hashable {
  /// Whether contents and tiles are equal.
  public static func == (a: TextPicture, b: TextPicture) -> Bool {
    a.tile == b.tile && a.content.isEqual(to: b.content)
  }

  /// Hashes the content and the tile.
  public func hash(into hasher: inout Hasher) {
    content.hash(into: &hasher)
    hasher.combine(tile)
  }
}
