// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A place between two characters, and to which of them it belongs.
///
/// Where a line wraps, and where directions meet, one offset has two places on the screen: one at
/// the end of what comes before it, one at the beginning of what comes after.
public struct TextPosition: Hashable, Sendable {
  /// To which neighbour a position belongs.
  public enum Affinity: UInt8, Hashable, Sendable, CaseIterable {
    /// To the character after it: the beginning of a line, the leading edge of a character.
    case downstream
    /// To the character before it: the end of a line, the trailing edge of a character.
    case upstream
  }

  /// The offset in UTF-16 code units, always a grapheme boundary in results.
  public var offset: Int
  /// The neighbour it belongs to.
  public var affinity: Affinity

  /// Creates a position.
  public init(_ offset: Int, affinity: Affinity = .downstream) {
    self.offset = offset
    self.affinity = affinity
  }
}

/// One place where a caret may stand on a line.
public struct Caret: Hashable, Sendable {
  /// The grapheme boundary, in UTF-16 code units.
  public var offset: Int
  /// The horizontal place in the layout box, in points.
  public var x: Double

  /// Creates a caret.
  public init(offset: Int, x: Double) {
    self.offset = offset
    self.x = x
  }
}
