// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

extension Path {
  /// Creates a rectangle whose corners are quarters of ellipses; the radius is limited to half of
  /// each side.
  ///
  /// The contour starts at the right end of the top side and runs clockwise.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - cornerRadius: The radius of the corners.
  ///   - corners: The corners that are rounded.
  public init(roundedRect rect: Rect, cornerRadius: Double, corners: Corners = .all) {
    self.init(
      roundedRect: rect, radii: Size(width: cornerRadius, height: cornerRadius), corners: corners)
  }

  /// Creates a rectangle whose corners are quarters of ellipses.
  ///
  /// The contour starts at the right end of the top side and runs clockwise.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - radii: The horizontal and the vertical radius; each is limited to half of its side.
  ///   - corners: The corners that are rounded.
  public init(roundedRect rect: Rect, radii: Size, corners: Corners = .all) {
    self.init()
    addRoundedRect(
      in: rect, cornerWidth: radii.width, cornerHeight: radii.height, corners: corners)
  }

  /// Creates the ellipse that touches the sides of a rectangle.
  ///
  /// The contour starts at the rightmost point and runs clockwise.
  public init(ellipseIn rect: Rect) {
    self.init()
    addEllipse(in: rect)
  }

  /// Adds the contour of a rectangle, from its corner of the least coordinates, clockwise as seen.
  public mutating func addRect(_ rect: Rect) {
    move(to: Point(x: rect.minX, y: rect.minY))
    addLine(to: Point(x: rect.maxX, y: rect.minY))
    addLine(to: Point(x: rect.maxX, y: rect.maxY))
    addLine(to: Point(x: rect.minX, y: rect.maxY))
    closeSubpath()
  }

  /// Adds the contour of a rectangle whose corners are quarters of ellipses, from the right end of
  /// the top side, clockwise as seen.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - cornerWidth: The horizontal radius; limited to half of the width.
  ///   - cornerHeight: The vertical radius; limited to half of the height.
  ///   - corners: The corners that are rounded.
  public mutating func addRoundedRect(
    in rect: Rect, cornerWidth: Double, cornerHeight: Double, corners: Corners = .all
  ) {
    let rx = max(0, min(cornerWidth, rect.width / 2))
    let ry = max(0, min(cornerHeight, rect.height / 2))
    let (l, t, r, b) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    move(to: Point(x: corners.contains(.topRight) ? r - rx : r, y: t))
    if corners.contains(.topRight) {
      quarter(around: Point(x: r, y: t), from: (-rx, 0), to: (0, ry))
    }
    corner(corners.contains(.bottomRight), at: Point(x: r, y: b), from: (0, -ry), to: (-rx, 0))
    corner(corners.contains(.bottomLeft), at: Point(x: l, y: b), from: (rx, 0), to: (0, -ry))
    corner(corners.contains(.topLeft), at: Point(x: l, y: t), from: (0, ry), to: (rx, 0))
    closeSubpath()
  }

  /// Adds the ellipse that touches the sides of a rectangle, from its rightmost point, clockwise as
  /// seen.
  public mutating func addEllipse(in rect: Rect) {
    let (rx, ry) = (rect.width / 2, rect.height / 2)
    let (l, t, r, b) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    move(to: Point(x: r, y: b - ry))
    quarter(around: Point(x: r, y: b), from: (0, -ry), to: (-rx, 0))
    quarter(around: Point(x: l, y: b), from: (rx, 0), to: (0, -ry))
    quarter(around: Point(x: l, y: t), from: (0, ry), to: (rx, 0))
    quarter(around: Point(x: r, y: t), from: (-rx, 0), to: (0, ry))
    closeSubpath()
  }

  /// Adds straight lines that connect points in order; the contour is left open. An empty array
  /// adds nothing.
  public mutating func addLines(between points: [Point]) {
    guard let first = points.first else { return }
    move(to: first)
    for point in points.dropFirst() { addLine(to: point) }
  }

  /// Adds the line that ends at a corner: at the corner itself, or, if the corner is round, where
  /// its quarter of an ellipse begins, followed by that quarter.
  ///
  /// - Parameters:
  ///   - from: The vector from the corner to the start of the quarter.
  ///   - to: The vector from the corner to its end.
  private mutating func corner(
    _ isRound: Bool, at corner: Point, from: (x: Double, y: Double), to: (x: Double, y: Double)
  ) {
    guard isRound else { return addLine(to: corner) }
    addLine(to: Point(x: corner.x + from.x, y: corner.y + from.y))
    quarter(around: corner, from: from, to: to)
  }

  /// Adds the quarter of an ellipse between the sides of a corner.
  private mutating func quarter(
    around corner: Point, from: (x: Double, y: Double), to: (x: Double, y: Double)
  ) {
    // 1 − k, with k the distance of a cubic's control point for a quarter of the unit circle.
    let k = 1 - 0.552_284_749_830_793_6
    addCurve(
      to: Point(x: corner.x + to.x, y: corner.y + to.y),
      control1: Point(x: corner.x + k * from.x, y: corner.y + k * from.y),
      control2: Point(x: corner.x + k * to.x, y: corner.y + k * to.y))
  }
}
