// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A half-open range of text, in UTF-16 code units.
///
/// UTF-16 is the unit of ICU and HarfBuzz. Offsets of other units, such as `String.Index` or the
/// scalar offsets of the command line, are converted before they reach this module.
public struct TextRange: Hashable, Sendable {
  /// The first code unit.
  public var start: Int
  /// The code unit after the last.
  public var end: Int

  /// Creates a range.
  ///
  /// - Precondition: `start <= end`.
  @inlinable
  public init(_ start: Int, _ end: Int) {
    precondition(start <= end, "a text range that ends before it starts")
    self.start = start
    self.end = end
  }

  /// Creates a range from a `Range<Int>`.
  @inlinable
  public init(_ range: Range<Int>) {
    self.init(range.lowerBound, range.upperBound)
  }

  /// The number of code units.
  @inlinable public var count: Int { end - start }
  /// Whether the range is empty.
  @inlinable public var isEmpty: Bool { start == end }
  /// The range as a `Range<Int>`.
  @inlinable public var range: Range<Int> { start..<end }

  /// Whether an offset lies inside.
  @inlinable
  public func contains(_ offset: Int) -> Bool { offset >= start && offset < end }

  /// The intersection; if there is none, an empty range at the nearer edge.
  public func clamped(to other: TextRange) -> TextRange {
    let s = min(max(start, other.start), other.end)
    return TextRange(s, max(s, min(end, other.end)))
  }
}
