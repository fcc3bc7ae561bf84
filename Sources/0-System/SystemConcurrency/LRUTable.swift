// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A table with LRU eviction that is bounded by the cost of its entries: over the bound, the least
/// recently used entries are removed.
///
/// All operations are O(1), apart from the entries that an insertion removes. Removed values are
/// returned, so that a caller can release them after unlocking.
package struct LRUTable<Key: Hashable, Value> {
  fileprivate struct Entry {
    let key: Key
    var value: Value?
    var cost: Int
    /// The index of the entry that was used next after this one; -1 for the most recently used one.
    var newer: Int
    /// The index of the entry that was used last before this one; -1 for the least recently used
    /// one.
    var older: Int
  }

  /// The greatest cost of all entries together.
  package let capacity: Int
  /// The cost of all entries.
  package private(set) var totalCost = 0
  private var slots: [Key: Int] = [:]
  private var entries: [Entry] = []
  private var free: [Int] = []
  private var newest = -1
  private var oldest = -1

  package init(capacity: Int) { self.capacity = max(0, capacity) }

  package var count: Int { slots.count }

  /// The value of a key, which becomes the most recently used one.
  package mutating func use(_ key: Key) -> Value? {
    guard let slot = slots[key] else { return nil }
    unlink(slot)
    linkAsNewest(slot)
    return entries[slot].value
  }

  /// Sets the value of a key, unless its cost alone is over the capacity.
  ///
  /// - Returns: The removed values, including the previous one of the key.
  package mutating func insert(_ value: Value, for key: Key, cost: Int) -> [Value] {
    var removed: [Value] = []
    if let old = remove(key) { removed.append(old) }
    guard cost <= capacity else { return removed }
    while totalCost > capacity - cost, oldest >= 0 {
      if let value = remove(entries[oldest].key) { removed.append(value) }
    }
    let entry = Entry(key: key, value: value, cost: cost, newer: -1, older: -1)
    let slot: Int
    if let last = free.popLast() {
      slot = last
      entries[slot] = entry
    } else {
      slot = entries.count
      entries.append(entry)
    }
    slots[key] = slot
    totalCost += cost
    linkAsNewest(slot)
    return removed
  }

  package mutating func remove(_ key: Key) -> Value? {
    guard let slot = slots.removeValue(forKey: key) else { return nil }
    unlink(slot)
    free.append(slot)
    totalCost -= entries[slot].cost
    return entries[slot].value.take()
  }

  /// Removes all entries.
  ///
  /// - Returns: A table with the old entries.
  package mutating func removeAll() -> LRUTable {
    let taken = self
    self = LRUTable(capacity: capacity)
    return taken
  }

  private mutating func linkAsNewest(_ slot: Int) {
    entries[slot].newer = -1
    entries[slot].older = newest
    if newest >= 0 { entries[newest].newer = slot } else { oldest = slot }
    newest = slot
  }

  private mutating func unlink(_ slot: Int) {
    let (newer, older) = (entries[slot].newer, entries[slot].older)
    if newer >= 0 { entries[newer].older = older } else { newest = older }
    if older >= 0 { entries[older].newer = newer } else { oldest = newer }
  }
}

extension LRUTable: Sendable where Key: Sendable, Value: Sendable {}
extension LRUTable.Entry: Sendable where Key: Sendable, Value: Sendable {}
