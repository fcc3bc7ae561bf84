// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry
public import ImageCodecs
public import ImageLoading
public import TextPainting
public import TextShaping
public import TextTypesetting

/// The result of a rendering: a picture and the layout that it shows.
public struct RenderedText: Sendable {
  /// The picture, premultiplied, its origin at the top left.
  public let image: Bitmap
  /// The layout in the picture. Its coordinates start at ``origin``.
  public let layout: TextLayout
  /// The upper left corner of the layout box in the picture, in points.
  public let origin: Point
  /// The number of device pixels per point.
  public let scale: Double
  /// The images of the text that could not be loaded, in the order of the text; their places show
  /// placeholders.
  public var failedImages: [FailedImage] = []

  /// The characters for which no font had a glyph, in text order.
  public var missing: [MissingCharacter] { layout.missing }
}

/// An image that could not be loaded.
public struct FailedImage: Hashable, Sendable {
  /// The request for the image.
  public let request: ImageRequest
  /// The reason.
  public let error: ImageError
}

/// The parameters with which a layout is drawn.
public struct RenderOptions: Hashable, Sendable {
  /// The number of device pixels per point, above 0.
  public var scale: Double
  /// The colour behind the text; clear if `nil`.
  public var background: Color?
  /// The room on each side of the layout box, in points; ignored if there is a ``canvas``.
  public var padding: Double
  /// The size of the picture in points, rounded up to whole pixels; `nil` for the layout box with
  /// its padding.
  public var canvas: Size?
  /// The upper left corner of the layout box in the ``canvas``, in points; ignored without one.
  public var origin: Point
  /// The part of the picture in which text is drawn, in points; `nil` for all of it.
  public var clip: Rect?
  /// The pixel format of the picture.
  public var format: PixelFormat
  /// The choices for small and for light text.
  public var drawing: TextDrawingOptions

  /// Creates options; the default is a picture of the layout box with one pixel per point.
  public init(
    scale: Double = 1, background: Color? = nil, padding: Double = 0, canvas: Size? = nil,
    origin: Point = .zero, clip: Rect? = nil, format: PixelFormat = .rgba8,
    drawing: TextDrawingOptions = TextDrawingOptions()
  ) {
    self.scale = scale
    self.background = background
    self.padding = padding
    self.canvas = canvas
    self.origin = origin
    self.clip = clip
    self.format = format
    self.drawing = drawing
  }

  /// Returns the size of the picture, in points, and the place of the layout box in it. The
  /// picture of an empty box has one pixel.
  func frame(for box: Size) -> (size: Size, origin: Point) {
    if let canvas { return (canvas, origin) }
    let least = scale > 0 ? 1 / scale : 1
    return (
      Size(
        width: max(least, box.width + 2 * padding), height: max(least, box.height + 2 * padding)),
      Point(x: padding, y: padding)
    )
  }
}
