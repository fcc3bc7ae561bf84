// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A histogram of durations, in classes whose width is an eighth of their value.
///
/// Percentiles are at most 13 % too high. Recording takes a few instructions.
package struct LatencyHistogram: Sendable, Hashable {
  private var counts: [UInt64] = []
  /// The number of durations.
  package private(set) var count: UInt64 = 0
  /// The sum of the durations, in nanoseconds.
  package private(set) var total: UInt64 = 0
  /// The longest duration, in nanoseconds.
  package private(set) var maximum: UInt64 = 0

  /// Creates an empty histogram.
  package init() {}

  /// Adds a duration, in nanoseconds.
  package mutating func record(_ nanoseconds: UInt64) {
    let index = Self.index(nanoseconds)
    if index >= counts.count {
      counts.append(contentsOf: repeatElement(0, count: index + 1 - counts.count))
    }
    counts[index] += 1
    count += 1
    total &+= nanoseconds
    maximum = max(maximum, nanoseconds)
  }

  /// Adds all durations of another histogram.
  package mutating func add(_ other: LatencyHistogram) {
    if other.counts.count > counts.count {
      counts.append(contentsOf: repeatElement(0, count: other.counts.count - counts.count))
    }
    for (i, n) in other.counts.enumerated() { counts[i] += n }
    count += other.count
    total &+= other.total
    maximum = max(maximum, other.maximum)
  }

  /// The duration that a share of all durations does not exceed, in nanoseconds; 0 if there are
  /// none.
  ///
  /// - Parameter share: From 0 to 1; 0.95 for the 95th percentile.
  package func percentile(_ share: Double) -> UInt64 {
    if count == 0 { return 0 }
    let rank = max(1, (min(max(share, 0), 1) * Double(count)).rounded(.up))
    var seen: UInt64 = 0
    for (index, n) in counts.enumerated() {
      seen += n
      if Double(seen) >= rank { return min(Self.upperBound(index), maximum) }
    }
    return maximum
  }

  /// Values below 8 have a class each; above, eight classes to each power of two.
  private static func index(_ value: UInt64) -> Int {
    if value < 8 { return Int(value) }
    let power = 63 - value.leadingZeroBitCount
    return (power - 2) * 8 + Int((value >> UInt64(power - 3)) & 7)
  }

  private static func upperBound(_ index: Int) -> UInt64 {
    if index < 8 { return UInt64(index) }
    let power = index / 8 + 2
    let step = UInt64(1) << UInt64(power - 3)
    return (UInt64(1) << UInt64(power)) &+ (UInt64(index % 8) + 1) * step - 1
  }
}
