// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels
package import CanvasGeometry
import SystemConcurrency

/// A part of a bitmap that is drawn many times: turned, scaled and tinted.
///
/// Its copies at a half, a quarter, … of its size are made once, by the first thread that needs
/// them. An `alpha8` bitmap counts as white.
package final class Sprite: Sendable {
  private let bitmap: Bitmap
  private let part: PixelRect
  private let growing: BitmapFilter
  private let shrinking: BitmapFilter
  private let made = Mutex<SpriteLevels?>(nil)

  /// The longest side of a copy, in pixels. A larger part has no copy of its own size.
  package static let longestSide = 2048

  /// Creates a sprite, without memory.
  ///
  /// - Parameters:
  ///   - part: The part, as fractions of the bitmap's width and height; whole pixels count.
  ///   - growing: The filter where the part grows.
  ///   - shrinking: The filter where the part shrinks; ``BitmapFilter/nearest`` takes a pixel of
  ///     the largest copy, which is the part itself unless that is larger than ``longestSide``.
  /// - Returns: `nil` if the part has no pixels.
  package init?(
    _ bitmap: Bitmap, part: Rect = Rect(width: 1, height: 1), growing: BitmapFilter = .average,
    shrinking: BitmapFilter = .average
  ) {
    func pixel(_ fraction: Double, of length: Int) -> Int {
      Int((max(0, min(1, fraction.isNaN ? 0 : fraction)) * Double(length)).rounded())
    }
    let (x, y) = (pixel(part.minX, of: bitmap.width), pixel(part.minY, of: bitmap.height))
    self.part = PixelRect(
      x: x, y: y, width: pixel(part.maxX, of: bitmap.width) - x,
      height: pixel(part.maxY, of: bitmap.height) - y)
    if self.part.isEmpty { return nil }
    (self.bitmap, self.growing, self.shrinking) = (bitmap, growing, shrinking)
  }

  /// The size of the part, in pixels.
  package var size: Size { Size(width: Double(part.width), height: Double(part.height)) }

  /// Whether another sprite has the same pixels of the same memory.
  package func isSame(as other: Sprite) -> Bool {
    self === other
      || bitmap === other.bitmap && part == other.part && growing == other.growing
        && shrinking == other.shrinking
  }

  /// The copies of all sizes, made on first use.
  ///
  /// - Complexity: O(pixels) on first use.
  package func levels() -> SpriteLevels {
    made.withLock { made in
      if let made { return made }
      let new = makeLevels()
      made = new
      return new
    }
  }

  private func makeLevels() -> SpriteLevels {
    var shift = 0
    while max(part.width, part.height) >> shift > Self.longestSide { shift += 1 }
    let side = 1 << shift
    var level = SpriteLevels.Level(
      start: 0, width: (part.width + side - 1) >> shift, height: (part.height + side - 1) >> shift)
    var levels = [level]
    var pixels = [UInt32](repeating: 0, count: level.pixelCount)
    for y in 0..<level.height {
      for x in 0..<level.width {
        pixels[level.index(x, y)] = average(x: x * side, y: y * side, side: side)
      }
    }
    while level.width > 1 || level.height > 1 {
      let above = level
      level = SpriteLevels.Level(
        start: pixels.count, width: (above.width + 1) / 2, height: (above.height + 1) / 2)
      levels.append(level)
      pixels.append(contentsOf: repeatElement(0, count: level.pixelCount))
      for y in 0..<level.height {
        for x in 0..<level.width {
          // A side of odd length has the clear border as its last pixel's neighbour.
          var sum = SIMD4<UInt32>(repeating: 2)
          for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            sum &+= Self.channels(pixels[above.index(2 * x + dx, 2 * y + dy)])
          }
          pixels[level.index(x, y)] = Self.packed(sum &>> 2)
        }
      }
    }
    return SpriteLevels(
      levels, pixels, firstSide: Double(side),
      isNearest: (growing == .nearest, shrinking == .nearest))
  }

  /// The average of a square of pixels from a place of the part on; beyond the part all are clear.
  private func average(x: Int, y: Int, side: Int) -> UInt32 {
    var sum = SIMD4<UInt32>(repeating: UInt32(side * side / 2))
    for row in y..<min(y + side, part.height) {
      for column in x..<min(x + side, part.width) {
        let pixel = bitmap.pixel(x: part.x + column, y: part.y + row)
        sum &+= Self.channels(bitmap.format == .alpha8 ? pixel * 0x0101_0101 : pixel)
      }
    }
    return Self.packed(sum / UInt32(side * side))
  }

  private static func channels(_ pixel: UInt32) -> SIMD4<UInt32> {
    (SIMD4(repeating: pixel) &>> SIMD4(0, 8, 16, 24)) & 255
  }

  private static func packed(_ channels: SIMD4<UInt32>) -> UInt32 {
    channels[0] | channels[1] << 8 | channels[2] << 16 | channels[3] << 24
  }
}

/// The pixels of a ``Sprite`` at its own size and smaller ones.
package final class SpriteLevels: Sendable {
  /// The size of a copy, and the index of its first pixel: the corner of a border of one clear
  /// pixel on each side, which the size does not count.
  struct Level: Sendable {
    let start: Int
    let width: Int
    let height: Int

    var pixelCount: Int { (width + 2) * (height + 2) }

    func index(_ x: Int, _ y: Int) -> Int { start + (y + 1) * (width + 2) + x + 1 }
  }

  private let levels: [Level]
  private let pixels: [UInt32]
  /// The side of a pixel of the first level, in pixels of the part.
  private let firstSide: Double
  private let isNearest: (growing: Bool, shrinking: Bool)

  fileprivate init(
    _ levels: [Level], _ pixels: [UInt32], firstSide: Double,
    isNearest: (growing: Bool, shrinking: Bool)
  ) {
    (self.levels, self.pixels, self.firstSide, self.isNearest) = (
      levels, pixels, firstSide, isNearest
    )
  }

  /// A level and its place on the device.
  struct Placed {
    let level: Level
    var place: ctk_sprite_place
    let isNearest: Bool
    /// The opacity of a sprite that is smaller than a device pixel and is therefore drawn as large
    /// as a device pixel; 1 for larger ones.
    let fade: Double

    /// The device pixels that may change.
    var box: PixelRect {
      PixelRect(
        x: Int(place.left), y: Int(place.top), width: Int(place.right - place.left),
        height: Int(place.bottom - place.top))
    }
  }

  /// The level whose pixels are about as large as device pixels, with its place; `nil` if it cannot
  /// be placed: the map is singular, too distorted, or leads too far away.
  ///
  /// - Parameter map: The map from pixels of the part to device pixels.
  func placed(by map: AffineTransform) -> Placed? {
    var map = map
    guard var inverse = map.inverted() else { return nil }
    // The square of the longer step that one device pixel, to the right or down, makes in the part.
    let step = max(
      inverse.a * inverse.a + inverse.b * inverse.b, inverse.c * inverse.c + inverse.d * inverse.d)
    var (index, side, fade) = (0, firstSide, 1.0)
    let isNearest = step > 1 ? isNearest.shrinking : isNearest.growing
    while !isNearest, index + 1 < levels.count, step > 2 * side * side {
      (index, side) = (index + 1, 2 * side)
    }
    let level = levels[index]
    let (width, height) = (Double(level.width) * side, Double(level.height) * side)
    if !isNearest, index + 1 == levels.count, step > side * side {
      let growth = step.squareRoot() / side
      fade = 1 / (growth * growth)
      let (x, y) = (width / 2, height / 2)
      map = AffineTransform(
        a: growth, b: 0, c: 0, d: growth, tx: x - growth * x, ty: y - growth * y
      ).concatenating(map)
      guard let larger = map.inverted() else { return nil }
      inverse = larger
    }
    let center = map.apply(Point(x: width / 2, y: height / 2))
    let (halfWidth, halfHeight) = ((width + side) / 2, (height + side) / 2)
    let across = abs(map.a) * halfWidth + abs(map.c) * halfHeight
    let down = abs(map.b) * halfWidth + abs(map.d) * halfHeight
    let far = Double(1 << 24)
    guard abs(center.x) + across < far, abs(center.y) + down < far else { return nil }
    let (left, top) = ((center.x - across).rounded(.down), (center.y - down).rounded(.down))
    let (right, bottom) = ((center.x + across).rounded(.up), (center.y + down).rounded(.up))
    let first = inverse.apply(Point(x: left + 0.5, y: top + 0.5))
    // Interpolation counts from the middle of the border's corner pixel, the nearest-pixel filter
    // from the outer corner of that pixel.
    let origin = isNearest ? 1.0 : 0.5
    let (u, v) = (first.x / side + origin, first.y / side + origin)
    let (ux, vx, uy, vy) = (
      inverse.a / side, inverse.b / side, inverse.c / side, inverse.d / side
    )
    let (rows, limit) = (bottom - top, Double(1 << 28))
    guard abs(u) < limit, abs(v) < limit, abs(uy) * rows < limit, abs(vy) * rows < limit,
      abs(ux) < Double(1 << 14), abs(vx) < Double(1 << 14)
    else { return nil }
    func fixed(_ value: Double) -> Int64 { Int64(value * 0x1p32) }
    return Placed(
      level: level,
      place: ctk_sprite_place(
        left: Int32(left), top: Int32(top), right: Int32(right), bottom: Int32(bottom),
        u: fixed(u), v: fixed(v), uy: fixed(uy), vy: fixed(vy),
        ux: Int32(ux * 65536), vx: Int32(vx * 65536)),
      isNearest: isNearest, fade: fade)
  }

  /// Lends the pixels of a level to the kernel.
  @unsafe func withPixels(of placed: Placed, _ body: (inout ctk_sprite) -> Void) {
    unsafe pixels.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return }
      // The level lies within the array, its border included.
      var sprite = unsafe ctk_sprite(
        pixels: (first + 4 * placed.level.start).assumingMemoryBound(to: UInt8.self),
        stride: 4 * (placed.level.width + 2), width: Int32(placed.level.width),
        height: Int32(placed.level.height), is_nearest: placed.isNearest)
      unsafe body(&sprite)
    }
  }
}
