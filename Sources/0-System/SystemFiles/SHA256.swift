// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemCalls

/// A running SHA-256 hash.
///
/// It is a value: a copy can be finished while the original goes on, so that the hash of the part
/// of a stream up to here costs one block.
///
/// Written here, with the processor's instructions (`sha256.c`): swift-crypto brings all of
/// BoringSSL.
///
/// Source: FIPS 180-4, sections 5 and 6.2.
package struct SHA256: Sendable {
  /// The bytes of a block of the compression function.
  private static let blockLength = 64

  private var state: InlineArray<8, UInt32> = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB,
    0x5BE0_CD19,
  ]
  /// A buffer: its first (``count`` modulo 64) bytes are those after the last whole block.
  private var rest = InlineArray<64, UInt8>(repeating: 0)
  private var count: UInt64 = 0

  /// Creates the hash of no bytes.
  package init() {}

  package mutating func update(_ bytes: Span<UInt8>) {
    var filled = Int(count % UInt64(Self.blockLength))
    count &+= UInt64(bytes.count)
    var at = 0
    while at < bytes.count {
      let blocks = (bytes.count - at) / Self.blockLength
      if filled == 0, blocks > 0 {
        let end = at + blocks * Self.blockLength
        Self.compress(bytes.extracting(at..<end), &state)
        at = end
        continue
      }
      rest[filled] = bytes[at]
      at += 1
      filled += 1
      if filled == Self.blockLength {
        Self.compress(rest.span, &state)
        filled = 0
      }
    }
  }

  package mutating func update(_ bytes: [UInt8]) { update(bytes.span) }

  /// The hash of the bytes so far: 32 bytes.
  package var digest: [UInt8] {
    var hash = self
    let bits = count &* 8
    // The padding: a one bit, zeros up to eight bytes before a block's end, the number of bits.
    hash.update([0x80] + [UInt8](repeating: 0, count: Int((119 - count % 64) % 64)))
    hash.update((0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) })
    return (0..<32).map { i in
      let word: UInt32 = hash.state[i / 4]
      return UInt8(truncatingIfNeeded: word >> (24 - i % 4 * 8))
    }
  }

  /// The hash of bytes: 32 bytes. O(bytes).
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.digest
  }

  /// Bytes as hexadecimal digits in lower case.
  package static func hexadecimal(_ digest: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in digest {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// - Parameter blocks: The bytes, a whole number of blocks.
  private static func compress(_ blocks: Span<UInt8>, _ state: inout InlineArray<8, UInt32>) {
    // unsafe: C call; the state has eight words, and the blocks are read to their end.
    var words = state.mutableSpan
    unsafe words.withUnsafeMutableBufferPointer { words in
      unsafe blocks.withUnsafeBufferPointer { bytes in
        unsafe csc_sha256_blocks(
          words.baseAddress, bytes.baseAddress, bytes.count / blockLength)
      }
    }
  }
}
