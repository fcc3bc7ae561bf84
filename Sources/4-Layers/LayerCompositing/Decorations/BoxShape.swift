// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
package import CanvasGeometry

/// A rectangle of a layer's space whose corners are quarters of ellipses.
package struct BoxShape: Hashable, Sendable {
  let rect: Rect
  /// The radii, which fit the rectangle.
  let radii: CornerRadii

  package init(_ rect: Rect, _ radii: CornerRadii = CornerRadii()) {
    self.rect = rect
    self.radii = radii.isSharp ? CornerRadii() : radii.reduced(in: rect)
  }

  var isSharp: Bool { radii.isSharp }

  /// The shape whose sides lie further inside, with the curves that belong to them.
  func inset(by insets: BoxInsets) -> BoxShape {
    BoxShape(rect.inset(by: insets), radii.inset(by: insets))
  }

  /// The shape whose sides lie outside by a distance, or inside by a negative one.
  func outset(by distance: Double) -> BoxShape {
    if distance < 0 { return inset(by: BoxInsets(-distance)) }
    return BoxShape(rect.insetBy(dx: -distance, dy: -distance), radii.outset(by: distance))
  }

  /// The contour, clockwise as seen.
  package var path: Path { isSharp ? Path(rect: rect) : roundPath(isClockwise: true) }

  /// The contour, anticlockwise as seen: a hole in one that runs clockwise.
  var hole: Path { roundPath(isClockwise: false) }

  /// The contour from the end of the top left corner.
  private func roundPath(isClockwise: Bool) -> Path {
    let (l, t, r, b) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    // The corners clockwise: the corner, and the vectors to the ends of its curve.
    var corners: [(at: Point, from: Point, to: Point)] = [
      (
        Point(x: r, y: t), Point(x: -radii.topRight.width, y: 0),
        Point(x: 0, y: radii.topRight.height)
      ),
      (
        Point(x: r, y: b), Point(x: 0, y: -radii.bottomRight.height),
        Point(x: -radii.bottomRight.width, y: 0)
      ),
      (
        Point(x: l, y: b), Point(x: radii.bottomLeft.width, y: 0),
        Point(x: 0, y: -radii.bottomLeft.height)
      ),
      (
        Point(x: l, y: t), Point(x: 0, y: radii.topLeft.height), Point(x: radii.topLeft.width, y: 0)
      ),
    ]
    if !isClockwise { corners = corners.reversed().map { ($0.at, $0.to, $0.from) } }
    var path = Path()
    path.move(to: Point(x: l + radii.topLeft.width, y: t))
    // 1 − k, with k the distance of a cubic's control point for a quarter of the unit circle.
    let k = 1 - 0.552_284_749_830_793_6
    for (at, from, to) in corners {
      path.addLine(to: Point(x: at.x + from.x, y: at.y + from.y))
      if from == to { continue }
      path.addCurve(
        to: Point(x: at.x + to.x, y: at.y + to.y),
        control1: Point(x: at.x + k * from.x, y: at.y + k * from.y),
        control2: Point(x: at.x + k * to.x, y: at.y + k * to.y))
    }
    path.closeSubpath()
    return path
  }

  /// The shape as the plan fills it fastest: sharp, or with equal circles in some corners; `nil`
  /// for others.
  func outline(_ map: PlaneMap) -> ShapeOutline? {
    if isSharp { return ShapeOutline(rect: rect, map: map) }
    let radius = radii.all.map(\.width).reduce(0, max)
    let isRound: (Size) -> Bool = { $0.width == radius && $0.height == radius }
    guard radii.all.allSatisfy({ isRound($0) || $0 == .zero }),
      radius <= min(rect.width, rect.height) / 2
    else { return nil }
    var corners: Corners = []
    if isRound(radii.topLeft) { corners.insert(.topLeft) }
    if isRound(radii.topRight) { corners.insert(.topRight) }
    if isRound(radii.bottomRight) { corners.insert(.bottomRight) }
    if isRound(radii.bottomLeft) { corners.insert(.bottomLeft) }
    return ShapeOutline(rect: rect, radius: radius, corners: corners, map: map)
  }

  /// Device pixels that lie within the shape as a whole; empty if none are known.
  func inner(_ map: PlaneMap) -> PixelRect {
    let corner = radii.all.reduce(Size.zero) {
      Size(width: max($0.width, $1.width), height: max($0.height, $1.height))
    }
    let rows = rect.insetBy(dx: 0, dy: corner.height)
    return rows.isEmpty ? .empty : ShapeOutline(rect: rows, map: map).inner
  }
}

extension LayerProperties {
  /// The border box with its corners: circles, unless the decoration has radii of its own.
  var borderBox: BoxShape { BoxShape(bounds, cornerRadii ?? maskedRadii) }

  /// The padding box.
  var paddingBox: BoxShape { borderBox.inset(by: borders.widths) }

  private var maskedRadii: CornerRadii {
    let most = min(bounds.width, bounds.height) / 2
    let radius = max(0, min(cornerRadius, most))
    let size = Size(width: radius, height: radius)
    func radii(_ corner: Corners) -> Size { maskedCorners.contains(corner) ? size : .zero }
    return CornerRadii(
      topLeft: radii(.topLeft), topRight: radii(.topRight), bottomRight: radii(.bottomRight),
      bottomLeft: radii(.bottomLeft))
  }
}
