// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Shares of free room: CSS Box Alignment 3, §4 and §5.
enum Distribution {
  /// Where the first of several boxes begins, and the room between two boxes besides the gap.
  ///
  /// - Parameters:
  ///   - free: The room less the boxes and gaps; negative where they are too large.
  ///   - isReversed: Whether the first box lies at the end of the axis; both results count from
  ///     where it lies.
  ///   - isRightToLeft: The direction of an axis that runs along x; `nil` along y.
  static func places(
    _ alignment: BoxAlignment, free: Double, count: Int, isReversed: Bool, isRightToLeft: Bool?
  ) -> (first: Double, between: Double) {
    var position = alignment.position
    // Alignments that share out room fall back to others where there is no room to share: §4.3.
    switch position {
    case .spaceBetween where free <= 0 || count < 2: position = .flexStart
    case .spaceAround where free <= 0 || count < 1, .spaceEvenly where free <= 0 || count < 1:
      // The fallback is safe: boxes that are too large begin at the start of the axis.
      position = free < 0 ? .start : .center
    default: break
    }
    // Safe boxes that are too large begin at the start of the axis.
    if alignment.isSafe, free < 0 { return (isReversed ? free : 0, 0) }
    switch position {
    case .spaceBetween: return (0, free / Double(count - 1))
    case .spaceAround:
      let share = free / Double(count)
      return (share / 2, share)
    case .spaceEvenly:
      let share = free / Double(count + 1)
      return (share, share)
    case .center: return (free / 2, 0)
    case .flexEnd: return (free, 0)
    case .end, .lastBaseline: return (isReversed ? 0 : free, 0)
    case .start, .selfStart, .baseline: return (isReversed ? free : 0, 0)
    case .selfEnd: return (isReversed ? 0 : free, 0)
    case .left, .right:
      guard let isRightToLeft else { return (isReversed ? free : 0, 0) }
      let isAtEnd = (position == .right) != isRightToLeft
      return (isAtEnd != isReversed ? free : 0, 0)
    case .normal, .stretch, .flexStart: return (0, 0)
    }
  }

  /// Where one box begins in its room, from the start of the axis.
  ///
  /// - Parameters:
  ///   - isReversed: Whether `flex-start` is at the end.
  ///   - isSelfRightToLeft: The direction of the box itself.
  static func selfOffset(
    _ alignment: BoxAlignment, free: Double, isReversed: Bool, isRightToLeft: Bool?,
    isSelfRightToLeft: Bool
  ) -> Double {
    if alignment.isSafe, free < 0 { return 0 }
    switch alignment.position {
    case .center: return free / 2
    case .end, .lastBaseline: return free
    case .flexEnd: return isReversed ? 0 : free
    case .flexStart, .stretch, .normal: return isReversed ? free : 0
    case .left: return isRightToLeft == true ? free : 0
    case .right: return isRightToLeft == false ? free : 0
    case .selfStart: return isRightToLeft.map { $0 != isSelfRightToLeft } == true ? free : 0
    case .selfEnd: return isRightToLeft.map { $0 != isSelfRightToLeft } == true ? 0 : free
    default: return 0
    }
  }
}
