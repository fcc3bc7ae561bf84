// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// The cache of shaped words that all threads share: 16 shards with a lock each, bounded in bytes.
///
/// The key is everything a word's glyphs depend on: font, features, script, language, direction and
/// ligature switches (the number of ``WordRules``), whether its item begins or ends with it, and
/// the characters. A hit gives the same glyphs as shaping anew. A full shard drops its older half.
package final class WordCache: Sendable {
  /// The cache that shaping uses by default.
  package static let shared = WordCache(byteLimit: 8 << 20)

  /// The most bytes that words may hold.
  package let byteLimit: Int
  private let shards: InlineArray<16, Mutex<Shard>>
  private let halfLimit: Int

  /// The longest word that is kept, in code units.
  static let longestWord = 64
  /// The longest stretch of words that depend on each other that is kept, in code units.
  static let longestStretch = 160
  /// The most words of eight bytes that a word's columns take: those of a font that makes many
  /// glyphs of a letter are not kept.
  static let mostColumns = 1024

  private struct Shard {
    var young = WordTable()
    var old = WordTable()
  }

  package init(byteLimit: Int) {
    self.byteLimit = byteLimit
    shards = InlineArray { _ in Mutex(Shard()) }
    halfLimit = byteLimit / shards.count / 2
  }

  /// The bytes that words hold.
  package var byteCount: Int {
    var sum = 0
    for index in shards.indices {
      sum += shards[index].withLock { $0.young.byteCount + $0.old.byteCount }
    }
    return sum
  }

  package func removeAll() {
    for index in shards.indices {
      // Dropped words are freed after the lock is released.
      let dropped = shards[index].withLock { shard in
        let dropped = shard
        shard = Shard()
        return dropped
      }
      withExtendedLifetime(dropped) {}
    }
  }

  private static func index(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 40) & 15 }

  func word(_ key: UInt64, _ text: Span<UInt16>, _ spelling: WordSpelling) -> ShapedWord? {
    shards[WordCache.index(spelling.hash)].withLock { shard in
      if let word = shard.young.find(key, text, spelling) { return word }
      guard let word = shard.old.find(key, text, spelling) else { return nil }
      // A word of the older half that is used also goes to the younger half, so that it is not
      // dropped with the older one. This is done only if there is room: a look-up drops no words.
      if shard.young.byteCount + word.cost <= halfLimit { shard.young.insert(word) }
      return word
    }
  }

  /// Keeps a word that was shaped just now.
  ///
  /// - Returns: The word; nil where it is too large to be kept.
  @discardableResult
  func keep(_ word: ShapedWord) -> ShapedWord? {
    if word.columns.count > WordCache.mostColumns { return nil }
    insert(word)
    return word
  }

  private func insert(_ word: ShapedWord) {
    if word.cost > halfLimit { return }
    let dropped: WordTable? = shards[WordCache.index(word.hash)].withLock { shard in
      var dropped: WordTable?
      if shard.young.byteCount + word.cost > halfLimit {
        dropped = shard.old
        shard.old = shard.young
        shard.young = WordTable()
      }
      shard.young.insertIfAbsent(word)
      return dropped
    }
    withExtendedLifetime(dropped) {}
  }
}

/// A hash table of words with linear probing.
private struct WordTable {
  private(set) var byteCount = 0
  private var count = 0
  private var slots: [ShapedWord?] = []

  func find(_ key: UInt64, _ text: Span<UInt16>, _ spelling: WordSpelling) -> ShapedWord? {
    if slots.isEmpty { return nil }
    let mask = slots.count - 1
    var i = Int(truncatingIfNeeded: spelling.hash) & mask
    while let word = slots[i] {
      if word.matches(key, text, spelling) { return word }
      i = (i + 1) & mask
    }
    return nil
  }

  mutating func insertIfAbsent(_ word: ShapedWord) {
    if slots.isEmpty { return insert(word) }
    let mask = slots.count - 1
    var i = Int(truncatingIfNeeded: word.hash) & mask
    while let known = slots[i] {
      // Characters are not compared here. Two words with the same hash, key and length are rare:
      // the first one stays, and the other is shaped each time, since ``find(_:_:_:)`` compares
      // characters.
      if known.hash == word.hash, known.key == word.key,
        known.layout.length == word.layout.length
      {
        return
      }
      i = (i + 1) & mask
    }
    insert(word)
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
