// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CanvasDrawing
@testable import CanvasGeometry
@testable import ImageCodecs

@Suite struct PNGChunksTests {
  private static func picture() throws -> [UInt8] {
    var context = try GraphicsContext(pixels: PixelSize(width: 7, height: 5))
    try context.fill(Rect(x: 1, y: 1, width: 3, height: 2), with: Color.black)
    return try context.makeBitmap().pngData()
  }

  @Test func aWholeFile() throws {
    let file = try #require(PNGChunks(try Self.picture()))
    #expect(file.size == PixelSize(width: 7, height: 5))
    #expect(file.text(of: "Missing characters") == nil)
  }

  /// Whatever is cut off, added or changed in one place, the file is not whole.
  @Test func damagedFiles() throws {
    let png = try Self.picture()
    for count in 0..<png.count { #expect(PNGChunks(Array(png[..<count])) == nil, "\(count) bytes") }
    #expect(PNGChunks(png + [0]) == nil)
    #expect(PNGChunks(png + png) == nil)
    for place in png.indices {
      var changed = png
      changed[place] ^= 0x10
      #expect(PNGChunks(changed) == nil, "byte \(place)")
    }
    #expect(PNGChunks([UInt8](repeating: 0, count: png.count)) == nil)
  }

  /// A length that reaches beyond the file, or beyond all numbers, is no chunk.
  @Test func hostileLengths() {
    for length in [[0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0, 0, 0, 1]] as [[UInt8]] {
      let bytes = PNGChunk.signature + length + Array("IHDR".utf8) + [0, 0, 0, 0]
      #expect(PNGChunks(bytes) == nil)
    }
    var bare = PNGChunk.signature
    PNGChunk.append("IEND", to: &bare)
    #expect(PNGChunks(bare) == nil)
  }

  @Test func texts() throws {
    var png = try Self.picture()
    let plain = try Bitmap(png: png)
    PNGChunks.add("U+E000 U+E001", keyword: "Missing characters", to: &png)
    PNGChunks.add("x", keyword: "Missing", to: &png)
    let file = try #require(PNGChunks(png))
    #expect(file.text(of: "Missing characters") == "U+E000 U+E001")
    #expect(file.text(of: "Missing") == "x")
    #expect(try Bitmap(png: png).pngData() == plain.pngData())
  }

  /// The check value of CRC-32/ISO-HDLC, that of no bytes, and that of the chunk `IEND`.
  @Test(
    arguments: [("123456789", 0xCBF4_3926), ("", 0), ("IEND", 0xAE42_6082)] as [(String, UInt32)])
  func checksums(text: String, sum: UInt32) {
    let found = PNGChunk.checksum(Array(text.utf8).span)
    #expect(found == sum)
  }
}
