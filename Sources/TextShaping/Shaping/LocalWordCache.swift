// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The words of a ``WordCache`` that one scratch set met last, found without a lock: 8,192 slots,
/// the newest word of each.
final class LocalWordCache {
  private static let slotCount = 8192
  /// A word that costs more is left to the shared cache, so that a font which makes many glyphs of
  /// a letter cannot fill the slots with hundreds of megabytes.
  private static let largestCost = 2048

  /// The slots; empty until the first word comes.
  private var slots: [ShapedWord?] = []
  private var cache: WordCache?
  private var generation = 0

  /// Sets the shared cache; words of another one, or of before its `removeAll`, are dropped.
  @inline(__always)
  func open(_ cache: WordCache?) {
    guard let present = cache?.generation.load(ordering: .relaxed) else { return }
    if self.cache === cache && generation == present { return }
    reopen(cache, present)
  }

  @inline(never)
  private func reopen(_ cache: WordCache?, _ present: Int) {
    slots = []
    self.cache = cache
    generation = present
  }

  /// A word of this cache or the shared one.
  @inline(__always)
  func find(_ key: UInt64, _ text: Span<UInt16>, _ spelling: WordSpelling) -> ShapedWord? {
    let index = Int(truncatingIfNeeded: spelling.hash) & (LocalWordCache.slotCount - 1)
    if index < slots.count, let word = slots[index], word.matches(key, text, spelling) {
      return word
    }
    return fetch(key, text, spelling)
  }

  @inline(never)
  private func fetch(
    _ key: UInt64, _ text: Span<UInt16>, _ spelling: WordSpelling
  ) -> ShapedWord? {
    guard let cache, let word = cache.word(key, text, spelling) else { return nil }
    put(word)
    return word
  }

  private func put(_ word: ShapedWord) {
    if word.cost > LocalWordCache.largestCost { return }
    if slots.isEmpty { slots = Array(repeating: nil, count: LocalWordCache.slotCount) }
    slots[Int(truncatingIfNeeded: word.hash) & (LocalWordCache.slotCount - 1)] = word
  }

  /// Keeps a word that was shaped just now, here and in the shared cache.
  func keep(_ word: ShapedWord) {
    cache?.insert(word)
    put(word)
  }
}
