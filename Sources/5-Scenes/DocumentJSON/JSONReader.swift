// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A recursive-descent parser for JSON (RFC 8259).
///
/// It records the byte range of each member, so that an `id` can be copied unchanged; it reads lone
/// surrogates and ill-formed UTF-8 as U+FFFD, and limits the nesting and the number of values.
package struct JSONReader {
  private let bytes: [UInt8]
  /// The offset of the next byte.
  private var at = 0
  /// The number of values so far.
  private var count = 0
  private var flaws = JSONFlaws()

  private let depthLimit: Int

  /// The elements for which an object or a list has room from the start.
  private static let usualCount = 4

  private init(_ bytes: [UInt8], depth: Int) {
    self.bytes = bytes
    depthLimit = depth
  }

  /// Parses one value; only white space may follow it.
  package static func value(
    of bytes: [UInt8], depth: Int = JSONLimits.depth
  ) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes, depth: depth)
    return try reader.whole()
  }

  private mutating func whole() throws(JSONError) -> JSONValue {
    let value = try value(depth: 0)
    skipSpace()
    guard at == bytes.count else { throw error("more follows the value") }
    return value
  }

  /// Parses one object; only white space may follow it.
  ///
  /// - Returns: The object, and the flaws of the whole text.
  package static func object(
    of bytes: [UInt8], depth: Int = JSONLimits.depth
  ) throws(JSONError) -> (object: JSONObject, flaws: JSONFlaws) {
    var reader = JSONReader(bytes, depth: depth)
    guard case .object(let object) = try reader.whole() else {
      throw JSONError(offset: 0, message: "an object is wanted")
    }
    reader.flaws.repeatedNames.sort { $0.offset < $1.offset }
    return (object, reader.flaws)
  }

  private func error(_ message: String) -> JSONError { JSONError(offset: at, message: message) }

  private func overLimit(_ message: String) -> JSONError {
    JSONError(offset: at, message: message, isOverLimit: true)
  }

  private mutating func skipSpace() {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      default: return
      }
    }
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    skipSpace()
    guard at < bytes.count else { throw error("it ends too early") }
    guard depth < depthLimit else {
      throw overLimit("nested deeper than \(depthLimit) levels")
    }
    count += 1
    guard count <= JSONLimits.values else {
      throw overLimit("more than \(JSONLimits.values) values")
    }
    switch bytes[at] {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    guard bytes[at...].starts(with: word.utf8) else { throw error("an unknown word") }
    at += word.utf8.count
    return value
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    at += 1
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object(JSONObject(capacity: 0)) }
    var object = JSONObject(capacity: Self.usualCount)
    while true {
      skipSpace()
      guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
        throw error("a name in quotes is wanted")
      }
      let name = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw error("a colon is wanted") }
      skipSpace()
      let start = at
      let value = try value(depth: depth + 1)
      object.append(JSONObject.Member(name: name, value: value, bytes: start..<at))
      skipSpace()
      if take(UInt8(ascii: ",")) { continue }
      if take(UInt8(ascii: "}")) {
        findRepeatedNames(in: object)
        return .object(object)
      }
      throw error("a comma or } is wanted")
    }
  }

  /// The members for which names are compared with each other, rather than put into a set.
  private static let fewMembers = 8

  private mutating func findRepeatedNames(in object: JSONObject) {
    let members = object.members
    if members.count <= Self.fewMembers {
      let repeats = members.indices.contains { i in
        members[..<i].contains { $0.name == members[i].name }
      }
      if !repeats { return }
    }
    var seen: Set<String> = []
    for member in members where !seen.insert(member.name).inserted {
      flaws.repeatedNames.append(
        JSONFlaws.RepeatedName(name: member.name, offset: member.bytes.lowerBound))
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    at += 1
    var values: [JSONValue] = []
    var offsets: [Int] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array(values, offsets: offsets) }
    values.reserveCapacity(Self.usualCount)
    offsets.reserveCapacity(Self.usualCount)
    while true {
      skipSpace()
      offsets.append(at)
      values.append(try value(depth: depth + 1))
      skipSpace()
      if take(UInt8(ascii: ",")) { continue }
      if take(UInt8(ascii: "]")) { return .array(values, offsets: offsets) }
      throw error("a comma or ] is wanted")
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  private mutating func number() throws(JSONError) -> Double {
    let start = at
    let isNegative = take(UInt8(ascii: "-"))
    var digits = UInt64(0)
    let whole = read(&digits)
    guard whole > 0 else { throw error("no value begins like this") }
    if whole > 1 && bytes[at - whole] == UInt8(ascii: "0") {
      throw error("a number does not begin with 0")
    }
    var decimals = 0
    if take(UInt8(ascii: ".")) {
      decimals = read(&digits)
      guard decimals > 0 else { throw error("digits are wanted after the point") }
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      var exponent = UInt64(0)
      guard read(&exponent) > 0 else { throw error("digits are wanted in the exponent") }
    } else if whole + decimals <= Self.exactDigits {
      // The digits and the power of ten are exact, so that the quotient is rounded only once.
      var power = 1.0
      for _ in 0..<decimals { power *= 10 }
      let number = Double(digits) / power
      return isNegative ? -number : number
    }
    // A number that is too large becomes infinity, which all users of numbers reject.
    return Double(String(decoding: bytes[start..<at], as: UTF8.self)) ?? .infinity
  }

  /// The most digits of which every number is a Double, as are the powers of ten up to there.
  private static let exactDigits = 15

  /// Reads digits after those that a number has already, modulo 2^64, and returns their count.
  private mutating func read(_ digits: inout UInt64) -> Int {
    let start = at
    while at < bytes.count, bytes[at] >= UInt8(ascii: "0"), bytes[at] <= UInt8(ascii: "9") {
      digits = digits &* 10 &+ UInt64(bytes[at] - UInt8(ascii: "0"))
      at += 1
    }
    return at - start
  }

  private mutating func string() throws(JSONError) -> String {
    at += 1
    let start = at
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        at += 1
        return text
      case UInt8(ascii: "\\"): return try escapedString(from: start)
      case 0..<0x20: throw error("a control character must be escaped")
      default: at += 1
      }
    }
    throw error("a string does not end")
  }

  private mutating func escapedString(from start: Int) throws(JSONError) -> String {
    var text = Array(bytes[start..<at])
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw error("a control character must be escaped")
      default: text.append(byte)
      }
    }
    throw error("a string does not end")
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
