// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextModel
import TextRuntime

/// The blurred shape of a rectangle with round corners.
///
/// Far from the corners a blurred edge is the same all along. So only a small rectangle is filtered,
/// with the same corners and the same fractions of pixels at its edges, and its middle row and
/// column are repeated: the same bits as those of the whole rectangle.
package struct RoundedShadow: Sendable {
  private let key: BlurredRectangle
  /// The pixels that the shadow may touch.
  package let extent: PixelRect
  /// The columns and rows that the small rectangle lacks, in its middle.
  private let missing: (columns: Int, rows: Int)
  private let blur: GaussianBlur

  /// Prepares a shadow.
  ///
  /// - Parameters:
  ///   - rect: The rectangle, in device pixels.
  ///   - radii: The radii of the corners along both axes, in device pixels.
  /// - Returns: `nil` for a rectangle without area or beyond ±10^6 pixels.
  package init?(
    rect: Rect, radii: Size, corners: Corners, deviation: Double, blur: GaussianBlur
  ) {
    guard !rect.isEmpty, abs(rect.minX) < 1e6, abs(rect.minY) < 1e6, rect.width < 1e6,
      rect.height < 1e6
    else { return nil }
    let origin = (x: rect.minX.rounded(.down), y: rect.minY.rounded(.down))
    func reduced(_ length: Double, _ radius: Double) -> Int {
      // Both corners with the pixels that they reach, and one column that is like all between.
      let kept = 2 * (radius.rounded(.up) + Double(blur.reach) + 2) + 3
      return max(0, Int((length - kept).rounded(.down)))
    }
    missing = (reduced(rect.width, radii.width), reduced(rect.height, radii.height))
    self.blur = blur
    key = BlurredRectangle(
      rect: Rect(
        x: rect.minX - origin.x, y: rect.minY - origin.y,
        width: rect.width - Double(missing.columns), height: rect.height - Double(missing.rows)),
      radii: radii, corners: corners, deviation: deviation)
    extent = PixelRect(covering: rect).inset(by: -blur.reach)
  }

  /// Computes the coverage of an area, band by band.
  func coverage(
    in area: PixelRect, _ body: (CoverageMask) -> Void
  ) throws(GraphicsError) {
    let area = area.intersection(extent)
    guard !area.isEmpty else { return }
    let small = try BlurredRectangle.shared(key, blur)
    let rows = max(1, (1 << 16) / area.width)
    var bytes = [UInt8](repeating: 0, count: area.width * min(rows, area.height) + 16)
    for top in stride(from: area.y, to: area.maxY, by: rows) {
      let band = PixelRect(
        x: area.x, y: top, width: area.width, height: min(rows, area.maxY - top))
      for y in 0..<band.height {
        expand(
          small, row: band.y + y - extent.y, from: band.x - extent.x, count: band.width,
          into: &bytes, at: y * band.width)
      }
      // Lent for the call.
      unsafe bytes.withUnsafeBufferPointer { bytes in
        guard let pixels = bytes.baseAddress else { return }
        unsafe body(CoverageMask(bounds: band, stride: band.width, pixels: pixels))
      }
    }
  }

  /// Writes a part of a row of the whole shadow.
  private func expand(
    _ small: BlurredRectangle.Pixels, row: Int, from first: Int, count: Int,
    into bytes: inout [UInt8], at target: Int
  ) {
    let start = Self.place(row, small.height, missing.rows) * small.width
    let middle = (small.width + 1) / 2
    // Before the middle, the middle, behind it.
    let (left, right) = (min(count, max(0, middle - first)), middle + missing.columns - first)
    let source = small.bytes
    for x in 0..<left { bytes[target + x] = source[start + first + x] }
    let end = min(count, max(left, right))
    let value = source[start + middle]
    for x in left..<end { bytes[target + x] = value }
    for x in end..<max(end, count) {
      bytes[target + x] = source[start + first + x - missing.columns]
    }
  }

  /// The row of the small rectangle that a row of the whole one is like.
  private static func place(_ row: Int, _ height: Int, _ missing: Int) -> Int {
    let middle = (height + 1) / 2
    return row < middle ? row : row < middle + missing ? middle : row - missing
  }
}

/// A small rectangle with round corners, which is filtered once for all places and sizes.
private struct BlurredRectangle: Hashable, Sendable {
  /// The filtered coverage.
  final class Pixels: Sendable {
    let width: Int
    let height: Int
    let bytes: [UInt8]

    init(width: Int, height: Int, bytes: [UInt8]) {
      (self.width, self.height, self.bytes) = (width, height, bytes)
    }
  }

  var rect: Rect
  var radii: Size
  var corners: Corners
  var deviation: Double

  private static let cache = Mutex<[BlurredRectangle: Pixels]>([:])
  private static let byteLimit = 4 << 20

  /// The filtered coverage, from the cache or made now.
  ///
  /// - Throws: `allocationFailed`.
  static func shared(
    _ key: BlurredRectangle, _ blur: GaussianBlur
  ) throws(GraphicsError) -> Pixels {
    if let known = cache.withLock({ $0[key] }) { return known }
    let made = try key.pixels(blur)
    guard made.bytes.count <= byteLimit / 4 else { return made }
    let old = cache.withLock { cache -> [BlurredRectangle: Pixels] in
      var old: [BlurredRectangle: Pixels] = [:]
      // Few shapes are in use at a time; when they are many, all begin anew.
      if cache.values.reduce(made.bytes.count, { $0 + $1.bytes.count }) > byteLimit {
        swap(&old, &cache)
      }
      cache[key] = made
      return old
    }
    _ = consume old
    return made
  }

  private func pixels(_ blur: GaussianBlur) throws(GraphicsError) -> Pixels {
    let area = PixelRect(covering: rect).inset(by: -blur.reach)
    let source = area.inset(by: -blur.reach)
    var sharp = [UInt8](repeating: 0, count: source.width * source.height)
    let path = Path(roundedRect: rect, radii: radii, corners: corners)
    try PathRasterizer.withScratch { (rasterizer) throws(GraphicsError) in
      _ = try rasterizer.prepare(path, transform: .identity)
      if let mask = try rasterizer.coverage(in: source, rule: .nonZero) {
        mask.copy(to: &sharp, of: source)
      }
    }
    let bytes = blur.filter(sharp, width: area.width, height: area.height)
    return Pixels(width: area.width, height: area.height, bytes: bytes)
  }
}

extension GraphicsContext {
  /// Draws the blurred shape of a rectangle with round corners in one colour.
  ///
  /// - Parameter hidden: Device pixels that are drawn over completely, and are left out.
  /// - Throws: `allocationFailed`.
  package mutating func drawShadow(
    _ shadow: RoundedShadow, color: UInt32, hidden: PixelRect
  ) throws(GraphicsError) {
    let (clip, target, soft) = (clipBounds, target, clipMask)
    guard color >> 24 > 0 else { return }
    for strip in shadow.extent.strips(around: hidden) {
      try shadow.coverage(in: strip.intersection(clip)) { mask in
        Self.blend(mask, color: color, into: target, clip: soft)
      }
    }
  }
}
