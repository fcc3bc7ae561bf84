// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SystemLanes

struct PriorityBandsTests {
  @Test func firstInFirstOutWithinABand() {
    var bands = PriorityBands<Int>()
    for i in 0..<5 { _ = bands.append(i, to: .near) }
    #expect((0..<5).map { _ in bands.popFirst() } == [0, 1, 2, 3, 4])
    #expect(bands.popFirst() == nil)
  }

  /// Elements of `near` age `idle` as well.
  @Test func idleElementsStartBesideNearOnes() {
    var bands = PriorityBands<Int>()
    _ = bands.append(-1, to: .idle)
    for i in 0..<100 { _ = bands.append(i, to: .near) }
    var before = 0
    while let next = bands.popFirst(), next != -1 { before += 1 }
    #expect(before == PriorityBands<Int>.agingLimit(.idle))
  }

  @Test func higherBandsFirst() {
    var bands = PriorityBands<String>()
    _ = bands.append("idle", to: .idle)
    _ = bands.append("near", to: .near)
    _ = bands.append("visible", to: .visible)
    #expect(bands.first == "visible")
    #expect((0..<3).map { _ in bands.popFirst() } == ["visible", "near", "idle"])
  }

  @Test func aWaitingElementOfALowerBandStartsAfterAFixedNumberOfOthers() {
    for band in [LanePriority.near, .idle] {
      var bands = PriorityBands<Int>()
      _ = bands.append(-1, to: band)
      for i in 0..<100 { _ = bands.append(i, to: .visible) }
      var before = 0
      while let next = bands.popFirst(), next != -1 { before += 1 }
      #expect(before == PriorityBands<Int>.agingLimit(band))
    }
  }

  @Test func movingAndRemoving() {
    var bands = PriorityBands<Int>()
    let slots = (0..<4).map { bands.append($0, to: .idle) }
    bands.move(slots[2], to: .visible)
    bands.move(slots[3], to: .idle)
    #expect(bands.remove(slots[1]) == 1)
    #expect(bands.remove(slots[1]) == nil)
    #expect(bands.count == 3)
    #expect((0..<3).map { _ in bands.popFirst() } == [2, 0, 3])
    #expect(bands.isEmpty)
  }
}
