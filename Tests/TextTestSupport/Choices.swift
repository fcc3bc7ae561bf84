// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The numbers that decide the steps of a schedule; once they run out, each further one is 0.
public struct Choices {
  public private(set) var numbers: [UInt32]
  public private(set) var used = 0

  public init(_ numbers: [UInt32]) { self.numbers = numbers }

  public init(seed: UInt64, count: Int) {
    var state = seed
    numbers = (0..<count).map { _ in
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return UInt32(truncatingIfNeeded: (z ^ (z >> 31)) >> 16)
    }
  }

  public var isEmpty: Bool { used >= numbers.count }

  public mutating func next(_ bound: Int) -> Int {
    guard used < numbers.count else { return 0 }
    used += 1
    return Int(numbers[used - 1]) % bound
  }
}
