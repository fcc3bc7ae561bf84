// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextRuntime

/// Simple paragraphs of one style that were shaped last, with their break opportunities once they were asked for.
///
/// A text that is laid out again from its characters is hashed and compared, and not shaped. The key holds every input:
/// fonts, both styles, and the characters themselves, of which the cache has a copy, so that no long text is kept for
/// one of its paragraphs. Short ones, such as labels, are put together from words as quickly and are not kept.
package final class ParagraphCache: Sendable {
  /// The cache that shaping uses unless told otherwise.
  package static let shared = ParagraphCache(byteLimit: 20 << 20)

  /// The lengths that are kept, in code units.
  static let lengths = 64...(1 << 14)

  private struct Entry: Sendable {
    /// It holds the fonts as well.
    let content: ShapedContent
    let cost: Int
  }

  private struct Shard: Sendable {
    /// By hash; of two paragraphs with one hash the later is kept.
    var young: [UInt64: Entry] = [:]
    var old: [UInt64: Entry] = [:]
    var youngBytes = 0
    /// The collections that the young ones keep: the bytes of their fonts are not counted, so these are.
    var youngFonts: Set<ObjectIdentifier> = []

    /// The most collections that a half keeps.
    static let collections = 8

    func hasRoom(for fonts: ObjectIdentifier) -> Bool {
      youngFonts.count < Shard.collections || youngFonts.contains(fonts)
    }
  }

  private final class Shelf: Sendable {
    let state = Mutex(Shard())
  }

  private let shelves: [Shelf]
  private let halfLimit: Int

  /// Creates an empty cache that holds about so many bytes at most.
  package init(byteLimit: Int) {
    shelves = (0..<4).map { _ in Shelf() }
    halfLimit = byteLimit / 8
  }

  /// What a paragraph is found by; of its fonts the hash alone tells.
  @safe
  struct Key {
    let units: UnsafeBufferPointer<UInt16>
    let style: ParagraphStyle
    /// The storage of the shaping style, which the text holds.
    let shaping: Unmanaged<ShapingStyle.Storage>
    let hash: UInt64

    @unsafe
    init(
      _ units: UnsafeBufferPointer<UInt16>, _ style: ParagraphStyle,
      _ shaping: Unmanaged<ShapingStyle.Storage>, fonts: Unmanaged<FontCollection>
    ) {
      unsafe self.units = units
      self.style = style
      unsafe self.shaping = unsafe shaping
      let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
      var hash = UInt64(truncatingIfNeeded: style.storage.hash) &* factor
      // Else two collections that show the same text would take each other's place.
      hash ^= UInt64(truncatingIfNeeded: unsafe UInt(bitPattern: fonts.toOpaque()))
      hash =
        (hash ^ UInt64(truncatingIfNeeded: unsafe shaping._withUnsafeGuaranteedRef { $0.hash }))
        &* factor
      let count = units.count
      let bytes = UnsafeRawBufferPointer(units)
      var i = 0
      while i + 4 <= count {
        let four = unsafe bytes.loadUnaligned(fromByteOffset: 2 * i, as: UInt64.self)
        hash = (hash ^ four) &* factor
        hash ^= hash >> 29
        i += 4
      }
      while i < count {
        hash = unsafe (hash ^ UInt64(units[i])) &* factor
        i += 1
      }
      self.hash = hash ^ (hash >> 32) ^ UInt64(truncatingIfNeeded: count)
    }

    func matches(_ content: ShapedContent) -> Bool {
      unsafe content.style == style && content.holds(units)
        && shaping._withUnsafeGuaranteedRef { content.strut.style.isSame(as: $0) }
    }
  }

  /// Works with the shelf of a hash, without counting a reference to it.
  @inline(__always)
  private func withShelf<Result>(
    _ hash: UInt64, _ body: (inout sending Shard) -> sending Result
  ) -> Result {
    unsafe shelves.withUnsafeBufferPointer { shelves in
      unsafe Unmanaged.passUnretained(shelves[Int(truncatingIfNeeded: hash >> 62)])
        ._withUnsafeGuaranteedRef { $0.state.withLock(body) }
    }
  }

  func content(_ key: Key, _ fonts: borrowing FontCollection) -> ShapedContent? {
    let hash = key.hash
    let half = halfLimit
    let found: Entry? = withShelf(hash) { shard in
      if let entry = shard.young[hash] { return entry }
      guard let entry = shard.old[hash] else { return nil }
      // Kept for another turn.
      let fonts = ObjectIdentifier(entry.content.strut.fonts)
      if shard.youngBytes + entry.cost <= half, shard.hasRoom(for: fonts) {
        shard.young[hash] = entry
        shard.youngBytes += entry.cost
        shard.youngFonts.insert(fonts)
      }
      return entry
    }
    guard let found, found.content.hasFonts(fonts), key.matches(found.content) else { return nil }
    return found.content
  }

  /// Keeps a paragraph whose characters belong to it alone.
  func insert(_ content: ShapedContent, _ key: Key) {
    // The table of breaks is counted as well, though it comes later.
    let breaks = unsafe Self.estimatedBreakCount(key.units, content.style)
    let cost = content.runs.reduce(
      Self.fixedBytes + content.characterByteCount + BreakTable.bytesPerBreak * breaks
    ) { $0 + $1.byteCount }
    if cost > halfLimit { return }
    let entry = Entry(content: content, cost: cost)
    let (hash, half, fonts) = (key.hash, halfLimit, ObjectIdentifier(content.strut.fonts))
    // What is dropped is freed after the lock is given back.
    let dropped: [UInt64: Entry] = withShelf(hash) { shard in
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

  /// What the objects of a paragraph take besides their arrays.
  private static let fixedBytes = 600

  /// About how many break opportunities a simple paragraph has: after spaces, and beside the few characters of
  /// simple text that let a line end between letters; between all letters where the style says so. Rare characters may
  /// be taken for more than they are, never for less.
  ///
  /// - Complexity: O(*n*), about five instructions for each code unit.
  @unsafe
  private static func estimatedBreakCount(
    _ units: UnsafeBufferPointer<UInt16>, _ style: ParagraphStyle
  ) -> Int {
    // `lengths` keeps sums of 16 bits from overflowing.
    var count: UInt16 = 1
    if style.storage.fields.wordBreak == .breakAll {
      for i in 1..<max(1, units.count) {
        let (before, unit) = unsafe (units[i &- 1], units[i])
        if !staysBehindLetters(unit) {
          count &+= 1
        } else if before == 0x20 && !opens(unit) && unit != 0x20 {
          count &+= 1
        }
      }
      return Int(count)
    }
    // Written so that the compiler takes eight at once.
    var (signs, all) = (UInt16(0), UInt16(0))
    for i in 1..<max(1, units.count) {
      let (before, unit) = unsafe (units[i &- 1], units[i])
      let even = before & 0xFFFE
      // A space or `!`, a bar or `}`, `-` or `/`, `?`, a dash.
      var ends: UInt16 = even == 0x20 ? 1 : 0
      ends |= even == 0x7C ? 1 : 0
      ends |= before | 2 == 0x2F ? 1 : 0
      ends |= before == 0x3F ? 1 : 0
      ends |= before & 0xFFF8 == 0x2010 ? 1 : 0
      count &+= ends & (unit == 0x20 ? 0 : 1)
      var sign: UInt16 = even == 0x24 ? 1 : 0
      sign |= before == 0x2B ? 1 : 0
      sign |= before == 0x5C ? 1 : 0
      signs &+= sign
      all |= unit
    }
    if signs == 0, all < 0x80 || !(unsafe hasRareBreaks(units)) { return Int(count) }
    return Int(count) + (unsafe rareBreakCount(units))
  }

  /// Whether there may be a character of those that ``rareBreakCount(_:)`` looks for, beyond ASCII.
  @unsafe
  private static func hasRareBreaks(_ units: UnsafeBufferPointer<UInt16>) -> Bool {
    var rare: UInt16 = 0
    for i in units.indices {
      let unit = unsafe units[i]
      rare |= unit &- 0xA2 < 0x13 ? 1 : 0
      rare |= unit == 0x2014 ? 1 : 0
      rare |= unit &- 0x2024 < 0x1000 ? 1 : 0
    }
    return rare > 0
  }

  /// The opportunities beside characters that few texts have.
  @unsafe
  private static func rareBreakCount(_ units: UnsafeBufferPointer<UInt16>) -> Int {
    var count = 0
    for i in 1..<max(1, units.count) {
      let (before, unit) = unsafe (units[i - 1], units[i])
      if unit == 0x20 { continue }
      switch before {
      // Dots and the ellipsis, `‽`, `⁆` `⁇` `⁈`.
      case 0x2024...0x2027, 0x203D, 0x2046...0x2048: count += 1
      // Counted already.
      case 0x20, 0x2010...0x2017: break
      default:
        // Before an acute accent and an em dash; between two signs.
        if unit == 0xB4 || unit == 0x2014 || isSign(before) && isSign(unit) { count += 1 }
      }
    }
    return count
  }

  /// Whether it may stand before or after a number: two such signs may be parted.
  private static func isSign(_ unit: UInt16) -> Bool {
    switch unit {
    // `$` `%`, `+`, `\`, currencies, `°` `±`, per mille and primes, currencies and `№`, `−` `∓`.
    case 0x24, 0x25, 0x2B, 0x5C, 0xA2...0xA5, 0xB0, 0xB1, 0x2030...0x2037, 0x20A0...0x2116, 0x2212,
      0x2213:
      true
    default: false
    }
  }

  /// Whether no line begins with it behind a letter, or one that may end after it as well: brackets that open.
  private static func staysBehindLetters(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x20...0x22, 0x27...0x29, 0x2C...0x2F, 0x3A, 0x3B, 0x3F, 0x5B, 0x5D, 0x7B...0x7D, 0xA0,
      0xA1, 0xAB, 0xBB, 0xBF, 0x2010...0x2013, 0x2018...0x201F, 0x2024...0x2027, 0x2039, 0x203A,
      0x203D, 0x2044...0x2048:
      true
    default: false
    }
  }

  private static func opens(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x28, 0x5B, 0x7B, 0xA1, 0xBF, 0x201A, 0x201E, 0x2045: true
    default: false
    }
  }

  /// The bytes that paragraphs hold now, those that are kept twice counted twice.
  package var byteCount: Int {
    shelves.reduce(0) { sum, shelf in
      sum
        + shelf.state.withLock { shard in
          shard.youngBytes + shard.old.values.reduce(0) { $0 + $1.cost }
        }
    }
  }

  /// Forgets all paragraphs.
  package func removeAll() {
    for shelf in shelves {
      let dropped = shelf.state.withLock { shard in
        let dropped = shard
        shard = Shard()
        return dropped
      }
      withExtendedLifetime(dropped) {}
    }
  }
}
