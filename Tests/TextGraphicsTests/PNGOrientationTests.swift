// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel
import TextRuntime
import TextTestSupport

@testable import TextGraphics

/// The orientation of PNG files by their chunk `eXIf`.
@Suite struct PNGOrientationTests {
  /// A picture of 3 × 2 pixels whose red says which pixel it is: 10 y + x + 1.
  private func file(
    _ orientation: Int?, isLittleEndian: Bool = false, isInterlaced: Bool = false,
    change: (inout [UInt8]) -> Void = { _ in }
  ) -> [UInt8] {
    var file = PNGFile(width: 3, height: 2)
    file.isInterlaced = isInterlaced
    if let orientation {
      let value = UInt8(orientation)
      // A directory of two entries: the width of the picture, then the orientation.
      file.exif =
        isLittleEndian
        ? Array("II*\0".utf8) + [8, 0, 0, 0, 2, 0, 0, 1, 4, 0, 1, 0, 0, 0, 3, 0, 0, 0]
          + [0x12, 1, 3, 0, 1, 0, 0, 0, value, 0, 0, 0, 0, 0, 0, 0]
        : Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 2, 1, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 3]
          + [1, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0]
      change(&file.exif)
    }
    return file.bytes { x, y, channel in channel == 0 ? 10 * y + x + 1 : 0 }
  }

  private func rows(_ bitmap: Bitmap) -> [[Int]] {
    (0..<bitmap.height).map { y in
      (0..<bitmap.width).map { x in Int(bitmap.pixel(x: x, y: y) & 255) }
    }
  }

  /// Exif 2.32, 4.6.4: where row 0 and column 0 of the stored picture are shown.
  private static let shown: [Int: [[Int]]] = [
    1: [[1, 2, 3], [11, 12, 13]], 2: [[3, 2, 1], [13, 12, 11]], 3: [[13, 12, 11], [3, 2, 1]],
    4: [[11, 12, 13], [1, 2, 3]], 5: [[1, 11], [2, 12], [3, 13]],
    6: [[11, 1], [12, 2], [13, 3]],
    7: [[13, 3], [12, 2], [11, 1]], 8: [[3, 13], [2, 12], [1, 11]],
  ]

  @Test(arguments: 1...8) func eachOrientation(_ orientation: Int) throws {
    for isLittleEndian in [false, true] {
      for isInterlaced in [false, true] {
        let bytes = file(orientation, isLittleEndian: isLittleEndian, isInterlaced: isInterlaced)
        #expect(try rows(Bitmap(png: bytes.span)) == Self.shown[orientation])
        #expect(ImageOrientation(ofPNG: bytes.span).rawValue == orientation)
        // The same, row by row.
        var rest = bytes[...]
        let stream = ByteStream {
          defer { rest = [] }
          return Array(rest)
        }
        let reader = try PNGRowReader(stream, side: 100)
        #expect(
          reader.size
            == (orientation < 5
              ? PixelSize(width: 3, height: 2)
              : PixelSize(width: 2, height: 3)))
        #expect(reader.notes.isEmpty)
        var read: [[Int]] = []
        for _ in 0..<reader.size.height {
          var row = [UInt8](repeating: 0, count: 4 * reader.size.width)
          var span = row.mutableSpan
          try reader.read(1, into: &span)
          read.append(stride(from: 0, to: row.count, by: 4).map { Int(row[$0]) })
        }
        #expect(read == Self.shown[orientation])
      }
    }
  }

  @Test func whatSaysNoOrientationIsUpright() throws {
    let upright = Self.shown[1]
    #expect(try rows(Bitmap(png: file(nil).span)) == upright)
    for value in [0, 9, 255] { #expect(try rows(Bitmap(png: file(value).span)) == upright) }
    // Cut off at any place, with a directory far away, and with more entries than there are.
    for count in 0..<34 {
      #expect(
        try rows(Bitmap(png: file(6) { $0 = Array($0.prefix(count)) }.span)) == upright, "\(count)")
    }
    #expect(try rows(Bitmap(png: file(6) { $0[4] = 0xFF }.span)) == upright)
    #expect(try rows(Bitmap(png: file(nil).span)) == upright)
    #expect(try rows(Bitmap(png: file(6) { $0[8] = 0xFF }.span)) == Self.shown[6])
  }

  @Test func turningIsCancelled() throws {
    let flag = CancellationFlag()
    flag.set()
    let bitmap = try Bitmap(png: file(1).span)
    let turned = try ImageOrientation.turnedLeft.apply(
      to: bitmap, pool: .shared, cancellation: Cancellation(flag: flag))
    #expect(turned == nil)
  }
}
