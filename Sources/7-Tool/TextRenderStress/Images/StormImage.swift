// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import ImageCodecs
internal import ImageLoading

/// A picture of the image storm. It has a number, which the single colour of its pixels encodes, so
/// that a drawn picture can be identified.
struct StormImage: Hashable, Sendable {
  /// The number of different pictures, those that two bytes of a colour tell apart.
  static let count = 1 << 16
  /// The colour of a place without its picture; no picture has it.
  static let placeholder = Color(red8: 0, green8: 128, blue8: 0)
  static let placeholderPixel: UInt32 = 0xFF00_8000

  /// The number of the picture: at least 0, below ``count``.
  let number: Int

  init(_ number: Int) { self.number = number }

  /// The picture that a request names.
  init?(_ request: ImageRequest) {
    guard let number = Int(request.name), (0..<Self.count).contains(number) else { return nil }
    self.number = number
  }

  /// The request for the picture.
  var request: ImageRequest { ImageRequest("\(number)", scale: scale) }

  private var scale: Double { number % 3 == 0 ? 2 : 1 }

  private var pixels: PixelSize {
    PixelSize(width: 8 + number * 7 % 29, height: 8 + number * 5 % 23)
  }

  /// The size in points.
  var size: Size { request.size(ofPixels: pixels) }

  /// Every pixel of the picture, as ``Bitmap/pixel(x:y:)`` gives it.
  var pixel: UInt32 { 0xFF00_00FF | UInt32(number >> 8) << 8 | UInt32(number & 255) << 16 }

  /// The picture as a PNG file.
  func png() throws -> [UInt8] {
    let color = Color(red8: 255, green8: UInt8(number >> 8), blue8: UInt8(number & 255))
    let context = try GraphicsContext(pixels: pixels, background: color, pool: .shared)
    return try context.makeBitmap().pngData(options: PNGOptions(level: 1, reducesColor: false))
  }
}
