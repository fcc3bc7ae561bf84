// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextHyphenation
package import TextModel

/// A change of spelling where a hyphen divides a word, without the letters that stay.
package struct HyphenChange: Hashable, Sendable {
  /// The code units that are replaced, from the paragraph's beginning: those before the break
  /// belong to the line with the hyphen, the others to the next line. Either part may be empty.
  package var range: TextRange
  /// The code units that replace the range before the hyphen.
  package var before: [UInt16]
  /// The code units that replace the range at the beginning of the next line.
  package var after: [UInt16]

  /// - Parameter point: A hyphenation point of the paragraph.
  /// - Returns: `nil` if nothing changes.
  init?(_ point: HyphenationPoint, _ text: Span<UInt16>) {
    guard let replacement = point.replacement else { return nil }
    let offset = point.offset
    var (start, end) = (replacement.range.lowerBound, replacement.range.upperBound)
    guard start <= offset, offset <= end, end <= text.count else { return nil }
    var before = Array(replacement.before.utf16)[...]
    var after = Array(replacement.after.utf16)[...]
    while start < offset, before.first == text[start] {
      before.removeFirst()
      start += 1
    }
    while end > offset, after.last == text[end - 1] {
      after.removeLast()
      end -= 1
    }
    if start == end, before.isEmpty, after.isEmpty { return nil }
    range = TextRange(start, end)
    (self.before, self.after) = (Array(before), Array(after))
  }
}
