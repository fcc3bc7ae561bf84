// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import SystemConcurrency
internal import TextDefaultFonts

/// All inputs that determine the pixels of one display.
struct StressPicture: Hashable, Sendable {
  /// An index for ``StressSamples/text(_:)``.
  var text: Int
  /// The width in points.
  var width: Double
  /// The height in points.
  var height: Double
  var scale: Double
  var isOpaque: Bool

  /// Draws the picture on the calling thread and returns its digest.
  func reference(_ pool: BitmapPool) throws -> UInt64 {
    let size = Size(width: width, height: height)
    guard let pixels = size.pixels(scale: scale) else { return 0 }
    var context = try GraphicsContext(
      pixels: pixels, scale: scale, background: isOpaque ? .white : nil, pool: pool)
    _ = try StressSamples.draw(text, size, into: &context, .never)
    return Self.digest(of: context.makeBitmap())
  }

  /// The FNV-1a hash of all pixels, row by row.
  static func digest(of bitmap: Bitmap) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        hash = (hash ^ UInt64(bitmap.pixel(x: x, y: y))) &* 0x100_0000_01B3
      }
    }
    return hash
  }

  /// Whether every pixel is opaque.
  static func isOpaque(_ bitmap: Bitmap) -> Bool {
    (0..<bitmap.height).allSatisfy { y in
      (0..<bitmap.width).allSatisfy { bitmap.pixel(x: $0, y: y) >> 24 == 255 }
    }
  }
}
