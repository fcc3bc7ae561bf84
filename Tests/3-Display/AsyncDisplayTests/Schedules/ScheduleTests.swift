// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextTestSupport

@testable import AsyncDisplay

#if canImport(Glibc)
  import Glibc
#endif

/// Random schedules on a virtual executor, each checked against the invariants.
struct ScheduleTests {
  /// The numbers of the schedules; `ASYNC_DISPLAY_SCHEDULES` sets their count and
  /// `ASYNC_DISPLAY_FIRST_SCHEDULE` the first one.
  static var schedules: Range<Int> {
    func number(_ name: String, _ otherwise: Int) -> Int {
      getenv(name).flatMap { Int(String(cString: $0)) } ?? otherwise
    }
    let first = number("ASYNC_DISPLAY_FIRST_SCHEDULE", 0)
    return first..<first + number("ASYNC_DISPLAY_SCHEDULES", 3000)
  }

  @Test func randomSchedules() async {
    let schedules = Self.schedules
    let failures = await withTaskGroup(of: [Schedule.Failure].self) { group in
      let workers = 2
      for worker in 0..<workers {
        group.addTask {
          var failures: [Schedule.Failure] = []
          for seed in stride(
            from: schedules.lowerBound + worker, to: schedules.upperBound, by: workers)
          {
            let choices = Choices(seed: UInt64(seed), count: 40 + seed % 60)
            if let failure = Schedule.run(choices) {
              var least = choices.shrink(failure, Schedule.run)
              least.seed = seed
              failures.append(least)
              if failures.count >= 3 { break }
            }
          }
          return failures
        }
      }
      var all: [Schedule.Failure] = []
      for await failures in group { all += failures }
      return all
    }
    for failure in failures { Issue.record("\(failure.report)") }
  }

  /// Of 60 numbers those two are left without which the run succeeds.
  @Test func aFailureIsShrunk() {
    let choices = Choices((0..<60).map { UInt32($0) })
    func run(_ choices: Choices) -> [UInt32]? {
      choices.numbers.contains(17) && choices.numbers.contains(41) ? choices.numbers : nil
    }
    #expect(choices.shrink(choices.numbers, run) == [17, 41])
  }
}
