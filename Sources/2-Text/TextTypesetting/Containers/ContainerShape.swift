// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry

/// The area of a container in which lines lie.
public enum ContainerShape: Hashable, Sendable {
  /// All of the box between the insets.
  case rectangle
  /// The inside of a path, in points of the box from its upper left corner: a bubble, a circle.
  ///
  /// A row has a line in each place where all of the row's height is inside the path and the next
  /// word fits; if there is no such place, the row moves down. A box without a width or height has
  /// the extent of the path. Source: CSS Shapes 2, `shape-inside`.
  case path(Path, rule: FillRule = .nonZero)
}

/// An area of a container that lines keep clear of: a picture, a pull quote.
///
/// Source: CSS Exclusions 1; `NSTextContainer.exclusionPaths`.
public struct Exclusion: Hashable, Sendable {
  /// The area, by non-zero winding, in points of the box from its upper left corner.
  public var path: Path
  /// The distance that lines keep from the area, in points. Negative numbers and NaN count as 0.
  public var margin: Double

  /// Creates an exclusion.
  public init(_ path: Path, margin: Double = 0) {
    self.path = path
    self.margin = margin
  }

  /// Creates an exclusion of a rectangle.
  public init(_ rect: Rect, margin: Double = 0) { self.init(Path(rect: rect), margin: margin) }
}

/// The columns of a container, side by side in the direction of its lines.
///
/// Text fills one column after the other. In a container without a height (for vertical text,
/// without a width), the columns are made as low as the text permits, so that they are about equal.
/// Source: CSS Multi-column Layout 1.
public struct TextColumns: Hashable, Codable, Sendable {
  /// The number of columns, 1 to 1,000; other numbers count as the nearest of these.
  public var count: Int
  /// The distance between two columns, in points. Negative numbers and NaN count as 0.
  public var gap: Double
  /// Whether columns of a container with a height (for vertical text, with a width) are made equal,
  /// too, instead of filled.
  public var isBalanced: Bool

  /// Creates columns.
  public init(count: Int, gap: Double = 0, isBalanced: Bool = false) {
    self.count = count
    self.gap = gap
    self.isBalanced = isBalanced
  }

  /// The number of columns within its limits.
  var boundedCount: Int { max(1, min(count, 1000)) }

  /// The gap, finite and not negative.
  var boundedGap: Double { gap > 0 ? min(gap, 1e6) : 0 }
}
