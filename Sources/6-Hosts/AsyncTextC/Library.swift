// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
//
// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The functions have the names of the header.

package import CAsyncText
internal import Pictures
internal import TextModel

/// Strings that live as long as the process.
private enum Permanent {
  nonisolated(unsafe) static let version = unsafe copy(RenderingVersions.project)
  nonisolated(unsafe) static let versions = unsafe copy(RenderingVersions.text)
  nonisolated(unsafe) static let styleKeys = unsafe copy(
    StyleProperty.allCases.map(\.key).joined(separator: " "))
  nonisolated(unsafe) static let names = unsafe statusNames.map { unsafe copy($0) }

  /// In the order of their numbers.
  private static let statusNames = [
    "AT_OK", "AT_INVALID_ARGUMENT", "AT_INVALID_HANDLE", "AT_MALFORMED", "AT_UNREADABLE",
    "AT_TOO_LARGE", "AT_NO_FONTS", "AT_BUFFER_TOO_SMALL", "AT_OUT_OF_MEMORY", "AT_CANCELLED",
    "AT_FORKED", "AT_END", "AT_FAILED", "AT_UNKNOWN",
  ]

  private static func copy(_ string: String) -> UnsafePointer<CChar> {
    let bytes = string.utf8CString
    let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (i, byte) in bytes.enumerated() { unsafe memory[i] = byte }
    return unsafe UnsafePointer(memory)
  }
}

@c @implementation
package func at_version() -> UnsafePointer<CChar>! { unsafe Permanent.version }

@c @implementation
package func at_versions() -> UnsafePointer<CChar>! { unsafe Permanent.versions }

@c @implementation
package func at_style_keys() -> UnsafePointer<CChar>! { unsafe Permanent.styleKeys }

@c @implementation
package func at_status_name(_ status: at_status) -> UnsafePointer<CChar>! {
  let names = unsafe Permanent.names
  let last = unsafe names.count - 1
  return unsafe names[0..<last ~= Int(status) ? Int(status) : last]
}

@c @implementation
package func at_handle_count() -> Int {
  var count = 0
  call(nil) { count = HandleTable.shared.count }
  return count
}

@c @implementation
package func at_free(_ handle: UInt64, _ error: UnsafeMutablePointer<at_error>!) -> at_status {
  unsafe call(error) {
    if handle == 0 { return }
    if UInt8(handle >> 56) == HandleKind.batch.rawValue {
      try HandleTable.shared.object(handle, as: Batch.self).end()
    }
    _ = try HandleTable.shared.remove(handle)
  }
}
