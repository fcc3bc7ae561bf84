// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextTestSupport

#if canImport(Glibc)
  import Glibc
#endif

/// Random programs over the whole display on one thread, each checked against the invariants.
@MainActor struct SimulationTests {
  /// The seeds; `SIMULATIONS` sets their count and `FIRST_SIMULATION` the first one.
  private static var seeds: Range<Int> {
    func number(_ name: String, _ otherwise: Int) -> Int {
      getenv(name).flatMap { Int(String(cString: $0)) } ?? otherwise
    }
    let first = number("FIRST_SIMULATION", 0)
    return first..<first + number("SIMULATIONS", 400)
  }

  @Test func randomPrograms() {
    var failures: [Simulation.Failure] = []
    for seed in Self.seeds where failures.count < 3 {
      let choices = Choices(seed: UInt64(seed) &* 0x5DEE_CE66, count: 60 + seed % 140)
      if let failure = Simulation.run(choices) {
        var least = choices.shrink(failure, Simulation.run)
        least.seed = seed
        failures.append(least)
      }
    }
    for failure in failures { Issue.record("\(failure.report)") }
  }
}
