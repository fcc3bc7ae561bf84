// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import Testing
import TextTestSupport

@testable import CanvasDrawing
@testable import ImageCodecs
@testable import SystemFiles

/// The orientation of PNG files by their chunk `eXIf`.
@Suite struct PNGOrientationTests {
  /// A picture of 3 × 2 pixels whose red says which pixel it is: 10 y + x + 1.
  private func file(
    _ orientation: Int?, isLittleEndian: Bool = false, isInterlaced: Bool = false,
    isLate: Bool = false, change: (inout [UInt8]) -> Void = { _ in }
  ) -> [UInt8] {
    var file = PNGFile(width: 3, height: 2)
    file.isInterlaced = isInterlaced
    file.isExifLate = isLate
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

  /// A picture that is read row by row, and what is said of it.
  private func read(
    _ bytes: [UInt8]
  ) throws -> (rows: [[Int]], notes: [String], lateNotes: [String]) {
    var rest = bytes[...]
    let stream = ByteStream {
      defer { rest = [] }
      return Array(rest)
    }
    let reader = try PNGRowReader(stream, side: 100)
    var rows: [[Int]] = []
    for _ in 0..<reader.size.height {
      #expect(reader.lateNotes.isEmpty)
      var row = [UInt8](repeating: 0, count: 4 * reader.size.width)
      var span = row.mutableSpan
      try reader.read(1, into: &span)
      rows.append(stride(from: 0, to: row.count, by: 4).map { Int(row[$0]) })
    }
    return (rows, reader.notes, reader.lateNotes)
  }

  @Test(arguments: 1...8) func eachOrientation(_ orientation: Int) throws {
    for isLittleEndian in [false, true] {
      for isInterlaced in [false, true] {
        let bytes = file(orientation, isLittleEndian: isLittleEndian, isInterlaced: isInterlaced)
        #expect(try rows(Bitmap(png: bytes.span)) == Self.shown[orientation])
        #expect(PNGExif(bytes.span)?.orientation.rawValue == orientation)
        let read = try read(bytes)
        #expect(read.rows == Self.shown[orientation])
        #expect(read.notes.isEmpty && read.lateNotes.isEmpty)
      }
    }
  }

  /// Exif data behind the pixels count as well. Rows that were given out before stay as they are.
  @Test(arguments: 1...8) func eachOrientationBehindThePixels(_ orientation: Int) throws {
    let bytes = file(orientation, isLate: true)
    #expect(try rows(Bitmap(png: bytes.span)) == Self.shown[orientation])
    #expect(PNGExif(bytes.span)?.orientation.rawValue == orientation)
    let stored = try read(bytes)
    #expect(stored.rows == Self.shown[1] && stored.notes.isEmpty)
    if orientation == 1 {
      #expect(stored.lateNotes.isEmpty)
    } else {
      #expect(stored.lateNotes.count == 1)
      #expect(stored.lateNotes[0].contains("Exif orientation \(orientation), behind the pixels"))
    }
    // An interlaced picture is whole before its first row is given out.
    let interlaced = file(orientation, isInterlaced: true, isLate: true)
    #expect(try rows(Bitmap(png: interlaced.span)) == Self.shown[orientation])
    let read = try read(interlaced)
    #expect(read.rows == Self.shown[orientation])
    #expect(read.notes.isEmpty && read.lateNotes.isEmpty)
  }

  /// The first chunk that is whole counts, and nothing behind the end of the picture.
  @Test func theFirstWholeChunkCounts() throws {
    let (left, right) = (file(6), file(8, isLate: true))
    // From the chunk's length to its checksum: 12 bytes and 38 of data.
    let late = Array(right[(right.count - 12 - 50)..<(right.count - 12)])
    #expect(late[4..<8].elementsEqual("eXIf".utf8))
    var both = left
    both.insert(contentsOf: late, at: both.count - 12)
    #expect(try rows(Bitmap(png: both.span)) == Self.shown[6])
    // The chunk before the pixels begins behind the header; its checksum is made wrong.
    both[33 + 49] ^= 1
    #expect(try rows(Bitmap(png: both.span)) == Self.shown[8])
    #expect(try read(both).rows == Self.shown[1])
    // Damaged, cut off, or behind the end: as if there were none, and no error.
    var damaged = right
    damaged[right.count - 13] ^= 1
    for bytes in [
      damaged, Array(right.dropLast(13)), Array(right.dropLast(40)), file(nil) + late,
    ] {
      #expect(try rows(Bitmap(png: bytes.span)) == Self.shown[1])
      let read = try read(bytes)
      #expect(read.rows == Self.shown[1] && read.lateNotes.isEmpty)
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
    #expect(try rows(Bitmap(png: file(6) { $0[8] = 0xFF }.span)) == Self.shown[6])
    // Neither byte order, and not the number 42.
    for (place, byte) in [(0, 0x4E), (1, 0x49), (2, 1), (3, 0x2B)] as [(Int, UInt8)] {
      #expect(try rows(Bitmap(png: file(6) { $0[place] = byte }.span)) == upright, "\(place)")
    }
  }

  /// A chunk of a gigabyte behind the pixels is not read to its end after a cancellation.
  @Test func bytesBehindThePixelsAreNotReadAfterACancellation() throws {
    struct Endless: Error {}
    let flag = CancellationFlag()
    let start = Array(file(nil).dropLast(12)) + [0x40, 0, 0, 0] + Array("tEXt".utf8)
    var pieces = 0
    let stream = ByteStream {
      pieces += 1
      if pieces == 1 { return start }
      if pieces == 10 { flag.set() }
      if pieces == 1000 { throw Endless() }
      return [UInt8](repeating: 0, count: 1000)
    }
    let reader = try PNGRowReader(stream, side: 100, cancellation: Cancellation(flag: flag))
    var rows = [UInt8](repeating: 0, count: 2 * 3 * 4)
    var span = rows.mutableSpan
    try reader.read(2, into: &span)
    #expect(rows[0] == 1 && rows[12] == 11)
    #expect(pieces <= 12 && stream.failure == nil)
  }
}
