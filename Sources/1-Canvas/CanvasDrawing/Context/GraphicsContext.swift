// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
package import SystemConcurrency

/// A drawing context for one bitmap.
///
/// Pixel rows run from top to bottom. User space is in points, y-down, with the origin at the top
/// left corner; ``transform`` maps it to device pixels. A context has one owner and may move
/// between threads. Shapes with numbers that are not finite draw nothing.
public struct GraphicsContext: ~Copyable {
  /// The size of the bitmap, in device pixels.
  public let pixelSize: PixelSize
  /// Device pixels per point at the start.
  public let scale: Double
  /// The layout of a pixel.
  public let format: PixelFormat
  /// The map from user space to device pixels.
  public var transform: AffineTransform
  /// The map from the plane that ``transform`` leads to, seen in perspective, to device pixels;
  /// `nil` if that plane is the device.
  package var projection: Projection?
  /// The bounding rectangle of the clip, in device pixels.
  package internal(set) var clipPixels: PixelRect
  /// The soft part of the clip, which covers ``clipPixels``; `nil` if the clip is that rectangle.
  var clipMask: ClipMask?
  var target: DrawingTarget
  /// The free list that gives memory for layers and clips: the same as for the bitmap.
  var freeList: BitmapFreeList { target.storage.freeList }
  var saved: [SavedState] = []
  /// The layers that were begun and not ended, the innermost last.
  var layers: [Layer] = []
  /// Ends the filling of large paths early, within a millisecond. Once the work is cancelled,
  /// drawings and the clip have no meaning, and the picture is to be thrown away.
  package var cancellation = Cancellation.never

  /// The state that ``saveGState()`` saves.
  struct SavedState {
    var transform: AffineTransform
    var projection: Projection?
    var clipPixels: PixelRect
    var clipMask: ClipMask?
  }

  /// Creates a context for a size in points, each side rounded up to whole pixels.
  ///
  /// - Parameters:
  ///   - size: The size, in points.
  ///   - scale: Device pixels per point.
  ///   - format: The layout of a pixel.
  ///   - background: The first content of the bitmap; clear if `nil`.
  ///   - pool: The pool that the memory comes from.
  /// - Throws: `badSize`, `tooLarge` or `allocationFailed`.
  public init(
    size: Size, scale: Double = 1, format: PixelFormat = .rgba8, background: Color? = nil,
    pool: borrowing BitmapPool
  ) throws(GraphicsError) {
    try self.init(
      Self.pixels(of: size, scale: scale), scale: scale, format, background, pool.freeList)
  }

  /// Creates a context for a size in points, each side rounded up to whole pixels, with memory of
  /// ``BitmapPool/shared``.
  ///
  /// - Throws: `badSize`, `tooLarge` or `allocationFailed`.
  public init(
    size: Size, scale: Double = 1, format: PixelFormat = .rgba8, background: Color? = nil
  ) throws(GraphicsError) {
    try self.init(
      Self.pixels(of: size, scale: scale), scale: scale, format, background,
      BitmapPool.shared.freeList)
  }

  /// The size in device pixels of a picture of a size in points.
  ///
  /// - Throws: `badSize` or `tooLarge`.
  package static func pixels(of size: Size, scale: Double) throws(GraphicsError) -> PixelSize {
    guard size.isDrawable(scale: scale) else {
      throw GraphicsError(
        .badSize,
        "A picture of \(size.width)×\(size.height) points at scale \(scale) has no pixels.")
    }
    guard let pixels = size.pixels(scale: scale) else {
      throw GraphicsError(
        .tooLarge,
        "A picture of \(size.width)×\(size.height) points at scale \(scale) is over the limit of "
          + "\(CanvasLimits.bitmapSide) pixels a side.")
    }
    return pixels
  }

  /// Creates a context for a size in device pixels.
  ///
  /// - Throws: `badSize`, `tooLarge` or `allocationFailed`.
  public init(
    pixels: PixelSize, scale: Double = 1, format: PixelFormat = .rgba8, background: Color? = nil,
    pool: borrowing BitmapPool
  ) throws(GraphicsError) {
    try self.init(pixels, scale: scale, format, background, pool.freeList)
  }

  /// Creates a context for a size in device pixels, with memory of ``BitmapPool/shared``.
  ///
  /// - Throws: `badSize`, `tooLarge` or `allocationFailed`.
  public init(
    pixels: PixelSize, scale: Double = 1, format: PixelFormat = .rgba8, background: Color? = nil
  ) throws(GraphicsError) {
    try self.init(pixels, scale: scale, format, background, BitmapPool.shared.freeList)
  }

  /// Creates a clear context for some pixels of a device: the first pixel of its bitmap is the
  /// first of the area.
  ///
  /// - Throws: `badSize`, `tooLarge` or `allocationFailed`.
  package init(pixels area: PixelRect, background: Color? = nil) throws(GraphicsError) {
    let buffer = try BitmapBuffer(
      width: area.width, height: area.height, format: .rgba8,
      freeList: BitmapPool.shared.freeList, pattern: BlankBitmap.pattern(background, .rgba8))
    self.init(
      DrawingTarget(buffer, x: area.x, y: area.y),
      PixelSize(width: area.width, height: area.height), format: .rgba8, scale: 1)
  }

  private init(
    _ pixels: PixelSize, scale: Double, _ format: PixelFormat, _ background: Color?,
    _ freeList: borrowing BitmapFreeList
  ) throws(GraphicsError) {
    let buffer = try BitmapBuffer(
      width: pixels.width, height: pixels.height, format: format, freeList: freeList,
      pattern: BlankBitmap.pattern(background, format))
    self.init(DrawingTarget(buffer), pixels, format: format, scale: scale)
  }

  /// Creates a context that draws into a blank bitmap.
  ///
  /// This initializer cannot fail, so the context is made in its final place: copying it right
  /// after the clearing would wait for the stores.
  @inline(__always)
  package init(_ bitmap: consuming BlankBitmap, scale: Double) {
    let (pixels, format) = (bitmap.pixels, bitmap.format)
    self.init(bitmap.target(), pixels, format: format, scale: scale)
  }

  /// Creates a context for some rows of a surface that several threads draw into.
  ///
  /// - Parameter area: The device pixels that this context may change; no other context draws
  ///   there.
  package init(_ surface: SharedSurface, area: PixelRect, scale: Double) {
    self.init(
      surface.target, PixelSize(width: surface.width, height: surface.height),
      format: surface.target.format, scale: scale)
    clip(pixels: area)
  }

  /// Creates a context that draws into memory that holds its background.
  private init(_ target: DrawingTarget, _ pixels: PixelSize, format: PixelFormat, scale: Double) {
    pixelSize = pixels
    self.scale = scale
    self.format = format
    self.target = target
    transform = .scale(x: scale, y: scale)
    clipPixels = target.bounds
  }

  var state: SavedState {
    SavedState(
      transform: transform, projection: projection, clipPixels: clipPixels, clipMask: clipMask)
  }

  mutating func apply(_ state: SavedState) {
    transform = state.transform
    projection = state.projection
    clipPixels = state.clipPixels
    clipMask = state.clipMask
  }

  /// Restricts drawing to a rectangle of user space, in addition to the present clip.
  ///
  /// - Throws: `allocationFailed`.
  public mutating func clip(to rect: Rect) throws(GraphicsError) {
    if let pixels = wholePixels(rect) {
      clipPixels = clipPixels.intersection(pixels)
    } else {
      try clip(to: Path(rect: rect))
    }
  }

  /// Restricts drawing to device pixels whose centres pass a test, in addition to the present clip.
  ///
  /// - Throws: `allocationFailed`.
  package mutating func clip(
    where test: (_ center: Point) -> Bool
  ) throws(GraphicsError) {
    let bounds = clipPixels
    if bounds.isEmpty { return }
    clipMask = try ClipMask(bounds: bounds, times: clipMask, freeList: freeList) { y, row in
      for x in row.indices {
        let center = Point(x: Double(bounds.x + x) + 0.5, y: Double(y) + 0.5)
        row[x] = test(center) ? 255 : 0
      }
    }
  }

  /// Restricts drawing to device pixels, in addition to the present clip.
  package mutating func clip(pixels: PixelRect) { clipPixels = clipPixels.intersection(pixels) }

  /// Restricts drawing to a path of user space, in addition to the present clip.
  ///
  /// - Throws: `allocationFailed`.
  public mutating func clip(
    to path: Path, rule: FillRule = .nonZero
  ) throws(GraphicsError) {
    let (path, map) = onDevice(path)
    let (bounds, mask, freeList, cancellation) = (clipPixels, clipMask, freeList, cancellation)
    let clip = try PathRasterizer.withScratch { (rasterizer) throws(GraphicsError) -> ClipMask? in
      _ = try rasterizer.prepare(path, transform: map, cancellation: cancellation)
      guard
        let coverage = try rasterizer.coverage(
          in: bounds, rule: rule, cancellation: cancellation)
      else { return nil }
      return try ClipMask(coverage, times: mask, freeList: freeList)
    }
    clipMask = clip
    clipPixels = clip?.bounds ?? PixelRect(x: bounds.x, y: bounds.y, width: 0, height: 0)
  }

  /// Ends the drawing and returns the bitmap; open layers are ended first. O(1) without layers.
  public consuming func makeBitmap() -> Bitmap {
    if layers.isEmpty { return bitmap }
    return Self.flattened(self)
  }

  private static func flattened(_ context: consuming GraphicsContext) -> Bitmap {
    while !context.layers.isEmpty { try? context.endLayer() }
    return context.bitmap
  }

  private var bitmap: Bitmap {
    Bitmap(
      width: pixelSize.width, height: pixelSize.height, format: format,
      bytesPerRow: target.bytesPerRow, storage: target.storage)
  }

  static func byte(_ v: Double) -> UInt8 { v > 0 ? UInt8(min(v, 1) * 255 + 0.5) : 0 }

  /// A path of user space, in perspective if there is one, and the map from there to the device.
  borrowing func onDevice(_ path: Path) -> (path: Path, map: AffineTransform) {
    guard let projection else { return (path, transform) }
    let whole = Projection(transform).concatenating(projection)
    return (path.applying(whole), .identity)
  }

  /// The pixels of a rectangle of user space; `nil` unless its sides fall on pixel edges.
  func wholePixels(_ rect: Rect) -> PixelRect? {
    guard transform.b == 0, transform.c == 0, projection == nil, !rect.isEmpty else { return nil }
    let p = transform.apply(Point(x: rect.minX, y: rect.minY))
    let q = transform.apply(Point(x: rect.maxX, y: rect.maxY))
    let (l, t) = (min(p.x, q.x), min(p.y, q.y)), (r, b) = (max(p.x, q.x), max(p.y, q.y))
    func whole(_ v: Double) -> Int? {
      let n = v.rounded()
      return abs(v - n) < 1.0 / 4096 && abs(n) < 1e9 ? Int(n) : nil
    }
    guard let l = whole(l), let t = whole(t), let r = whole(r), let b = whole(b) else { return nil }
    return PixelRect(x: l, y: t, width: r - l, height: b - t)
  }
}
