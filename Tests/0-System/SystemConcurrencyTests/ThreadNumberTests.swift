// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TextTestSupport

@testable import SystemConcurrency

@Suite struct ThreadNumberTests {
  /// Starts threads that are alive together, and returns the number of each.
  private static func numbers(ofThreads count: Int) throws -> [Int] {
    let numbers = Mutex<[Int]>([])
    let (asked, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let left = DispatchGroup()
    for _ in 0..<count {
      left.enter()
      Thread {
        let number = ThreadNumber.current
        // The same at each request.
        numbers.withLock { $0.append(ThreadNumber.current == number ? number : -1) }
        asked.signal()
        leave.wait()
        left.leave()
      }.start()
    }
    for _ in 0..<count { try asked.waitInTurns() }
    let all = numbers.withLock { $0 }
    for _ in 0..<count { leave.signal() }
    try left.waitInTurns()
    return all
  }

  // In processes of their own, where no other test uses thread numbers.

  @Test func threadsThatLiveTogetherHaveNumbersOfTheirOwn() async {
    await #expect(processExitsWith: .success) {
      let all = try Self.numbers(ofThreads: 20)
      precondition(Set(all).count == 20)
      precondition(all.allSatisfy { (0..<ThreadNumber.limit).contains($0) })
    }
  }

  @Test func numbersAreUsedAgain() async {
    await #expect(processExitsWith: .success) {
      var seen: Set<Int> = []
      for _ in 0..<3 * ThreadNumber.limit {
        let box = Unmanaged.passRetained(Box()).toOpaque()
        var thread = pthread_t()
        pthread_create(
          &thread, nil,
          { box in
            guard let box else { return nil }
            Unmanaged<Box>.fromOpaque(box).takeUnretainedValue().number = ThreadNumber.current
            return nil
          }, box)
        pthread_join(thread, nil)
        let number = Unmanaged<Box>.fromOpaque(box).takeRetainedValue().number
        precondition(!ThreadNumber.isTaken(number))
        seen.insert(number)
      }
      precondition(seen.count == 1)
    }
  }

  @Test func moreThreadsThanNumbersShareThem() async {
    await #expect(processExitsWith: .success) {
      let all = try Self.numbers(ofThreads: 2 * ThreadNumber.limit)
      precondition(all.allSatisfy { (0..<ThreadNumber.limit).contains($0) })
      precondition(Set(all).count > ThreadNumber.limit / 2)
    }
  }
}

// @unchecked Sendable: written by a thread, and read after it has ended.
private final class Box: @unchecked Sendable {
  var number = -1
}
