// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CImageDeflate
import Testing

/// What zlib unpacks, which is independent of what packed it.
enum Inflated {
  /// Unpacks a whole zlib stream, with its checksum.
  static func bytes(of stream: [UInt8]) throws -> [UInt8] {
    var room = stream.count * 4 + 1024
    while true {
      var bytes = [UInt8](repeating: 0, count: room)
      var (count, used) = (uLong(room), uLong(stream.count))
      let result = uncompress2(&bytes, &count, stream, &used)
      if result == Z_BUF_ERROR, room < 1 << 30 {
        room *= 4
        continue
      }
      try #require(result == Z_OK && used == stream.count, "zlib says \(result)")
      return Array(bytes.prefix(Int(count)))
    }
  }
}
