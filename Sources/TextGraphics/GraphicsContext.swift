// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextModel

/// Draws into one bitmap.
///
/// Pixel rows run from top to bottom. User space is in points, y-down, with the origin at the top left corner;
/// ``transform`` maps it to device pixels. A context has one owner and may move between threads.
public struct GraphicsContext: ~Copyable {
  /// The size of the bitmap, in device pixels.
  public let pixelSize: PixelSize
  /// Device pixels per point at the start.
  public let scale: Double
  /// How pixels are kept.
  public let format: PixelFormat
  /// Maps user space to device pixels.
  public var transform: AffineTransform
  var buffer: BitmapBuffer

  /// Creates a context for a size in points, each side rounded up to whole pixels.
  ///
  /// - Parameters:
  ///   - size: The size, in points.
  ///   - scale: Device pixels per point.
  ///   - format: How pixels are kept.
  ///   - background: What the bitmap is filled with at first; clear if `nil`.
  ///   - pool: Where the memory comes from.
  /// - Throws: `badSize`, `tooLarge` or `allocationFailed`.
  public init(
    size: Size, scale: Double = 1, format: PixelFormat = .rgba8, background: Color? = nil,
    pool: BitmapPool = .shared
  ) throws(GraphicsError) {
    guard size.isDrawable(scale: scale) else {
      throw GraphicsError(
        .badSize,
        "A picture of \(size.width)×\(size.height) points at scale \(scale) has no pixels.")
    }
    guard let pixels = size.pixels(scale: scale) else {
      throw GraphicsError(
        .tooLarge,
        "A picture of \(size.width)×\(size.height) points at scale \(scale) is over the limit of "
          + "\(TextLimits.bitmapSide) pixels a side.")
    }
    try self.init(
      pixels: pixels, scale: scale, format: format, background: background, pool: pool)
  }

  /// Creates a context for a size in device pixels.
  ///
  /// - Throws: `badSize`, `tooLarge` or `allocationFailed`.
  public init(
    pixels: PixelSize, scale: Double = 1, format: PixelFormat = .rgba8, background: Color? = nil,
    pool: BitmapPool = .shared
  ) throws(GraphicsError) {
    pixelSize = pixels
    self.scale = scale
    self.format = format
    transform = .scale(x: scale, y: scale)
    buffer = try BitmapBuffer(
      width: pixels.width, height: pixels.height, format: format, pool: pool)
  }

  /// Keeps the transform and the clip, to be brought back by ``restoreState()``.
  public mutating func saveState() {}

  /// Brings back what the last ``saveState()`` kept; without one it does nothing.
  public mutating func restoreState() {}

  /// Puts a map in front of the transform: what is drawn from now on goes through it first.
  public mutating func concatenate(_ inner: AffineTransform) {
    transform = transform.concatenated(with: inner)
  }

  /// Restricts drawing to a rectangle of user space, in addition to the present clip.
  public mutating func clip(to rect: Rect) throws(GraphicsError) {}

  /// Restricts drawing to a path of user space, in addition to the present clip.
  public mutating func clip(to path: Path, rule: FillRule = .nonZero) throws(GraphicsError) {}

  /// The device pixels that the clip lets through, as a bounding rectangle.
  public var clipBounds: PixelRect {
    PixelRect(width: pixelSize.width, height: pixelSize.height)
  }

  /// Fills a rectangle of user space.
  public mutating func fill(_ rect: Rect, with color: Color) throws(GraphicsError) {}

  /// Fills a path of user space with one colour.
  public mutating func fill(
    _ path: Path, with color: Color, rule: FillRule = .nonZero
  ) throws(GraphicsError) {}

  /// Fills a path of user space with a gradient.
  public mutating func fill(
    _ path: Path, with gradient: Gradient, rule: FillRule = .nonZero
  ) throws(GraphicsError) {}

  /// Fills everything that the clip lets through with one colour.
  public mutating func fillClip(with color: Color) throws(GraphicsError) {}

  /// Fills everything that the clip lets through with a gradient.
  public mutating func fillClip(with gradient: Gradient) throws(GraphicsError) {}

  /// Starts a layer: what is drawn until ``endLayer()`` is collected on a clear bitmap of its own.
  ///
  /// - Parameters:
  ///   - blendMode: How the layer is joined with what lies below.
  ///   - alpha: The opacity of the whole layer, 0 to 1.
  /// - Throws: `allocationFailed`.
  public mutating func beginLayer(
    blendMode: BlendMode = .sourceOver, alpha: Double = 1
  ) throws(GraphicsError) {}

  /// Ends the layer that was begun last and joins it with what lies below; without one it does nothing.
  public mutating func endLayer() throws(GraphicsError) {}

  /// Draws a bitmap, stretched to a rectangle of user space. Smaller pictures are averaged, larger ones
  /// interpolated.
  public mutating func draw(
    _ bitmap: Bitmap, in rect: Rect, alpha: Double = 1
  ) throws(GraphicsError) {}

  /// Blends one colour through a mask of coverage at a device position; the clip applies.
  ///
  /// - Parameters:
  ///   - mask: `height` rows of `width` bytes, `stride` bytes apart.
  ///   - x: The column of the mask's left edge, in device pixels.
  ///   - y: The row of the mask's upper edge, in device pixels.
  ///   - color: Premultiplied R, G, B, A with red in the lowest byte.
  @unsafe package mutating func fillMask(
    _ mask: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int, atPixelX x: Int,
    y: Int, color: UInt32
  ) {}

  /// Ends the drawing and hands out the picture; open layers are ended first. O(1) without layers.
  public consuming func makeBitmap() -> Bitmap {
    buffer.freeze()
  }
}
