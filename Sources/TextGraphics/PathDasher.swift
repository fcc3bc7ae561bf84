// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

/// A pattern of dashes and gaps along contours.
struct PathDasher {
  /// The lengths of dashes and gaps in turn, of even count.
  private let lengths: [Double]
  private let sum: Double
  /// The entry at the start of a contour, and what is left of it.
  private let first: (index: Int, rest: Double)

  /// Creates a pattern; `nil` for one that leaves the line whole: without entries, with one that is
  /// negative or not finite, or without length.
  ///
  /// - Parameters:
  ///   - pattern: The lengths of dashes and gaps; a list of odd length counts twice.
  ///   - phase: The distance into the pattern at the start; 0 if it is not finite.
  init?(_ pattern: [Double], phase: Double) {
    guard pattern.allSatisfy({ $0 >= 0 && $0.isFinite }) else { return nil }
    lengths = pattern.count % 2 == 0 ? pattern : pattern + pattern
    sum = lengths.reduce(0, +)
    guard sum > 0, sum.isFinite else { return nil }
    var rest = phase.isFinite ? phase.truncatingRemainder(dividingBy: sum) : 0
    if rest < 0 { rest += sum }
    var index = 0
    // The sums of the lengths are rounded: what is left of an entry is more than that.
    let least = sum * 1e-12
    while index < lengths.count - 1, rest >= lengths[index] - least, rest > 0 {
      rest -= lengths[index]
      index += 1
    }
    first = (index, max(0, lengths[index] - max(0, rest)))
  }

  /// The dashes of contours; the contours themselves where the dashes would be more than
  /// `TextLimits.dashes`.
  ///
  /// The pattern begins anew with each contour. In a closed one, a dash that ends at the start
  /// continues in one that begins there.
  func dashes(of contours: [FlatContour]) -> [FlatContour] {
    let turns = contours.reduce(0) { $0 + $1.length / sum + 1 }
    guard turns * Double(lengths.count / 2) <= Double(TextLimits.dashes) else { return contours }
    return contours.flatMap { dashes(of: $0) }
  }

  private func dashes(of contour: FlatContour) -> [FlatContour] {
    let isOn = first.index % 2 == 0
    if contour.segments.isEmpty { return isOn ? [contour] : [] }
    let length = contour.length
    // The sums of the lengths are rounded: no dash begins so near the end.
    let end = length * (1 - 1e-9)
    var ranges: [(from: Double, to: Double)] = []
    var (index, rest) = first
    var position = 0.0
    while position < end {
      if index % 2 == 0 {
        ranges.append((position, position + rest < end ? position + rest : length))
      }
      position += rest
      index = (index + 1) % lengths.count
      rest = lengths[index]
    }
    guard contour.isClosed, let start = ranges.first, start.from == 0, ranges.last?.to == length
    else { return contour.parts(ranges) }
    if ranges.count == 1 { return [contour] }
    var parts = contour.parts(ranges)
    let joined = parts.removeFirst()
    parts[parts.count - 1].segments += joined.segments
    return parts
  }
}
