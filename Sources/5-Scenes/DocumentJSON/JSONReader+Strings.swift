// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

extension JSONReader {
  /// The bytes of a string that are converted between two polls.
  private static let piece = 1 << 16

  /// Reads a string in quotes.
  mutating func string() throws(JSONError) -> String {
    at += 1
    let start = at
    while at < bytes.count {
      if at >= nextPoll { try poll() }
      let end = min(bytes.count, nextPoll)
      while at < end {
        switch bytes[at] {
        case UInt8(ascii: "\""):
          let text =
            isPolled && at - start > Self.piece
            ? try text(start..<at) : String(decoding: bytes[start..<at], as: UTF8.self)
          at += 1
          return text
        case UInt8(ascii: "\\"): return try escapedString(from: start)
        case 0..<0x20: throw error("a control character must be escaped")
        default: at += 1
        }
      }
    }
    throw error("a string does not end")
  }

  /// Bytes without escapes as a text.
  private mutating func text(_ range: Range<Int>) throws(JSONError) -> String {
    if range.count <= Self.piece {
      return String(decoding: bytes[range], as: UTF8.self)
    }
    var text = ""
    text.reserveCapacity(range.count)
    var rest = range
    while rest.count > Self.piece {
      try poll()
      let end = Self.boundary(before: rest.lowerBound + Self.piece, in: bytes)
      text += String(decoding: bytes[rest.lowerBound..<end], as: UTF8.self)
      rest = end..<rest.upperBound
    }
    text += String(decoding: bytes[rest], as: UTF8.self)
    return text
  }

  /// The place near an offset where UTF-8 may be divided, so that both parts read as before: no
  /// maximal subpart of an ill-formed sequence lies across it.
  static func boundary(before offset: Int, in bytes: [UInt8]) -> Int {
    // A byte that is no continuation begins a sequence. A sequence has at most three continuations,
    // so the last of four in a row stands alone.
    for place in stride(from: offset, to: offset - 4, by: -1) where bytes[place] & 0xC0 != 0x80 {
      return place
    }
    return offset
  }

  /// Reads the rest of a string, from its first escape on.
  private mutating func escapedString(from start: Int) throws(JSONError) -> String {
    // A long string is converted in pieces: `converted` has those that are done, `text` the rest.
    var converted = ""
    var text: [UInt8]
    if at - start > Self.piece, isPolled {
      let end = Self.boundary(before: at, in: bytes)
      converted.reserveCapacity(try lengthOfString(from: start))
      converted += try self.text(start..<end)
      text = Array(bytes[end..<at])
    } else {
      text = Array(bytes[start..<at])
    }
    while at < bytes.count {
      if at >= nextPoll { try poll() }
      if text.count > Self.piece, isPolled {
        if converted.isEmpty { converted.reserveCapacity(try lengthOfString(from: start)) }
        let end = Self.boundary(before: text.count - 1, in: text)
        converted += String(decoding: text[..<end], as: UTF8.self)
        text.removeFirst(end)
      }
      let end = min(bytes.count, nextPoll)
      while at < end {
        let byte = bytes[at]
        at += 1
        switch byte {
        case UInt8(ascii: "\""):
          let end = String(decoding: text, as: UTF8.self)
          return converted.isEmpty ? end : converted + end
        case UInt8(ascii: "\\"): try escape(into: &text)
        case 0..<0x20: throw error("a control character must be escaped")
        default: text.append(byte)
        }
      }
    }
    throw error("a string does not end")
  }

  /// The bytes to the end of a string, so that a long one is not moved while it grows.
  private mutating func lengthOfString(from start: Int) throws(JSONError) -> Int {
    var (end, due) = (start, start)
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      if end >= due {
        try poll()
        due = end + Self.piece
      }
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return end - start
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    guard at < bytes.count else { throw error("a string does not end") }
    let letter = bytes[at]
    at += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      let start = at - 2
      var value = UInt32(try hexadecimal())
      if value & 0xFC00 == 0xD800, at + 6 <= bytes.count, bytes[at] == UInt8(ascii: "\\"),
        bytes[at + 1] == UInt8(ascii: "u")
      {
        let here = at
        at += 2
        let low = UInt32(try hexadecimal())
        if low & 0xFC00 == 0xDC00 {
          value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        } else {
          at = here
        }
      }
      if value & 0xFFFF_F800 == 0xD800 {
        if flaws.loneSurrogates == 0 { flaws.firstLoneSurrogate = start }
        flaws.loneSurrogates += 1
      }
      let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
      text.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
    default: throw error("an unknown escape in a string")
    }
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt16 {
    guard at + 4 <= bytes.count else { throw error("four hexadecimal digits are wanted") }
    var value: UInt16 = 0
    for _ in 0..<4 {
      let byte = bytes[at]
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: throw error("four hexadecimal digits are wanted")
      }
      value = value << 4 | UInt16(digit)
      at += 1
    }
    return value
  }
}
