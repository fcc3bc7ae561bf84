// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The words that one scratch set met last, copied from the shared ``WordCache`` into flat memory:
/// found without a lock and without a reference count that threads share.
///
/// Direct-mapped: of two words with the same slot the later is found. All are dropped when there
/// are 8,192 of them, or 2 MiB of columns.
final class LocalWordCache {
  /// A word of the cache; valid until the next call that may add a word.
  struct Word: BitwiseCopyable {
    let key: UInt64
    let hash: UInt64
    /// The index of its first column.
    fileprivate let start: Int32
    let layout: ShapedWord.Layout
  }

  private static let slotCount = 8192
  /// The most words of eight bytes that columns take.
  private static let mostColumns = 1 << 18
  /// A word with more columns, of a font that makes many glyphs of a letter, is not kept.
  static let largestWord = 1024

  /// By hash, the number of a word plus 1; 0 where there is none.
  private let slots = ScratchBuffer<UInt16>(repeating: 0, capacity: slotCount)
  private let words = ScratchBuffer(repeating: none, capacity: 64)
  private var wordCount = 0
  /// The columns of all words.
  private let columns = ScratchBuffer<UInt64>(repeating: 0, capacity: 1024)
  private var columnCount = 0
  private var cache: WordCache?
  private var generation = 0

  private static let none = Word(
    key: 0, hash: 0, start: 0, layout: ShapedWord.Layout(length: 0, count: 0, traits: []))

  /// Sets the shared cache; words of another one, or of before its `removeAll`, are dropped.
  @inline(__always)
  func open(_ cache: WordCache?) {
    guard let present = cache?.generation.load(ordering: .relaxed) else { return }
    if self.cache === cache && generation == present { return }
    removeAll()
    self.cache = cache
    generation = present
  }

  @inline(never)
  private func removeAll() {
    if wordCount > 0 { slots.fill(0..<LocalWordCache.slotCount, with: 0) }
    wordCount = 0
    columnCount = 0
  }

  /// The slot of a hash.
  @inline(__always)
  private static func slot(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash) & (slotCount - 1)
  }

  /// A word of this cache or the shared one.
  @inline(__always)
  func find(_ key: UInt64, _ text: Span<UInt16>, _ spelling: WordSpelling) -> Word? {
    let number = Int(slots[LocalWordCache.slot(spelling.hash)])
    if number > 0 {
      let word = words[number &- 1]
      if matches(word, key, text, spelling) { return word }
    }
    return fetch(key, text, spelling)
  }

  @inline(__always)
  private func matches(
    _ word: Word, _ key: UInt64, _ text: Span<UInt16>, _ spelling: WordSpelling
  ) -> Bool {
    let layout = word.layout
    if word.hash != spelling.hash || word.key != key || Int(layout.length) != spelling.length {
      return false
    }
    let start = Int(word.start) &+ layout.text
    return columns.withSpan(start..<start &+ layout.textCount) { spelling.matches(text, $0) }
  }

  /// The columns of a word, as its layout divides them.
  @unsafe @inline(__always)
  func columns(of word: Word) -> UnsafePointer<UInt64> {
    let start = Int(word.start)
    return unsafe UnsafePointer(columns.pointer(to: start..<start &+ word.layout.columnCount))
  }

  @inline(never)
  private func fetch(_ key: UInt64, _ text: Span<UInt16>, _ spelling: WordSpelling) -> Word? {
    guard let word = cache?.word(key, text, spelling) else { return nil }
    return add(word)
  }

  /// Copies a word.
  private func add(_ word: ShapedWord) -> Word? {
    let n = word.columns.count
    if n > LocalWordCache.largestWord { return nil }
    if wordCount == LocalWordCache.slotCount || columnCount + n > LocalWordCache.mostColumns {
      removeAll()
    }
    if wordCount == words.capacity {
      words.grow(to: 4 * wordCount, keeping: wordCount, filling: LocalWordCache.none)
    }
    if columnCount + n > columns.capacity {
      columns.grow(to: 4 * columns.capacity, keeping: columnCount, filling: 0)
    }
    for i in 0..<n { columns[columnCount + i] = word.columns[i] }
    let made = Word(
      key: word.key, hash: word.hash, start: Int32(columnCount), layout: word.layout)
    words[wordCount] = made
    columnCount += n
    wordCount += 1
    slots[LocalWordCache.slot(word.hash)] = UInt16(wordCount)
    return made
  }

  /// Keeps a word that was shaped just now, here and in the shared cache.
  ///
  /// - Returns: The copy; nil where the word is too large.
  @discardableResult
  func keep(_ word: ShapedWord) -> Word? {
    cache?.insert(word)
    return add(word)
  }
}
