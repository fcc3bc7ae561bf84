// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The SplitMix64 pseudo-random generator.
struct StressRandom: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Returns the next 64 bits.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns a number in `0..<bound`; `bound` must be above 0.
  mutating func below(_ bound: Int) -> Int { Int(next() >> 1) % bound }
}
