// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Finds numbers: digits of any script, with single separators between them.
struct NumberScanner {
  let text: ScannedText

  /// All numbers in the order of the text. Digits that are part of a word, as in `a4`, are no
  /// number.
  ///
  /// - Complexity: O(length of the text).
  func links(limits: LinkSearchLimits) throws -> [LinkCandidate] {
    try text.links(limits: limits) { offset, scalar, next, links in
      guard scalar.isSpacedWordScalar || scalar == "_" || scalar.decimalDigit != nil else {
        return next
      }
      // A word is a number if it consists of digits and separators alone.
      var end = offset
      var isNumber = true
      var url = ""
      while end < text.count {
        let (scalar, length) = text.scalar(at: end)
        if let digit = scalar.decimalDigit {
          if isNumber { url += String(digit) }
        } else if isSeparator(scalar), text.scalar(at: end + length).scalar.decimalDigit != nil {
          if isNumber { url.unicodeScalars.append(scalar) }
        } else if scalar.isSpacedWordScalar || scalar == "_" {
          isNumber = false
        } else {
          break
        }
        end += length
      }
      if isNumber, end - offset <= LinkDetector.maximumNumberLength {
        links.append(LinkCandidate(range: offset..<end, url: url))
      }
      return end
    }
  }

  private func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", ",", "'", "\u{2019}", "-", "/", ":", "\u{66B}", "\u{66C}": true
    default: false
    }
  }
}
