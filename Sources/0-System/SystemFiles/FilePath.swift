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

  /// Refuses paths that name no file: an empty one, and one with a zero byte, of which the system
  /// would see the part before it.
  static func check(_ path: String) throws(FileError) {
    if path.isEmpty || path.utf8.contains(0) { throw .noName }
  }

  /// The absolute path without links and dots; `nil` if the system finds nothing there, or if the
  /// path is not valid UTF-8.
  package static func real(_ path: String) -> String? {
    if path.utf8.contains(0) { return nil }
    return realBytes(path.utf8.map { CChar(bitPattern: $0) } + [0]).flatMap {
      String(validating: $0, as: UTF8.self)
    }
  }

  /// The bytes of a path without links and dots; `nil` if the system finds nothing there.
  ///
  /// - Parameter path: The bytes of the path, with a zero at the end.
  static func realBytes(_ path: [CChar]) -> [UInt8]? {
    // C call; the result is copied and freed.
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    let bytes = unsafe UnsafeBufferPointer(start: real, count: strlen(real))
    return unsafe bytes.map { UInt8(bitPattern: $0) }
  }
}
