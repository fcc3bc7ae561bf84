// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency

/// A streaming JSON writer; the caller begins and ends arrays and objects.
package struct JSONWriter {
  /// The bytes that were written and not taken.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}

  /// Removes and returns the bytes written so far, so that output can be passed on in pieces.
  package mutating func takeBytes() -> [UInt8] {
    let taken = bytes
    bytes.removeAll(keepingCapacity: true)
    return taken
  }

  /// Polls a cancellation, and reserves memory for the next values; long output is moved in pieces.
  ///
  /// - Throws: `CancellationError`.
  package mutating func makeRoom(_ cancellation: Cancellation) throws {
    try cancellation.check()
    if bytes.capacity - bytes.count < Self.room { try bytes.makeRoom(for: Self.room, cancellation) }
  }

  /// The bytes that the values between two polls take, about.
  private static let room = 1 << 14

  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Writes the name of a member; its value must follow.
  package mutating func name(_ name: StaticString) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    // unsafe: the pointer to a literal, which is always valid
    name.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes the name of a member that is not a literal.
  package mutating func name(text name: String) {
    comma()
    Self.append(quoted: name.utf8.span, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func number(_ value: Double) {
    comma()
    DecimalNumber.append(value.isFinite ? value : 0, to: &bytes)
    needsComma = true
  }

  package mutating func number(_ value: Int) {
    comma()
    DecimalNumber.append(value, to: &bytes)
    needsComma = true
  }

  /// Writes the corners of an upright rectangle as an array of eight numbers: x and y of each,
  /// clockwise from the upper left one.
  package mutating func quad(left: Double, top: Double, right: Double, bottom: Double) {
    comma()
    QuadText.append(left: left, top: top, right: right, bottom: bottom, to: &bytes)
    needsComma = true
  }

  package mutating func bool(_ value: Bool) { raw(Array((value ? "true" : "false").utf8)) }

  package mutating func null() { raw(Array("null".utf8)) }

  package mutating func string(_ value: String) { string(wellFormed: value.utf8.span) }

  /// Writes UTF-8 as a string.
  package mutating func string(wellFormed utf8: Span<UInt8>) {
    comma()
    Self.append(quoted: utf8, to: &bytes)
    needsComma = true
  }

  /// Writes UTF-8 as a string; ill-formed parts become U+FFFD.
  package mutating func string(utf8 value: [UInt8]) {
    string(String(decoding: value, as: UTF8.self))
  }

  /// Writes bytes that already are a JSON value.
  package mutating func raw(_ value: [UInt8]) {
    comma()
    bytes += value
    needsComma = true
  }

  /// Writes a value in its canonical form: members of objects sorted by the UTF-8 of their names,
  /// of equal names the last one; numbers with the fewest digits that identify them.
  ///
  /// Texts that differ only in white space, in escapes, in the order of members or in the notation
  /// of numbers have one form. O(n log n).
  package mutating func canonical(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let flag): bool(flag)
    case .number(let number): raw(Array("\(number)".utf8))
    case .string(let text): string(text)
    case .array(let values, _):
      beginArray()
      for value in values { canonical(value) }
      endArray()
    case .object(let object):
      beginObject()
      let last = Dictionary(object.members.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
      let members = last.values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      for member in members {
        name(text: member.name)
        canonical(member.value)
      }
      endObject()
    }
  }

  package mutating func newline() {
    bytes.append(0x0A)
    needsComma = false
  }

  package mutating func member(_ name: StaticString, _ value: Double) {
    self.name(name)
    number(value)
  }

  package mutating func member(_ name: StaticString, _ value: Int) {
    self.name(name)
    number(value)
  }

  package mutating func member(_ name: StaticString, _ value: String) {
    self.name(name)
    string(value)
  }

  package mutating func member(_ name: StaticString, _ value: Bool) {
    self.name(name)
    bool(value)
  }

  package mutating func member(_ name: StaticString, _ values: [Int]) {
    self.name(name)
    beginArray()
    for value in values { number(value) }
    endArray()
  }

  private mutating func comma() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func open(_ bracket: UInt8) {
    comma()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private static func append(quoted units: Span<UInt8>, to bytes: inout [UInt8]) {
    var count = units.count
    for i in units.indices { count += escapeLength(of: units[i]) }
    bytes.append(UInt8(ascii: "\""))
    if count == units.count {
      // unsafe: the bytes of the span, which lie there until the call returns
      unsafe units.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    } else {
      bytes += escaped(units, count: count)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// A string with its escapes: `count` bytes.
  private static func escaped(_ units: Span<UInt8>, count: Int) -> [UInt8] {
    var escaped = [UInt8](repeating: 0, count: count)
    var quoted = escaped.mutableSpan
    var at = 0
    for i in units.indices {
      let byte = units[i]
      switch escapeLength(of: byte) {
      case 0: quoted[at] = byte
      case 1:
        quoted[at] = UInt8(ascii: "\\")
        at += 1
        quoted[at] = letter(ofEscaped: byte)
      default:
        for letter in "\\u00".utf8 {
          quoted[at] = letter
          at += 1
        }
        quoted[at] = hexadecimal(byte >> 4)
        at += 1
        quoted[at] = hexadecimal(byte & 15)
      }
      at += 1
    }
    return escaped
  }

  /// The bytes that a byte of a string takes in JSON besides one.
  private static func escapeLength(of byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x0A, 0x0D, 0x09: 1
    case 0..<0x20: 5
    default: 0
    }
  }

  /// The letter after the backslash of an escape of two bytes.
  private static func letter(ofEscaped byte: UInt8) -> UInt8 {
    switch byte {
    case 0x0A: UInt8(ascii: "n")
    case 0x0D: UInt8(ascii: "r")
    case 0x09: UInt8(ascii: "t")
    default: byte
    }
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
  }
}
