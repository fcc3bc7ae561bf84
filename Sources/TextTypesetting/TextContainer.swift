// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextModel

/// The box in which text is laid out: its size, and the treatment of text that does not fit.
///
/// Sizes are points. A side that is `nil`, NaN, or above `TextLimits.containerSide`
/// counts as unbounded; a negative one counts as 0.
public struct TextContainer: Hashable, Sendable {
  /// The treatment of the text after the last line that fits.
  public enum Truncation: UInt8, Hashable, Sendable, CaseIterable {
    /// The text is left out.
    case none
    /// The text is left out, and the last line ends in ``TextContainer/ellipsis``.
    case end
  }

  /// The width in points; `nil` means that lines end at mandatory breaks only.
  public var width: Double?
  /// The height in points; lines that do not fit in it wholly are left out, except the first. `nil`
  /// means unbounded.
  public var height: Double?
  /// The maximum number of lines; 0 means no limit.
  public var maximumLines: Int
  /// The treatment of the text after the last line.
  public var truncation: Truncation
  /// The text that replaces the text left out, in the style of the text at the cut.
  public var ellipsis: String

  /// Creates a container; without arguments it is unbounded.
  public init(
    width: Double? = nil, height: Double? = nil, maximumLines: Int = 0,
    truncation: Truncation = .end, ellipsis: String = "\u{2026}"
  ) {
    self.width = width
    self.height = height
    self.maximumLines = maximumLines
    self.truncation = truncation
    self.ellipsis = ellipsis
  }

  /// Creates a container of a given size.
  public init(_ size: Size, maximumLines: Int = 0, truncation: Truncation = .end) {
    self.init(
      width: size.width, height: size.height, maximumLines: maximumLines, truncation: truncation)
  }

  /// The effective width: finite and not negative, or `nil` if lines are unbounded.
  package var boundedWidth: Double? { Self.bounded(width) }

  /// The effective height: finite and not negative, or `nil` if unbounded.
  package var boundedHeight: Double? { Self.bounded(height) }

  private static func bounded(_ side: Double?) -> Double? {
    guard let side, side <= TextLimits.containerSide else { return nil }
    return max(0, side)
  }
}
