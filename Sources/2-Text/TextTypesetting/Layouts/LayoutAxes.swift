// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import TextModel

/// The one map between *line space*, in which text is set, and the layout box, in which it is seen.
///
/// In line space every line runs along x, the *inline* axis, and lines lie across it along y, the
/// *block* axis: the upper side of a line is the one that ascenders point to. For horizontal text,
/// line space is the layout box itself. Vertical text is line space turned by 90° clockwise: x runs
/// down the box, and y from the box's right edge to the left.
///
/// Lines of `WritingMode.verticalLR` have the upper side at the right, too, and follow
/// each other towards the right: in line space each lies above the one before.
///
/// Source: CSS Writing Modes 4, 6, *abstract box terminology*: x is `line-left` to `line-right`, y
/// is `line-over` to `line-under`.
public struct LayoutAxes: Hashable, Sendable {
  /// The direction of lines.
  public let writingMode: WritingMode
  /// The extent of the box across the lines, in points.
  private let blockExtent: Double

  /// Creates the map of a box.
  ///
  /// - Parameters:
  ///   - writingMode: The direction of lines.
  ///   - blockExtent: The extent of the box across the lines, in points: the width of a box of
  ///     vertical text. It counts for vertical text alone.
  package init(_ writingMode: WritingMode, blockExtent: Double) {
    self.writingMode = writingMode
    self.blockExtent = writingMode.isVertical ? blockExtent : 0
  }

  /// Whether line space is turned.
  @inlinable package var isVertical: Bool { writingMode.isVertical }

  /// The map from line space to the layout box.
  public var transform: AffineTransform {
    isVertical
      ? AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: blockExtent, ty: 0) : .identity
  }

  /// A point of line space in the layout box.
  public func point(_ point: Point) -> Point {
    isVertical ? Point(x: blockExtent - point.y, y: point.x) : point
  }

  /// A rectangle of line space in the layout box.
  public func rect(_ rect: Rect) -> Rect {
    if !isVertical { return rect }
    return Rect(
      x: blockExtent - rect.origin.y - rect.size.height, y: rect.origin.x,
      width: rect.size.height, height: rect.size.width)
  }

  /// Converts a size of line space to the layout box, or the other way round.
  public func size(_ size: Size) -> Size {
    isVertical ? Size(width: size.height, height: size.width) : size
  }

  /// A point of the layout box in line space.
  package func linePoint(_ point: Point) -> Point {
    isVertical ? Point(x: point.y, y: blockExtent - point.x) : point
  }

  /// A rectangle of the layout box in line space.
  package func lineRect(_ rect: Rect) -> Rect {
    if !isVertical { return rect }
    return Rect(
      x: rect.origin.y, y: blockExtent - rect.origin.x - rect.size.width,
      width: rect.size.height, height: rect.size.width)
  }
}
