// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemConcurrency

/// The tokens of a text of CSS with their places (CSS Syntax 3, §4).
struct CSSTokenizer {
  let bytes: [UInt8]
  private(set) var tokens: [CSSToken] = []
  /// The byte at which each token begins; one more for the end.
  private(set) var offsets: [Int32] = []
  private var i = 0

  init(_ text: String, cancellation: Cancellation = .never) throws {
    var bytes = Array(text.utf8)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    self.bytes = bytes
    tokens.reserveCapacity(bytes.count / 4)
    offsets.reserveCapacity(bytes.count / 4)
    while i < bytes.count {
      if tokens.count % 4096 == 0 { try cancellation.check() }
      let start = Int32(i)
      guard let token = next() else { continue }
      tokens.append(token)
      offsets.append(start)
    }
    offsets.append(Int32(i))
  }

  /// The tokens of a value, without those around it that are white space.
  static func tokens(of text: String) -> [CSSToken] {
    (try? CSSTokenizer(text))?.tokens ?? []
  }

  // MARK: Code points

  private func peek(_ ahead: Int = 0) -> UInt8 { i + ahead < bytes.count ? bytes[i + ahead] : 0 }
  private func isAtEnd(_ ahead: Int = 0) -> Bool { i + ahead >= bytes.count }

  private static func isNewline(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 || byte == 12 }
  private static func isSpace(_ byte: UInt8) -> Bool { isNewline(byte) || byte == 32 || byte == 9 }
  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }
  private static func isNameStart(_ byte: UInt8) -> Bool {
    byte >= 128 || byte == UInt8(ascii: "_") || (byte | 32 >= 97 && byte | 32 <= 122)
  }
  private static func isName(_ byte: UInt8) -> Bool {
    isNameStart(byte) || isDigit(byte) || byte == UInt8(ascii: "-")
  }

  /// Whether a backslash and what follows are an escape (§4.3.8).
  private func isEscape(_ ahead: Int) -> Bool {
    peek(ahead) == UInt8(ascii: "\\") && !isAtEnd(ahead) && !Self.isNewline(peek(ahead + 1))
  }

  /// Whether a name starts here (§4.3.9).
  private func startsName(_ ahead: Int = 0) -> Bool {
    if peek(ahead) == UInt8(ascii: "-") {
      return Self.isNameStart(peek(ahead + 1)) || peek(ahead + 1) == UInt8(ascii: "-")
        || isEscape(ahead + 1)
    }
    return Self.isNameStart(peek(ahead)) || isEscape(ahead)
  }

  /// Whether a number starts here (§4.3.10).
  private func startsNumber() -> Bool {
    let sign = peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") ? 1 : 0
    return Self.isDigit(peek(sign))
      || (peek(sign) == UInt8(ascii: ".") && Self.isDigit(peek(sign + 1)))
  }

  // MARK: Tokens

  /// The next token; `nil` for a comment (§4.3.1).
  private mutating func next() -> CSSToken? {
    let byte = bytes[i]
    switch byte {
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
      i += 2
      while i < bytes.count, !(bytes[i] == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) {
        i += 1
      }
      i = min(i + 2, bytes.count)
      return nil
    case _ where Self.isSpace(byte):
      while i < bytes.count, Self.isSpace(bytes[i]) { i += 1 }
      return .whitespace
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return string()
    case UInt8(ascii: "#"):
      guard Self.isName(peek(1)) || isEscape(1) else { break }
      i += 1
      let isName = startsName()
      return .hash(name(), isName: isName)
    case UInt8(ascii: "+"), UInt8(ascii: "."):
      if startsNumber() { return number() }
    case UInt8(ascii: "-"):
      if startsNumber() { return number() }
      if peek(1) == byte, peek(2) == UInt8(ascii: ">") { return take(3, .cdc) }
      if startsName() { return identLike() }
    case UInt8(ascii: "<"):
      if peek(1) == UInt8(ascii: "!"), peek(2) == UInt8(ascii: "-"), peek(3) == UInt8(ascii: "-") {
        return take(4, .cdo)
      }
    case UInt8(ascii: "@"):
      guard startsName(1) else { break }
      i += 1
      return .atKeyword(name().lowercasedASCII)
    case UInt8(ascii: "\\"):
      if isEscape(0) { return identLike() }
    case UInt8(ascii: ":"): return take(1, .colon)
    case UInt8(ascii: ";"): return take(1, .semicolon)
    case UInt8(ascii: ","): return take(1, .comma)
    case UInt8(ascii: "["): return take(1, .openSquare)
    case UInt8(ascii: "]"): return take(1, .closeSquare)
    case UInt8(ascii: "("): return take(1, .openRound)
    case UInt8(ascii: ")"): return take(1, .closeRound)
    case UInt8(ascii: "{"): return take(1, .openCurly)
    case UInt8(ascii: "}"): return take(1, .closeCurly)
    case _ where Self.isDigit(byte): return number()
    case _ where Self.isNameStart(byte): return identLike()
    default: break
    }
    return take(1, .delimiter(byte == 0 ? "\u{FFFD}" : Character(Unicode.Scalar(byte))))
  }

  private mutating func take(_ count: Int, _ token: CSSToken) -> CSSToken {
    i += count
    return token
  }

  /// §4.3.11, §4.3.7.
  private mutating func name() -> String {
    let start = i
    while i < bytes.count, Self.isName(bytes[i]) { i += 1 }
    if !isEscape(0), peek() != 0 || isAtEnd() {
      return String(decoding: bytes[start..<i], as: UTF8.self)
    }
    var name = Array(bytes[start..<i])
    while i < bytes.count {
      if Self.isName(bytes[i]) {
        name.append(bytes[i])
        i += 1
      } else if bytes[i] == 0 {
        name += Array("\u{FFFD}".utf8)
        i += 1
      } else if isEscape(0) {
        i += 1
        name += Array(String(escaped()).utf8)
      } else {
        break
      }
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// The code point of an escape, after its backslash.
  private mutating func escaped() -> Character {
    var (value, digits) = (UInt32(0), 0)
    while digits < 6, let digit = Character(Unicode.Scalar(peek())).hexDigitValue, !isAtEnd() {
      value = value << 4 | UInt32(digit)
      digits += 1
      i += 1
    }
    guard digits > 0 else {
      guard i < bytes.count else { return "\u{FFFD}" }
      let length = bytes[i] < 0x80 ? 1 : bytes[i] < 0xE0 ? 2 : bytes[i] < 0xF0 ? 3 : 4
      let end = min(i + length, bytes.count)
      defer { i = end }
      return String(decoding: bytes[i..<end], as: UTF8.self).first ?? "\u{FFFD}"
    }
    if Self.isSpace(peek()), !isAtEnd() {
      i += peek() == 13 && peek(1) == 10 ? 2 : 1
    }
    guard value != 0, let scalar = Unicode.Scalar(value) else { return "\u{FFFD}" }
    return Character(scalar)
  }

  /// §4.3.5.
  private mutating func string() -> CSSToken {
    let quote = bytes[i]
    i += 1
    var text: [UInt8] = []
    while i < bytes.count, bytes[i] != quote {
      if Self.isNewline(bytes[i]) { return .badString }
      if bytes[i] == UInt8(ascii: "\\") {
        i += 1
        if i >= bytes.count { break }
        if Self.isNewline(bytes[i]) {
          i += bytes[i] == 13 && peek(1) == 10 ? 2 : 1
        } else {
          text += Array(String(escaped()).utf8)
        }
      } else {
        text.append(bytes[i])
        i += 1
      }
    }
    i = min(i + 1, bytes.count)
    return .string(String(decoding: text, as: UTF8.self))
  }

  /// §4.3.4.
  private mutating func identLike() -> CSSToken {
    let name = name()
    guard peek() == UInt8(ascii: "(") else { return .ident(name) }
    i += 1
    let lower = name.lowercasedASCII
    guard lower == "url" else { return .function(lower) }
    var j = i
    while j < bytes.count, Self.isSpace(bytes[j]) { j += 1 }
    if j < bytes.count, bytes[j] == UInt8(ascii: "\"") || bytes[j] == UInt8(ascii: "'") {
      return .function(lower)
    }
    i = j
    return url()
  }

  /// §4.3.6.
  private mutating func url() -> CSSToken {
    var text: [UInt8] = []
    while i < bytes.count {
      let byte = bytes[i]
      if byte == UInt8(ascii: ")") {
        i += 1
        return .url(String(decoding: text, as: UTF8.self))
      }
      if Self.isSpace(byte) {
        while i < bytes.count, Self.isSpace(bytes[i]) { i += 1 }
        if i < bytes.count, bytes[i] != UInt8(ascii: ")") { return badURL() }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
        || byte == UInt8(ascii: "(") || byte < 9 || (14..<32).contains(byte) || byte == 127
      {
        return badURL()
      } else if byte == UInt8(ascii: "\\") {
        guard isEscape(0) else { return badURL() }
        i += 1
        text += Array(String(escaped()).utf8)
      } else {
        text.append(byte)
        i += 1
      }
    }
    return .url(String(decoding: text, as: UTF8.self))
  }

  private mutating func badURL() -> CSSToken {
    while i < bytes.count, bytes[i] != UInt8(ascii: ")") { i += isEscape(0) ? 2 : 1 }
    i = min(i + 1, bytes.count)
    return .badURL
  }

  /// §4.3.3, §4.3.12.
  private mutating func number() -> CSSToken {
    let start = i
    var spelling = CSSToken.Spelling.integer
    if !Self.isDigit(peek()), peek() != UInt8(ascii: ".") {
      spelling.insert(.signed)
      i += 1
    }
    while Self.isDigit(peek()) { i += 1 }
    if peek() == UInt8(ascii: "."), Self.isDigit(peek(1)) {
      spelling.remove(.integer)
      i += 2
      while Self.isDigit(peek()) { i += 1 }
    }
    if peek() | 32 == UInt8(ascii: "e") {
      let sign = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-") ? 2 : 1
      if Self.isDigit(peek(sign)) {
        spelling.remove(.integer)
        i += sign + 1
        while Self.isDigit(peek()) { i += 1 }
      }
    }
    // Digits after the twentieth change no length; without them the text is short.
    let value = Double(String(decoding: bytes[start..<min(i, start + 300)], as: UTF8.self)) ?? 0
    let bounded = min(max(value, -1e15), 1e15)
    if peek() == UInt8(ascii: "%") { return take(1, .percentage(bounded)) }
    if startsName() { return .dimension(bounded, spelling, unit: name().lowercasedASCII) }
    return .number(bounded, spelling)
  }
}

extension StringProtocol {
  /// The text with A to Z in lower case.
  var lowercasedASCII: String {
    guard utf8.contains(where: { $0 >= 65 && $0 <= 90 }) else { return String(self) }
    return String(decoding: utf8.map { $0 >= 65 && $0 <= 90 ? $0 | 32 : $0 }, as: UTF8.self)
  }
}
