// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

extension GraphicsContext {
  /// Fills the ellipse that touches the sides of a rectangle of user space.
  ///
  /// - Throws: `allocationFailed`.
  public mutating func fillEllipse(in rect: Rect, with color: Color) throws(GraphicsError) {
    try fill(Path(ellipseIn: rect), with: color)
  }

  /// Strokes the ellipse that touches the sides of a rectangle of user space: half of the line lies
  /// outside of it.
  ///
  /// - Throws: `allocationFailed`.
  public mutating func strokeEllipse(
    in rect: Rect, with color: Color, style: StrokeStyle = StrokeStyle()
  ) throws(GraphicsError) {
    try stroke(Path(ellipseIn: rect), with: color, style: style)
  }

  /// Strokes the sides of a rectangle of user space: half of the line lies outside of it.
  ///
  /// - Throws: `allocationFailed`.
  public mutating func stroke(
    _ rect: Rect, with color: Color, style: StrokeStyle = StrokeStyle()
  ) throws(GraphicsError) {
    try stroke(Path(rect: rect), with: color, style: style)
  }
}
