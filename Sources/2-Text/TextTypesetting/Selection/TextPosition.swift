// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A position between two characters, with an affinity to one of them.
///
/// Where a line wraps, and where directions meet, one offset has two places on the screen: the end
/// of the preceding character and the start of the following one.
public struct TextPosition: Hashable, Sendable {
  /// The neighbour to which a position belongs.
  public enum Affinity: UInt8, Hashable, Sendable, CaseIterable {
    /// The following character: the start of a line, the leading edge of a character.
    case downstream
    /// The preceding character: the end of a line, the trailing edge of a character.
    case upstream
  }

  /// The offset in UTF-16 code units, always a grapheme boundary in results.
  public var offset: Int
  /// The neighbour to which the position belongs.
  public var affinity: Affinity

  /// Creates a position.
  public init(_ offset: Int, affinity: Affinity = .downstream) {
    self.offset = offset
    self.affinity = affinity
  }
}

/// A caret position on a line.
public struct Caret: Hashable, Sendable {
  /// The grapheme boundary, in UTF-16 code units.
  public var offset: Int
  /// The x in line space, in points.
  public var x: Double

  /// Creates a caret.
  package init(offset: Int, x: Double) {
    self.offset = offset
    self.x = x
  }
}
