// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Messages about characters without a glyph in any font.
package enum MissingCharacters {
  private static let nameLimit = 8

  /// The note that lists the characters that were drawn as `.notdef`; `nil` if there are none.
  package static func note(_ scalars: [Unicode.Scalar]) -> String? {
    let order = distinct(scalars)
    if order.isEmpty { return nil }
    let named = order.prefix(nameLimit).map(codePoint)
    let more = order.count > nameLimit ? " and \(order.count - nameLimit) more" : ""
    return "no font has \(named.joined(separator: ", "))\(more)"
  }

  /// Returns each character once, in the order of first occurrence.
  package static func distinct(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var seen: Set<Unicode.Scalar> = []
    return scalars.filter { seen.insert($0).inserted }
  }

  /// A code point in the form U+0041.
  package static func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
