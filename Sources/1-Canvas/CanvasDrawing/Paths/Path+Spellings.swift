// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// Former spellings of functions that have Core Graphics' names now.
extension Path {
  /// Adds a straight line.
  @available(*, deprecated, renamed: "addLine(to:)")
  public mutating func line(to point: Point) { addLine(to: point) }

  /// Adds a quadratic curve.
  @available(*, deprecated, renamed: "addQuadCurve(to:control:)")
  public mutating func quad(to point: Point, control: Point) {
    addQuadCurve(to: point, control: control)
  }

  /// Adds a cubic curve.
  @available(*, deprecated, renamed: "addCurve(to:control1:control2:)")
  public mutating func cubic(to point: Point, control1: Point, control2: Point) {
    addCurve(to: point, control1: control1, control2: control2)
  }

  /// Ends the contour at its start.
  @available(*, deprecated, renamed: "closeSubpath()")
  public mutating func close() { closeSubpath() }

  /// Adds the contours of another path.
  @available(*, deprecated, renamed: "addPath(_:transform:)")
  public mutating func append(_ other: Path, transform: AffineTransform = .identity) {
    addPath(other, transform: transform)
  }
}
