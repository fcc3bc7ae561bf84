// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing

@testable import ImageCodecs

/// Pictures in black and white: PBM and PNG of one bit.
struct OneBitImageTests {
  private static func gray(_ values: [[UInt8]]) throws -> Bitmap {
    try PixelPicture.make(values[0].count, values.count) { x, y in
      [values[y][x], values[y][x], values[y][x], 255]
    }
  }

  /// The pixels by rows: `#` is black.
  private static func drawn(_ image: Bitmap, _ options: OneBitOptions) throws -> [String] {
    let made = try image.blackAndWhite(options)
    return (0..<made.height).map { y in
      String((0..<made.width).map { made.pixel(x: $0, y: y) == 0xFF00_0000 ? "#" : "." })
    }
  }

  /// A file that Netpbm's description gives: a letter J of 6 by 10.
  @Test func aFileOfPBM() throws {
    let rows = [
      "....#.", "....#.", "....#.", "....#.", "....#.", "....#.", "#...#.", ".###..", "......",
      "......",
    ].map { $0.map { $0 == "#" ? UInt8(0) : 255 } }
    let expected =
      Array("P4\n6 10\n".utf8) + [0x08, 0x08, 0x08, 0x08, 0x08, 0x08, 0x88, 0x70, 0, 0]
    #expect(try PictureFormat.pbm.data(of: Self.gray(rows), PackingOptions()) == expected)
    // Nine columns take two bytes.
    let wide = try Self.gray([[0, 255, 255, 255, 255, 255, 255, 255, 0]])
    #expect(
      try PictureFormat.pbm.data(of: wide, PackingOptions())
        == Array("P4\n9 1\n".utf8) + [0x80, 0x80])
  }

  @Test func aFileOfPNGHasOneBitOfGrey() throws {
    let image = try Self.gray(
      (0..<20).map { y in (0..<21).map { ($0 * 7 + y * 5) % 3 == 0 ? 0 : 255 } })
    let bytes = try PictureFormat.png.data(of: image, PackingOptions())
    // The depth and the kind of colour in the header.
    #expect(Array(bytes[24...25]) == [1, 0])
    let read = try Bitmap(png: bytes)
    for y in 0..<20 {
      for x in 0..<21 { #expect(read.pixel(x: x, y: y) == image.pixel(x: x, y: y)) }
    }
    let blank = try PictureFormat.png.data(of: Self.gray([[255]]), PackingOptions())
    #expect(Array(blank[24...25]) == [1, 0])
  }

  @Test func aPixelIsWhiteFromTheThresholdOn() throws {
    let image = try Self.gray([[0, 127, 128, 255]])
    #expect(try Self.drawn(image, OneBitOptions()) == ["##.."])
    #expect(try Self.drawn(image, OneBitOptions(threshold: 0.25)) == ["#..."])
    #expect(try Self.drawn(image, OneBitOptions(threshold: 1)) == ["###."])
    // Pure red has a brightness of 76, green of 150, blue of 29.
    let colors = try PixelPicture.make(4, 1) { x, _ in
      [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [0, 0, 0, 100]][x]
    }
    // Black that is mostly clear lies upon white.
    #expect(try Self.drawn(colors, OneBitOptions()) == ["#.#."])
    #expect(OneBitImage.brightness(255, 0, 0, 255) == 76)
    #expect(OneBitImage.brightness(0, 255, 0, 255) == 150)
    #expect(OneBitImage.brightness(0, 0, 255, 255) == 29)
    #expect(OneBitImage.brightness(0, 0, 0, 0) == 255)
  }

  /// Errors of 128 among 255, computed by hand.
  @Test func errorsGoToTheNeighbours() throws {
    let image = try Self.gray([[128, 128, 128, 128]])
    #expect(try Self.drawn(image, OneBitOptions(dither: .floydSteinberg)) == [".#.#"])
    // The row below gets five sixteenths of the error above and three of that at the right.
    let below = try Self.gray([[100], [100], [100]])
    // 100 is black; 100 + 31 is white with -124; 100 - 38 is black.
    #expect(try Self.drawn(below, OneBitOptions(dither: .floydSteinberg)) == ["#", ".", "#"])
  }

  @Test(arguments: [OneBitOptions.Dither.ordered, .floydSteinberg])
  func patternsHaveTheBrightnessOfTheGrey(_ dither: OneBitOptions.Dither) throws {
    for value: UInt8 in [0, 32, 64, 100, 128, 192, 240, 255] {
      let image = try Self.gray(
        [[UInt8]](repeating: [UInt8](repeating: value, count: 64), count: 64))
      let white = try Self.drawn(image, OneBitOptions(dither: dither)).joined().count { $0 == "." }
      #expect(abs(Double(white) / 4096 - Double(value) / 255) < 0.02, "\(value): \(white)")
      if value == 0 || value == 255 { #expect(white == (value == 0 ? 0 : 4096)) }
    }
  }

  /// The pattern of Bayer for half grey is a chessboard.
  @Test func halfGreyIsAChessboard() throws {
    let image = try Self.gray([[UInt8]](repeating: [128, 128, 128, 128], count: 2))
    #expect(try Self.drawn(image, OneBitOptions(dither: .ordered)) == [".#.#", "#.#."])
  }
}
