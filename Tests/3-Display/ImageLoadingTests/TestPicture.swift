// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Dispatch
import ImageCodecs
import ImageLoading
import SystemConcurrency
import Testing
import TextTestSupport

/// Pictures, and what tests of asynchronous code need.
enum TestPicture {
  /// A picture with opaque and half-clear pixels.
  static func bitmap(width: Int = 16, height: Int = 16, seed: UInt64 = 1) throws -> Bitmap {
    var random = SeededGenerator(seed: seed)
    var context = try GraphicsContext(pixels: PixelSize(width: width, height: height))
    for y in stride(from: 0, to: height, by: 4) {
      for x in stride(from: 0, to: width, by: 4) {
        func part() -> Double { Double(Int.random(in: 0...255, using: &random)) / 255 }
        try context.fill(
          Rect(x: Double(x), y: Double(y), width: 4, height: 4),
          with: Color(red: part(), green: part(), blue: part(), alpha: x < width / 2 ? 1 : 0.5))
      }
    }
    return context.makeBitmap()
  }

  /// The bytes of a PNG file.
  static func png(width: Int = 16, height: Int = 16, seed: UInt64 = 1) throws -> [UInt8] {
    try bitmap(width: width, height: height, seed: seed).pngData(
      options: PNGOptions(level: 1, reducesColor: false))
  }

  /// A PNG file that declares another size, with a checksum that fits.
  static func png(declaring width: Int, _ height: Int) throws -> [UInt8] {
    var file = try png()
    for (start, number) in [(16, width), (20, height)] {
      for i in 0..<4 { file[start + i] = UInt8(truncatingIfNeeded: number >> (24 - 8 * i)) }
    }
    var checksum: UInt32 = 0xFFFF_FFFF
    for byte in file[12..<29] {
      checksum ^= UInt32(byte)
      for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1 }
    }
    for i in 0..<4 { file[29 + i] = UInt8(truncatingIfNeeded: ~checksum >> (24 - 8 * i)) }
    return file
  }
}

extension ImageStore.Configuration {
  /// The default bounds, with time for a machine whose threads all run other tests.
  static var patient: ImageStore.Configuration {
    var configuration = ImageStore.Configuration()
    configuration.timeLimit = .seconds(3600)
    return configuration
  }
}

/// Waits until a condition holds, for 60,000 looks a millisecond or more apart.
func eventually(
  _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () async throws -> Bool
) async throws {
  for _ in 0..<60_000 {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(1))
  }
  Issue.record(what, sourceLocation: sourceLocation)
}

/// Results that arrive on any thread.
final class Results: Sendable {
  private struct State {
    var values: [Result<Bitmap, ImageError>] = []
  }

  private let state = Mutex(State())

  var values: [Result<Bitmap, ImageError>] { state.withLock { $0.values } }
  var codes: [ImageError.Code?] {
    values.map { if case .failure(let error) = $0 { error.code } else { nil } }
  }

  func append(_ result: Result<Bitmap, ImageError>) {
    state.withLock { $0.values.append(result) }
  }
}

/// The error of a request.
func failure(of request: ImageRequest, in store: ImageStore) async -> ImageError? {
  do {
    _ = try await store.image(for: request)
    return nil
  } catch {
    return error as? ImageError
  }
}
