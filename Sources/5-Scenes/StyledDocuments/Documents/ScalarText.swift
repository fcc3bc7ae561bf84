// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextModel

/// A text in UTF-16, with the mapping between its offsets and indexes of Unicode scalars.
///
/// The engine's offsets count UTF-16 units, the command line's count scalars; all conversions are
/// here. Each takes constant time.
package struct ScalarText: Sendable {
  /// The code units; always well-formed.
  package let utf16: [UInt16]
  package let scalarCount: Int
  /// The scalar index of each code unit and of the end; empty if both count alike.
  private let scalarOfUnit: [Int32]
  /// The first code unit of each scalar and of the end; empty if both count alike.
  private let unitOfScalar: [Int32]

  /// Creates a text from UTF-16; a lone surrogate becomes U+FFFD.
  package init(utf16 units: [UInt16]) {
    guard units.contains(where: { $0 & 0xF800 == 0xD800 }) else {
      utf16 = units
      scalarCount = units.count
      scalarOfUnit = []
      unitOfScalar = []
      return
    }
    var units = units
    var scalarOfUnit: [Int32] = []
    var unitOfScalar: [Int32] = []
    scalarOfUnit.reserveCapacity(units.count + 1)
    var i = 0
    while i < units.count {
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
    scalarCount = unitOfScalar.count
    unitOfScalar.append(Int32(units.count))
    scalarOfUnit.append(Int32(scalarCount))
    utf16 = units
    self.scalarOfUnit = scalarOfUnit
    self.unitOfScalar = unitOfScalar
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
