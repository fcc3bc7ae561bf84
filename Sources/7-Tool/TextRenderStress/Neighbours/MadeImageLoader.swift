// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import ImageCodecs
internal import ImageLoading
internal import SystemConcurrency

/// A loader that answers at once with the same PNG, which is made at the first call, so that a load
/// consists of decoding only.
struct MadeImageLoader: ImageLoader {
  private static let png = Mutex<[UInt8]?>(nil)

  /// The configuration of a store that keeps no picture, so that each load decodes one.
  static var unkept: ImageStore.Configuration {
    var configuration = ImageStore.Configuration()
    configuration.memoryCapacity = 0
    return configuration
  }

  /// A picture that takes some milliseconds to pack and to decode.
  static func bitmap() throws -> Bitmap {
    var context = try GraphicsContext(pixels: PixelSize(width: 640, height: 480), pool: .shared)
    for index in 0..<300 {
      let place = Rect(
        x: Double(index * 37 % 600), y: Double(index * 53 % 440), width: 40, height: 40)
      try context.fill(place, with: Color(red8: UInt8(index & 255), green8: 90, blue8: 160))
    }
    return context.makeBitmap()
  }

  func data(for request: ImageRequest) async throws -> [UInt8] { try Self.bytes() }

  private static func bytes() throws -> [UInt8] {
    if let bytes = png.withLock({ $0 }) { return bytes }
    let bytes = try bitmap().pngData()
    png.withLock { $0 = bytes }
    return bytes
  }
}
