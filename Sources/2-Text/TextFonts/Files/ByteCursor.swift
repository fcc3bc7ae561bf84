// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Bytes that are read one after another: what is read beyond their end is `nil`.
struct ByteCursor {
  private let bytes: [UInt8]
  private(set) var place: Int
  private let end: Int

  /// Reads a range, which must lie in the bytes.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    self.bytes = bytes
    place = range.lowerBound
    end = range.upperBound
  }

  /// The next byte.
  mutating func u8() -> Int? {
    guard place < end else { return nil }
    defer { place += 1 }
    return Int(bytes[place])
  }

  /// The next unsigned 16-bit number, its high byte first.
  mutating func u16() -> Int? {
    guard end - place >= 2 else { return nil }
    defer { place += 2 }
    return Int(bytes[place]) << 8 | Int(bytes[place + 1])
  }

  /// The next signed 16-bit number.
  mutating func i16() -> Int? { u16().map { Int(Int16(truncatingIfNeeded: $0)) } }

  /// The next unsigned 32-bit number.
  mutating func u32() -> Int? {
    guard let high = u16(), let low = u16() else { return nil }
    return high << 16 | low
  }

  /// The next bytes.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard let range = skip(count) else { return nil }
    return bytes[range]
  }

  /// Passes over bytes and tells where they are.
  mutating func skip(_ count: Int) -> Range<Int>? {
    guard count >= 0, count <= end - place else { return nil }
    defer { place += count }
    return place..<(place + count)
  }

  /// A cursor for the next bytes alone, which are passed over.
  mutating func part(_ count: Int) -> ByteCursor? {
    skip(count).map { ByteCursor(bytes, $0) }
  }

  /// The next number in the form `UIntBase128` of WOFF2: 7 bits a byte, at most 32 in all, no zeros
  /// before them.
  mutating func base128() -> Int? {
    var value = 0
    for index in 0..<5 {
      guard let byte = u8(), index > 0 || byte != 0x80 else { return nil }
      value = value << 7 | byte & 0x7F
      if byte < 0x80 { return value <= 0xFFFF_FFFF ? value : nil }
    }
    return nil
  }

  /// The next number in the form `255UInt16` of WOFF2: one byte for those below 253.
  mutating func short() -> Int? {
    guard let first = u8() else { return nil }
    switch first {
    case 253: return u16()
    case 254: return u8().map { $0 + 506 }
    case 255: return u8().map { $0 + 253 }
    default: return first
    }
  }
}

extension [UInt8] {
  /// Adds a 16-bit number, its high byte first; what lies above 16 bits is left out.
  mutating func append16(_ value: Int) {
    append(UInt8(truncatingIfNeeded: value >> 8))
    append(UInt8(truncatingIfNeeded: value))
  }

  /// Adds a 32-bit number, its high byte first.
  mutating func append32(_ value: UInt32) {
    append16(Int(value >> 16))
    append16(Int(value))
  }

  /// Replaces four bytes by a 32-bit number.
  mutating func set32(_ value: UInt32, at place: Int) {
    for index in 0..<4 {
      self[place + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * index))
    }
  }
}
