// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
//
// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The C header asynctext.h gives the functions their names.

package import CAsyncText

/// Bytes that the library owns, behind a handle.
// @unchecked Sendable: the memory is only written in `init`; callers only read it.
@safe final class Bytes: HandleObject, @unchecked Sendable {
  static let kind = HandleKind.data

  let count: Int
  private let memory: UnsafeMutablePointer<UInt8>

  // The bytes are copied to memory of their own, since an array may move its elements.
  init(_ bytes: [UInt8]) {
    count = bytes.count
    unsafe memory = .allocate(capacity: bytes.count)
    unsafe memory.initialize(from: bytes, count: bytes.count)
  }

  /// The UTF-8 of a string, with a zero at its end.
  convenience init(_ string: String) { self.init(Array(string.utf8) + [0]) }

  deinit { unsafe memory.deallocate() }

  var start: UnsafePointer<UInt8> { unsafe UnsafePointer(memory) }

  /// The start of a string.
  var characters: UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(memory).assumingMemoryBound(to: CChar.self)
  }
}

@c @implementation
package func at_data_bytes(
  _ data: at_data, _ bytes: UnsafeMutablePointer<UnsafePointer<UInt8>?>!,
  _ count: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<at_error>!
) -> at_status {
  unsafe call(error) {
    guard case (let bytes?, let count?) = unsafe (bytes, count) else {
      throw CallError.invalidArgument("'bytes' or 'count' is null")
    }
    let object = try HandleTable.shared.object(data, as: Bytes.self)
    unsafe bytes.pointee = object.start
    unsafe count.pointee = object.count
  }
}
