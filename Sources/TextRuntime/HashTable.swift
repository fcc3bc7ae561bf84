// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A table from keys to values, for the caches that a process fills from its start.
///
/// In place of `Dictionary` there: the runtime makes a dictionary's types when the first entry comes, and looks for the
/// key's conformance among all that the program has, 20 to 50 µs for each kind of dictionary in a process that draws one
/// picture in 3 ms. This type is a matter of the compiler alone; its parameters have no constraint for the same reason.
@safe @usableFromInline package struct HashTable<Key, Value>: ~Copyable {
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

  @usableFromInline var entries: UnsafeMutablePointer<Entry>?
  /// The numbers of entries by their hashes, counted from 1; there are twice as many places as entries have room.
  @usableFromInline var places: UnsafeMutablePointer<Int32>?
  /// A power of two, or 0.
  @usableFromInline var capacity = 0
  /// The number of entries.
  @usableFromInline package var count = 0

  /// Creates an empty table, which has no memory yet.
  @inlinable
  package init() {}

  @inlinable
  deinit {
    unsafe entries?.deinitialize(count: count)
    unsafe entries?.deallocate()
    unsafe places?.deallocate()
  }

  /// Calls a function with each entry, in no order that means anything.
  @inlinable
  package borrowing func visit<E: Error>(_ body: (Key, Value) throws(E) -> Void) throws(E) {
    guard let entries = unsafe entries else { return }
    for i in 0..<count { try body(unsafe entries[i].key, unsafe entries[i].value) }
  }

  /// Empties the table.
  ///
  /// - Returns: A table with what it held, so that a caller can let go of it after giving a lock back.
  @inlinable
  package mutating func removeAll() -> HashTable {
    let taken = self
    self = HashTable()
    return taken
  }
}

// @unchecked Sendable: the memory belongs to the one value, which cannot be copied.
extension HashTable: @unchecked Sendable where Key: Sendable, Value: Sendable {}

extension HashTable where Key: Hashable {
  /// The value of a key.
  @inlinable
  package subscript(key: Key) -> Value? {
    guard let entries = unsafe entries else { return nil }
    let number = unsafe places.unsafelyUnwrapped[place(of: key, hash: key.hashValue)]
    return number == 0 ? nil : unsafe entries[Int(number) - 1].value
  }

  /// Gives a key a value.
  ///
  /// - Returns: The value that it had.
  @inlinable
  @discardableResult
  package mutating func set(_ value: Value, for key: Key) -> Value? {
    let hash = key.hashValue
    if count == capacity { grow() }
    guard let entries = unsafe entries, let places = unsafe places else { return nil }
    let place = place(of: key, hash: hash)
    let number = unsafe Int(places[place])
    if number > 0 {
      let old = unsafe entries[number - 1].value
      unsafe entries[number - 1].value = value
      return old
    }
    unsafe (entries + count).initialize(to: Entry(hash: hash, key: key, value: value))
    count += 1
    unsafe places[place] = Int32(count)
    return nil
  }

  /// Removes a key.
  ///
  /// - Returns: The value that it had.
  /// - Complexity: O(entries).
  @inlinable
  @discardableResult
  package mutating func remove(_ key: Key) -> Value? {
    guard let entries = unsafe entries, let places = unsafe places else { return nil }
    let found = unsafe Int(places[place(of: key, hash: key.hashValue)])
    if found == 0 { return nil }
    let removed = unsafe (entries + found - 1).move()
    count -= 1
    // The last entry takes its place.
    if found <= count {
      unsafe (entries + found - 1).moveInitialize(from: entries + count, count: 1)
    }
    unsafe number(entries, places)
    return removed.value
  }

  /// Removes entries.
  ///
  /// - Returns: The values that they had, so that a caller can let go of them after giving a lock back.
  /// - Complexity: O(entries).
  @inlinable
  package mutating func remove(where isUnwanted: (Key, Value) -> Bool) -> [Value] {
    guard let entries = unsafe entries, let places = unsafe places else { return [] }
    var removed: [Value] = []
    var kept = 0
    for i in 0..<count {
      if unsafe isUnwanted(entries[i].key, entries[i].value) {
        removed.append(unsafe (entries + i).move().value)
      } else {
        if kept < i { unsafe (entries + kept).moveInitialize(from: entries + i, count: 1) }
        kept += 1
      }
    }
    count = kept
    if !removed.isEmpty { unsafe number(entries, places) }
    return removed
  }

  /// Where a key stands, or where it would.
  @inlinable
  borrowing func place(of key: Key, hash: Int) -> Int {
    guard let entries = unsafe entries, let places = unsafe places else { return 0 }
    let mask = 2 * capacity - 1
    var place = hash & mask
    while true {
      let number = unsafe Int(places[place])
      if number == 0 { return place }
      if unsafe entries[number - 1].hash == hash, unsafe entries[number - 1].key == key {
        return place
      }
      place = (place + 1) & mask
    }
  }

  @inlinable
  mutating func grow() {
    let wider = max(4, 2 * capacity)
    let moved = UnsafeMutablePointer<Entry>.allocate(capacity: wider)
    if let entries = unsafe entries {
      unsafe moved.moveInitialize(from: entries, count: count)
      unsafe entries.deallocate()
    }
    unsafe places?.deallocate()
    let numbers = UnsafeMutablePointer<Int32>.allocate(capacity: 2 * wider)
    unsafe entries = moved
    unsafe places = numbers
    capacity = wider
    unsafe number(moved, numbers)
  }

  /// Numbers the entries anew.
  @inlinable
  borrowing func number(
    _ entries: UnsafeMutablePointer<Entry>, _ places: UnsafeMutablePointer<Int32>
  ) {
    unsafe places.initialize(repeating: 0, count: 2 * capacity)
    let mask = 2 * capacity - 1
    for i in 0..<count {
      var place = unsafe entries[i].hash & mask
      while unsafe places[place] != 0 { place = (place + 1) & mask }
      unsafe places[place] = Int32(i + 1)
    }
  }
}
