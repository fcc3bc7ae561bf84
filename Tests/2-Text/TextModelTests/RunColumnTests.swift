// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TextModel

@Suite struct RunColumnTests {
  @Test func aChangeInTheMiddleCutsTheRun() {
    var column = RunColumn(1, length: 10)
    column.update(TextRange(3, 6)) { $0 = 2 }
    #expect(column.values == [1, 2, 1])
    #expect(column.ends == [3, 6, 10])
    #expect(column.range(of: 1) == TextRange(3, 6))
  }

  @Test func equalNeighboursJoin() {
    var column = RunColumn(1, length: 10)
    column.update(TextRange(3, 6)) { $0 = 2 }
    column.update(TextRange(3, 6)) { $0 = 1 }
    #expect(column.values == [1])
    #expect(column.ends == [10])
  }

  @Test func aRangeBeyondTheTextIsClamped() {
    var column = RunColumn(1, length: 4)
    column.update(TextRange(2, 99)) { $0 = 5 }
    #expect(column.values == [1, 5])
    #expect(column.ends == [2, 4])
  }

  @Test func anEmptyTextKeepsOneValue() {
    var column = RunColumn(1, length: 0)
    column.update(TextRange(0, 0)) { $0 = 7 }
    #expect(column.values == [7])
    column.append(3, count: 2)
    #expect(column.values == [3])
    #expect(column.length == 2)
  }

  @Test func everyOffsetFindsItsRun() {
    // The reference is an array with one value for each code unit.
    var column = RunColumn(0, length: 40)
    var plain = Array(repeating: 0, count: 40)
    var seed: UInt64 = 7
    func random(_ n: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % n
    }
    for _ in 0..<500 {
      let a = random(41)
      let b = random(41)
      let v = random(4)
      column.update(TextRange(min(a, b), max(a, b))) { $0 = v }
      for i in min(a, b)..<max(a, b) { plain[i] = v }
      #expect((0..<40).map { column.value(at: $0) } == plain)
      #expect(column.values == (0..<column.count).map { column.value(ofRun: $0) })
      #expect(column.ends == (0..<column.count).map { column.end(of: $0) })
      #expect(column.ends.last == column.length)
      #expect(zip(column.values, column.values.dropFirst()).allSatisfy { $0 != $1 })
    }
  }

  @Test func columnsThatCameAboutInOtherWaysAreEqual() {
    var changed = RunColumn(1, length: 10)
    changed.update(TextRange(3, 6)) { $0 = 2 }
    var added = RunColumn(1, length: 0)
    for (value, count) in [(1, 2), (1, 1), (2, 3), (1, 4)] { added.append(value, count: count) }
    #expect(added == changed && added.hashValue == changed.hashValue)
    changed.update(TextRange(0, 10)) { $0 = 4 }
    #expect(changed == RunColumn(4, length: 10))
    #expect(added.slice(TextRange(1, 3)) == RunColumn(1, length: 2))
    #expect(added.slice(TextRange(6, 6)) == RunColumn(2, length: 0))
    let slice = added.slice(TextRange(2, 7))
    #expect(slice.values == [1, 2, 1] && slice.ends == [1, 4, 5])
  }
}
