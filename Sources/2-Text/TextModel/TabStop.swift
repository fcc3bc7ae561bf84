// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A position to which a tab character advances.
public struct TabStop: Hashable, Codable, Sendable {
  /// The part of the text after the tab that is at the stop's position.
  public enum Alignment: UInt8, Hashable, Codable, Sendable, CaseIterable {
    /// The start of the text.
    case start
    /// The middle of the text.
    case center
    /// The end of the text.
    case end
    /// The decimal sign of the first number that has one. The language decides whether the sign is
    /// a point or a comma; in an unknown language the last point or comma of the number counts.
    /// Signs that group digits are passed over. If no number has a decimal sign, the end of the
    /// first number is at the position, before a percent sign or a currency; without numbers, the
    /// end of the text.
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
