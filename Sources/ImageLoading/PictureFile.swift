// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open regular file, read only.
struct PictureFile: ~Copyable {
  private let descriptor: Int32
  private let path: String
  private let name: String
  /// The size when the file was opened, in bytes.
  let byteCount: Int

  // Each `unsafe` is one C call, with C strings and buffers that live through it.

  /// Opens a file. A pipe or a device is refused and not waited for.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: The name in errors.
  /// - Throws: `notFound`, `notPermitted` or `loaderFailed`.
  init(path: String, name: String) throws(ImageError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw Self.failure(errno, name) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw ImageError(.notPermitted, name: name, "This is no regular file.")
    }
    self.descriptor = descriptor
    self.path = path
    self.name = name
    byteCount = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Whether the open file lies below a folder, with links resolved.
  borrowing func lies(below folder: String) -> Bool {
    let real = Self.link("/proc/self/fd/\(descriptor)") ?? Self.resolved(path)
    guard let real, let folder = Self.resolved(folder) else { return false }
    return folder == "/" || real.hasPrefix(folder + "/")
  }

  /// The whole file.
  ///
  /// - Parameters:
  ///   - limit: The most bytes.
  ///   - cancellation: Polled every 64 KiB.
  /// - Throws: `tooLarge`, `loaderFailed`; `CancellationError`.
  borrowing func contents(limit: Int, _ cancellation: Cancellation) throws -> [UInt8] {
    guard byteCount <= limit else { throw tooLarge(limit) }
    var result: [UInt8] = []
    result.reserveCapacity(byteCount)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      try cancellation.check()
      let count = unsafe read(descriptor, &chunk, chunk.count)
      if count == 0 { return result }
      if count < 0 {
        if errno == EINTR { continue }
        throw Self.failure(errno, name)
      }
      // The file may grow meanwhile.
      guard result.count + count <= limit else { throw tooLarge(limit) }
      result.append(contentsOf: chunk[..<count])
    }
  }

  private borrowing func tooLarge(_ limit: Int) -> ImageError {
    ImageError(.tooLarge, name: name, "The file is over \(limit) bytes, the most that is read.")
  }

  private static func failure(_ number: Int32, _ name: String) -> ImageError {
    let code: ImageError.Code =
      switch number {
      case ENOENT, ENOTDIR, ENAMETOOLONG: .notFound
      case EACCES, EPERM, ELOOP, ENXIO: .notPermitted
      default: .loaderFailed
      }
    return ImageError(code, name: name, "The file cannot be read: \(text(for: number)).")
  }

  /// The system's text for an error number.
  static func text(for number: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard unsafe strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
    return String(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The target of a symbolic link.
  private static func link(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path, &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The path without links and dots; `nil` if there is no such file.
  private static func resolved(_ path: String) -> String? {
    let real = unsafe realpath(path.isEmpty ? "." : path, nil)
    defer { unsafe free(real) }
    return unsafe real.map { unsafe String(cString: $0) }
  }
}
