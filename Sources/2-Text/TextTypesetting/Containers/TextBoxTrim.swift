// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The edges of letters at which the first and the last line of a text end, instead of at the edges
/// of their lines.
///
/// The first line of each column loses what lies above ``over``, the last one what lies below
/// ``under``, so that the box ends there and other lines move up. Where a line is lower than its
/// letters it grows up to them. Ink may reach beyond these edges. Of fonts and sizes on one line
/// the highest and the lowest edge count.
///
/// Of text in `WritingMode.verticalLR` the first line ends at ``under``, at its left, and the
/// last one at ``over``. Text with a shape or exclusions is not trimmed.
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
    /// The upper edge of ideographs: `BASE.idtp`, else 0.88 em above the alphabetic baseline.
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
