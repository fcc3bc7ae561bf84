// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextGraphics
public import TextModel
public import TextShaping
public import TextTypesetting

/// A text that was drawn: the picture, and the layout that it shows.
public struct RenderedText: Sendable {
  /// The picture, premultiplied, origin at the top left.
  public let image: Bitmap
  /// What the picture shows; its hit tests agree with what is seen, less ``origin``.
  public let layout: TextLayout
  /// Where the upper left corner of the layout box lies in the picture, in points.
  public let origin: Point
  /// Device pixels per point.
  public let scale: Double

  /// The characters for which no font had a glyph, in order.
  public var missing: [MissingCharacter] { layout.missing }
}

/// How a laid-out text becomes a picture.
public struct RenderOptions: Hashable, Sendable {
  /// Device pixels per point, above 0.
  public var scale: Double
  /// What lies behind the text; clear if `nil`.
  public var background: Color?
  /// Points of room on each side of the layout box, where ``canvas`` is `nil`.
  public var padding: Double
  /// The size of the picture in points, rounded up to whole pixels; `nil` makes it the layout box and the
  /// padding.
  public var canvas: Size?
  /// Where the upper left corner of the layout box lies in the ``canvas``, in points.
  public var origin: Point
  /// The part of the picture in which the text is drawn, in points; everywhere if `nil`.
  public var clip: Rect?
  /// How pixels are kept.
  public var format: PixelFormat

  /// Creates options; without arguments the picture is the layout box at one pixel to the point.
  public init(
    scale: Double = 1, background: Color? = nil, padding: Double = 0, canvas: Size? = nil,
    origin: Point = .zero, clip: Rect? = nil, format: PixelFormat = .rgba8
  ) {
    self.scale = scale
    self.background = background
    self.padding = padding
    self.canvas = canvas
    self.origin = origin
    self.clip = clip
    self.format = format
  }

  /// The picture's size for a layout box, in points, and where the box lies in it.
  func frame(for box: Size) -> (size: Size, origin: Point) {
    if let canvas { return (canvas, origin) }
    // A picture has a pixel at least, also of no text at all.
    let least = scale > 0 ? 1 / scale : 1
    return (
      Size(
        width: max(least, box.width + 2 * padding), height: max(least, box.height + 2 * padding)),
      Point(x: padding, y: padding)
    )
  }
}
