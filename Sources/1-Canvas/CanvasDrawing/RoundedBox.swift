// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
import SystemConcurrency

/// The blurred shape of a rectangle with round corners.
///
/// Far from the corners a blurred edge is the same all along. So only a small rectangle is
/// filtered, with the same corners and the same fractions of pixels at its edges, and its middle
/// row and column are repeated: the same bits as those of the whole rectangle.
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
  /// - Returns: `nil` for a rectangle without area or beyond ±10^6 pixels, and if the corners are
  ///   so large that the small rectangle could not be kept.
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
    let small = PixelRect(covering: key.rect).inset(by: -blur.reach)
    guard small.width * small.height + 16 <= BlurredRectangle.byteLimit else { return nil }
  }

  /// Lends the coverage of an area in up to nine parts: corners, edges and the middle.
  func coverage(
    in area: PixelRect, _ body: (CoverageMask) -> Void
  ) throws(GraphicsError) {
    let area = area.intersection(extent)
    guard !area.isEmpty else { return }
    let small = try BlurredRectangle.shared(key, blur)
    let columns = Slice.slices(small.width, missing.columns, extent.x, area.x..<area.maxX)
    let rows = Slice.slices(small.height, missing.rows, extent.y, area.y..<area.maxY)
    for row in rows {
      for column in columns {
        let part = PixelRect(
          x: column.place.lowerBound, y: row.place.lowerBound, width: column.place.count,
          height: row.place.count)
        if column.isRepeated {
          small.lendRepeated(column, row, part, body)
        } else {
          small.lend(column, row, part, body)
        }
      }
    }
  }
}

/// A part of a shadow along one axis.
private struct Slice {
  /// The device pixels.
  let place: Range<Int>
  /// The first pixel of the small rectangle.
  let source: Int
  /// Whether all pixels are like that one.
  let isRepeated: Bool

  /// The part before the middle, the middle, and the part behind it, as far as they are in a range.
  static func slices(
    _ length: Int, _ missing: Int, _ origin: Int, _ range: Range<Int>
  ) -> [Slice] {
    let middle = (length + 1) / 2
    let parts = [
      (origin..<origin + middle, 0, false),
      (origin + middle..<origin + middle + missing, middle, true),
      (origin + middle + missing..<origin + length + missing, middle, false),
    ]
    return parts.compactMap { place, source, isRepeated in
      let part = place.clamped(to: range)
      if part.isEmpty { return nil }
      let skipped = isRepeated ? 0 : part.lowerBound - place.lowerBound
      return Slice(place: part, source: source + skipped, isRepeated: isRepeated)
    }
  }
}

extension BlurredRectangle.Pixels {
  /// Lends a corner, or the left or right edge, whose rows are all the same.
  fileprivate func lend(
    _ column: Slice, _ row: Slice, _ part: PixelRect, _ body: (CoverageMask) -> Void
  ) {
    let start = row.source * width + column.source
    // Lent for the call; the filter adds the bytes that kernels read beyond the last row.
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let pixels = bytes.baseAddress else { return }
      unsafe body(
        CoverageMask(
          bounds: part, stride: row.isRepeated ? 0 : width, pixels: pixels + start))
    }
  }

  /// Lends the upper or lower edge, or the middle, whose columns are all the same.
  fileprivate func lendRepeated(
    _ column: Slice, _ row: Slice, _ part: PixelRect, _ body: (CoverageMask) -> Void
  ) {
    for y in 0..<(row.isRepeated ? 1 : part.height) {
      let value = bytes[(row.source + y) * width + column.source]
      let line = [UInt8](repeating: value, count: part.width + 16)
      let area = PixelRect(
        x: part.x, y: part.y + y, width: part.width, height: row.isRepeated ? part.height : 1)
      // Lent for the call.
      unsafe line.withUnsafeBufferPointer { line in
        guard let pixels = line.baseAddress else { return }
        unsafe body(CoverageMask(bounds: area, stride: 0, pixels: pixels))
      }
    }
  }
}

/// A small rectangle with round corners, which is filtered once for all places and sizes. One
/// without corners is the product of a filtered row and a filtered column, which need not be kept.
struct BlurredRectangle: Hashable, Sendable {
  /// The filtered coverage, and 16 bytes more.
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

  /// Whether no corner is round.
  private var isSharp: Bool { radii.width <= 0 || radii.height <= 0 || corners.isEmpty }

  /// What was filtered, and its bytes.
  private struct Cache {
    var known: [BlurredRectangle: Pixels] = [:]
    var byteCount = 0
  }

  private static let cache = Mutex(Cache())
  static let byteLimit = 16 << 20

  /// The filtered coverage, from the cache or made now.
  ///
  /// - Throws: `allocationFailed`.
  static func shared(
    _ key: BlurredRectangle, _ blur: GaussianBlur
  ) throws(GraphicsError) -> Pixels {
    // Without corners it is made as fast as it is found.
    if key.isSharp { return try key.pixels(blur) }
    if let known = cache.withLock({ $0.known[key] }) { return known }
    let made = try key.pixels(blur)
    let old = cache.withLock { cache -> Cache in
      var old = Cache()
      // Few shapes are in use at a time; when they are many, all begin anew.
      if cache.byteCount + made.bytes.count > byteLimit { swap(&old, &cache) }
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
    let (clip, target, soft) = (clipPixels, target, clipMask)
    guard color >> 24 > 0 else { return }
    for strip in shadow.extent.strips(around: hidden) {
      try shadow.coverage(in: strip.intersection(clip)) { mask in
        Self.blend(mask, color: color, into: target, clip: soft)
      }
    }
  }
}
