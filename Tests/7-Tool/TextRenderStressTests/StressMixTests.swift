// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextRenderCommand

@testable import TextRenderStress

struct StressMixTests {
  @Test func actionsFollowTheirWeights() throws {
    let mix = try #require(StressMix([(.display, 3), (.cancel, 1), (.drop, 0)]))
    var random = StressRandom(seed: 1)
    var counts: [StressAction: Int] = [:]
    for _ in 0..<4000 { counts[mix.next(&random), default: 0] += 1 }
    #expect((2800...3200).contains(counts[.display] ?? 0))
    #expect(counts[.display, default: 0] + counts[.cancel, default: 0] == 4000)
  }

  @Test func someActionMustAskForADisplay() {
    #expect(StressMix([(.cancel, 1), (.stall, 5)]) == nil)
    #expect(StressMix([(.cancel, 1), (.display, 0)]) == nil)
    #expect(StressMix([(.cancel, 1), (.display, 1)]) != nil)
  }

  /// SplitMix64 with seed 1234567, as published with the algorithm.
  @Test func randomNumbersAreSplitMix64() {
    var random = StressRandom(seed: 1_234_567)
    let numbers = (0..<3).map { _ in random.next() }
    #expect(
      numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }
}
