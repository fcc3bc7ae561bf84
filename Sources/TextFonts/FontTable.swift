// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz

/// One table of a face, read with bounds checks: what lies outside reads as `nil`.
///
/// The bytes live as long as this object.
@safe final class FontTable: Sendable {
  nonisolated(unsafe) private let blob: OpaquePointer
  nonisolated(unsafe) private let base: UnsafePointer<UInt8>?
  /// The number of bytes; 0 if the face has no such table.
  let count: Int

  init(_ tag: StaticString, in face: OpaquePointer) {
    unsafe blob = hb_face_reference_table(face, FontTable.tag(tag))
    var length: UInt32 = 0
    let data = unsafe hb_blob_get_data(blob, &length)
    unsafe base = UnsafeRawPointer(data)?.assumingMemoryBound(to: UInt8.self)
    count = unsafe base == nil ? 0 : Int(length)
  }

  /// A table from bytes, for tests.
  init(bytes: [UInt8]) {
    let made = unsafe bytes.withUnsafeBytes { bytes in
      unsafe hb_blob_create(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(bytes.count),
        HB_MEMORY_MODE_DUPLICATE, nil, nil)
    }
    unsafe blob = made ?? hb_blob_get_empty()
    var length: UInt32 = 0
    let data = unsafe hb_blob_get_data(blob, &length)
    unsafe base = UnsafeRawPointer(data)?.assumingMemoryBound(to: UInt8.self)
    count = unsafe base == nil ? 0 : Int(length)
  }

  deinit { unsafe hb_blob_destroy(blob) }

  static func tag(_ name: StaticString) -> UInt32 {
    name.withUTF8Buffer { bytes in unsafe bytes.reduce(0) { $0 << 8 | UInt32($1) } }
  }

  /// Whether the face has a table that is not empty.
  static func exists(_ name: StaticString, in face: OpaquePointer) -> Bool {
    let blob = unsafe hb_face_reference_table(face, tag(name))
    defer { unsafe hb_blob_destroy(blob) }
    return unsafe hb_blob_get_length(blob) > 0
  }

  /// Whether `length` bytes lie in the table at `offset`.
  @inline(__always)
  func holds(_ offset: Int, _ length: Int) -> Bool {
    offset >= 0 && length >= 0 && offset <= count && length <= count - offset
  }

  @inline(__always)
  func u8(_ offset: Int) -> Int? {
    guard let base = unsafe base, holds(offset, 1) else { return nil }
    return Int(unsafe base[offset])
  }

  @inline(__always)
  func u16(_ offset: Int) -> Int? {
    guard let base = unsafe base, holds(offset, 2) else { return nil }
    return unsafe Int(base[offset]) << 8 | Int(base[offset + 1])
  }

  func i8(_ offset: Int) -> Int? { u8(offset).map { Int(Int8(truncatingIfNeeded: $0)) } }

  func i16(_ offset: Int) -> Int? { u16(offset).map { Int(Int16(truncatingIfNeeded: $0)) } }

  func u24(_ offset: Int) -> Int? {
    guard let high = u8(offset), let low = u16(offset + 1) else { return nil }
    return high << 16 | low
  }

  func u32(_ offset: Int) -> Int? {
    guard let high = u16(offset), let low = u16(offset + 2) else { return nil }
    return high << 16 | low
  }

  func i32(_ offset: Int) -> Int? { u32(offset).map { Int(Int32(truncatingIfNeeded: $0)) } }

  /// A copy of some bytes.
  func bytes(_ offset: Int, _ length: Int) -> [UInt8]? {
    guard let base = unsafe base, holds(offset, length) else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: base + offset, count: length))
  }
}
