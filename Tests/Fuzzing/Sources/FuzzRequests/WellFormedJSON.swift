// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Whether bytes are one JSON value (RFC 8259) in UTF-8, by a reader of its own.
struct WellFormedJSON {
  private let bytes: [UInt8]
  private var at = 0

  static func holds(_ bytes: [UInt8]) -> Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    var reader = WellFormedJSON(bytes: bytes)
    guard reader.values() else { return false }
    reader.skipBlanks()
    return reader.at == bytes.count
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func takes(_ byte: Character) -> Bool {
    guard let value = byte.asciiValue, next == value else { return false }
    at += 1
    return true
  }

  private mutating func skipBlanks() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { at += 1 }
  }

  /// Reads a value with all that is in it. The open lists (`false`) and objects (`true`) are kept
  /// here rather than on the stack of calls, since they may be many.
  private mutating func values() -> Bool {
    var open: [Bool] = []
    while true {
      skipBlanks()
      if takes("{") {
        skipBlanks()
        if !takes("}") {
          guard name() else { return false }
          open.append(true)
          continue
        }
      } else if takes("[") {
        skipBlanks()
        if !takes("]") {
          open.append(false)
          continue
        }
      } else if !scalar() {
        return false
      }
      // Behind a value: what closes, or a comma.
      while true {
        guard let isObject = open.last else { return true }
        skipBlanks()
        if takes(",") {
          skipBlanks()
          if isObject, !name() { return false }
          break
        }
        guard takes(isObject ? "}" : "]") else { return false }
        open.removeLast()
      }
    }
  }

  private mutating func name() -> Bool {
    guard string() else { return false }
    skipBlanks()
    return takes(":")
  }

  private mutating func scalar() -> Bool {
    for word in ["true", "false", "null"] where bytes[at...].starts(with: word.utf8) {
      at += word.utf8.count
      return true
    }
    return next == UInt8(ascii: "\"") ? string() : number()
  }

  private mutating func string() -> Bool {
    guard takes("\"") else { return false }
    while let byte = next {
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"):
        guard let escape = next else { return false }
        at += 1
        if escape == UInt8(ascii: "u") {
          for _ in 0..<4 {
            guard let digit = next, Character(UnicodeScalar(digit)).isHexDigit else { return false }
            at += 1
          }
        } else if !#""\/bfnrt"#.utf8.contains(escape) {
          return false
        }
      case 0..<0x20: return false
      default: break
      }
    }
    return false
  }

  private mutating func number() -> Bool {
    _ = takes("-")
    if !takes("0"), !digits() { return false }
    if takes("."), !digits() { return false }
    if takes("e") || takes("E") {
      if !takes("+") { _ = takes("-") }
      return digits()
    }
    return true
  }

  private mutating func digits() -> Bool {
    let start = at
    while let byte = next, 0x30...0x39 ~= byte { at += 1 }
    return at > start
  }
}
