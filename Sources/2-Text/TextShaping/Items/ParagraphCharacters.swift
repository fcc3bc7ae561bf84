// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The characters of a paragraph: a reference to the text that holds them, or a copy.
///
/// Not an enumeration: that would tag the reference to a copy with a bit that no address has, and
/// tools that look for leaked memory would not find it.
struct ParagraphCharacters: Sendable {
  /// A copy with a byte for each character, all below U+0100; `start` is negative then.
  private let bytes: [UInt8]
  /// The text that holds the characters, unless ``bytes`` does.
  private let units: [UInt16]
  /// The offset of the first character in `units`.
  private let start: Int

  /// The characters of a text from an offset on.
  static func shared(_ units: [UInt16], start: Int) -> ParagraphCharacters {
    ParagraphCharacters(bytes: [], units: units, start: start)
  }

  private init(bytes: [UInt8], units: [UInt16], start: Int) {
    self.bytes = bytes
    self.units = units
    self.start = start
  }

  /// Whether the characters are a copy with a byte for each.
  var isBytes: Bool { start < 0 }

  /// Copies the characters, as bytes where they fit.
  init(copying units: Span<UInt16>) {
    var all: UInt16 = 0
    for i in units.indices { all |= units[i] }
    if all >= 0x100 {
      var copy: [UInt16] = []
      copy.reserveCapacity(units.count)
      for i in units.indices { copy.append(units[i]) }
      self = .shared(copy, start: 0)
    } else {
      // The array is filled with zeros first, since filling uninitialised memory would look up a
      // type in the Swift runtime each time.
      var bytes: [UInt8] = []
      bytes.reserveCapacity(units.count)
      bytes.append(contentsOf: repeatElement(0, count: units.count))
      var out = bytes.mutableSpan
      for i in units.indices { out[i] = UInt8(truncatingIfNeeded: units[i]) }
      self.init(bytes: bytes, units: [], start: -1)
    }
  }

  /// The bytes that a copy takes.
  var byteCount: Int { bytes.count + 2 * units.count }

  /// A character, from the paragraph's beginning.
  func unit(at offset: Int) -> UInt16 {
    isBytes ? UInt16(bytes[offset]) : units[start + offset]
  }

  /// Whether the characters begin with others.
  func begin(with other: Span<UInt16>) -> Bool {
    var difference: UInt16 = 0
    if isBytes {
      guard other.count <= bytes.count else { return false }
      let own = bytes.span
      for i in other.indices { difference |= UInt16(own[i]) ^ other[i] }
    } else {
      guard start + other.count <= units.count else { return false }
      let own = units.span.extracting(start..<start + other.count)
      for i in other.indices { difference |= own[i] ^ other[i] }
    }
    return difference == 0
  }

  /// Calls a function with the first characters.
  func withUnits<Result>(
    _ length: Int, _ body: (Span<UInt16>) throws -> Result
  ) rethrows -> Result {
    if isBytes {
      let units = bytes.prefix(length).map { UInt16($0) }
      return try body(units.span)
    }
    return try body(units.span.extracting(start..<start + length))
  }
}
