// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The part that an attachment has in an inline formatting context, whose lines are those of CSS.
///
/// Lines break before and behind a ``box(descent:)`` that stands in its line. All other parts, and
/// boxes whose `wrap` is not `inline`, count as absent where lines break and where white space is
/// removed at a line's end. Source: CSS 2.2, 9.4.2.
package enum InlinePart: Hashable, Sendable {
  /// A box that makes its line as high as its own margin box needs, whatever the font of its
  /// character. Its sides may be below 0, as with negative margins.
  ///
  /// - Parameter descent: How far the margin box reaches below the baseline, in points.
  case box(descent: Double)
  /// The edge with which an inline box begins: its margin, border and padding there. No line breaks
  /// between the edge and what follows it.
  case startEdge
  /// The edge with which an inline box ends. No line breaks between the edge and what is before it.
  case endEdge
}

/// The earlier floats below which a float stands. Source: CSS 2.2, 9.5.2.
package enum FloatClear: UInt8, Hashable, Sendable {
  case none
  /// Those at the left edge; in vertical text at the upper one.
  case left
  /// Those at the right edge; in vertical text at the lower one.
  case right
  case both
}
