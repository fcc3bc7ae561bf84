// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CImageDeflate

/// The chunks of PNG files: a length, a type of four letters, data and a checksum.
///
/// Source: PNG specification, third edition, section 5.
enum PNGChunk {
  /// The bytes that begin every PNG file.
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Appends a chunk.
  ///
  /// - Parameters:
  ///   - type: The type, four ASCII letters.
  ///   - prefix: The first bytes of the data.
  ///   - data: The bytes after the prefix.
  ///   - bytes: The end of the file so far.
  /// - Precondition: The data has less than 2³¹ bytes.
  static func append(
    _ type: String, _ prefix: [UInt8] = [], _ data: [UInt8] = [], to bytes: inout [UInt8]
  ) {
    let length = prefix.count + data.count
    precondition(length <= Int(Int32.max) && type.utf8.count == 4, "no chunk of PNG")
    bytes.reserveCapacity(bytes.count + length + 12)
    append32(UInt32(length), to: &bytes)
    let start = bytes.count
    for part in [Array(type.utf8), prefix, data] { bytes += part }
    append32(checksum(bytes.span.extracting(start..<bytes.count)), to: &bytes)
  }

  /// The checksum of a chunk, from its type to the end of its data. O(bytes).
  ///
  /// Source: PNG specification, third edition, annex D.
  static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
    // C call on `count` bytes; the result has 32 bits.
    unsafe bytes.withUnsafeBufferPointer {
      UInt32(truncatingIfNeeded: unsafe crc32_z(0, $0.baseAddress, $0.count))
    }
  }

  /// Appends a number of four bytes, the highest first.
  static func append32(_ value: UInt32, to bytes: inout [UInt8]) {
    for shift in [24, 16, 8, 0] as [UInt32] {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// Appends a number of two bytes, the highest first.
  static func append16(_ value: UInt16, to bytes: inout [UInt8]) {
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    bytes.append(UInt8(truncatingIfNeeded: value))
  }

  /// The data of all chunks of a type, joined; for files that this library wrote. O(bytes).
  static func data(of type: String, in png: [UInt8]) -> [UInt8] {
    let type = Array(type.utf8)
    var result: [UInt8] = []
    var at = signature.count
    while at + 12 <= png.count {
      let length = png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = at + 8 + length
      guard end + 4 <= png.count else { break }
      if png[at + 4..<at + 8].elementsEqual(type) { result += png[at + 8..<end] }
      at = end + 4
    }
    return result
  }
}
