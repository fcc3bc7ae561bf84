// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import Testing

@testable import SystemFiles
@testable import TextRenderCommand

struct LineReaderTests {
  /// The lines of a text that arrives in pieces; `nil` stands for one over the limit.
  private func lines(_ text: String, limit: Int, pieceLength: Int) throws -> [String?] {
    let rest = Mutex(Array(text.utf8)[...])
    let console = CommandConsole(read: { () throws(CommandError) in
      rest.withLock { rest in
        defer { rest = rest.dropFirst(pieceLength) }
        return Array(rest.prefix(pieceLength))
      }
    })
    var reader = LineReader(console, limit: limit)
    var lines: [String?] = []
    while let line = try reader.nextLine() {
      switch line {
      case .text(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
      case .tooLong: lines.append(nil)
      }
    }
    return lines
  }

  @Test(arguments: [1, 2, 5, 100])
  func linesAndTerminators(_ pieceLength: Int) throws {
    let read = try lines("ab\r\n\nc\nlast", limit: 100, pieceLength: pieceLength)
    #expect(read == ["ab", "", "c", "last"])
    #expect(try lines("", limit: 100, pieceLength: pieceLength) == [])
    #expect(try lines("a\n", limit: 100, pieceLength: pieceLength) == ["a"])
    #expect(try lines("\u{FEFF}", limit: 100, pieceLength: pieceLength) == [])
    #expect(try lines("\u{FEFF}\na", limit: 100, pieceLength: pieceLength) == ["", "a"])
  }

  @Test(arguments: [1, 2, 5])
  func aLineOverTheLimitIsSkipped(_ pieceLength: Int) throws {
    let long = String(repeating: "x", count: 40)
    let read = try lines("a\n\(long)\nb\n\(long)", limit: 8, pieceLength: pieceLength)
    #expect(read == ["a", nil, "b", nil])
  }

  @Test func bufferedLinesNeverWait() throws {
    let reads = Mutex(0)
    let console = CommandConsole(read: { () throws(CommandError) in
      reads.withLock { $0 += 1 }
      return Array("a\nb\nc".utf8)
    })
    var reader = LineReader(console, limit: 8)
    #expect(reader.bufferedLine() == nil && reads.withLock { $0 } == 0)
    _ = try reader.nextLine()
    #expect(reader.bufferedLine() != nil && reader.bufferedLine() == nil)
    #expect(reads.withLock { $0 } == 1)
  }

  /// The places and the hashes are those of the bytes, with their ends, marks and skipped lines.
  @Test(arguments: [1, 3, 7, 100])
  func positions(_ pieceLength: Int) throws {
    let text = "\u{FEFF}a\r\n\n\(String(repeating: "x", count: 30))\nb\nrest"
    let bytes = Array(text.utf8)
    func reader() -> LineReader {
      let rest = Mutex(bytes[...])
      let console = CommandConsole(read: { () throws(CommandError) in
        rest.withLock { rest in
          defer { rest = rest.dropFirst(pieceLength) }
          return Array(rest.prefix(pieceLength))
        }
      })
      return LineReader(console, limit: 8, hashesInput: true)
    }
    var lines = reader()
    var ends: [Int] = []
    while try lines.nextLine() != nil {
      guard lines.isAtLineStart else { continue }
      ends.append(lines.position.offset)
      let read = Array(bytes[..<lines.position.offset])
      #expect(lines.position.hash.digest == SHA256.digest(of: read))
    }
    #expect(ends == [6, 7, 38, 40] && !lines.isAtLineStart)
    // From each of the places the same lines follow.
    for (i, end) in ends.enumerated() {
      var rest = reader()
      let place = try #require(try rest.skip(end))
      #expect(place.offset == end)
      #expect(place.hash.digest == SHA256.digest(of: Array(bytes[..<end])))
      var count = 0
      while try rest.nextLine() != nil { count += 1 }
      #expect(count == 5 - 1 - i)
    }
    var short = reader()
    #expect(try short.skip(bytes.count + 1) == nil)
  }
}
