// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemFiles

/// A place in an input.
struct InputPosition: Sendable {
  /// The number of bytes before the position.
  var offset = 0
  /// The hash of these bytes, if the reader hashes its input.
  var hash = SHA256()
}

/// Splits standard input into lines. A byte order mark of UTF-8 before the first line is removed.
struct LineReader {
  /// A line without its line end, or a placeholder for a line that exceeds the limit.
  enum Line {
    case text([UInt8])
    case tooLong
  }

  private let console: CommandConsole
  private let limit: Int
  /// Bytes that were read; the bytes before ``start`` belong to lines that were returned.
  private var buffer: [UInt8] = []
  private var start = 0
  /// The bytes before this offset contain no further line feed.
  private var scanned = 0
  /// Whether the rest of a line that exceeds the limit is being discarded.
  private var isSkipping = false
  private var hasEnded = false
  /// Whether the first line was not returned yet.
  private var isAtStart = true
  private let hashesInput: Bool
  /// The place after the last line that was returned.
  private(set) var position = InputPosition()
  /// Whether the last line that was returned had a line feed.
  private(set) var isAtLineStart = true

  /// Creates a reader over a console's standard input.
  ///
  /// - Parameters:
  ///   - limit: The largest number of bytes in a line.
  ///   - hashesInput: Whether the ``position`` has the hash of the input.
  init(_ console: CommandConsole, limit: Int, hashesInput: Bool = false) {
    self.console = console
    self.limit = limit
    self.hashesInput = hashesInput
  }

  /// Skips bytes at the start of the input.
  ///
  /// - Returns: The place after these bytes, or `nil` if the input is shorter.
  mutating func skip(_ count: Int) throws(CommandError) -> InputPosition? {
    while position.offset < count {
      let piece = try console.read()
      if piece.isEmpty { return nil }
      let taken = min(piece.count, count - position.offset)
      pass(piece[..<taken])
      buffer = Array(piece[taken...])
      isAtStart = false
    }
    return position
  }

  private mutating func pass(_ bytes: ArraySlice<UInt8>) {
    position.offset += bytes.count
    if hashesInput { position.hash.update(bytes.span) }
  }

  /// The next line if all of it is in the buffer; never waits.
  mutating func bufferedLine() -> Line? {
    if let end = buffer[max(start, scanned)...].firstIndex(of: 0x0A) {
      let line = Array(buffer[start..<end])
      pass(buffer[start...end])
      start = end + 1
      scanned = start
      if isSkipping {
        isSkipping = false
        isAtStart = false
        return .tooLong
      }
      return .text(withoutMark(line.last == 0x0D ? Array(line.dropLast()) : line))
    }
    scanned = buffer.count
    return nil
  }

  private mutating func withoutMark(_ line: [UInt8]) -> [UInt8] {
    defer { isAtStart = false }
    return isAtStart && line.starts(with: DecodedText.mark) ? Array(line.dropFirst(3)) : line
  }

  /// The next line; waits for input. `nil` at the end of the input.
  mutating func nextLine() throws(CommandError) -> Line? {
    while true {
      if let line = bufferedLine() { return line }
      if hasEnded { return nil }
      if start > 0 {
        buffer.removeSubrange(..<start)
        scanned -= start
        start = 0
      }
      isSkipping = isSkipping || buffer.count > limit
      if isSkipping {
        pass(buffer[...])
        buffer = []
        scanned = 0
      }
      let piece = try console.read()
      if piece.isEmpty {
        hasEnded = true
        let rest = buffer
        buffer = []
        scanned = 0
        isAtLineStart = false
        if isSkipping { return .tooLong }
        let line = withoutMark(rest)
        return line.isEmpty ? nil : .text(line)
      }
      buffer += piece
    }
  }
}
