// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The checksum of PNG chunks: CRC-32 with the polynomial 0x04C11DB7, reflected.
///
/// Source: PNG specification, third edition, annex D.
package struct CRC32: Sendable {
  /// `tables[k][byte]` is the effect of a byte with `k` more bytes behind it.
  ///
  /// With eight tables eight bytes are taken in one step ("slicing by 8").
  private static let tables: [[UInt32]] = {
    let first: [UInt32] = (0..<256).map { start in
      (0..<8).reduce(UInt32(start)) { value, _ in
        value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
      }
    }
    var tables = [first]
    for k in 1..<8 {
      tables.append(tables[k - 1].map { value in first[Int(value & 255)] ^ value >> 8 })
    }
    return tables
  }()

  private var state = ~UInt32(0)

  /// Creates the checksum of no bytes.
  package init() {}

  /// The checksum of the bytes so far.
  package var value: UInt32 { ~state }

  /// Appends bytes. O(bytes).
  package mutating func update(_ bytes: Span<UInt8>) {
    let tables = Self.tables
    var state = state
    var at = 0
    while at + 8 <= bytes.count {
      var next: UInt32 = 0
      for k in 0..<8 {
        // The state meets the first four bytes, the lowest of its own first.
        let met = UInt8(truncatingIfNeeded: state)
        next ^= tables[7 - k][Int(bytes[at + k] ^ met)]
        state >>= 8
      }
      state = next
      at += 8
    }
    while at < bytes.count {
      state = tables[0][Int(UInt8(truncatingIfNeeded: state) ^ bytes[at])] ^ state >> 8
      at += 1
    }
    self.state = state
  }
}
