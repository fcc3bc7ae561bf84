// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import TextModel
import TextRuntime

import struct Synchronization.Atomic

/// Shaped words, shared by all threads, bounded in bytes.
///
/// The key is everything a word's glyphs depend on: font, features, script, language, direction, the ligature
/// switch (all of them behind one number, see `WordContext`), whether its item begins or ends with it, and the
/// characters. A hit gives the same glyphs as shaping anew. Each shard forgets its older half when it is full.
package final class WordCache: Sendable {
  /// The cache that shaping uses unless told otherwise.
  package static let shared = WordCache(byteLimit: 8 << 20)

  /// The most bytes that words may hold.
  package let byteLimit: Int
  private let shards: [Shard]
  /// Rises when all words are forgotten, so that shelves forget theirs.
  let generation = Atomic<Int>(0)

  private static let shardCount = 16
  /// The longest word that is kept, in code units.
  static let longestWord = 64
  /// The longest stretch of words that depend on each other that is kept.
  static let longestStretch = 160

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
  package func removeAll() {
    for shard in shards { shard.removeAll() }
    generation.wrappingAdd(1, ordering: .relaxed)
  }

  @unsafe
  func word(_ key: UInt64, _ spelling: WordSpelling) -> ShapedWord? {
    unsafe shards[Int(truncatingIfNeeded: spelling.hash >> 40) & (WordCache.shardCount - 1)]
      .word(key, spelling)
  }

  func insert(_ word: ShapedWord) {
    let hash = unsafe word.record.pointee.hash
    shards[Int(truncatingIfNeeded: hash >> 40) & (WordCache.shardCount - 1)].insert(word)
  }
}

/// A part of the cache with a lock of its own.
private final class Shard: Sendable {
  private struct State {
    var young = WordTable()
    var old = WordTable()
  }

  private let state = Mutex(State())
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
  func word(_ key: UInt64, _ spelling: WordSpelling) -> ShapedWord? {
    state.withLock { state in
      if let word = unsafe state.young.find(key, spelling) { return word }
      guard let word = unsafe state.old.find(key, spelling) else { return nil }
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
  func find(_ key: UInt64, _ spelling: WordSpelling) -> ShapedWord? {
    if slots.isEmpty { return nil }
    let mask = slots.count - 1
    var i = unsafe Int(truncatingIfNeeded: spelling.hash) & mask
    while let word = slots[i] {
      if unsafe spelling.matches(word.record, key) { return word }
      i = (i + 1) & mask
    }
    return nil
  }

  mutating func insertIfAbsent(_ word: ShapedWord) {
    if slots.isEmpty { return insert(word) }
    let mask = slots.count - 1
    let record = unsafe word.record
    var i = unsafe Int(truncatingIfNeeded: record.pointee.hash) & mask
    while let known = slots[i] {
      // Characters are not compared: of two words that agree in all this, which are hardly ever met, the first stays and
      // the other one is shaped each time. Whoever looks for a word compares its characters.
      if unsafe known.record.pointee.hash == record.pointee.hash,
        unsafe known.record.pointee.key == record.pointee.key,
        unsafe known.record.pointee.length == record.pointee.length
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
    var i = unsafe Int(truncatingIfNeeded: word.record.pointee.hash) & mask
    while slots[i] != nil { i = (i + 1) & mask }
    slots[i] = word
  }
}

/// The words that one scratch set met last, found without a lock.
@safe
final class WordShelf {
  @unsafe
  private struct Slot {
    var record: UnsafePointer<WordRecord>?
    /// Keeps the record alive.
    var owner: Unmanaged<ShapedWord>?
  }

  private static let slotCount = 8192
  /// A word that costs more is left to the cache, so that a font which makes many glyphs of a letter cannot fill
  /// the shelf with hundreds of megabytes.
  private static let largestCost = 2048

  /// Keeps alive the last word that was too large for a slot.
  private var large: ShapedWord?
  private let slots: UnsafeMutablePointer<Slot>
  private var cache: WordCache?
  private var generation = 0

  /// Whether no word was ever put into a slot.
  private var isUntouched = true

  init() {
    // Zeros from the system, which are two null pointers a slot: where no word comes, no page is touched.
    guard let zeros = unsafe calloc(WordShelf.slotCount, MemoryLayout<Slot>.stride) else {
      fatalError("not enough memory for a shelf of words")
    }
    unsafe slots = zeros.bindMemory(to: Slot.self, capacity: WordShelf.slotCount)
  }

  deinit {
    empty()
    unsafe free(slots)
  }

  private func empty() {
    large = nil
    if isUntouched { return }
    for i in 0..<WordShelf.slotCount {
      unsafe slots[i].owner?.release()
      unsafe slots[i] = unsafe Slot(record: nil, owner: nil)
    }
  }

  /// Makes the shelf hold words of this cache alone.
  @inline(__always)
  func open(_ cache: WordCache?) {
    guard let present = cache?.generation.load(ordering: .relaxed) else { return }
    if self.cache === cache && generation == present { return }
    reopen(cache, present)
  }

  @inline(never)
  private func reopen(_ cache: WordCache?, _ present: Int) {
    empty()
    self.cache = cache
    generation = present
  }

  /// A word that this shelf or its cache knows; the record stays until the next call that may change the shelf.
  @unsafe @inline(__always)
  func find(_ key: UInt64, _ spelling: WordSpelling) -> UnsafePointer<WordRecord>? {
    let index = unsafe Int(truncatingIfNeeded: spelling.hash) & (WordShelf.slotCount - 1)
    if let record = unsafe slots[index].record, unsafe spelling.matches(record, key) {
      return unsafe record
    }
    return unsafe fetch(key, spelling, index)
  }

  @inline(never)
  private func fetch(
    _ key: UInt64, _ spelling: WordSpelling, _ index: Int
  ) -> UnsafePointer<WordRecord>? {
    guard let cache, let word = unsafe cache.word(key, spelling) else { return nil }
    return unsafe put(word, index)
  }

  @unsafe
  private func put(_ word: ShapedWord, _ index: Int) -> UnsafePointer<WordRecord> {
    let record = unsafe word.record
    if word.cost > WordShelf.largestCost {
      large = word
      return unsafe record
    }
    isUntouched = false
    unsafe slots[index].owner?.release()
    unsafe slots[index] = unsafe Slot(record: record, owner: Unmanaged.passRetained(word))
    return unsafe record
  }

  /// Keeps a word that was shaped just now.
  @unsafe @discardableResult
  func keep(_ word: ShapedWord) -> UnsafePointer<WordRecord> {
    cache?.insert(word)
    let hash = unsafe word.record.pointee.hash
    return unsafe put(word, Int(truncatingIfNeeded: hash) & (WordShelf.slotCount - 1))
  }
}
