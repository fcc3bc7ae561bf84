// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextModel

/// The box that text is set in: how wide, how high, and what becomes of text that does not fit.
///
/// Sizes are points. A side that is `nil`, NaN, or above `TextLimits.containerSide`
/// counts as unbounded; a negative one counts as 0.
public struct TextContainer: Hashable, Sendable {
  /// What becomes of the text after the last line that fits.
  public enum Truncation: UInt8, Hashable, Sendable, CaseIterable {
    /// It is left out.
    case none
    /// It is left out, and the last line ends in ``TextContainer/ellipsis``.
    case end
  }

  /// The extent along the lines, in points; `nil` means that lines end at mandatory breaks only.
  public var width: Double?
  /// The extent across the lines, in points; lines that do not lie in it wholly are left out, but
  /// never the first. `nil` means as high as the text.
  public var height: Double?
  /// The most lines that are set; 0 means all.
  public var maximumLines: Int
  /// What becomes of the text after the last line.
  public var truncation: Truncation
  /// What stands for text left out, set in the style of the text at the cut.
  public var ellipsis: String

  /// Creates a container; without arguments it bounds nothing.
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

  /// The width as layout uses it: finite and not negative, or `nil` where nothing bounds the lines.
  package var boundedWidth: Double? { Self.bounded(width) }

  /// The height as layout uses it.
  package var boundedHeight: Double? { Self.bounded(height) }

  private static func bounded(_ side: Double?) -> Double? {
    guard let side, side <= TextLimits.containerSide else { return nil }
    return max(0, side)
  }
}
