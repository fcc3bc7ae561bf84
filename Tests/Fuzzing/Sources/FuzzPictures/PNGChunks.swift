// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The chunks of a PNG file.
enum PNGChunks {
  /// Sets the checksum of each whole chunk, which few changed files would have right.
  static func correctChecksums(of bytes: inout [UInt8]) {
    var at = 8
    while at + 12 <= bytes.count {
      let length = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = at + 8 + length
      guard end + 4 <= bytes.count else { return }
      let sum = checksum(bytes[at + 4..<end])
      for i in 0..<4 { bytes[end + i] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * i)) }
      at = end + 4
    }
  }

  /// CRC-32 as in ISO 3309.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
  }

  private static let table: [UInt32] = (0..<256).map { start in
    (0..<8).reduce(UInt32(start)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }
}
