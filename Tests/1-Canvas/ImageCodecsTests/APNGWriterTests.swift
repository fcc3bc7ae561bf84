// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextTestSupport

@testable import CanvasDrawing
@testable import CanvasGeometry
@testable import ImageCodecs

/// Pictures for tests of films.
enum FilmPictures {
  /// A picture of premultiplied RGBA, red in the lowest byte.
  static func picture(_ width: Int, _ height: Int, _ color: (Int, Int) -> UInt32) throws -> Bitmap {
    var buffer = try BitmapBuffer(width: width, height: height)
    let stride = buffer.bytesPerRow
    buffer.withMutableBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let value = color(x, y)
          for i in 0..<4 {
            bytes[y * stride + 4 * x + i] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(i)))
          }
        }
      }
    }
    return buffer.freeze()
  }

  /// A box that moves over a background; without one, over nothing, with a translucent edge.
  static func box(_ frame: Int, on background: UInt32 = 0xFF20_4060) throws -> Bitmap {
    try picture(40, 30) { x, y in
      guard (5 * frame..<5 * frame + 8).contains(x), (3..<9).contains(y) else { return background }
      return background == 0 && y == 3 ? 0x8000_0040 : 0xFF00_00FF - UInt32(y)
    }
  }
}

struct APNGWriterTests {
  private func film(
    _ images: [Bitmap], isOpaque: Bool, rate: Double = 60, loops: Int = 0
  ) throws -> [UInt8] {
    var writer = APNGWriter(
      frameCount: images.count, delay: FrameDelay(framesPerSecond: rate), loops: loops)
    var bytes: [UInt8] = []
    for (i, image) in images.enumerated() {
      let previous = i > 0 ? images[i - 1] : nil
      bytes += writer.bytes(of: try APNGFrame(image, after: previous, isOpaque: isOpaque))
    }
    return bytes
  }

  @Test(arguments: [true, false])
  func theFramesAreThePictures(_ isOpaque: Bool) throws {
    let images = try (0..<6).map { try FilmPictures.box($0, on: isOpaque ? 0xFF20_4060 : 0) }
    let film = try APNGReader(try film(images, isOpaque: isOpaque, loops: 3))
    #expect(film.frames.map(\.canvas) == images.map { FilmCanvas($0) })
    #expect(film.colorType == (isOpaque ? 2 : 6) && film.loops == 3)
    #expect(film.frames.allSatisfy { $0.delay == (1, 60) })
    // Both places of the box, not the whole picture.
    #expect(film.frames[1].area == PixelRect(x: 0, y: 3, width: 13, height: 6))
    var chunks = ["IHDR", "acTL", "fcTL", "IDAT"]
    for _ in 1..<6 { chunks += ["fcTL", "fdAT"] }
    #expect(film.chunks.map(\.type) == chunks + ["IEND"])
  }

  @Test func anUnchangedFrameIsOnePixel() throws {
    let image = try FilmPictures.box(1)
    let film = try APNGReader(try film([image, image, try FilmPictures.box(1)], isOpaque: true))
    #expect(film.frames.map(\.area.width) == [40, 1, 1])
    #expect(film.frames.allSatisfy { $0.canvas == FilmCanvas(image) })
  }

  @Test func theFirstPictureIsAPNG() throws {
    let images = try (0..<3).map { try FilmPictures.box($0) }
    #expect(try Bitmap(png: try film(images, isOpaque: true)) == images[0])
    let one = try APNGReader(try film([images[2]], isOpaque: false))
    #expect(one.frames.count == 1 && one.frames[0].canvas == FilmCanvas(images[2]))
  }

  @Test func aFrameOfAnotherSizeIsRefused() throws {
    let small = try FilmPictures.picture(3, 3) { _, _ in 0 }
    let large = try FilmPictures.box(0)
    #expect(throws: GraphicsError.self) {
      _ = try APNGFrame(small, after: large, isOpaque: true)
    }
    #expect(throws: GraphicsError.self) { _ = try GIFFrame(small, after: large, isOpaque: true) }
  }

  // MARK: Delays

  @Test(arguments: [
    (60.0, 1, 60), (29.97, 100, 2997), (25, 1, 25), (12.5, 2, 25), (0.5, 2, 1), (59.94, 50, 2997),
    (23.976, 125, 2997), (1000, 1, 1000), (1, 1, 1), (65535, 1, 65535),
  ])
  func exactDelays(_ rate: Double, _ numerator: Int, _ denominator: Int) {
    let delay = FrameDelay(framesPerSecond: rate)
    #expect(Int(delay.numerator) == numerator && Int(delay.denominator) == denominator)
    #expect(delay.isExact)
  }

  @Test(arguments: [
    (30000.0 / 1001, 1001, 30000), (1e6, 1, 65535), (1e-6, 65535, 1), (.pi, 355, 1115),
  ])
  func nearestDelays(_ rate: Double, _ numerator: Int, _ denominator: Int) {
    let delay = FrameDelay(framesPerSecond: rate)
    #expect(!delay.isExact)
    let error = abs(Double(delay.numerator) / Double(delay.denominator) - 1 / rate)
    #expect(error <= abs(Double(numerator) / Double(denominator) - 1 / rate))
  }

  @Test func hundredthsDoNotAddUp() {
    for rate in [60.0, 29.97, 7, 1000, 0.3] {
      let delays = (0..<500).map {
        Int(FrameDelay.centiseconds(frame: $0, framesPerSecond: rate))
      }
      #expect(abs(Double(delays.reduce(0, +)) - 50000 / rate) <= 0.5, "\(rate)")
      #expect((delays.max() ?? 0) - (delays.min() ?? 0) <= 1, "\(rate)")
    }
    #expect(FrameDelay.centiseconds(frame: 1, framesPerSecond: 1e-307) == .max)
  }

  // MARK: Parts

  /// Against a search of all pixels.
  @Test func differences() throws {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<60 {
      let count = Int.random(in: 0...4, using: &random)
      let places = (0..<count).map { _ in
        (Int.random(in: 0..<21, using: &random), Int.random(in: 0..<13, using: &random))
      }
      let shift = UInt32.random(in: 0..<4, using: &random) * 8
      let old = try FilmPictures.picture(21, 13) { x, y in 0xFF00_0000 | UInt32(x * y) }
      let new = try FilmPictures.picture(21, 13) { x, y in
        let color = 0xFF00_0000 | UInt32(x * y)
        return places.contains { $0 == (x, y) } ? color ^ 1 << shift : color
      }
      var expected = PixelRect(width: 0, height: 0)
      for (x, y) in places {
        expected = expected.union(PixelRect(x: x, y: y, width: 1, height: 1))
      }
      #expect(new.difference(from: old) == expected)
    }
  }

  @Test func aSheetIsAGrid() throws {
    let images = try (0..<5).map { i in
      try FilmPictures.picture(6, 5) { _, _ in 0xFF00_0000 | UInt32(i + 1) }
    }
    var sheet = try ContactSheet(of: images[0].pixelSize, count: 5)
    for (i, image) in images.enumerated() { try sheet.place(image, at: i) }
    #expect(throws: GraphicsError.self) { try sheet.place(images[0], at: 5) }
    let picture = sheet.freeze()
    #expect(picture.width == 3 * 10 - 4 && picture.height == 2 * 9 - 4)
    for i in 0..<5 {
      let (x, y) = (i % 3 * 10, i / 3 * 9)
      #expect(picture.pixel(x: x, y: y) == 0xFF00_0000 | UInt32(i + 1))
      #expect(picture.pixel(x: x + 5, y: y + 4) == 0xFF00_0000 | UInt32(i + 1))
    }
    #expect(picture.pixel(x: 6, y: 0) == 0 && picture.pixel(x: 25, y: 13) == 0)
    #expect(throws: GraphicsError.self) {
      _ = try ContactSheet(of: PixelSize(width: 1000, height: 1000), count: 1000)
    }
  }
}
