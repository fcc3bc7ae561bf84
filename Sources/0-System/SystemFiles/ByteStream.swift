// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency

/// The bytes of a file that arrive in pieces, for decoders that read an image row by row.
///
/// Only one thread at a time uses a stream.
package final class ByteStream {
  private let next: () throws -> [UInt8]
  private var piece: [UInt8] = []
  /// The number of bytes of the piece that were returned.
  private var position = 0
  private var isAtEnd = false
  /// The error that ended the stream, if one did.
  package private(set) var failure: (any Error)?
  /// Ends the stream; polled by each call that reads into memory.
  package var cancellation = Cancellation.never

  /// Creates a stream.
  ///
  /// - Parameter next: Returns the next bytes, waiting for them; empty at the end. Not called again
  ///   after the end or an error.
  package init(_ next: @escaping () throws -> [UInt8]) { self.next = next }

  /// The next bytes, which stay in the stream; fewer at its end.
  ///
  /// - Parameter count: A small number.
  package func peek(_ count: Int) -> [UInt8] {
    while piece.count - position < count, let more = nextPiece() {
      piece = Array(piece[position...]) + more
      position = 0
    }
    return Array(piece[position...].prefix(count))
  }

  /// Takes the next bytes.
  ///
  /// - Returns: The number of bytes; 0 at the end, and after an error.
  private func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    if cancellation.isCancelled { return 0 }
    if position == piece.count {
      piece = nextPiece() ?? []
      position = 0
    }
    let count = min(target.count, piece.count - position)
    // `target` has room for `count` bytes.
    unsafe piece[position..<position + count].withUnsafeBytes {
      unsafe target.copyMemory(from: $0)
    }
    position += count
    return count
  }

  /// The function by which a library in C takes the next bytes of a stream; see ``address``.
  package static var reader:
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, Int) -> Int
  {
    { stream, bytes, count in
      // `bytes` has room for `count` bytes, and the owner of the address keeps the stream alive.
      guard case (let stream?, let bytes?) = unsafe (stream, bytes) else { return 0 }
      return unsafe Unmanaged<ByteStream>.fromOpaque(stream).takeUnretainedValue()
        .read(into: UnsafeMutableRawBufferPointer(start: bytes, count: count))
    }
  }

  /// The address that ``reader`` gets, valid as long as the stream is kept.
  package var address: UnsafeMutableRawPointer {
    unsafe Unmanaged.passUnretained(self).toOpaque()
  }

  private func nextPiece() -> [UInt8]? {
    if isAtEnd { return nil }
    do {
      let bytes = try next()
      if !bytes.isEmpty { return bytes }
    } catch {
      failure = error
    }
    isAtEnd = true
    return nil
  }
}
