// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
import CanvasGeometry

/// A path that a line of text runs along.
public struct TextPath: Hashable, Sendable {
  /// The side of the path on which the text stands, seen in the direction of the text.
  ///
  /// Source: SVG 2, 11.8.3, `side`.
  public enum Side: String, Hashable, Codable, Sendable, CaseIterable {
    /// Text runs as the path does: on a path from left to right the text stands above it.
    case left
    /// Text runs against the path, on its other side.
    case right
  }

  /// The place of the text in the room from its start to the end of the path.
  public enum Alignment: String, Hashable, Codable, Sendable, CaseIterable {
    /// At the start.
    case start
    /// In the middle.
    case center
    /// At the end.
    case end
    /// From the start to the end: room that is left is divided between the characters.
    case spread
  }

  /// The path. Its contours follow one another; what is between two of them has no length.
  public var path: Path
  /// The distance along the path, from where the text runs from, at which the room for the text
  /// begins, in points. One that is not finite counts as 0.
  public var start: Double
  /// The side on which the text stands.
  public var side: Side
  /// The place of the text in its room.
  public var alignment: Alignment

  /// Creates a path for text.
  public init(
    _ path: Path, start: Double = 0, side: Side = .left, alignment: Alignment = .start
  ) {
    (self.path, self.start, self.side, self.alignment) = (path, start, side, alignment)
  }
}
