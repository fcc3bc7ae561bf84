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

  /// Runs with fewer and fewer numbers as long as the run fails: stretches are left out, at first
  /// long ones.
  ///
  /// - Parameters:
  ///   - failure: The failure of a run with these numbers.
  ///   - run: Returns its failure with other numbers; `nil` if it succeeds.
  /// - Returns: The failure of the run with the fewest numbers.
  public func shrink<Failure>(_ failure: Failure, _ run: (Choices) -> Failure?) -> Failure {
    var (best, numbers) = (failure, numbers)
    var size = max(1, numbers.count / 2)
    while size >= 1 {
      var start = 0
      var isShorter = false
      while start < numbers.count {
        var fewer = numbers
        fewer.removeSubrange(start..<min(start + size, fewer.count))
        if let failure = run(Choices(fewer)) {
          (best, numbers) = (failure, fewer)
          isShorter = true
        } else {
          start += size
        }
      }
      if !isShorter { size /= 2 }
    }
    return best
  }

  public var isEmpty: Bool { used >= numbers.count }

  public mutating func next(_ bound: Int) -> Int {
    guard used < numbers.count else { return 0 }
    used += 1
    return Int(numbers[used - 1]) % bound
  }
}
