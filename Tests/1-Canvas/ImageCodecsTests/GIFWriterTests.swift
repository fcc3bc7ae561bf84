// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextTestSupport

@testable import CanvasDrawing
@testable import ImageCodecs

struct GIFWriterTests {
  private func film(
    _ images: [Bitmap], isOpaque: Bool, rate: Double = 25, loops: Int = 0
  ) throws -> [UInt8] {
    var writer = GIFWriter(frameCount: images.count, framesPerSecond: rate, loops: loops)
    var bytes: [UInt8] = []
    for (i, image) in images.enumerated() {
      let previous = i > 0 ? images[i - 1] : nil
      bytes += writer.bytes(of: try GIFFrame(image, after: previous, isOpaque: isOpaque))
    }
    return bytes
  }

  @Test func opaqueFramesOfFewColorsAreThePictures() throws {
    let images = try (0..<6).map { try FilmPictures.box($0) } + [try FilmPictures.box(5)]
    let film = try GIFReader(try film(images, isOpaque: true, rate: 60))
    #expect(film.frames.map(\.canvas) == images.map { FilmCanvas($0) })
    #expect(film.frames.map(\.delay) == [2, 1, 2, 2, 1, 2, 2])
    #expect(film.frames.allSatisfy { $0.disposal == 1 } && film.repetitions == 0)
    #expect(film.frames[1].area == PixelRect(x: 0, y: 3, width: 13, height: 6))
    #expect(film.frames[6].area == PixelRect(width: 1, height: 1))
  }

  @Test func transparentFramesAreThresholded() throws {
    let empty = try FilmPictures.picture(40, 30) { _, _ in 0x7F00_0000 }
    let images = [try FilmPictures.box(0, on: 0), empty, try FilmPictures.box(3, on: 0)]
    let film = try GIFReader(try film(images, isOpaque: false, loops: 3))
    let expected = images.map { image in
      var canvas = FilmCanvas(image)
      for (i, color) in canvas.pixels.enumerated() where color >> 24 < 255 {
        // Half of 0x40 is 0x80 without the premultiplication.
        canvas.pixels[i] = color >> 24 < 128 ? 0 : 0xFF00_0080
      }
      return canvas
    }
    #expect(film.frames.map(\.canvas) == expected)
    #expect(film.frames.allSatisfy { $0.disposal == 2 } && film.repetitions == 2)
    #expect(try GIFReader(try self.film([empty], isOpaque: false, loops: 1)).repetitions == nil)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 16, 17, 128, 255])
  func upTo255ColorsAreExact(_ count: Int) throws {
    let image = try FilmPictures.picture(64, 40) { x, y in
      0xFF00_0000 | UInt32((x * 7 + y * 13) % count) * 0x01_0307
    }
    let film = try GIFReader(try film([image], isOpaque: true))
    #expect(film.frames[0].canvas == FilmCanvas(image))
    #expect(film.frames[0].colorCount >= count + 1)
  }

  /// Long enough that the dictionary of codes is cleared many times.
  @Test(arguments: [2, 255])
  func noiseIsExact(_ count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let image = try FilmPictures.picture(300, 200) { _, _ in
      0xFF00_0000 | UInt32.random(in: 0..<UInt32(count), using: &random) << 8
    }
    let film = try GIFReader(try film([image], isOpaque: true))
    #expect(film.frames[0].canvas == FilmCanvas(image))
  }

  @Test(arguments: [1, 2, 3, 4094, 4095, 4096, 4097, 5000])
  func runsOfEveryLength(_ length: Int) throws {
    for period in [1, 3, 200] {
      let image = try FilmPictures.picture(length, 1) { x, _ in 0xFF00_0000 | UInt32(x % period) }
      let film = try GIFReader(try film([image], isOpaque: true))
      #expect(film.frames[0].canvas == FilmCanvas(image))
    }
  }

  @Test func manyColorsAreNear() throws {
    let image = try FilmPictures.picture(128, 128) { x, y in
      0xFF00_0000 | UInt32(2 * x) | UInt32(2 * y) << 8 | UInt32(x + y) << 16
    }
    let bytes = try film([image], isOpaque: true)
    #expect(try film([image], isOpaque: true) == bytes)
    let shown = try GIFReader(bytes).frames[0].canvas
    var (most, sum) = (0, 0)
    for (a, b) in zip(shown.pixels, FilmCanvas(image).pixels) {
      for shift in [0, 8, 16] as [UInt32] {
        let difference = abs(Int(a >> shift & 255) - Int(b >> shift & 255))
        most = max(most, difference)
        sum += difference
      }
    }
    #expect(most <= 24 && sum < 6 * 3 * 128 * 128, "\(most), \(sum)")
    #expect(Set(shown.pixels).count <= 255)
  }

  /// What does not change keeps the colour that it was given.
  @Test func unchangedPixelsStay() throws {
    let images = try (0..<3).map { frame in
      try FilmPictures.picture(64, 64) { x, y in
        x == 10 * frame && (y == 0 || y == 63)
          ? 0xFF00_0000 : 0xFF00_0000 | UInt32(4 * x) | UInt32(4 * y) << 8
      }
    }
    let film = try GIFReader(try film(images, isOpaque: true))
    let (first, last) = (film.frames[0].canvas, film.frames[2].canvas)
    #expect(film.frames[2].colorCount == 4)
    for y in 1..<63 {
      for x in 0..<64 { #expect(first.pixels[y * 64 + x] == last.pixels[y * 64 + x]) }
    }
  }
}
