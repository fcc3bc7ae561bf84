// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextFonts
import TextModel

/// The cache of simple paragraphs of one style that all threads share: 4 shards with a lock each.
///
/// A text that is laid out again from its characters is hashed and compared, and not shaped. The
/// key holds every input: fonts, both styles, and the characters, of which the cache has a copy, so
/// that a cached paragraph does not keep a long text in memory. A full shard drops its older half.
/// Short paragraphs, such as labels, are assembled from words as quickly and are not kept.
package final class ParagraphCache: Sendable {
  /// The cache that shaping uses by default.
  package static let shared = ParagraphCache(byteLimit: 20 << 20)

  /// The lengths that are kept, in code units.
  static let lengths = 64...(1 << 14)

  private struct Entry: Sendable {
    /// The paragraph, which also keeps its fonts alive.
    let content: ShapedContent
    let cost: Int
  }

  private struct Shard: Sendable {
    /// The entries by hash; of two paragraphs with one hash the later is kept.
    var young: [UInt64: Entry] = [:]
    var old: [UInt64: Entry] = [:]
    var youngBytes = 0
    /// The collections that the young half keeps: the bytes of their fonts are not counted, so
    /// their number is bounded.
    var youngFonts: Set<ObjectIdentifier> = []

    /// The most collections that a half keeps.
    static let collections = 8

    func hasRoom(for fonts: ObjectIdentifier) -> Bool {
      youngFonts.count < Shard.collections || youngFonts.contains(fonts)
    }
  }

  private let shards: InlineArray<4, Mutex<Shard>>
  private let halfLimit: Int

  /// Creates an empty cache that holds about `byteLimit` bytes at most.
  package init(byteLimit: Int) {
    shards = InlineArray { _ in Mutex(Shard()) }
    halfLimit = byteLimit / 8
  }

  /// The key of a paragraph but for its characters, and the hash of both.
  struct Key {
    let style: ParagraphStyle
    let shaping: ShapingStyle
    let fonts: ObjectIdentifier?
    let hash: UInt64

    init(
      _ units: Span<UInt16>, _ style: ParagraphStyle, _ shaping: ShapingStyle,
      fonts: ObjectIdentifier?
    ) {
      self.style = style
      self.shaping = shaping
      self.fonts = fonts
      let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
      var hash = UInt64(truncatingIfNeeded: style.storage.hash) &* factor
      // The collection is hashed, too: otherwise the entries of two collections that show the same
      // text would replace each other.
      hash ^= UInt64(truncatingIfNeeded: fonts.map { UInt(bitPattern: $0) } ?? 0)
      hash = (hash ^ UInt64(truncatingIfNeeded: shaping.storage.hash)) &* factor
      let count = units.count
      var i = 0
      while i &+ 4 <= count {
        hash = (hash ^ WordSpelling.four(units, at: i)) &* factor
        hash ^= hash >> 29
        i &+= 4
      }
      while i < count {
        hash = (hash ^ UInt64(units[i])) &* factor
        i += 1
      }
      self.hash = hash ^ (hash >> 32) ^ UInt64(truncatingIfNeeded: count)
    }

    func matches(_ content: ShapedContent, _ units: Span<UInt16>) -> Bool {
      content.hasFonts(fonts) && content.style == style && content.holds(units)
        && content.strut.style.isSame(as: shaping.storage)
    }
  }

  private static func index(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 62) }

  /// The paragraph with a key and these characters.
  func content(_ key: Key, _ units: Span<UInt16>) -> ShapedContent? {
    let hash = key.hash
    let half = halfLimit
    let found: Entry? = shards[ParagraphCache.index(hash)].withLock { shard in
      if let entry = shard.young[hash] { return entry }
      guard let entry = shard.old[hash] else { return nil }
      // A paragraph of the older half that is used goes to the younger half, and is not dropped.
      let fonts = ObjectIdentifier(entry.content.strut.fonts)
      if shard.youngBytes + entry.cost <= half, shard.hasRoom(for: fonts) {
        shard.young[hash] = entry
        shard.youngBytes += entry.cost
        shard.youngFonts.insert(fonts)
      }
      return entry
    }
    guard let found, key.matches(found.content, units) else { return nil }
    return found.content
  }

  /// Keeps a paragraph whose characters belong to it alone.
  func insert(_ content: ShapedContent, _ key: Key, _ units: Span<UInt16>) {
    // The table of breaks is counted as well, though it is made later.
    let breaks = BreakEstimate.count(units, content.style)
    let cost = content.runs.reduce(
      Self.fixedBytes + content.characterByteCount + BreakTable.bytesPerBreak * breaks
    ) { $0 + $1.byteCount }
    if cost > halfLimit { return }
    let entry = Entry(content: content, cost: cost)
    let (hash, half, fonts) = (key.hash, halfLimit, ObjectIdentifier(content.strut.fonts))
    // Dropped paragraphs are freed after the lock is released.
    let dropped: [UInt64: Entry] = shards[ParagraphCache.index(hash)].withLock { shard in
      var dropped: [UInt64: Entry] = [:]
      if shard.youngBytes + cost > half || !shard.hasRoom(for: fonts) {
        dropped = shard.old
        shard.old = shard.young
        shard.young = [:]
        shard.youngBytes = 0
        shard.youngFonts = []
      }
      shard.youngFonts.insert(fonts)
      if let replaced = shard.young.updateValue(entry, forKey: hash) {
        shard.youngBytes -= replaced.cost
        dropped[hash] = replaced
      }
      shard.youngBytes += cost
      return dropped
    }
    withExtendedLifetime(dropped) {}
  }

  /// The bytes of a paragraph's objects, without their arrays.
  private static let fixedBytes = 600

  /// The bytes that paragraphs hold, those that are in both halves counted twice.
  package var byteCount: Int {
    var sum = 0
    for index in shards.indices {
      sum += shards[index].withLock { shard in
        shard.youngBytes + shard.old.values.reduce(0) { $0 + $1.cost }
      }
    }
    return sum
  }

  package func removeAll() {
    for index in shards.indices {
      // Dropped paragraphs are freed after the lock is released.
      let dropped = shards[index].withLock { shard in
        let dropped = shard
        shard = Shard()
        return dropped
      }
      withExtendedLifetime(dropped) {}
    }
  }
}
