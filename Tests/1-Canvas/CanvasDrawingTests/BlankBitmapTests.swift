// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import Testing

@testable import CanvasDrawing
@testable import CanvasGeometry

/// Pictures that are filled in bands equal those that are filled at once.
@Suite struct BlankBitmapTests {
  @Test(
    arguments: [PixelFormat.rgba8, .alpha8],
    [nil, Color.white, Color(red: 1, green: 0.5, blue: 0, alpha: 0.5)])
  func aLargePictureHasItsBackgroundEverywhere(format: PixelFormat, background: Color?) throws {
    let pool = BitmapPool()
    // Memory that was drawn upon is left over.
    for value in [UInt8(7), 99] {
      var used = try BitmapBuffer(width: 1000, height: 701, format: format, pool: pool)
      unsafe used.withUnsafeMutableBytes { bytes in
        for index in 0..<bytes.count { unsafe bytes[index] = value }
      }
      _ = used.freeze()
      for size in [PixelSize(width: 1000, height: 701), PixelSize(width: 90, height: 40)] {
        let blank = try BlankBitmap(
          size, format: format, background: background, pool: pool, cancellation: .never)
        let plain = try GraphicsContext(
          pixels: size, format: format, background: background, pool: BitmapPool())
        let (drawn, expected) = (
          GraphicsContext(blank, scale: 1).makeBitmap(), plain.makeBitmap()
        )
        #expect(drawn == expected)
      }
    }
    #expect(pool.ledger.reused > 0)
  }

  /// Between two bands the filling may be called off, and the memory goes back.
  @Test func theFillingOfALargePictureCanBeCalledOff() {
    let pool = BitmapPool()
    let polls = Mutex(0)
    let flag = CancellationFlag(poll: { flag in
      polls.withLock { $0 += 1 }
      if polls.withLock({ $0 }) == 3 { flag.set() }
    })
    let cancellation = Cancellation(flag: flag)
    #expect(throws: CancellationError.self) {
      _ = try BlankBitmap(
        PixelSize(width: 2000, height: 1000), background: .white, pool: pool,
        cancellation: cancellation)
    }
    #expect(polls.withLock { $0 } == 3)
    #expect(pool.ledger.live == 0)
  }

  @Test(arguments: [PixelSize(width: 0, height: 4), PixelSize(width: 1 << 20, height: 1)])
  func whatHasNoPixelsOrTooManyIsRefused(size: PixelSize) {
    let pool = BitmapPool()
    #expect(throws: GraphicsError.self) {
      _ = try BlankBitmap(size, background: nil, pool: pool, cancellation: .never)
    }
    #expect(pool.ledger.created == 0)
  }
}
