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
  static let version = Bytes(RenderingVersions.project)
  static let versions = Bytes(RenderingVersions.text)
  static let styleKeys = Bytes(StyleProperty.allCases.map(\.key).joined(separator: " "))
  static let names = statusNames.map { Bytes($0) }

  /// In the order of their numbers.
  private static let statusNames = [
    "AT_OK", "AT_INVALID_ARGUMENT", "AT_INVALID_HANDLE", "AT_MALFORMED", "AT_UNREADABLE",
    "AT_TOO_LARGE", "AT_NO_FONTS", "AT_BUFFER_TOO_SMALL", "AT_OUT_OF_MEMORY", "AT_CANCELLED",
    "AT_FORKED", "AT_END", "AT_FAILED", "AT_UNKNOWN",
  ]
}

@c @implementation
package func at_version() -> UnsafePointer<CChar>! { unsafe Permanent.version.characters }

@c @implementation
package func at_versions() -> UnsafePointer<CChar>! { unsafe Permanent.versions.characters }

@c @implementation
package func at_style_keys() -> UnsafePointer<CChar>! { unsafe Permanent.styleKeys.characters }

@c @implementation
package func at_status_name(_ status: at_status) -> UnsafePointer<CChar>! {
  let last = Permanent.names.count - 1
  return unsafe Permanent.names[0..<last ~= Int(status) ? Int(status) : last].characters
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
