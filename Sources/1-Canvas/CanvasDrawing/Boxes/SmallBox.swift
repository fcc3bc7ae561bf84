// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemConcurrency

/// The key of a small box with round corners, which is filled and filtered once for all boxes with
/// such corners. A blurred box without round corners is the product of a filtered row and a
/// filtered column, which need not be kept.
struct SmallBox: Hashable, Sendable {
  /// The coverage, and 16 bytes more, which mask kernels may read.
  final class Pixels: Sendable {
    let width: Int
    let height: Int
    let bytes: [UInt8]

    init(width: Int, height: Int, bytes: [UInt8]) {
      (self.width, self.height, self.bytes) = (width, height, bytes)
    }
  }

  /// The rectangle, in pixels; its corner lies in pixel (0, 0).
  var rect: Rect
  var radii: Size
  var corners: Corners
  /// The standard deviation of the blur, in pixels.
  var deviation: Double

  /// Whether no corner is round.
  var isSharp: Bool { radii.width <= 0 || radii.height <= 0 || corners.isEmpty }

  /// The coverage of the boxes made so far, and the sum of its bytes.
  private struct Cache {
    var known: [SmallBox: Pixels] = [:]
    var byteCount = 0
  }

  private static let cache = Mutex(Cache())
  private static let byteLimit = 16 << 20
  /// The most boxes in the cache: an entry takes some 250 bytes besides its pixels, and a full
  /// cache frees all entries at once.
  private static let countLimit = 4096
  /// The most pixels of a blurred box.
  static let blurredLimit = byteLimit - 16
  /// The most pixels of a box that is not blurred. A larger one is filled as a path as fast as it
  /// would be copied, and would take the room of many small ones.
  static let sharpLimit = 1 << 14

  /// The coverage, from the cache or made now.
  ///
  /// - Throws: `allocationFailed`.
  static func shared(_ key: SmallBox, _ blur: GaussianBlur) throws(GraphicsError) -> Pixels {
    // A box without round corners is a row times a column, made as fast as it would be looked up.
    if key.isSharp { return try key.pixels(blur) }
    if let known = cache.withLock({ $0.known[key] }) { return known }
    let made = try key.pixels(blur)
    let old = cache.withLock { cache -> Cache in
      var old = Cache()
      // Few shapes are in use at a time; when the cache is full, all of it is dropped.
      if cache.byteCount + made.bytes.count > byteLimit || cache.known.count >= countLimit {
        swap(&old, &cache)
      }
      if cache.known.updateValue(made, forKey: key) == nil { cache.byteCount += made.bytes.count }
      return old
    }
    _ = consume old
    return made
  }

  private func pixels(_ blur: GaussianBlur) throws(GraphicsError) -> Pixels {
    let area = PixelRect(covering: rect).inset(by: -blur.reach)
    if isSharp {
      let bytes = blur.filter(rect, in: area)
      return Pixels(width: area.width, height: area.height, bytes: bytes)
    }
    let source = area.inset(by: -blur.reach)
    // Mask kernels read up to 16 bytes beyond the last row.
    var bytes = [UInt8](repeating: 0, count: source.width * source.height + 16)
    let path = Path(roundedRect: rect, radii: radii, corners: corners)
    try PathRasterizer.withScratch { (rasterizer) throws(GraphicsError) in
      _ = try rasterizer.prepare(path, transform: .identity)
      if let mask = try rasterizer.coverage(in: source, rule: .nonZero) {
        mask.copy(to: &bytes, of: source)
      }
    }
    if blur.reach > 0 { bytes = blur.filter(bytes, width: area.width, height: area.height) }
    return Pixels(width: area.width, height: area.height, bytes: bytes)
  }
}
