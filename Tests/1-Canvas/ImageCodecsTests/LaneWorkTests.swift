// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Dispatch
import SystemConcurrency
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import ImageCodecs
@testable import SystemLanes

#if canImport(Glibc)
  import Glibc
#endif

/// Work on lanes that is awaited, and packing.
@Suite(.timeLimit(.minutes(30)))
struct LaneWorkTests {
  private let lanes = RenderLanes(count: 1)

  @Test func theResultOrTheErrorIsReturned() async throws {
    struct Failure: Error {}
    #expect(try await lanes.perform { _ in RenderLanes.current } == 0)
    await #expect(throws: Failure.self) { try await lanes.perform { _ in throw Failure() } }
  }

  @Test func workThatIsCancelledBeforeItBeginsNeverBegins() async throws {
    let isReached = Mutex(false)
    let release = DispatchSemaphore(value: 0)
    defer { release.signal() }
    lanes.run { release.wait() }
    let begun = Tally()
    let tasks = (0..<100).map { _ in
      Task { [lanes] in
        try await lanes.perform { _ in begun.add() }
      }
    }
    for task in tasks { task.cancel() }
    for task in tasks {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    release.signal()
    try await lanes.perform { _ in isReached.withLock { $0 = true } }
    #expect(begun.count == 0 && isReached.withLock { $0 })
  }

  @Test func workThatHasBegunSeesTheCancellation() async throws {
    let begun = DispatchSemaphore(value: 0)
    let task = Task { [lanes] in
      try await lanes.perform { cancellation in
        begun.signal()
        while true { try cancellation.check() }
      }
    }
    try await until { begun.wait(timeout: .now()) == .success }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    // The lane is free.
    try await lanes.perform { _ in }
  }

  // MARK: Packing

  private func picture(_ side: Int) throws -> Bitmap {
    var context = try GraphicsContext(pixels: PixelSize(width: side, height: side))
    for index in 0..<64 {
      let place = Rect(
        x: Double(index * 7 % side), y: Double(index * 13 % side), width: 9, height: 5)
      try context.fill(
        place, with: Color(red8: UInt8(index * 4), green8: 40, blue8: UInt8(255 - index)))
    }
    return context.makeBitmap()
  }

  private static func packed(_ bitmap: Bitmap) throws -> [UInt8] { try bitmap.pngData() }

  @Test func packingOnALaneGivesTheSameBytes() async throws {
    let bitmap = try picture(300)
    let expected = try Self.packed(bitmap)
    #expect(try await bitmap.pngData(on: lanes) == expected)
    #expect(Array(expected.prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
  }

  /// 512 × 512 pixels are eight times 32,768, and the rows before them are looked at once.
  @Test func packingPollsAndStops() throws {
    let bitmap = try picture(512)
    let polls = Mutex(0)
    let whole = try bitmap.pngData(
      options: PNGOptions(), cancellation: Cancellation { polls.withLock { $0 += 1 } })
    #expect(whole != nil)
    #expect(polls.withLock { $0 } >= 8)
    for stop in 1...8 {
      let flag = CancellationFlag { flag in
        polls.withLock { count in
          count += 1
          if count >= stop { flag.set() }
        }
      }
      polls.withLock { $0 = 0 }
      #expect(
        try bitmap.pngData(options: PNGOptions(), cancellation: Cancellation(flag: flag)) == nil)
      #expect(polls.withLock { $0 } <= stop + 3, "it stops at the poll")
    }
  }

  @Test func aFileIsWrittenOnALane() async throws {
    let path = "/tmp/packed-\(UInt64.random(in: 0 ... .max)).png"
    defer { unlink(path) }
    let bitmap = try picture(40)
    try await bitmap.write(to: path, on: lanes)
    let read = try Bitmap(pngFile: path)
    #expect(
      read.pixelSize == bitmap.pixelSize && read.pixel(x: 8, y: 14) == bitmap.pixel(x: 8, y: 14))
    await #expect(throws: GraphicsError.self) { try await bitmap.write(to: "x.jpg", on: lanes) }
  }
}
