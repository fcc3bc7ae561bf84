// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import FuzzSupport

/// Words that the dictionaries of the seeds divide, and words that nothing should divide.
private let words = [
  "ab", "hyphenation", "Schiffahrt", "OMAATJE", "asszonnyal", "a-b-c", "don’t", "12ab34", "😀ﬃ",
  "İstanbul", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "", "\u{0}\u{0}", "ä\u{301}öü",
]

/// The bytes are a dictionary; what follows a zero byte is a word, too.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
  let own = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
  do {
    let hyphenator = try Hyphenator(Array(parts.first ?? []))
    for word in words + [own] {
      let length = word.utf16.count
      var last = 0
      for point in hyphenator.points(in: word) {
        check(point.offset >= last && point.offset > 0 && point.offset < length, "a point outside")
        last = point.offset
        guard let range = point.replacement?.range else { continue }
        check(range.lowerBound >= 0 && range.upperBound <= length, "a change outside")
        check(range.lowerBound <= last && last <= range.upperBound, "a change elsewhere")
      }
    }
  } catch {
    check(!"\(error)".isEmpty, "an error without a sentence")
  }
  return 0
}
