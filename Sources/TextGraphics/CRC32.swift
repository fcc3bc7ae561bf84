// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The checksum of PNG chunks: CRC-32 with the polynomial 0x04C11DB7, reflected.
///
/// Source: PNG specification, third edition, annex D.
package struct CRC32: Sendable {
  private static let table: [UInt32] = (0..<256).map { start in
    (0..<8).reduce(UInt32(start)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }

  private var state = ~UInt32(0)

  /// Creates the checksum of no bytes.
  package init() {}

  /// The checksum of the bytes so far.
  package var value: UInt32 { ~state }

  /// Appends bytes. O(bytes).
  package mutating func update(_ bytes: Span<UInt8>) {
    let table = Self.table
    var state = state
    for i in bytes.indices {
      state = table[Int(UInt8(truncatingIfNeeded: state) ^ bytes[i])] ^ state >> 8
    }
    self.state = state
  }
}
