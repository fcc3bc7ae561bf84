// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A count, an index or an offset that comes from a file, from 0 to 2⁶²: arithmetic on it never
/// traps.
///
/// A result outside of this range is *invalid*, and so is whatever is computed from it; like NaN,
/// an invalid number is neither less than another nor equal to it. An invalid number has no
/// ``value``, and without a value no byte is read and no element addressed. Ranges are made by
/// ``indices(atMost:)`` and ``upTo(_:)``, which are empty where the end lies before the begin.
@usableFromInline package struct FileNumber: Sendable, ExpressibleByIntegerLiteral {
  /// Negative if invalid.
  @usableFromInline let stored: Int

  /// The greatest valid number.
  @usableFromInline static var limit: Int { 1 << 62 }

  /// Wraps a number; negative ones and those above 2⁶² are invalid.
  @inlinable @inline(__always)
  package init(_ number: Int) { stored = number <= Self.limit ? number : -1 }

  /// A number in the source code.
  @inlinable @inline(__always)
  package init(integerLiteral number: Int) { self.init(number) }

  /// A number that no file has: every read at it fails.
  @inlinable package static var invalid: FileNumber { FileNumber(-1) }

  /// The number; `nil` if it is invalid.
  @inlinable @inline(__always)
  package var value: Int? { stored >= 0 ? stored : nil }

  /// Whether the number is in range.
  @inlinable @inline(__always)
  package var isValid: Bool { stored >= 0 }

  // The sum of two valid numbers is at most 2⁶³, which wraps to a negative, hence invalid one;
  // their difference lies above -2⁶³.

  @inlinable @inline(__always)
  package static func + (a: FileNumber, b: FileNumber) -> FileNumber {
    a.isValid && b.isValid ? FileNumber(a.stored &+ b.stored) : .invalid
  }

  @inlinable @inline(__always)
  package static func - (a: FileNumber, b: FileNumber) -> FileNumber {
    a.isValid && b.isValid ? FileNumber(a.stored &- b.stored) : .invalid
  }

  @inlinable @inline(__always)
  package static func * (a: FileNumber, b: FileNumber) -> FileNumber {
    let (product, isTooLarge) = a.stored.multipliedReportingOverflow(by: b.stored)
    return a.isValid && b.isValid && !isTooLarge ? FileNumber(product) : .invalid
  }

  /// The quotient, rounded down; invalid where the divisor is 0.
  @inlinable @inline(__always)
  package static func / (a: FileNumber, b: FileNumber) -> FileNumber {
    a.isValid && b.stored > 0 ? FileNumber(a.stored / b.stored) : .invalid
  }

  @inlinable @inline(__always)
  package static func >> (a: FileNumber, bits: Int) -> FileNumber { FileNumber(a.stored >> bits) }

  @inlinable @inline(__always)
  package static func & (a: FileNumber, mask: Int) -> FileNumber {
    a.isValid ? FileNumber(a.stored & mask) : .invalid
  }

  @inlinable @inline(__always)
  package static func == (a: FileNumber, b: FileNumber) -> Bool {
    a.isValid && a.stored == b.stored
  }

  @inlinable @inline(__always)
  package static func != (a: FileNumber, b: FileNumber) -> Bool { !(a == b) }

  @inlinable @inline(__always)
  package static func < (a: FileNumber, b: FileNumber) -> Bool {
    a.isValid && a.stored < b.stored
  }

  @inlinable @inline(__always)
  package static func <= (a: FileNumber, b: FileNumber) -> Bool {
    a.isValid && a.stored <= b.stored
  }

  @inlinable @inline(__always)
  package static func > (a: FileNumber, b: FileNumber) -> Bool { b < a }

  @inlinable @inline(__always)
  package static func >= (a: FileNumber, b: FileNumber) -> Bool { b <= a }

  /// The smaller number; invalid if one of them is.
  @inlinable
  package func clamped(to most: FileNumber) -> FileNumber {
    isValid && most.isValid ? FileNumber(min(stored, most.stored)) : .invalid
  }

  /// The numbers below this one, but no more than `most`; none if it is invalid.
  @inlinable
  package func indices(atMost most: Int) -> Range<Int> { 0..<max(0, min(stored, most)) }

  /// The numbers from this one up to another one, without it; none if it lies before this one or
  /// either is invalid.
  @inlinable
  package func upTo(_ end: FileNumber) -> Range<Int> {
    self < end ? stored..<end.stored : 0..<0
  }
}

extension Span<UInt8> {
  /// The unsigned number of 1 to 7 bytes at an offset, the most significant byte first; `nil`
  /// beyond the span's end.
  @inlinable @inline(__always)
  package func bigEndian(_ offset: FileNumber, bytes length: Int) -> Int? {
    guard let place = offset.value, place <= count &- length else { return nil }
    var number = 0
    for i in 0..<length { number = number << 8 | Int(self[place &+ i]) }
    return number
  }
}
