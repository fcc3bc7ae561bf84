// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import SystemConcurrency

/// A regular file that is open for reading; closed with the value.
///
/// The kind of a file is checked after it was opened, so that its name cannot be given to another
/// file in between. Pipes, devices and folders are refused without waiting for them.
package struct InputFile: ~Copyable, Sendable {
  /// Flags for opening a path of any kind: opening a FIFO does not wait for a writer, and opening a
  /// terminal does not make it the controlling terminal of the process.
  static let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY

  /// The number of the open file, valid as long as the value.
  package let descriptor: Int32
  private let status: FileStatus

  /// Opens a file; links are followed.
  package init(path: String) throws(FileError) {
    try FilePath.check(path)
    let descriptor = unsafe open(path, Self.flags)  // a C string that lives through the call
    guard descriptor >= 0 else { throw .last }
    try self.init(descriptor: descriptor)
  }

  /// Takes ownership of an open file, and closes it if it is not regular.
  init(descriptor: Int32) throws(FileError) {
    let status = FileStatus(descriptor: descriptor)
    guard let status, status.kind == .regular else {
      let failure: FileError =
        status == nil ? .last : status?.kind == .folder ? .folder : .notRegular
      _ = close(descriptor)
      throw failure
    }
    (self.descriptor, self.status) = (descriptor, status)
  }

  deinit { _ = close(descriptor) }

  /// The size when the file was opened, in bytes.
  package var byteCount: Int { status.byteCount }

  /// The version of the file when it was opened.
  package var identity: FileIdentity { status.identity }

  /// Whether root owns the file and no one else may write it.
  package var isOwnedByRootAlone: Bool { status.isOwnedByRootAlone }

  /// Reads the next bytes, as many as the buffer has room for or fewer.
  ///
  /// - Returns: The number of bytes; 0 at the end.
  package borrowing func read(into buffer: inout [UInt8]) throws(FileError) -> Int {
    // The pointer is valid during the call, and nothing else uses the buffer meanwhile.
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe readSome(descriptor, into: $0) }
    guard count >= 0 else { throw .system(number: Int32(-count)) }
    return count
  }

  /// Reads the next bytes into memory of the caller, as many as there is room for or fewer.
  ///
  /// - Returns: The number of bytes; 0 at the end.
  @unsafe package borrowing func read(
    into memory: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    let count = unsafe readSome(descriptor, into: memory)
    guard count >= 0 else { throw .system(number: Int32(-count)) }
    return count
  }

  /// The last bytes of the file, as it was when it was opened; fewer if it has fewer.
  package borrowing func tail(_ count: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(count, byteCount))
    let start = byteCount - bytes.count
    while true {
      let length = unsafe pread(descriptor, &bytes, bytes.count, start)  // within the array
      if length >= 0 { return Array(bytes.prefix(length)) }
      if errno != EINTR { throw .last }
    }
  }

  /// The bytes from the present position of the file to its end.
  ///
  /// - Parameters:
  ///   - limit: The most bytes; the file may grow while it is read.
  ///   - cancellation: Polled every 64 KiB.
  /// - Returns: `nil` only if cancelled.
  package borrowing func contents(
    limit: Int, _ cancellation: Cancellation = .never
  ) throws(FileError) -> [UInt8]? {
    guard byteCount <= limit else { throw .tooLarge(limit: limit) }
    var result: [UInt8] = []
    result.reserveCapacity(byteCount)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if cancellation.isCancelled { return nil }
      let count = try read(into: &chunk)
      if count == 0 { return result }
      guard result.count + count <= limit else { throw .tooLarge(limit: limit) }
      result.append(contentsOf: chunk[..<count])
    }
  }
}
