// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SystemConcurrency

/// Serialized: some tests count live objects in one variable.
@Suite(.serialized) struct HashTableTests {
  /// Keys of which many have the same hash.
  private struct Key: Hashable {
    var number: Int
    func hash(into hasher: inout Hasher) { hasher.combine(number % 7) }
  }

  private final class Counted {
    nonisolated(unsafe) static var alive = 0
    init() { Counted.alive += 1 }
    deinit { Counted.alive -= 1 }
  }

  @Test func answersAsADictionaryDoes() {
    var table = HashTable<Key, Int>()
    var dictionary: [Key: Int] = [:]
    var random = SystemRandomNumberGenerator()
    for step in 0..<20_000 {
      let key = Key(number: Int.random(in: 0..<300, using: &random))
      if step % 3 == 2 {
        #expect(table.remove(key) == dictionary.removeValue(forKey: key))
      } else {
        #expect(table.set(step, for: key) == dictionary.updateValue(step, forKey: key))
      }
      #expect(table.count == dictionary.count)
      let other = Key(number: Int.random(in: 0..<300, using: &random))
      #expect(table[other] == dictionary[other])
    }
    var all: [Key: Int] = [:]
    table.visit { all[$0] = $1 }
    #expect(all == dictionary)
  }

  @Test func letsGoOfEverything() {
    do {
      var table = HashTable<Int, Counted>()
      for i in 0..<100 { table.set(Counted(), for: i % 60) }
      #expect(Counted.alive == 60)
      for i in 0..<10 { table.remove(i) }
      #expect(Counted.alive == 50)
      do {
        let taken = table.removeAll()
        #expect(taken.count == 50)
        #expect(table.count == 0)
        #expect(table[20] == nil)
      }
      #expect(Counted.alive == 0)
      table.set(Counted(), for: 1)
    }
    #expect(Counted.alive == 0)
  }

  @Test func anEmptyTableHasNothing() {
    var table = HashTable<Int, Int>()
    #expect(table[1] == nil)
    #expect(table.remove(1) == nil)
    table.visit { _, _ in Issue.record("an entry") }
  }

  @Test func removesWhatIsUnwanted() {
    do {
      var table = HashTable<Int, Counted>()
      for i in 0..<100 { table.set(Counted(), for: i) }
      do {
        let removed = table.remove { key, _ in key % 3 == 0 }
        #expect(removed.count == 34)
        #expect(table.count == 66)
        #expect((0..<100).allSatisfy { (table[$0] == nil) == ($0 % 3 == 0) })
        // In an optimised build the values could be released before the check.
        withExtendedLifetime(removed) { #expect(Counted.alive == 100) }
      }
      #expect(Counted.alive == 66)
      table.set(Counted(), for: 0)
      #expect(table.count == 67 && table[0] != nil)
      #expect(table.remove { _, _ in false }.isEmpty)
      #expect(table.remove { _, _ in true }.count == 67)
      #expect(table[1] == nil)
    }
    #expect(Counted.alive == 0)
  }
}
