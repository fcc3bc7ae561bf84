// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads whole files.
package enum InputFile {
  /// The largest file, in bytes.
  private static let limit = 1 << 30

  /// Reads a whole file.
  ///
  /// - Throws: `readFailed` with the system's error number; `tooLarge` over 1 GiB.
  package static func contents(of path: String) throws(GraphicsError) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)  // system call
    guard file >= 0 else { throw failure(path, errno) }
    defer { close(file) }
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let n = readSome(file, &chunk)
      if n == 0 { return result }
      guard n > 0 else { throw failure(path, errno) }
      guard result.count + n <= limit else {
        throw GraphicsError(.tooLarge, "The file is over \(limit) bytes.", path: path)
      }
      result.append(contentsOf: chunk[..<n])
    }
  }

  private static func readSome(_ file: Int32, _ buffer: inout [UInt8]) -> Int {
    while true {
      let n = unsafe read(file, &buffer, buffer.count)  // system call
      if n >= 0 || errno != EINTR { return n }
    }
  }

  private static func failure(_ path: String, _ number: Int32) -> GraphicsError {
    GraphicsError(
      .readFailed, "The file cannot be read: \(SystemMessage.text(number)).", path: path,
      errno: number)
  }
}

/// The system's texts for its error numbers.
enum SystemMessage {
  static func text(_ number: Int32) -> String {
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"  // C string
  }
}
