// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextShaping

/// The note about characters without a glyph in any font.
enum MissingCharacterNote {
  private static let nameLimit = 8

  /// Lists the characters that were drawn as `.notdef` on standard error.
  static func write(_ missing: [MissingCharacter], to console: CommandConsole) {
    guard !missing.isEmpty else { return }
    let order = distinct(missing.flatMap(\.scalars))
    guard !order.isEmpty else { return }
    let named = order.prefix(nameLimit).map(codePoint)
    let more = order.count > nameLimit ? " and \(order.count - nameLimit) more" : ""
    console.note("no font has \(named.joined(separator: ", "))\(more)")
  }

  /// Returns each character once, in the order of first occurrence.
  static func distinct(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var seen: Set<Unicode.Scalar> = []
    return scalars.filter { seen.insert($0).inserted }
  }

  /// A code point in the form U+0041.
  static func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
