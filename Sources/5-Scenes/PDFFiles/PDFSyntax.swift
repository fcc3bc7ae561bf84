// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
internal import DocumentJSON

/// A number of an object in a file of PDF.
package struct PDFReference: Hashable, Sendable {
  package let number: Int
}

/// Bytes in the syntax of PDF (ISO 32000-1, §7.2 and §7.3): objects, and the operators of contents.
package struct PDFSyntax: Sendable {
  package private(set) var bytes: [UInt8] = []
  /// The graphics states that are saved, and the most that were.
  var depth = 0
  package internal(set) var deepest = 0

  package init() {}

  package var isEmpty: Bool { bytes.isEmpty }

  // MARK: Tokens

  /// Appends what is syntax already, and a space.
  package mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    bytes.append(0x20)
  }

  package mutating func append(_ other: PDFSyntax) { bytes += other.bytes }

  /// Appends a number with at most four decimals; one that is not finite is 0.
  package mutating func number(_ value: Double) {
    DecimalNumber.append(value.isFinite ? value : 0, to: &bytes)
    bytes.append(0x20)
  }

  package mutating func integer(_ value: Int) {
    DecimalNumber.append(value, to: &bytes)
    bytes.append(0x20)
  }

  /// Appends a name. Bytes other than letters and digits are escaped.
  package mutating func name(_ name: String) {
    bytes.append(UInt8(ascii: "/"))
    for byte in name.utf8 {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x2B || byte == 0x2E
      if isPlain {
        bytes.append(byte)
      } else {
        bytes.append(UInt8(ascii: "#"))
        hex(byte)
      }
    }
    bytes.append(0x20)
  }

  /// Appends a string of Unicode for readers: ASCII as it is, any other text in UTF-16 (§7.9.2.2).
  package mutating func text(_ text: String) {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
      bytes.append(UInt8(ascii: "("))
      for byte in text.utf8 {
        if byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "\\") {
          bytes.append(UInt8(ascii: "\\"))
        }
        bytes.append(byte)
      }
      bytes.append(UInt8(ascii: ")"))
    } else {
      bytes += "<FEFF".utf8
      for unit in text.utf16 { hex(unit) }
      bytes.append(UInt8(ascii: ">"))
    }
    bytes.append(0x20)
  }

  /// Appends a string of bytes, in hexadecimal.
  package mutating func string(_ string: some Sequence<UInt8>) {
    bytes.append(UInt8(ascii: "<"))
    for byte in string { hex(byte) }
    bytes += "> ".utf8
  }

  package mutating func reference(_ reference: PDFReference) {
    DecimalNumber.append(reference.number, to: &bytes)
    bytes += " 0 R ".utf8
  }

  /// Appends the two digits of a byte.
  package mutating func hex(_ byte: UInt8) {
    func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
    bytes.append(digit(byte >> 4))
    bytes.append(digit(byte & 15))
  }

  /// Appends the four digits of a code unit.
  package mutating func hex(_ unit: UInt16) {
    hex(UInt8(unit >> 8))
    hex(UInt8(truncatingIfNeeded: unit))
  }

  /// Appends a byte of a token that is written piece by piece.
  package mutating func piece(_ byte: UInt8) { bytes.append(byte) }

  // MARK: Objects

  /// Appends a dictionary whose keys and values the closure appends.
  package mutating func dictionary(_ body: (inout PDFSyntax) throws -> Void) rethrows {
    raw("<<")
    try body(&self)
    raw(">>")
  }

  /// Appends an array whose elements the closure appends.
  package mutating func array(_ body: (inout PDFSyntax) throws -> Void) rethrows {
    raw("[")
    try body(&self)
    raw("]")
  }

  package mutating func key(_ key: StaticString) {
    bytes.append(UInt8(ascii: "/"))
    raw(key)
  }

  package mutating func entry(_ key: StaticString, name value: String) {
    self.key(key)
    name(value)
  }

  package mutating func entry(_ key: StaticString, _ value: PDFReference) {
    self.key(key)
    reference(value)
  }

  package mutating func entry(_ key: StaticString, _ value: Int) {
    self.key(key)
    integer(value)
  }

  package mutating func entry(_ key: StaticString, number value: Double) {
    self.key(key)
    number(value)
  }

  package mutating func entry(_ key: StaticString, text value: String) {
    self.key(key)
    text(value)
  }

  package mutating func entry(_ key: StaticString, numbers values: [Double]) {
    self.key(key)
    array { for value in values { $0.number(value) } }
  }

  package mutating func entry(_ key: StaticString, references values: [PDFReference]) {
    self.key(key)
    array { for value in values { $0.reference(value) } }
  }

  package mutating func entry(_ key: StaticString, rect: Rect) {
    entry(key, numbers: [rect.minX, rect.minY, rect.maxX, rect.maxY])
  }
}
