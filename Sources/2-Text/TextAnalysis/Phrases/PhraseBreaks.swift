// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency

/// The opportunities inside phrases, which `word-break: auto-phrase` uses only for lines that are
/// too short for a phrase.
package struct PhraseBreaks: Sendable {
  /// The offsets of the opportunities, ascending.
  private var offsets: [Int32] = []

  fileprivate mutating func append(_ offset: Int) {
    offsets.append(Int32(truncatingIfNeeded: offset))
  }

  /// The number of bytes that the offsets take.
  package var byteCount: Int { 4 * offsets.count }

  /// The last opportunity in a range; `nil` if there is none.
  ///
  /// - Complexity: O(log *n*).
  package func last(in range: ClosedRange<Int>) -> Int? {
    let next = firstIndex(after: range.upperBound)
    guard next > 0, offsets[next - 1] >= range.lowerBound else { return nil }
    return Int(offsets[next - 1])
  }

  /// The first opportunity after `offset`; `nil` if there is none.
  ///
  /// - Complexity: O(log *n*).
  package func first(after offset: Int) -> Int? {
    let next = firstIndex(after: offset)
    return next < offsets.count ? Int(offsets[next]) : nil
  }

  private func firstIndex(after offset: Int) -> Int {
    var (low, high) = (0, offsets.count)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension LineBreaks {
  /// Removes the opportunities inside Japanese phrases. An opportunity between two kana or
  /// ideographs is removed where the model begins no phrase, or where ICU's dictionary sees one
  /// word.
  ///
  /// - Parameter languages: The parts in order. Only the parts in Japanese have phrases.
  /// - Returns: The opportunities that were removed; `nil` if no part is in Japanese.
  /// - Throws: `CancellationError`.
  package mutating func keepPhrases(
    of text: Span<UInt16>, _ languages: [LanguageSpan], _ cancellation: Cancellation
  ) throws -> PhraseBreaks? {
    let isJapanese = LineBreakTailoring.isJapanese
    guard languages.contains(where: { isJapanese($0.language) }) else { return nil }
    let words = try TextSegmenter.boundaries(.word, of: text, locale: "ja", cancellation)
    var phrases = PhraseBreaks()
    var (offset, word) = (1, 0)
    var poller = CancellationPoller(cancellation)
    for span in languages {
      let end = min(span.end, text.count)
      if !isJapanese(span.language) { offset = max(offset, end) }
      while offset < end {
        try poller.count()
        if flags[offset] == LineBreaks.allowed, Self.isOfPhrase(text, at: offset - 1),
          Self.isOfPhrase(text, at: offset)
        {
          while word < words.count, words[word] < offset { word += 1 }
          let isWord = word < words.count && words[word] == offset
          if !isWord || !PhraseModel.japanese.beginsPhrase(at: offset, of: text) {
            flags[offset] = LineBreaks.none
            phrases.append(offset)
          }
        }
        offset += 1
      }
    }
    return phrases
  }

  /// Whether a code unit belongs to an ideograph, a kana, or an iteration or length mark.
  private static func isOfPhrase(_ text: Span<UInt16>, at offset: Int) -> Bool {
    switch text[offset] {
    case 0x3005...0x3007, 0x3021...0x3029, 0x3031...0x3035, 0x303B, 0x3041...0x309F,
      0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xF900...0xFAFF, 0xFF66...0xFF9F, 0xD840...0xD8BF:
      true
    case 0xDC00...0xDFFF: offset > 0 && 0xD840...0xD8BF ~= text[offset - 1]
    default: false
    }
  }
}
