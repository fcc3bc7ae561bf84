// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The characters of a paragraph: where they stand in a text, or a copy.
///
/// Not an enumeration: that would mark the one reference to a copy by a bit that no address has, where tools that look for
/// lost memory do not find it.
struct ParagraphCharacters: Sendable {
  /// A copy, where each is below U+0100 and `start` is negative.
  private let bytes: [UInt8]
  /// Else a text that holds them.
  private let units: [UInt16]
  /// Where they begin in it.
  private let start: Int

  /// The characters of a text from somewhere on.
  static func shared(_ units: [UInt16], start: Int) -> ParagraphCharacters {
    ParagraphCharacters(bytes: [], units: units, start: start)
  }

  private init(bytes: [UInt8], units: [UInt16], start: Int) {
    self.bytes = bytes
    self.units = units
    self.start = start
  }

  /// Whether it is a copy of a byte a character.
  var isBytes: Bool { start < 0 }

  /// A copy that takes as little memory as may be.
  @unsafe
  init(copying units: UnsafeBufferPointer<UInt16>) {
    var all: UInt16 = 0
    for i in units.indices { all |= unsafe units[i] }
    if all >= 0x100 {
      self = unsafe .shared(Array(units), start: 0)
    } else {
      // Not as uninitialised memory, for which the runtime is asked each time (`LongArray.swift` says why that is dear).
      var bytes: [UInt8] = []
      bytes.reserveCapacity(units.count)
      bytes.append(contentsOf: repeatElement(0, count: units.count))
      unsafe bytes.withUnsafeMutableBufferPointer { bytes in
        for i in units.indices { unsafe bytes[i] = UInt8(truncatingIfNeeded: units[i]) }
      }
      self.init(bytes: bytes, units: [], start: -1)
    }
  }

  /// The bytes that a copy takes.
  var byteCount: Int { bytes.count + 2 * units.count }

  /// A character, from the paragraph's beginning.
  func unit(at offset: Int) -> UInt16 {
    isBytes ? UInt16(bytes[offset]) : units[start + offset]
  }

  /// Whether they begin with these.
  @unsafe
  func begin(with other: UnsafeBufferPointer<UInt16>) -> Bool {
    let length = other.count
    var difference: UInt16 = 0
    if isBytes {
      guard length <= bytes.count else { return false }
      unsafe bytes.withUnsafeBufferPointer { bytes in
        for i in 0..<length { unsafe difference |= UInt16(bytes[i]) ^ other[i] }
      }
    } else {
      guard start + length <= units.count else { return false }
      unsafe units.withUnsafeBufferPointer { units in
        for i in 0..<length { unsafe difference |= units[start + i] ^ other[i] }
      }
    }
    return difference == 0
  }

  /// Gives the first of them.
  @unsafe
  func withUnits<Result>(
    _ length: Int, _ body: (UnsafeBufferPointer<UInt16>) throws -> Result
  ) rethrows -> Result {
    if isBytes {
      return try unsafe bytes.prefix(length).map { UInt16($0) }.withUnsafeBufferPointer(body)
    }
    return try unsafe units.withUnsafeBufferPointer {
      try unsafe body(UnsafeBufferPointer(rebasing: $0[start..<start + length]))
    }
  }
}
