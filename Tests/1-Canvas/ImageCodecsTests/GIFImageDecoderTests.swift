// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemConcurrency
import Testing
import TextTestSupport

@testable import CanvasDrawing
@testable import ImageCodecs

/// GIF images as they are read: the colours of small files whose pixels are known, and bad ones.
@Suite struct GIFImageDecoderTests {
  /// A row of a pixel of each of three colours, and a clear one. Codes of three bits, the lowest
  /// first: clear, 0, 1, 2, then of four bits 3 and the end.
  private static let small: [UInt8] =
    Array("GIF89a".utf8) + [4, 0, 1, 0, 0x81, 0, 0]
    + [255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0]
    + [0x21, 0xF9, 4, 1, 0, 0, 3, 0]
    + [0x2C, 0, 0, 0, 0, 4, 0, 1, 0, 0]
    + [2, 3, 0b0100_0100, 0b0011_0100, 0b0000_0101, 0]
    + [0x3B]

  private static func bitmap(_ bytes: [UInt8]) throws -> Bitmap {
    let decoder = GIFImageDecoder()
    #expect(decoder.recognizes(bytes))
    return try #require(
      try decoder.bitmap(
        of: bytes, maximumSize: nil, pool: .shared, cancellation: .never))
  }

  @Test func coloursAreThoseOfTheTable() throws {
    let read = try Self.bitmap(Self.small)
    let colors: [UInt32] = [0xFF00_00FF, 0xFF00_FF00, 0xFFFF_0000, 0]
    #expect((0..<4).map { read.pixel(x: $0, y: 0) } == colors)
  }

  /// What the writer of films packs is read again: all colours of a palette, in order.
  @Test(arguments: [1, 2, 7, 60])
  func whatIsWrittenIsRead(_ side: Int) throws {
    // No more than 256 colours, which the writer keeps.
    let image = try FilmPictures.picture(side, side) { x, y in
      0xFF00_0000 | UInt32(x * 3 & 0xFF) | UInt32((y % 4) * 60) << 8
    }
    var writer = GIFWriter(frameCount: 1, framesPerSecond: 25)
    let bytes = writer.bytes(of: try GIFFrame(image, after: nil, isOpaque: true))
    let read = try Self.bitmap(bytes)
    #expect(read.pixelSize == image.pixelSize)
    for y in 0..<side {
      for x in 0..<side { #expect(read.pixel(x: x, y: y) == image.pixel(x: x, y: y)) }
    }
  }

  /// No bytes crash the decoder: a valid file cut off anywhere, and with each byte changed.
  @Test func damagedFilesAreRefusedOrReadInPart() throws {
    let decoder = GIFImageDecoder()
    func read(_ bytes: [UInt8]) {
      _ = try? decoder.bitmap(of: bytes, maximumSize: nil, pool: .shared, cancellation: .never)
    }
    for count in 0..<Self.small.count { read(Array(Self.small.prefix(count))) }
    for index in Self.small.indices where !(6...9).contains(index) {
      for value in [UInt8](arrayLiteral: 0, 1, 127, 128, 255) {
        var bytes = Self.small
        bytes[index] = value
        read(bytes)
      }
    }
    #expect(throws: ImageError.self) {
      try decoder.header(of: Array("GIF89a".utf8), maximumSize: nil)
    }
    var empty = Self.small
    (empty[6], empty[7]) = (0, 0)
    #expect(throws: ImageError.self) { try decoder.header(of: empty, maximumSize: nil) }
  }

  @Test func aFrameBeyondTheScreenIsCutOff() throws {
    var bytes = Self.small
    // The frame is as wide as before, and the screen a pixel.
    bytes[6] = 1
    let read = try Self.bitmap(bytes)
    #expect(read.width == 1 && read.pixel(x: 0, y: 0) == 0xFF00_00FF)
  }
}
