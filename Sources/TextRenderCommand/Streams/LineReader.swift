// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Splits standard input into lines. A byte order mark of UTF-8 before the first is removed.
struct LineReader {
  /// A line without its terminator, or a placeholder for one that exceeds the limit.
  enum Line {
    case text([UInt8])
    case tooLong
  }

  private let console: CommandConsole
  private let limit: Int
  /// Bytes that were read; those before ``start`` belong to lines that were returned.
  private var buffer: [UInt8] = []
  private var start = 0
  /// The bytes before this offset contain no further line feed.
  private var scanned = 0
  /// Whether the rest of a line that exceeds the limit is being discarded.
  private var isSkipping = false
  private var hasEnded = false
  /// Whether the first line was not returned yet.
  private var isAtStart = true

  /// Creates a reader over a console's standard input.
  ///
  /// - Parameter limit: The largest number of bytes in a line.
  init(_ console: CommandConsole, limit: Int) {
    self.console = console
    self.limit = limit
  }

  /// The next line if it has been read already; never waits.
  mutating func bufferedLine() -> Line? {
    while let end = buffer[max(start, scanned)...].firstIndex(of: 0x0A) {
      let line = Array(buffer[start..<end])
      start = end + 1
      scanned = start
      if isSkipping {
        isSkipping = false
        continue
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

  /// The next line, waiting for it; `nil` at the end of the input.
  mutating func nextLine() throws(CommandError) -> Line? {
    while true {
      if let line = bufferedLine() { return line }
      if hasEnded { return nil }
      if start > 0 {
        buffer.removeSubrange(..<start)
        scanned -= start
        start = 0
      }
      if isSkipping {
        buffer.removeAll(keepingCapacity: true)
        scanned = 0
      } else if buffer.count > limit {
        buffer = []
        scanned = 0
        isSkipping = true
        return .tooLong
      }
      let piece = try console.read()
      if piece.isEmpty {
        hasEnded = true
        let rest = isSkipping ? [] : buffer
        buffer = []
        scanned = 0
        return rest.isEmpty ? nil : .text(withoutMark(rest))
      }
      buffer += piece
    }
  }
}
