// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import Testing
import TextTestSupport

import struct Synchronization.Atomic

@testable import CanvasDrawing
@testable import CanvasGeometry
@testable import ImageCodecs
@testable import SystemFiles

/// Pixels that are turned, mirrored and multiplied, in parts between which the work can end.
@Suite struct ImageOrientationTests {
  /// Counts polls, and sets the flag at one of them.
  private final class Polls: Sendable {
    private let count = Atomic<Int>(0)
    let last: Int

    init(cancelsAt last: Int = .max) { self.last = last }

    var total: Int { count.load(ordering: .relaxed) }

    var cancellation: Cancellation {
      Cancellation(
        flag: CancellationFlag(poll: { flag in
          if self.count.wrappingAdd(1, ordering: .relaxed).newValue >= self.last { flag.set() }
        }))
    }
  }

  /// Where the pixel shown in a column of a row lies in a stored picture (Exif 2.32, 4.6.4).
  private func place(
    _ x: Int, _ y: Int, _ orientation: Int, _ stored: PixelSize
  ) -> (x: Int, y: Int) {
    let (right, bottom) = (stored.width - 1, stored.height - 1)
    return switch orientation {
    case 2: (right - x, y)
    case 3: (right - x, bottom - y)
    case 4: (x, bottom - y)
    case 5: (y, x)
    case 6: (y, bottom - x)
    case 7: (right - y, bottom - x)
    case 8: (right - y, x)
    default: (x, y)
    }
  }

  /// Pictures of several blocks, whose sides are not those of blocks, whole and in some rows.
  @Test(arguments: 1...8) func eachPixelIsInItsPlace(_ orientation: Int) throws {
    let turn = try #require(ImageOrientation(rawValue: orientation))
    for stored in [PixelSize(width: 50, height: 37), PixelSize(width: 1, height: 33)] {
      var buffer = try BitmapBuffer(width: stored.width, height: stored.height)
      var bytes: [UInt8] = []
      let stride = buffer.bytesPerRow
      buffer.withUnsafeMutableBytes { pixels in
        for y in 0..<stored.height {
          for x in 0..<stored.width {
            let pixel = [UInt8(x), UInt8(y), 7, 255]
            bytes += pixel
            for (i, byte) in pixel.enumerated() { pixels[y * stride + 4 * x + i] = byte }
          }
        }
      }
      let turned = try #require(
        try turn.apply(to: buffer.freeze(), pool: .shared, cancellation: .never))
      let size = turned.pixelSize
      #expect((size.width == stored.width) == (orientation < 5 || stored.width == stored.height))
      for y in 0..<size.height {
        for x in 0..<size.width {
          let from = place(x, y, orientation, stored)
          let pixel = turned.pixel(x: x, y: y)
          #expect(pixel == 0xFF07_0000 | UInt32(from.y) << 8 | UInt32(from.x), "\(x), \(y)")
        }
      }
      for rows in [0..<size.height, 0..<1, min(20, size.height - 1)..<size.height] {
        var part = [UInt8](repeating: 9, count: 4 * size.width * rows.count)
        var span = part.mutableSpan
        #expect(
          turn.copy(
            rows, of: bytes.span, stored, bytesPerRow: 4 * stored.width, to: &span,
            bytesPerRow: 4 * size.width, cancellation: .never))
        for (i, y) in rows.enumerated() {
          for x in 0..<size.width {
            let from = place(x, y, orientation, stored)
            let at = 4 * (i * size.width + x)
            #expect(part[at..<at + 4].elementsEqual([UInt8(from.x), UInt8(from.y), 7, 255]))
          }
        }
      }
    }
  }

  /// 320,000 pixels are 1250 blocks of 16 × 16, with a poll each 128: ten.
  @Test func turningIsCancelled() throws {
    let stored = PixelSize(width: 800, height: 400)
    let bitmap = try BitmapBuffer(width: 800, height: 400).freeze()
    let bytes = [UInt8](repeating: 1, count: 4 * 800 * 400)
    for turn in ImageOrientation.allCases where turn != .upright {
      for last in [1, 4, 10, 11] {
        let polls = Polls(cancelsAt: last)
        let turned = try turn.apply(to: bitmap, pool: .shared, cancellation: polls.cancellation)
        #expect((turned != nil) == (last == 11) && polls.total == min(last, 10))
        let others = Polls(cancelsAt: last)
        var rows = [UInt8](repeating: 0, count: bytes.count)
        var span = rows.mutableSpan
        let isCopied = turn.copy(
          0..<turn.size(of: stored).height, of: bytes.span, stored, bytesPerRow: 4 * stored.width,
          to: &span, bytesPerRow: 4 * turn.size(of: stored).width,
          cancellation: others.cancellation)
        #expect(isCopied == (last == 11) && others.total == min(last, 10))
      }
    }
  }

  /// The rows of a turned picture are copied while they are given out, which ends as well.
  @Test func readingTurnedRowsIsCancelled() throws {
    var picture = PNGFile(width: 800, height: 400)
    picture.exif =
      Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1]
      + [1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    let bytes = picture.bytes { x, _, _ in x & 255 }
    func polls(cancelsAt last: Int) throws -> (atStart: Int, Polls) {
      let polls = Polls(cancelsAt: last)
      var rest = bytes[...]
      let stream = ByteStream {
        defer { rest = [] }
        return Array(rest)
      }
      let reader = try PNGRowReader(stream, side: 999, cancellation: polls.cancellation)
      let atStart = polls.total
      var rows = [UInt8](repeating: 0, count: 4 * 800 * 400)
      var span = rows.mutableSpan
      try reader.read(800, into: &span)
      return (atStart, polls)
    }
    let (atStart, all) = try polls(cancelsAt: .max)
    // One by the call, and one each 128 of the 25 × 50 blocks.
    #expect(all.total == atStart + 11)
    for more in [1, 2, 11] {
      #expect(throws: CancellationError.self) { try polls(cancelsAt: atStart + more) }
    }
  }

  /// 100,000 pixels have four parts of up to 32,768.
  @Test func multiplyingByOpacityIsCancelled() throws {
    for last in 1...5 {
      let polls = Polls(cancelsAt: last)
      var buffer = try BitmapBuffer(width: 400, height: 250)
      #expect(buffer.premultiply(polls.cancellation) == (last == 5))
      #expect(polls.total == min(last, 4))
    }
  }
}
