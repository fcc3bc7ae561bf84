// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A position to which a tab character advances.
public struct TabStop: Hashable, Codable, Sendable {
  /// The part of the text after the tab that is at the stop's position.
  public enum Alignment: UInt8, Hashable, Sendable, CaseIterable {
    /// The start of the text.
    case start
    /// The middle of the text.
    case center
    /// The end of the text.
    case end
    /// The first decimal separator, or the end if there is none.
    case decimal
  }

  /// The distance from the line's start edge, in points.
  public var position: Double
  /// The part of the text at the position.
  public var alignment: Alignment

  /// Creates a tab stop.
  public init(position: Double, alignment: Alignment = .start) {
    self.position = position
    self.alignment = alignment
  }
}
