// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemConcurrency
import Testing
import TextTestSupport

@testable import CanvasDrawing
@testable import ImageCodecs

/// Files of every form, read by libpng.
struct PNGEncoderTests {
  /// Pictures by their colour type and depth in the file.
  private func pictures(_ width: Int, _ height: Int) throws -> [(type: UInt8, depth: UInt8, Bitmap)]
  {
    let many = width * height > 600
    return try [
      (0, 1, PixelPicture.make(width, height) { _, _ in [255, 255, 255, 255] }),
      (
        3, 1,
        PixelPicture.make(width, height) { x, y in
          (x ^ y) & 1 == 0 ? [0, 0, 0, 0] : [9, 90, 7, 90]
        }
      ),
      (
        many ? 0 : 3, 8,
        PixelPicture.make(width, height) { x, y in
          let v = UInt8((x * 3 + y * 5) % 256)
          return [v, v, v, 255]
        }
      ),
      (
        3, 8,
        PixelPicture.make(width, height) { x, y in
          let a = UInt8((x + y) % 100)
          return [a / 2, 0, a, a]
        }
      ),
      (
        many ? 2 : 3, 8,
        PixelPicture.make(width, height) { x, y in
          [UInt8(x % 256), UInt8(y % 256), UInt8(x * y % 256), 255]
        }
      ),
      (
        many ? 6 : 3, 8,
        PixelPicture.make(width, height) { x, y in
          let a = 128 + (x * y) % 128
          return [UInt8(x % 128), UInt8(y % 128), UInt8((x * y) % 128), UInt8(a)]
        }
      ),
    ]
  }

  @Test(arguments: [false, true])
  func everyFormSurvives(usesZlib: Bool) throws {
    for (width, height) in [(1, 1), (7, 3), (8, 1), (9, 2), (1, 40), (33, 31), (300, 200)] {
      for (index, picture) in try pictures(width, height).enumerated() {
        let png = try #require(
          picture.2.encodedPNG(
            in: PixelRect(width: width, height: height), choice: .reduced, level: 5,
            usesZlib: usesZlib))
        #expect(try Bitmap(png: png) == picture.2, "\(index) of \(width) × \(height)")
        // A picture of few pixels has few colours.
        if width * height > 600 {
          #expect(png[24] == picture.depth && png[25] == picture.type, "\(index): \(png[24...25])")
        }
        let kept = try #require(
          picture.2.encodedPNG(
            in: PixelRect(width: width, height: height), choice: .kept, level: 1,
            usesZlib: usesZlib))
        #expect(try Bitmap(png: kept) == picture.2 && kept[25] == 6)
      }
    }
  }

  /// Rows of several parts, the last one short, are one stream.
  @Test(arguments: [false, true])
  func picturesOfManyParts(usesZlib: Bool) throws {
    let picture = try PixelPicture.make(1_000, 700) { x, y in
      x % 90 < 60
        ? [255, 255, 255, 255] : [UInt8(x % 256), UInt8(y % 256), UInt8(x * y % 251), 255]
    }
    let png = try #require(
      picture.encodedPNG(
        in: PixelRect(width: 1_000, height: 700), choice: .reduced, level: 5, usesZlib: usesZlib))
    #expect(try Bitmap(png: png) == picture)
    let rows = try Inflated.bytes(of: PNGChunk.data(of: "IDAT", in: png))
    #expect(rows.count == 3_001 * 700)
  }

  @Test func aPartOfABitmap() throws {
    let whole = try pictures(90, 40)
    for (_, _, bitmap) in whole {
      let area = PixelRect(x: 11, y: 5, width: 31, height: 23)
      let png = try #require(bitmap.encodedPNG(in: area, choice: .reduced, level: 5))
      let part = try Bitmap(png: png)
      for (x, y) in [(0, 0), (30, 22), (13, 7)] {
        #expect(part.pixel(x: x, y: y) == bitmap.pixel(x: 11 + x, y: 5 + y))
      }
    }
  }

  /// Opacity that is left out leaves the straight colours: those of a pixel of half opacity count
  /// twice.
  @Test func opacityIsLeftOut() throws {
    let picture = try PixelPicture.make(300, 2) { x, y in
      y == 0 ? [60, 40, 20, 128] : [60, 40, 20, 255]
    }
    let png = try #require(
      picture.encodedPNG(in: PixelRect(width: 300, height: 2), choice: .opaque, level: 5))
    let read = try Bitmap(png: png)
    // 60 · 255 / 128 = 119.5; 40 · 255 / 128 = 79.7; 20 · 255 / 128 = 39.8.
    #expect(read.pixel(x: 299, y: 0) == 0xff28_5078 && read.pixel(x: 0, y: 1) == 0xff14_283c)
  }

  @Test func longRowsAndColumns() throws {
    for (width, height) in [(16_384, 1), (1, 16_384)] {
      let picture = try PixelPicture.make(width, height) { x, y in
        [UInt8((x + y) % 256), UInt8((x + y) / 256), 3, 255]
      }
      #expect(try Bitmap(png: picture.pngData()) == picture)
    }
  }

  /// The cancellation is polled by the survey of the colours, by that of smooth rows, and before
  /// each part.
  @Test func aCancelledOneEnds() throws {
    let picture = try PixelPicture.make(400, 400) { x, y in
      [UInt8(x * 37 % 256), UInt8(y % 256), 0, 255]
    }
    // Five for the colours, every 82 rows; one for 400 rows, after which the first part ends the
    // packing. 480,400 bytes are five parts; with zlib, of 27 rows each, fifteen.
    let all = 6 + (DeflateStream.isZlib ? 15 : 5)
    for end in 1...all + 1 {
      let polls = Tally()
      let flag = CancellationFlag { flag in
        polls.add()
        if polls.count >= end { flag.set() }
      }
      let png = picture.encodedPNG(
        in: PixelRect(width: 400, height: 400), choice: .reduced, level: 5,
        cancellation: Cancellation(flag: flag))
      #expect(polls.count == (end == 6 ? 7 : min(end, all)), "\(end): \(polls.count)")
      #expect((png == nil) == (end <= all))
    }
  }

  /// Rows of a bit a pixel are short: pixels count, too.
  @Test func aCancelledOneOfTwoColorsEnds() throws {
    let picture = try PixelPicture.make(1_024, 1_024) { x, y in
      (x * 7 ^ y * 13) & 8 == 0 ? [0, 0, 0, 255] : [255, 255, 255, 255]
    }
    let polls = Tally()
    let flag = CancellationFlag { _ in polls.add() }
    let png = try #require(
      picture.encodedPNG(
        in: PixelRect(width: 1_024, height: 1_024), choice: .reduced, level: 5,
        cancellation: Cancellation(flag: flag)))
    // Every 33 rows, 32 times; four parts of 256 rows, with zlib five of 254.
    let parts = DeflateStream.isZlib ? 5 : 4
    #expect(png[24] == 1 && polls.count == 32 + parts, "\(polls.count)")
  }
}
