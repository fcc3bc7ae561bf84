// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextTestSupport

@testable import ImageCodecs

/// Streams that are packed part by part, unpacked as a whole by zlib.
struct DeflateStreamTests {
  /// Bytes of kinds that deflate packs in different ways.
  private func bytes(_ count: Int, kind: Int, _ random: inout some RandomNumberGenerator) -> [UInt8]
  {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    for i in 0..<count {
      switch kind {
      case 0: result.append(.random(in: 0...255, using: &random))  // stored
      case 1: result.append(0)  // one long match
      case 2: result.append(UInt8(i / 50 % 256))  // few lengths and distances
      case 3: result.append(.random(in: 0...20, using: &random) == 0 ? 7 : 8)  // literals
      default: result.append(i < 300 ? UInt8(i % 256) : result[i - 300])  // far matches
      }
    }
    return result
  }

  private struct NoMemory: Error {}

  private func pack(
    _ bytes: [UInt8], ends: [Int], level: Int, usesZlib: Bool
  ) throws -> [UInt8] {
    guard var stream = DeflateStream(level: level, usesZlib: usesZlib) else { throw NoMemory() }
    var packed: [UInt8] = []
    var start = 0
    for end in ends {
      let part = bytes.span.extracting(start..<end)
      guard let bytes = stream.pack(part, isLast: end == bytes.count) else { throw NoMemory() }
      packed += bytes
      start = end
    }
    return packed
  }

  @Test(arguments: [false, true])
  func partsOfAnySizeAreOneStream(usesZlib: Bool) throws {
    var random = SeededGenerator(seed: 38)
    for round in 0..<300 {
      let count = Int.random(in: 1...(round % 30 == 0 ? 300_000 : 8_000), using: &random)
      let bytes = bytes(count, kind: round % 5, &random)
      var ends = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        Int.random(in: 1...count, using: &random)
      }
      ends = Set(ends + [count]).sorted()
      let level = Int.random(in: 0...9, using: &random)
      let packed = try pack(bytes, ends: ends, level: level, usesZlib: usesZlib)
      #expect(try Inflated.bytes(of: packed) == bytes, "\(round): \(ends), level \(level)")
    }
  }

  @Test func theLibraryIsNamed() {
    let library = DeflateStream.library
    #expect(library.hasPrefix(DeflateStream.isZlib ? "zlib 1." : "libdeflate 1."))
    // `Scripts/test` lists it.
    if DeflateStream.isZlib { print("SKIPPED: parts packed by libdeflate: it is not installed") }
  }

  /// One byte a part: every stream but the last ends within its first bytes.
  @Test func partsOfOneByte() throws {
    let bytes = (0..<400).map { UInt8($0 * 7 % 256) }
    let packed = try pack(bytes, ends: Array(1...400), level: 5, usesZlib: false)
    #expect(try Inflated.bytes(of: packed) == bytes)
  }

  /// A part does not refer to the one before, but that costs little.
  @Test func partsCostLittle() throws {
    var random = SeededGenerator(seed: 5)
    let line = bytes(3_000, kind: 3, &random)
    let text = (0..<300).flatMap { _ in line }
    let whole = try pack(text, ends: [text.count], level: 5, usesZlib: false)
    let parts = try pack(
      text, ends: [262_144, 524_288, 786_432, text.count], level: 5, usesZlib: false)
    #expect(parts.count < whole.count + 4 * 1_500, "\(whole.count) and \(parts.count)")
  }
}
