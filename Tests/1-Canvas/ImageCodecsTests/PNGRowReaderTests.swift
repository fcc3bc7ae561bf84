// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import Testing
import TextTestSupport

@testable import CanvasDrawing
@testable import CanvasGeometry
@testable import ImageCodecs
@testable import SystemFiles

@Suite struct PNGRowReaderTests {
  /// A stream of pieces of a few bytes.
  private func stream(_ bytes: [UInt8], piece: Int = 100) -> ByteStream {
    var rest = bytes[...]
    return ByteStream {
      defer { rest = rest.dropFirst(piece) }
      return Array(rest.prefix(piece))
    }
  }

  /// All rows as straight RGBA, read by a few at a time.
  private func pixels(_ file: [UInt8], rowsAtOnce: Int = 3) throws -> [UInt8] {
    let reader = try PNGRowReader(stream(file), side: 1000)
    let rowBytes = reader.size.width * 4
    var result: [UInt8] = []
    while result.count < rowBytes * reader.size.height {
      let count = min(rowsAtOnce, reader.size.height - result.count / rowBytes)
      var rows = [UInt8](repeating: 7, count: count * rowBytes)
      var span = rows.mutableSpan
      try reader.read(count, into: &span)
      result += rows
    }
    return result
  }

  /// Samples of eight bits.
  private func value(_ x: Int, _ y: Int, _ channel: Int) -> Int {
    (x * 31 + y * 57 + channel * 101) & 255
  }

  private func expected(
    _ file: PNGFile, _ pixel: (_ x: Int, _ y: Int) -> [Int]
  ) -> [UInt8] {
    (0..<file.height).flatMap { y in
      (0..<file.width).flatMap { x in pixel(x, y).map { UInt8($0) } }
    }
  }

  @Test(arguments: [false, true]) func eachKindOfPNG(isInterlaced: Bool) throws {
    for (width, height) in [(1, 1), (1, 9), (13, 1), (13, 11)] {
      var file = PNGFile(width: width, height: height)
      file.isInterlaced = isInterlaced
      #expect(
        try pixels(file.bytes(value))
          == expected(file) { x, y in (0..<3).map { value(x, y, $0) } + [255] })
      file.colorType = 6
      #expect(
        try pixels(file.bytes(value)) == expected(file) { x, y in (0..<4).map { value(x, y, $0) } })
      file.colorType = 0
      #expect(
        try pixels(file.bytes(value))
          == expected(file) { x, y in Array(repeating: value(x, y, 0), count: 3) + [255] })
      file.colorType = 4
      #expect(
        try pixels(file.bytes(value))
          == expected(file) { x, y in
            Array(repeating: value(x, y, 0), count: 3) + [value(x, y, 1)]
          })
      // Of 16 bits the upper ones count.
      file.colorType = 2
      file.depth = 16
      #expect(
        try pixels(file.bytes { value($0, $1, $2) << 8 | 200 })
          == expected(file) { x, y in (0..<3).map { value(x, y, $0) } + [255] })
      // A palette of four colours, the first of which is half transparent.
      file.colorType = 3
      file.depth = 2
      file.palette = [[1, 2, 3], [40, 50, 60], [70, 80, 90], [200, 210, 220]]
      file.transparency = [128]
      #expect(
        try pixels(file.bytes { x, y, _ in (x + y) & 3 })
          == expected(file) { x, y in
            let color = (x + y) & 3
            return file.palette[color].map { Int($0) } + [color == 0 ? 128 : 255]
          })
    }
  }

  @Test func opacityIsKnownFromTheHeader() throws {
    var file = PNGFile(width: 2, height: 2)
    #expect(try PNGRowReader(stream(file.bytes(value)), side: 9).isOpaque)
    file.transparency = [0, 1, 0, 2, 0, 3]
    #expect(try !PNGRowReader(stream(file.bytes(value)), side: 9).isOpaque)
    file.transparency = []
    file.colorType = 6
    #expect(try !PNGRowReader(stream(file.bytes(value)), side: 9).isOpaque)
  }

  @Test func damageIsAnErrorAndNothingElse() throws {
    let file = PNGFile(width: 40, height: 30).bytes(value)
    #expect(try pixels(file).count == 4800)
    for length in stride(from: 0, to: file.count - 16, by: 37) {
      #expect(throws: GraphicsError.self, "\(length)") { try pixels(Array(file[..<length])) }
    }
    var random = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      var changed = file
      changed[Int.random(in: 0..<file.count, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
      do { _ = try pixels(changed) } catch { #expect(error is GraphicsError) }
    }
    #expect(throws: GraphicsError.self) { try PNGRowReader(stream(file), side: 39) }
  }

  @Test func anInterlacedPictureIsBounded() throws {
    var file = PNGFile(width: 100_000, height: 100_000)
    file.isInterlaced = true
    // As far as the first letters of the pixels' chunk.
    let bytes = file.header + [0, 0, 0, 1] + Array("IDAT".utf8)
    let error = #expect(throws: GraphicsError.self) {
      try PNGRowReader(stream(bytes), side: 1 << 20)
    }
    #expect(error?.code == .tooLarge)
    file.isInterlaced = false
    let reader = try PNGRowReader(
      stream(file.header + [0, 0, 0, 1] + Array("IDAT".utf8)), side: 1 << 20)
    #expect(reader.size == PixelSize(width: 100_000, height: 100_000))
  }

  @Test func anErrorOfTheStreamIsPassedOn() throws {
    struct Broken: Error {}
    let file = PNGFile(width: 40, height: 30).bytes(value)
    var isFirst = true
    let reader = try PNGRowReader(
      ByteStream {
        if !isFirst { throw Broken() }
        isFirst = false
        return Array(file[..<200])
      }, side: 99)
    var rows = [UInt8](repeating: 0, count: 40 * 30 * 4)
    var span = rows.mutableSpan
    #expect(throws: Broken.self) { try reader.read(30, into: &span) }
  }

  @Test func theReadingIsPolled() throws {
    let flag = CancellationFlag()
    let reader = try PNGRowReader(
      stream(PNGFile(width: 40, height: 30).bytes(value)), side: 99,
      cancellation: Cancellation(flag: flag))
    flag.set()
    var rows = [UInt8](repeating: 0, count: 160)
    var span = rows.mutableSpan
    #expect(throws: CancellationError.self) { try reader.read(1, into: &span) }
  }

  // MARK: Straight pixels

  @Test func filesHaveExactlyTheStraightPixels() throws {
    var file = PNGFile(width: 13, height: 11)
    file.colorType = 6
    let source = try pixels(file.bytes(value))
    let area = PixelSize(width: 5, height: 7)
    let png = try StraightPixels.pngData(
      source.span.extracting((3 * 13 + 4) * 4..<source.count), size: area, bytesPerRow: 52)
    #expect(
      try pixels(png)
        == (3..<10).flatMap { y in source[(y * 13 + 4) * 4..<(y * 13 + 9) * 4] })
  }

  @Test func halvesWeighColoursByOpacity() throws {
    func half(_ rows: [UInt8], width: Int, isOpaque: Bool) -> [UInt8] {
      var result = [UInt8](repeating: 9, count: (width + 1) / 2 * 4)
      var span = result.mutableSpan
      StraightPixels.halve(rows.span, width: width, isOpaque: isOpaque, into: &span)
      return result
    }
    let opaque: [UInt8] = [
      10, 20, 30, 255, 11, 20, 30, 255, 200, 0, 0, 255,
      10, 21, 30, 255, 11, 21, 33, 255, 100, 0, 1, 255,
    ]
    let means: [UInt8] = [11, 21, 31, 255, 150, 0, 1, 255]
    #expect(half(opaque, width: 3, isOpaque: true) == means)
    #expect(half(opaque, width: 3, isOpaque: false) == means)
    // One row stands for two.
    #expect(
      half(Array(opaque[..<12]), width: 3, isOpaque: false) == [11, 20, 30, 255, 200, 0, 0, 255])
    // (200·255 + 100·85 + 0·0) / 340 = 175; the transparent pixel has no colour.
    let straight: [UInt8] = [200, 0, 0, 255, 100, 0, 0, 85, 77, 77, 77, 0, 77, 77, 77, 0]
    #expect(half(straight, width: 2, isOpaque: false) == [175, 0, 0, 85])
    #expect(
      half([5, 5, 5, 0, 9, 9, 9, 1, 5, 5, 5, 0, 5, 5, 5, 0], width: 2, isOpaque: false)
        == [0, 0, 0, 0])
  }
}
