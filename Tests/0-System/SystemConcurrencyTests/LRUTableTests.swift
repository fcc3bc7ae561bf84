// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextTestSupport

@testable import SystemConcurrency

@Suite struct LRUTableTests {
  /// Random operations beside a list that is searched.
  @Test func agreesWithAList() {
    var random = SeededGenerator(seed: 3)
    var table = LRUTable<Int, Int>(capacity: 50)
    var list: [(key: Int, value: Int, cost: Int)] = []
    for step in 0..<20_000 {
      let key = Int.random(in: 0..<30, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let cost = Int.random(in: 0...(step % 50 == 0 ? 60 : 15), using: &random)
        var removed = list.filter { $0.key == key }.map(\.value)
        list.removeAll { $0.key == key }
        if cost <= 50 {
          while list.reduce(0, { $0 + $1.cost }) + cost > 50 {
            removed.append(list.removeFirst().value)
          }
          list.append((key, step, cost))
        }
        #expect(table.insert(step, for: key, cost: cost) == removed)
      case 1:
        let value = list.first { $0.key == key }?.value
        list.removeAll { $0.key == key }
        #expect(table.remove(key) == value)
      default:
        let entry = list.first { $0.key == key }
        if let entry {
          list.removeAll { $0.key == key }
          list.append(entry)
        }
        #expect(table.use(key) == entry?.value)
      }
      #expect(table.count == list.count)
      #expect(table.totalCost == list.reduce(0) { $0 + $1.cost })
    }
    #expect(table.removeAll().count == list.count)
    #expect(table.count == 0 && table.totalCost == 0)
  }
}
