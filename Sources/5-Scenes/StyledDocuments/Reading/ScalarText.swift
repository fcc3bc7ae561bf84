// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency
package import TextModel

/// A text in UTF-16, with the mapping between its offsets and indexes of Unicode scalars.
///
/// Offsets of the engine count UTF-16 units, offsets of documents and of the command line count
/// scalars; this type converts between them, in constant time.
package struct ScalarText: Sendable {
  /// The code units; always well-formed.
  package let utf16: [UInt16]
  package let scalarCount: Int
  /// The scalar index of each code unit and of the end; empty if there are no surrogate pairs, so
  /// that both counts are equal.
  private let scalarOfUnit: [Int32]
  /// The first code unit of each scalar and of the end; empty if there are no surrogate pairs.
  private let unitOfScalar: [Int32]

  private init(
    _ units: [UInt16], scalarCount: Int, _ scalarOfUnit: [Int32], _ unitOfScalar: [Int32]
  ) {
    utf16 = units
    self.scalarCount = scalarCount
    self.scalarOfUnit = scalarOfUnit
    self.unitOfScalar = unitOfScalar
  }

  /// Creates a text from UTF-16; a lone surrogate becomes U+FFFD.
  package init(utf16 units: [UInt16]) {
    // Only a cancellation is thrown, and there is none here.
    self =
      (try? ScalarText(utf16: units, cancellation: .never))
      ?? ScalarText([], scalarCount: 0, [], [])
  }

  /// Creates a text from UTF-16, and polls a cancellation.
  private init(utf16 units: [UInt16], cancellation: Cancellation) throws(DocumentError) {
    guard try Self.hasSurrogates(units, cancellation) else {
      self.init(units, scalarCount: units.count, [], [])
      return
    }
    var units = units
    var scalarOfUnit: [Int32] = []
    var unitOfScalar: [Int32] = []
    scalarOfUnit.reserveCapacity(units.count + 1)
    unitOfScalar.reserveCapacity(units.count + 1)
    var i = 0
    var nextPoll = Self.piece
    while i < units.count {
      if i >= nextPoll {
        try cancellation.checkReading()
        nextPoll += Self.piece
      }
      let scalar = Int32(unitOfScalar.count)
      unitOfScalar.append(Int32(i))
      scalarOfUnit.append(scalar)
      if units[i] & 0xF800 == 0xD800 {
        if units[i] & 0xFC00 == 0xD800, i + 1 < units.count, units[i + 1] & 0xFC00 == 0xDC00 {
          scalarOfUnit.append(scalar)
          i += 1
        } else {
          units[i] = 0xFFFD
        }
      }
      i += 1
    }
    let scalarCount = unitOfScalar.count
    unitOfScalar.append(Int32(units.count))
    scalarOfUnit.append(Int32(scalarCount))
    self.init(units, scalarCount: scalarCount, scalarOfUnit, unitOfScalar)
  }

  /// The number of code units that are read between two polls of the cancellation.
  private static let piece = 1 << 16

  private static func hasSurrogates(
    _ units: [UInt16], _ cancellation: Cancellation
  ) throws(DocumentError) -> Bool {
    for start in stride(from: 0, to: units.count, by: piece) {
      if start > 0 { try cancellation.checkReading() }
      let part = units[start..<min(start + piece, units.count)]
      if part.contains(where: { $0 & 0xF800 == 0xD800 }) { return true }
    }
    return false
  }

  /// Creates a text from a string, in pieces; the cancellation is polled between them.
  ///
  /// - Parameter limit: The most UTF-16 units.
  /// - Returns: `nil` if the string has more units.
  /// - Throws: ``DocumentError`` with `cancelled`.
  package init?(
    _ string: String, limit: Int, cancellation: Cancellation
  ) throws(DocumentError) {
    let text = string.utf8
    if text.count <= Self.piece {
      self.init(string)
      if utf16.count > limit { return nil }
      return
    }
    guard let count = try Self.unitCount(of: text, limit: limit, cancellation) else { return nil }
    var units: [UInt16] = []
    units.reserveCapacity(count)
    var start = text.startIndex
    while start < text.endIndex {
      try cancellation.checkReading()
      var end = text.index(start, offsetBy: Self.piece, limitedBy: text.endIndex) ?? text.endIndex
      while end < text.endIndex, text[end] & 0xC0 == 0x80 { end = text.index(before: end) }
      units.append(utf16Of: String(string[start..<end]))
      start = end
    }
    try self.init(utf16: units, cancellation: cancellation)
  }

  /// The number of UTF-16 units of a text in UTF-8; `nil` if the number is over the limit.
  private static func unitCount(
    of text: String.UTF8View, limit: Int, _ cancellation: Cancellation
  ) throws(DocumentError) -> Int? {
    var count = 0
    for (index, byte) in text.enumerated() {
      if index & (piece - 1) == 0 { try cancellation.checkReading() }
      count += (byte & 0xC0 == 0x80 ? 0 : 1) + (byte >= 0xF0 ? 1 : 0)
      if count > limit { return nil }
    }
    return count
  }

  /// Creates a text from a string.
  package init(_ string: String) { self.init(utf16: AttributedText(string).utf16) }

  /// Creates a text from UTF-8; each maximal subpart of an ill-formed sequence becomes U+FFFD.
  package init(utf8 bytes: [UInt8]) { self.init(String(decoding: bytes, as: UTF8.self)) }

  /// Creates a text from scalar values; surrogates become U+FFFD.
  package init(scalars: [UInt32]) {
    var units: [UInt16] = []
    units.reserveCapacity(scalars.count)
    for scalar in scalars {
      guard let value = Unicode.Scalar(scalar) else {
        units.append(0xFFFD)
        continue
      }
      units += UTF16.encode(value).map(Array.init) ?? [0xFFFD]
    }
    self.init(utf16: units)
  }

  package var scalars: [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    scalars.reserveCapacity(scalarCount)
    for scalar in String(decoding: utf16, as: UTF16.self).unicodeScalars { scalars.append(scalar) }
    return scalars
  }

  /// The index of the scalar that contains a code unit; offsets are clamped to the text.
  package func scalar(at unit: Int) -> Int {
    if scalarOfUnit.isEmpty { return min(max(unit, 0), utf16.count) }
    return Int(scalarOfUnit[min(max(unit, 0), utf16.count)])
  }

  /// The first code unit of a scalar; indexes are clamped to the text.
  package func unit(at scalar: Int) -> Int {
    if unitOfScalar.isEmpty { return min(max(scalar, 0), utf16.count) }
    return Int(unitOfScalar[min(max(scalar, 0), scalarCount)])
  }

  /// The code units of a range of scalars, clamped to the text.
  package func range(scalars start: Int, _ end: Int) -> TextRange {
    let first = unit(at: start)
    return TextRange(first, max(first, unit(at: end)))
  }
}
