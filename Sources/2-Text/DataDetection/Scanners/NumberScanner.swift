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
    var links: [LinkCandidate] = []
    var offset = 0
    var polled = 0
    while offset < text.count {
      if offset - polled >= 4096 {
        try limits.check()
        polled = offset
      }
      let (scalar, length) = text.scalar(at: offset)
      guard scalar.isSpacedWordScalar || scalar == "_" || scalar.decimalDigit != nil else {
        offset += length
        continue
      }
      // A word is a number if it consists of digits and separators alone.
      let start = offset
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
      offset = end
      guard isNumber, end - start <= LinkDetector.maximumNumberLength else { continue }
      links.append(LinkCandidate(range: start..<end, url: url))
      if links.count > limits.maximumCount { break }
    }
    return links
  }

  private func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", ",", "'", "\u{2019}", "-", "/", ":", "\u{66B}", "\u{66C}": true
    default: false
    }
  }
}
