// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A file, a pipe or a device that is open for reading to its end; closed with the object.
///
/// For names that the user of a program gives: opening a pipe waits until something writes to it.
/// Names from documents are opened by a ``FileScope``, which refuses pipes and devices.
package final class StreamedFile: Sendable {
  /// The most bytes of a piece.
  private static let pieceLength = 1 << 16

  private let descriptor: Int32
  /// The size when the file was opened, in bytes; of pipes and devices usually 0.
  package let byteCount: Int

  /// Opens a file; links are followed, folders refused.
  package init(path: String) throws(FileError) {
    try FilePath.check(path)
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)  // a C string that lives through the call
    guard descriptor >= 0 else { throw .last }
    let status = FileStatus(descriptor: descriptor)
    byteCount = status?.byteCount ?? 0
    if status?.kind == .folder { throw .folder }
  }

  deinit { _ = close(descriptor) }

  /// Reads the next bytes, waiting for them; none at the end.
  package func piece() throws(FileError) -> [UInt8] { try Self.piece(of: descriptor) }

  /// Reads the next bytes of an open descriptor, waiting for them unless it does not block; none at
  /// the end.
  package static func piece(of descriptor: Int32) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: pieceLength)
    // The pointer is valid during the call, and nothing else uses the bytes meanwhile.
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe readSome(descriptor, into: $0) }
    guard count >= 0 else { throw .system(number: Int32(-count)) }
    bytes.removeLast(pieceLength - count)
    return bytes
  }
}

/// Reads at most as many bytes as there is room for; tries again if a signal interrupts the call.
///
/// - Returns: The number of bytes, 0 at the end; on failure the number of the error, negated.
func readSome(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
  while true {
    let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)  // within the buffer
    if count >= 0 { return count }
    if errno != EINTR { return -Int(errno) }
  }
}
