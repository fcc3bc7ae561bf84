// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Paths as strings, which are compared and cut by bytes: a slash and a combining mark are one
/// `Character`.
package enum FilePath {
  /// The folder of a path, as it is written; `.` if the path names none.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The absolute path without links and dots; `nil` if nothing lies there.
  package static func real(_ path: String) -> String? {
    realBytes(path.utf8.map { CChar(bitPattern: $0) } + [0]).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The bytes of a path without links and dots; `nil` if nothing lies there.
  ///
  /// - Parameter path: With a zero at its end.
  static func realBytes(_ path: [CChar]) -> [UInt8]? {
    // C call; the result is copied and freed.
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    let bytes = unsafe UnsafeBufferPointer(start: real, count: strlen(real))
    return unsafe bytes.map { UInt8(bitPattern: $0) }
  }
}
