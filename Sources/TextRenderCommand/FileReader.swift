// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Reading of files and streams, bounded.
enum FileReader {
  private static let pieceLength = 1 << 16

  /// Reads what is there next; waits if nothing is; empty at the end.
  static func piece(of descriptor: Int32, name: String) throws(CommandError) -> [UInt8] {
    var count = 0
    var code: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: pieceLength) { room, initialized in
      repeat {
        count = unsafe Glibc.read(descriptor, room.baseAddress, room.count)
        code = errno
      } while count < 0 && code == EINTR
      initialized = max(0, count)
    }
    guard count >= 0 else {
      // A standard input that was closed before the start holds nothing.
      if descriptor == 0 && code == EBADF { return [] }
      throw CommandError(.unreadable, name, "cannot be read: \(systemMessage(code))")
    }
    return bytes
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``CommandError`` with `unreadable`, or `tooLarge` where it has more than `limit` bytes.
  static func contents(of path: String, limit: Int) throws(CommandError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandError(.unreadable, path, "cannot be opened: \(systemMessage(errno))")
    }
    defer { close(descriptor) }
    var status = stat()
    var all: [UInt8] = []
    if unsafe fstat(descriptor, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else {
        throw CommandError(.unreadable, path, "is a folder")
      }
      guard Int(status.st_size) <= limit else {
        throw CommandError(
          .tooLarge, path, "has \(status.st_size) bytes; at most \(limit) are read")
      }
      all.reserveCapacity(Int(status.st_size) + 1)
    }
    while true {
      let more = try piece(of: descriptor, name: path)
      if more.isEmpty { return all }
      guard all.count + more.count <= limit else {
        throw CommandError(.tooLarge, path, "has more than \(limit) bytes, the most that is read")
      }
      all += more
    }
  }
}

/// Cuts a stream into lines.
struct LineReader {
  /// A line without its terminator, or one that was too long to keep.
  enum Line {
    case text([UInt8])
    case tooLong
  }

  private let console: CommandConsole
  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var scanned = 0
  private var skipping = false
  private var ended = false

  /// Creates a reader over a console's standard input.
  ///
  /// - Parameter limit: The most bytes that a line may have.
  init(_ console: CommandConsole, limit: Int) {
    self.console = console
    self.limit = limit
  }

  /// The next line if it has arrived already; never waits.
  mutating func bufferedLine() -> Line? {
    while let end = buffer[max(start, scanned)...].firstIndex(of: 0x0A) {
      let line = Array(buffer[start..<end])
      start = end + 1
      scanned = start
      if skipping {
        skipping = false
        continue
      }
      return .text(line.last == 0x0D ? Array(line.dropLast()) : line)
    }
    scanned = buffer.count
    return nil
  }

  /// The next line, waiting for it; `nil` at the end of the input.
  mutating func nextLine() throws(CommandError) -> Line? {
    while true {
      if let line = bufferedLine() { return line }
      if ended { return nil }
      if start > 0 {
        buffer.removeSubrange(..<start)
        scanned -= start
        start = 0
      }
      if skipping {
        buffer.removeAll(keepingCapacity: true)
        scanned = 0
      } else if buffer.count > limit {
        buffer = []
        scanned = 0
        skipping = true
        return .tooLong
      }
      let piece = try console.read()
      if piece.isEmpty {
        ended = true
        let rest = skipping ? [] : buffer
        buffer = []
        scanned = 0
        return rest.isEmpty ? nil : .text(rest)
      }
      buffer += piece
    }
  }
}
