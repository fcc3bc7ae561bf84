// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry

/// A path that a layer fills and strokes. Defaults are Core Animation's.
///
/// The path is drawn directly into the frame, in device pixels under any transform: it needs no
/// bitmap, stays sharp, and is not clipped to the bounds.
public struct ShapeProperties: Hashable, Sendable {
  /// The path, in the space of the layer's bounds; `nil` for none.
  public var path: Path?
  /// The colour inside; `nil` for none.
  public var fillColor: Color? = .black
  /// The rule by which points lie inside.
  public var fillRule = FillRule.nonZero
  /// The colour of the line along the path; `nil` for none.
  public var strokeColor: Color?
  /// The shape of that line.
  public var stroke = StrokeStyle()
  /// The beginning of the part of the path that is stroked, as a fraction of its length.
  public var strokeStart = 0.0
  /// The end of the part of the path that is stroked, as a fraction of its length.
  public var strokeEnd = 1.0

  /// Creates the properties of a shape without a path.
  public init() {}

  /// Whether the inside is drawn.
  var isFilled: Bool { path != nil && (fillColor?.premultiplied8 ?? 0) != 0 }

  /// Whether a line is drawn.
  var isStroked: Bool {
    path != nil && (strokeColor?.premultiplied8 ?? 0) != 0 && stroke.lineWidth > 0
      && strokeStart < strokeEnd
  }

  /// The rectangle outside which nothing is drawn, in the space of the layer's bounds.
  var extent: Rect {
    guard let path, isFilled || isStroked else { return .zero }
    let bounds = path.controlBounds
    if !isStroked { return bounds }
    return bounds.insetBy(dx: -stroke.reach, dy: -stroke.reach)
  }
}
