// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The checksum of PNG chunks: CRC-32 with the polynomial 0x04C11DB7, reflected.
///
/// Source: PNG specification, third edition, annex D.
package struct CRC32: Sendable {
  /// Element `256 * k + byte` is the effect of a byte with `k` more bytes behind it.
  ///
  /// With eight such tables eight bytes are taken in one step ("slicing by 8").
  private static let tables: [UInt32] = {
    var tables: [UInt32] = (0..<256).map { start in
      (0..<8).reduce(UInt32(start)) { value, _ in
        value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
      }
    }
    for i in 256..<2048 {
      let value = tables[i - 256]
      tables.append(tables[Int(value & 255)] ^ value >> 8)
    }
    return tables
  }()

  private var state = ~UInt32(0)

  /// Creates the checksum of no bytes.
  package init() {}

  /// The checksum of the bytes so far.
  package var value: UInt32 { ~state }

  package mutating func update(_ bytes: Span<UInt8>) {
    let tables = Self.tables.span
    var state = state
    var at = 0
    while at + 8 <= bytes.count {
      var next: UInt32 = 0
      for k in 0..<8 {
        // The state meets the first four bytes, the lowest of its own first.
        let met = UInt8(truncatingIfNeeded: state)
        next ^= tables[256 * (7 - k) + Int(bytes[at + k] ^ met)]
        state >>= 8
      }
      state = next
      at += 8
    }
    while at < bytes.count {
      state = tables[Int(UInt8(truncatingIfNeeded: state) ^ bytes[at])] ^ state >> 8
      at += 1
    }
    self.state = state
  }
}
