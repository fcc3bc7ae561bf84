// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The edges of letters at which the first and the last line of a text end, instead of at the edges
/// of their lines.
///
/// The part of the first line above ``over`` is cut off, and the part of the last line below
/// ``under``, in each column: the box ends at these edges, and the other lines move up. A line that
/// is lower than its letters grows to the edges instead. Ink may reach beyond the edges. If a line
/// has several fonts or sizes, the highest and the lowest edge count.
///
/// In `WritingMode.verticalLR` the first line ends at ``under``, at its left, and the last line at
/// ``over``. Text with a shape, exclusions, or attachments that lines run beside is not trimmed.
///
/// Source: CSS Inline Layout 3, 5, `text-box-trim: trim-both` with `text-box-edge`.
public struct TextBoxTrim: Hashable, Codable, Sendable {
  /// An edge above the baseline.
  public enum Over: UInt8, Hashable, Codable, Sendable, CaseIterable {
    /// The edge of the line: nothing is trimmed.
    case none
    /// The ascent of the font.
    case text
    /// The height of capitals.
    case cap
    /// The height of a lower-case x.
    case ex
    /// The upper edge of ideographs: `BASE.idtp`, else one em above the lower edge
    /// (`Under.ideographic`).
    case ideographic
  }

  /// An edge below the capitals.
  public enum Under: UInt8, Hashable, Codable, Sendable, CaseIterable {
    /// The edge of the line: nothing is trimmed.
    case none
    /// The descent of the font.
    case text
    /// The alphabetic baseline.
    case alphabetic
    /// The lower edge of ideographs: `BASE.ideo`, else 0.12 em below the alphabetic baseline.
    case ideographic
  }

  /// The edge above.
  public var over: Over
  /// The edge below.
  public var under: Under

  /// Creates edges.
  public init(over: Over, under: Under) {
    self.over = over
    self.under = under
  }

  /// The edges of the lines.
  public static let none = TextBoxTrim(over: .none, under: .none)
}
