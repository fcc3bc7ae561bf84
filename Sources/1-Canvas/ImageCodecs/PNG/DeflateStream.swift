// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CImageDeflate

/// A zlib stream (RFC 1950) that is packed part by part, so that the packing of a large picture
/// can be cancelled between two parts and its rows are never in memory at once.
///
/// libdeflate packs where it was installed when the library was built, else zlib. libdeflate packs
/// a whole stream in one call; how parts become one stream is said in `blocks.h` of `CImageDeflate`.
@safe struct DeflateStream: ~Copyable {
  /// At a fixed address, which zlib keeps.
  private let stream: UnsafeMutablePointer<ctext_deflate>

  /// Begins a stream; `nil` if there is no memory.
  ///
  /// - Parameters:
  ///   - level: The level, 0 (stored) to 9 (small).
  ///   - usesZlib: Whether zlib packs in any case.
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
  /// - Returns: What is packed so far and was not returned before, maybe nothing; `nil` if there is
  ///   no memory (or if a version of libdeflate packs blocks that are not those of RFC 1951).
  mutating func pack(_ part: Span<UInt8>, isLast: Bool) -> [UInt8]? {
    // C call on bytes of this count; what it packed is copied before the next call.
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

  /// Whether zlib packs: it takes parts of any size without loss, and more time.
  static var isZlib: Bool { CTEXT_LIBDEFLATE == 0 }
}
