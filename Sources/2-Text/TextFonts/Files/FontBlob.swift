// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz

/// Immutable bytes of a font file, or of one of its tables, read through a bounds-checked `Span`.
///
/// The only place where mapped, copied or embedded memory becomes a span. HarfBuzz counts the
/// references to the memory, so faces and fonts made from a blob may outlive this object.
///
/// The corresponding HarfBuzz type is `hb_blob_t`.
@safe final class FontBlob: Sendable {
  /// The immutable HarfBuzz blob; valid as long as this object.
  nonisolated(unsafe) let handle: OpaquePointer?
  let count: Int
  nonisolated(unsafe) private let bytes: UnsafeBufferPointer<UInt8>

  /// Takes ownership of one reference to a blob of HarfBuzz; `nil` stands for an empty one.
  init(adopting handle: OpaquePointer?) {
    var length: UInt32 = 0
    // HarfBuzz keeps the bytes alive and unchanged as long as `handle` is referenced.
    unsafe hb_blob_make_immutable(handle)
    unsafe bytes = UnsafeRawBufferPointer(
      start: hb_blob_get_data(handle, &length), count: Int(length)
    ).assumingMemoryBound(to: UInt8.self)
    unsafe self.handle = handle
    count = Int(length)
  }

  /// Uses memory that stays valid and unchanged until `release` is called with `context`.
  convenience init(
    memory: UnsafeRawBufferPointer, context: UnsafeMutableRawPointer? = nil,
    release: hb_destroy_func_t? = nil
  ) {
    unsafe self.init(
      adopting: hb_blob_create(
        memory.assumingMemoryBound(to: CChar.self).baseAddress, UInt32(memory.count),
        HB_MEMORY_MODE_READONLY, context, release))
  }

  /// Copies bytes. The blob is empty where memory is short.
  convenience init(copying bytes: [UInt8]) {
    // HarfBuzz copies the bytes before the call returns.
    unsafe self.init(
      adopting: bytes.withUnsafeBytes {
        unsafe hb_blob_create(
          $0.assumingMemoryBound(to: CChar.self).baseAddress, UInt32($0.count),
          HB_MEMORY_MODE_DUPLICATE, nil, nil)
      })
  }

  deinit { unsafe hb_blob_destroy(handle) }

  /// The number of faces in the file; 0 for bytes that are no font.
  var faceCount: Int { Int(unsafe hb_face_count(handle)) }

  @inline(__always)
  func withBytes<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    // `self`, and with it the memory, lives until the call returns.
    try body(unsafe Span(_unsafeElements: bytes))
  }

  /// A copy of the bytes in a range, which must lie in the blob.
  func copy(_ range: Range<Int>) -> [UInt8] {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe Array(bytes[range])
  }
}
