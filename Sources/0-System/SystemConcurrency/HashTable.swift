// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// An open-addressing hash table with linear probing, for the caches that every process fills.
///
/// Used there in place of `Dictionary`, whose metadata and witness tables the runtime builds at the
/// first entry: 20 to 50 µs for each kind of key, in a process that draws one picture in 3 ms. The
/// parameters of the type have no constraints for the same reason.
///
/// Entries lie densely in one array; a second one, at least twice as long, maps hashes to entries.
@usableFromInline package struct HashTable<Key, Value>: ~Copyable {
  @usableFromInline struct Entry {
    @usableFromInline let hash: Int
    @usableFromInline let key: Key
    @usableFromInline var value: Value

    @inlinable
    init(hash: Int, key: Key, value: Value) {
      self.hash = hash
      self.key = key
      self.value = value
    }
  }

  @usableFromInline var entries = UniqueArray<Entry>()
  /// The slots by hash: the number of an entry counted from 1, or 0. Their count is 0 or a power of
  /// 2.
  @usableFromInline var slots: [Int32] = []

  /// Creates an empty table, which has no memory yet.
  @inlinable
  package init() {}

  @inlinable
  package var count: Int { entries.count }

  /// Calls a function with each entry, in no particular order.
  @inlinable
  package borrowing func visit<E: Error>(_ body: (Key, Value) throws(E) -> Void) throws(E) {
    for index in 0..<entries.count { try body(entries[index].key, entries[index].value) }
  }

  /// Empties the table.
  ///
  /// - Returns: A table with the old entries, so that a caller can release them after unlocking.
  @inlinable
  package mutating func removeAll() -> HashTable {
    let taken = self
    self = HashTable()
    return taken
  }
}

extension HashTable: Sendable where Key: Sendable, Value: Sendable {}
extension HashTable.Entry: Sendable where Key: Sendable, Value: Sendable {}

extension HashTable where Key: Hashable {
  /// The value of a key.
  @inlinable
  package subscript(key: Key) -> Value? {
    if entries.count == 0 { return nil }
    let number = Int(slots[slot(of: key, hash: key.hashValue)])
    return number == 0 ? nil : entries[number - 1].value
  }

  /// Sets the value of a key.
  ///
  /// - Returns: The previous value.
  @inlinable
  @discardableResult
  package mutating func set(_ value: Value, for key: Key) -> Value? {
    let hash = key.hashValue
    if 2 * entries.count == slots.count { fillSlots(count: max(8, 2 * slots.count)) }
    let slot = slot(of: key, hash: hash)
    let number = Int(slots[slot])
    if number > 0 {
      let old = entries[number - 1].value
      entries[number - 1].value = value
      return old
    }
    entries.append(Entry(hash: hash, key: key, value: value))
    slots[slot] = Int32(entries.count)
    return nil
  }

  /// Removes a key.
  ///
  /// - Returns: The value that it had.
  /// - Complexity: O(entries).
  @inlinable
  @discardableResult
  package mutating func remove(_ key: Key) -> Value? {
    if entries.count == 0 { return nil }
    let number = Int(slots[slot(of: key, hash: key.hashValue)])
    if number == 0 { return nil }
    let removed = entries.swapRemove(at: number - 1)
    fillSlots(count: slots.count)
    return removed.value
  }

  /// Removes entries.
  ///
  /// - Returns: The removed values, so that a caller can release them after unlocking.
  /// - Complexity: O(entries).
  @inlinable
  package mutating func remove(where isUnwanted: (Key, Value) -> Bool) -> [Value] {
    var removed: [Value] = []
    var index = 0
    while index < entries.count {
      if isUnwanted(entries[index].key, entries[index].value) {
        removed.append(entries.swapRemove(at: index).value)
      } else {
        index += 1
      }
    }
    if !removed.isEmpty { fillSlots(count: slots.count) }
    return removed
  }

  /// The slot of a key, or the empty one where it belongs.
  @inlinable
  borrowing func slot(of key: Key, hash: Int) -> Int {
    let mask = slots.count - 1
    var slot = hash & mask
    while true {
      let number = Int(slots[slot])
      if number == 0 { return slot }
      if entries[number - 1].hash == hash, entries[number - 1].key == key { return slot }
      slot = (slot + 1) & mask
    }
  }

  /// Makes the slots anew from the entries.
  @inlinable
  mutating func fillSlots(count: Int) {
    slots = [Int32](repeating: 0, count: count)
    let mask = count - 1
    for index in 0..<entries.count {
      var slot = entries[index].hash & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(index + 1)
    }
  }
}
