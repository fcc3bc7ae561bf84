// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// Reads the bytes of a `hyph_*.dic`.
///
/// The first line names the character set. Each of the others is a comment that begins with `%`, a
/// setting, or a pattern such as `.ab3c4d` or `schif1fahrt/ff=f,5,2`. `NEXTLEVEL` divides the
/// patterns at which compounds are divided from those of their parts; without it compounds end
/// at hyphens, dashes and apostrophes.
///
/// Source: libhyphen 2.8.8, `hyphen.c`, `README.compound`, `README.nonstandard`.
struct DictionaryReader {
  private let bytes: [UInt8]
  private let file: String
  private let cancellation: Cancellation
  private var place = 0
  private var line = 0
  private var characters = DictionaryCharacters.utf8

  /// The most bytes of a line, and of the letters of a pattern.
  private static let longestLine = 4096
  private static let longestPattern = 250
  /// Lines between two polls of the cancellation.
  private static let pollInterval = 256

  init(_ bytes: [UInt8], file: String, _ cancellation: Cancellation) {
    (self.bytes, self.file, self.cancellation) = (bytes, file, cancellation)
  }

  /// The levels, the first one first.
  ///
  /// - Throws: ``HyphenationError`` or `CancellationError`.
  mutating func levels() throws -> [HyphenationLevel] {
    guard let first = try nextLine(), !first.isEmpty else {
      throw error(.unknownCharacterSet, "its first line must name a character set, as UTF-8 does")
    }
    let name = String(decoding: trimmed(first).prefix(40), as: UTF8.self)
    guard let known = DictionaryCharacters(named: name) else {
      throw error(.unknownCharacterSet, "the character set '\(Self.printable(name))' is not known")
    }
    characters = known
    let upper = try level()
    if upper.endsEarly {
      let lower = try level()
      return [upper.level, lower.level]
    }
    return try upper.level.belowApostrophes(cancellation)
  }

  // MARK: - Lines

  /// The bytes up to the next line feed, without it and a carriage return; `nil` at the end.
  private mutating func nextLine() throws -> ArraySlice<UInt8>? {
    guard place < bytes.count else { return nil }
    let begin = place
    var end = begin
    while end < bytes.count, bytes[end] != 0x0A {
      end += 1
      if (end - begin) & 0xFFFF == 0 { try cancellation.check() }
    }
    place = end + 1
    line += 1
    if end > begin, bytes[end - 1] == 0x0D { end -= 1 }
    return bytes[begin..<end]
  }

  /// Reads lines up to `NEXTLEVEL` or the end.
  private mutating func level() throws -> (level: HyphenationLevel, endsEarly: Bool) {
    var level = HyphenationLevel()
    var builder = PatternTableBuilder()
    var (endsEarly, polled) = (false, place)
    while let line = try nextLine() {
      if self.line % Self.pollInterval == 0 || place - polled > 1 << 14 {
        try cancellation.check()
        polled = place
      }
      if line.isEmpty || line.first == UInt8(ascii: "%") { continue }
      if Self.rest(of: line, after: "NEXTLEVEL") != nil {
        endsEarly = true
        break
      }
      if try readSetting(line, of: &level) { continue }
      try readPattern(line, into: &builder)
    }
    level.patterns = try builder.table(cancellation)
    return (level, endsEarly)
  }

  private func readSetting(
    _ line: ArraySlice<UInt8>, of level: inout HyphenationLevel
  ) throws -> Bool {
    guard let first = line.first, UInt8(ascii: "C")...UInt8(ascii: "R") ~= first else {
      return false
    }
    if let value = Self.rest(of: line, after: "LEFTHYPHENMIN") {
      level.minimumBefore = Self.count(value)
    } else if let value = Self.rest(of: line, after: "RIGHTHYPHENMIN") {
      level.minimumAfter = Self.count(value)
    } else if let value = Self.rest(of: line, after: "COMPOUNDLEFTHYPHENMIN") {
      level.compoundBefore = Self.count(value)
    } else if let value = Self.rest(of: line, after: "COMPOUNDRIGHTHYPHENMIN") {
      level.compoundAfter = Self.count(value)
    } else if let value = Self.rest(of: line, after: "NOHYPHEN") {
      let list = try decoded(value)
      level.unhyphenated = trimmed(list[...]).split(separator: UInt8(ascii: ",")).map(Array.init)
    } else {
      return false
    }
    return true
  }

  private static func rest(
    of line: ArraySlice<UInt8>, after word: StaticString
  ) -> ArraySlice<UInt8>? {
    let word = word.description.utf8
    return line.starts(with: word) ? line.dropFirst(word.count) : nil
  }

  /// The characters of a setting: a decimal number from 0 to 127, beyond which all are the same.
  private static func count(_ text: ArraySlice<UInt8>) -> Int {
    max(0, min(127, number(text)))
  }

  /// The decimal number at the beginning of a text, as `atoi` reads it; at most ±10,000.
  private static func number(_ text: ArraySlice<UInt8>) -> Int {
    var rest = text.drop { $0 == 0x20 || $0 == 0x09 }
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    var value = 0
    for byte in rest {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte, value < 10_000 else { break }
      value = 10 * value + Int(byte - UInt8(ascii: "0"))
    }
    return isNegative ? -min(value, 10_000) : min(value, 10_000)
  }

  // MARK: - Patterns

  private func readPattern(
    _ line: ArraySlice<UInt8>, into builder: inout PatternTableBuilder
  ) throws {
    guard line.count <= Self.longestLine else {
      throw error(.malformed, "a pattern has at most \(Self.longestLine) bytes")
    }
    // Most patterns are ASCII, which need not be converted.
    let text = try line.contains { $0 >= 0x80 } ? decoded(line)[...] : line
    var (pattern, change) = (text, ArraySlice<UInt8>?.none)
    if let slash = text.firstIndex(of: UInt8(ascii: "/")) {
      (pattern, change) = (text[..<slash], text[(slash + 1)...])
    }
    var letters: [UInt8] = []
    var digits: [UInt8] = [0]
    for byte in pattern {
      if byte <= 0x20 { break }
      if UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte {
        digits[letters.count] = byte - UInt8(ascii: "0")
      } else {
        letters.append(byte)
        digits.append(0)
      }
    }
    if letters.isEmpty { return }
    guard letters.count <= Self.longestPattern else {
      throw error(.malformed, "a pattern has at most \(Self.longestPattern) letters")
    }
    guard builder.hasRoom(for: letters.count) else {
      throw error(
        .tooManyPatterns,
        "the patterns up to here need more than \(Hyphenator.maximumStateCount) states")
    }
    if let change {
      let beginsWithDot = letters[0] == UInt8(ascii: ".")
      builder.add(
        letters[...], digits: digits[(beginsWithDot ? 1 : 0)...],
        change: Self.change(change, letters: letters[(beginsWithDot ? 1 : 0)...]))
    } else {
      builder.add(letters[...], digits: digits.drop { $0 == 0 }, change: nil)
    }
  }

  /// Reads `text,start,length`, of which the last two may be absent: then all of the letters are
  /// replaced.
  ///
  /// - Parameter letters: The letters of the pattern, without a dot at the beginning.
  private static func change(
    _ change: ArraySlice<UInt8>, letters: ArraySlice<UInt8>
  ) -> PatternTable.Change {
    let parts = change.split(
      separator: UInt8(ascii: ","), maxSplits: 2, omittingEmptySubsequences: false)
    // The offsets at which the characters begin, and the end.
    let begins =
      letters.indices.filter { letters[$0] & 0xC0 != 0x80 }.map { $0 - letters.startIndex }
      + [letters.count]
    var (first, count) = (0, 0)
    if parts.count == 3 { (first, count) = (number(parts[1]) - 1, number(parts[2])) }
    first = max(0, min(first, begins.count - 1))
    let last = count > 0 ? min(first + count, begins.count - 1) : begins.count - 1
    let text = parts.count == 1 ? parts[0].prefix { $0 > 0x20 } : parts[0]
    return PatternTable.Change(
      text: Array(text), index: begins[first], cut: begins[last] - begins[first])
  }

  private func decoded(_ line: ArraySlice<UInt8>) throws -> [UInt8] {
    guard line.count <= Self.longestLine else {
      throw error(.malformed, "a line has at most \(Self.longestLine) bytes")
    }
    guard let result = characters.decoded(line) else {
      throw error(.malformed, "its bytes are no characters of the set that the first line names")
    }
    return result
  }

  private func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text.drop { $0 <= 0x20 }
    while let last = text.last, last <= 0x20 { text.removeLast() }
    return text
  }

  private static func printable(_ name: String) -> String {
    name.filter { $0.isASCII && $0 > " " && $0 != "\u{7F}" }
  }

  private func error(_ code: HyphenationError.Code, _ message: String) -> HyphenationError {
    HyphenationError(code, file: file, line: line, message)
  }
}
