// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The characters of a paragraph: where they stand in a text, or a copy.
enum ParagraphCharacters: Sendable {
  /// A text that holds them, and from where.
  case shared([UInt16], start: Int)
  /// A copy, where each is below U+0100.
  case bytes([UInt8])

  /// A copy that takes as little memory as may be.
  @unsafe
  init(copying units: UnsafeBufferPointer<UInt16>) {
    var all: UInt16 = 0
    for i in units.indices { all |= unsafe units[i] }
    if all >= 0x100 {
      self = unsafe .shared(Array(units), start: 0)
    } else {
      self = .bytes(
        unsafe Array(unsafeUninitializedCapacity: units.count) { bytes, count in
          for i in units.indices {
            unsafe bytes[i] = UInt8(truncatingIfNeeded: units[i])
          }
          count = units.count
        })
    }
  }

  /// A character, from the paragraph's beginning.
  func unit(at offset: Int) -> UInt16 {
    switch self {
    case .shared(let units, let start): units[start + offset]
    case .bytes(let bytes): UInt16(bytes[offset])
    }
  }

  /// Whether they begin with these.
  @unsafe
  func begin(with other: UnsafeBufferPointer<UInt16>) -> Bool {
    let length = other.count
    var difference: UInt16 = 0
    switch self {
    case .shared(let units, let start):
      guard start + length <= units.count else { return false }
      unsafe units.withUnsafeBufferPointer { units in
        for i in 0..<length { unsafe difference |= units[start + i] ^ other[i] }
      }
    case .bytes(let bytes):
      guard length <= bytes.count else { return false }
      unsafe bytes.withUnsafeBufferPointer { bytes in
        for i in 0..<length { unsafe difference |= UInt16(bytes[i]) ^ other[i] }
      }
    }
    return difference == 0
  }

  /// Gives the first of them.
  @unsafe
  func withUnits<Result>(
    _ length: Int, _ body: (UnsafeBufferPointer<UInt16>) throws -> Result
  ) rethrows -> Result {
    switch self {
    case .shared(let units, let start):
      return try unsafe units.withUnsafeBufferPointer {
        try unsafe body(UnsafeBufferPointer(rebasing: $0[start..<start + length]))
      }
    case .bytes(let bytes):
      return try unsafe bytes.prefix(length).map { UInt16($0) }.withUnsafeBufferPointer(body)
    }
  }
}
