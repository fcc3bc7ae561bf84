// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A word in lower case as UTF-8, with the way back to its code units.
struct FoldedWord {
  private enum Case { case lower, capitalized, upper }

  /// The characters in lower case.
  private(set) var bytes: [UInt8] = []
  /// The code unit of the word from which each byte comes, and the word's end.
  private var offsets: [UInt16] = []
  private var casing = Case.lower

  /// - Parameter word: The word, at most 65,535 code units. Surrogates without their other half
  ///   count as U+FFFD.
  init(_ word: Span<UInt16>) {
    bytes.reserveCapacity(word.count + 8)
    offsets.reserveCapacity(word.count + 9)
    var (index, upper, lower, isFirstUpper) = (0, 0, 0, false)
    while index < word.count {
      let unit = word[index]
      if unit < 0x80 {
        let isUpper = unit >= 0x41 && unit <= 0x5A
        if isUpper {
          upper += 1
          if index == 0 { isFirstUpper = true }
        } else if unit >= 0x61 && unit <= 0x7A {
          lower += 1
        }
        bytes.append(UInt8(unit) | (isUpper ? 0x20 : 0))
        offsets.append(UInt16(index))
        index += 1
        continue
      }
      var scalar = Unicode.Scalar(UInt32(unit)) ?? "\u{FFFD}"
      var length = 1
      if unit & 0xFC00 == 0xD800, index + 1 < word.count, word[index + 1] & 0xFC00 == 0xDC00 {
        let value = 0x10000 + (UInt32(unit) & 0x3FF) << 10 + UInt32(word[index + 1]) & 0x3FF
        scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        length = 2
      }
      let mapped = scalar.properties.lowercaseMapping
      if mapped.unicodeScalars.first != scalar {
        upper += 1
        if index == 0 { isFirstUpper = true }
      } else if scalar.properties.isLowercase {
        lower += 1
      }
      for byte in mapped.utf8 {
        bytes.append(byte)
        offsets.append(UInt16(index))
      }
      index += length
    }
    offsets.append(UInt16(word.count))
    casing = upper > 1 && lower == 0 ? .upper : isFirstUpper ? .capitalized : .lower
  }

  /// The code units before a byte.
  func offset(of byte: Int) -> Int { Int(offsets[max(0, min(byte, offsets.count - 1))]) }

  /// Whether a byte is the first one of a code unit.
  func isBoundary(_ byte: Int) -> Bool { byte <= 0 || offset(of: byte) != offset(of: byte - 1) }

  /// A change of spelling at the point behind a byte, in the case of the word; `nil` where it
  /// replaces nothing that holds the point.
  func replacement(
    _ change: DividedWord.Change, at index: Int
  ) -> HyphenationPoint.Replacement? {
    let first = max(0, index + 1 - change.before)
    let range = offset(of: first)..<max(offset(of: first), offset(of: first + change.cut))
    let point = offset(of: index + 1)
    guard range.lowerBound <= point, point <= range.upperBound else { return nil }
    let end = change.countBefore
    return HyphenationPoint.Replacement(
      range: range, before: cased(change.text[..<end], at: range.lowerBound),
      after: cased(change.text[min(end + 1, change.text.count)...], at: point))
  }

  private func cased(_ bytes: ArraySlice<UInt8>, at offset: Int) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    switch casing {
    case .lower: return text
    case .upper: return text.uppercased()
    case .capitalized:
      return offset == 0 ? text.prefix(1).uppercased() + text.dropFirst() : text
    }
  }
}
