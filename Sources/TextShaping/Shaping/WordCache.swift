// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// Shaped words, shared by all threads, bounded in bytes.
///
/// The key is everything a word's glyphs depend on: font, features, script, language, direction, the ligature
/// switch (all of them behind one number, see `WordContext`) and the characters. A hit gives the same
/// glyphs as shaping anew. Each shard forgets its older half when it is full.
package final class WordCache: Sendable {
  /// The cache that shaping uses unless told otherwise.
  package static let shared = WordCache(byteLimit: 3 << 20)

  /// The most bytes that words may hold.
  package let byteLimit: Int
  private let shards: [Shard]

  private static let shardCount = 16
  /// The longest word that is kept, in code units.
  static let longestWord = 32

  /// Creates an empty cache.
  package init(byteLimit: Int) {
    self.byteLimit = byteLimit
    shards = (0..<WordCache.shardCount).map { _ in
      Shard(halfLimit: byteLimit / WordCache.shardCount / 2)
    }
  }

  /// The bytes that words hold now.
  package var byteCount: Int { shards.reduce(0) { $0 + $1.byteCount } }

  /// Forgets all words.
  package func removeAll() { for shard in shards { shard.removeAll() } }

  @unsafe
  func word(
    context: UInt32, hash: UInt64, text: UnsafePointer<UInt16>, length: Int
  ) -> ShapedWord? {
    unsafe shards[Int(hash >> 28) & (WordCache.shardCount - 1)]
      .word(context: context, hash: hash, text: text, length: length)
  }

  func insert(_ word: ShapedWord) {
    shards[Int(word.hash >> 28) & (WordCache.shardCount - 1)].insert(word)
  }
}

/// A part of the cache with a lock of its own.
private final class Shard: Sendable {
  private struct State {
    var young = WordTable()
    var old = WordTable()
  }

  private let state = Guarded(State())
  private let halfLimit: Int

  init(halfLimit: Int) { self.halfLimit = halfLimit }

  var byteCount: Int { state.withLock { $0.young.byteCount + $0.old.byteCount } }

  func removeAll() {
    // Words are freed after the lock is given back.
    let dropped = state.withLock { state in
      let dropped = state
      state = State()
      return dropped
    }
    withExtendedLifetime(dropped) {}
  }

  @unsafe
  func word(
    context: UInt32, hash: UInt64, text: UnsafePointer<UInt16>, length: Int
  ) -> ShapedWord? {
    state.withLock { state in
      if let word = unsafe state.young.find(
        context: context, hash: hash, text: text, length: length)
      {
        return word
      }
      guard
        let word = unsafe state.old.find(context: context, hash: hash, text: text, length: length)
      else { return nil }
      // Kept for another turn; the shard grows old only through new words, so this stays bounded.
      if state.young.byteCount + word.cost <= halfLimit { state.young.insert(word) }
      return word
    }
  }

  func insert(_ word: ShapedWord) {
    if word.cost > halfLimit { return }
    let dropped: WordTable? = state.withLock { state in
      var dropped: WordTable?
      if state.young.byteCount + word.cost > halfLimit {
        dropped = state.old
        state.old = state.young
        state.young = WordTable()
      }
      state.young.insertIfAbsent(word)
      return dropped
    }
    withExtendedLifetime(dropped) {}
  }
}

/// An open-addressing table of words.
private struct WordTable {
  private(set) var byteCount = 0
  private var count = 0
  private var slots: [ShapedWord?] = []

  @unsafe
  func find(
    context: UInt32, hash: UInt64, text: UnsafePointer<UInt16>, length: Int
  ) -> ShapedWord? {
    if slots.isEmpty { return nil }
    let mask = slots.count - 1
    var i = Int(truncatingIfNeeded: hash) & mask
    while let word = slots[i] {
      if unsafe word.matches(context: context, hash: hash, text: text, length: length) {
        return word
      }
      i = (i + 1) & mask
    }
    return nil
  }

  mutating func insertIfAbsent(_ word: ShapedWord) {
    let known = unsafe find(
      context: word.context, hash: word.hash, text: word.text, length: word.length)
    if known == nil { insert(word) }
  }

  mutating func insert(_ word: ShapedWord) {
    if 2 * (count + 1) > slots.count {
      let old = slots
      slots = [ShapedWord?](repeating: nil, count: max(16, 2 * old.count))
      byteCount += (slots.count - old.count) * MemoryLayout<ShapedWord?>.size
      for word in old { if let word { place(word) } }
    }
    place(word)
    count += 1
    byteCount += word.cost
  }

  private mutating func place(_ word: ShapedWord) {
    let mask = slots.count - 1
    var i = Int(truncatingIfNeeded: word.hash) & mask
    while slots[i] != nil { i = (i + 1) & mask }
    slots[i] = word
  }
}
