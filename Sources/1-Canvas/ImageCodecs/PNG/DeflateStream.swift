// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CImageDeflate

/// A zlib stream (RFC 1950) that is packed part by part, so that the packing of a large picture
/// can be cancelled between two parts and its rows are never in memory at once.
///
/// Packing uses libdeflate if it was installed when the library was built, otherwise zlib.
/// libdeflate packs a whole stream in one call; `blocks.h` of `CImageDeflate` joins parts to one
/// stream.
@safe struct DeflateStream: ~Copyable {
  /// The state of the stream, whose address zlib keeps.
  private let stream: UnsafeMutablePointer<ctext_deflate>

  /// Begins a stream; `nil` if there is no memory.
  ///
  /// - Parameters:
  ///   - level: The level, 0 (stored) to 9 (small).
  ///   - usesZlib: Whether zlib packs even if libdeflate is there.
  init?(level: Int, usesZlib: Bool = false) {
    let stream = UnsafeMutablePointer<ctext_deflate>.allocate(capacity: 1)
    guard unsafe ctext_deflate_open(stream, Int32(max(0, min(9, level))), usesZlib) else {
      unsafe stream.deallocate()
      return nil
    }
    unsafe self.stream = stream
  }

  deinit {
    unsafe ctext_deflate_close(stream)
    unsafe stream.deallocate()
  }

  /// Packs the next part.
  ///
  /// - Parameters:
  ///   - part: The bytes, at least one.
  ///   - isLast: Whether the stream ends.
  /// - Returns: The bytes that were packed and not returned before, maybe none; `nil` if there is
  ///   no memory (or if libdeflate packs blocks in a form that RFC 1951 does not have).
  mutating func pack(_ part: Span<UInt8>, isLast: Bool) -> [UInt8]? {
    // C call: `part` has `count` bytes, and the packed bytes are copied before the next call.
    unsafe part.withUnsafeBufferPointer { part in
      guard unsafe ctext_deflate_pack(stream, part.baseAddress, part.count, isLast) else {
        return nil
      }
      return unsafe Array(
        UnsafeBufferPointer(start: stream.pointee.bytes, count: stream.pointee.count))
    }
  }

  /// The library that packs, and its version, for example libdeflate 1.14.
  static var library: String {
    let name = unsafe String(cString: ctext_deflate_library())
    return isZlib ? unsafe "\(name) \(String(cString: zlibVersion()))" : name
  }

  /// Whether zlib packs: with zlib small parts cost no size, but packing takes more time.
  static var isZlib: Bool { CTEXT_LIBDEFLATE == 0 }
}

/// Bytes packed as a zlib stream as a whole.
package enum ZlibStream {
  /// - Returns: `nil` if there is no memory.
  package static func packed(_ bytes: [UInt8], level: Int = 6) -> [UInt8]? {
    guard var stream = DeflateStream(level: level, usesZlib: true) else { return nil }
    return stream.pack(bytes.span, isLast: true)
  }
}
