// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import LayerCompositing
internal import StyleSheets

/// The paths of basic shapes (CSS Shapes 1, §3).
enum ShapePaths {
  /// The clip of a shape in its reference box.
  static func clip(of shape: BasicShape, in area: Rect) -> LayerCompositing.ClipPath {
    let isEvenOdd =
      switch shape {
      case .polygon(_, let isEvenOdd), .path(_, let isEvenOdd): isEvenOdd
      default: false
      }
    return LayerCompositing.ClipPath(path(shape, in: area), rule: isEvenOdd ? .evenOdd : .nonZero)
  }

  /// The outline of a shape in its reference box.
  static func path(_ shape: BasicShape, in area: Rect) -> Path {
    switch shape {
    case .inset(let sides, let radii):
      let insets = (
        top: sides.top.points(of: area.height), right: sides.right.points(of: area.width),
        bottom: sides.bottom.points(of: area.height), left: sides.left.points(of: area.width)
      )
      func corner(_ pair: LengthPair) -> Size {
        Size(width: pair.x.points(of: area.width), height: pair.y.points(of: area.height))
      }
      return rounded(
        Rect(
          x: area.minX + insets.left, y: area.minY + insets.top,
          width: max(0, area.width - insets.left - insets.right),
          height: max(0, area.height - insets.top - insets.bottom)),
        CornerRadii(
          topLeft: corner(radii.topLeft), topRight: corner(radii.topRight),
          bottomRight: corner(radii.bottomRight), bottomLeft: corner(radii.bottomLeft)))
    case .circle(let radius, let place):
      let center = point(place, in: area)
      let diagonal =
        ((area.width * area.width + area.height * area.height) / 2).squareRoot()
      let (dx, dy) = (
        distances(center.x, area.minX, area.maxX), distances(center.y, area.minY, area.maxY)
      )
      let points: Double =
        switch radius {
        case .closestSide: min(dx.near, dy.near)
        case .farthestSide: max(dx.far, dy.far)
        case .length(let length): length.points(of: diagonal)
        }
      return ellipse(center, points, points)
    case .ellipse(let x, let y, let place):
      let center = point(place, in: area)
      func radius(
        _ radius: BasicShape.Radius, _ distance: (near: Double, far: Double), _ side: Double
      )
        -> Double
      {
        switch radius {
        case .closestSide: distance.near
        case .farthestSide: distance.far
        case .length(let length): length.points(of: side)
        }
      }
      return ellipse(
        center, radius(x, distances(center.x, area.minX, area.maxX), area.width),
        radius(y, distances(center.y, area.minY, area.maxY), area.height))
    case .polygon(let corners, _):
      var path = Path()
      path.addLines(between: corners.map { point($0, in: area) })
      path.closeSubpath()
      return path
    case .path(let text, _): return Path(svg: text)
    }
  }

  /// A rectangle whose corners are quarters of ellipses.
  static func rounded(_ rect: Rect, _ radii: CornerRadii) -> Path { BoxShape(rect, radii).path }

  private static func point(_ pair: LengthPair, in area: Rect) -> Point {
    Point(
      x: area.minX + pair.x.points(of: area.width), y: area.minY + pair.y.points(of: area.height))
  }

  private static func distances(
    _ place: Double, _ low: Double, _ high: Double
  ) -> (near: Double, far: Double) {
    let (a, b) = (abs(place - low), abs(high - place))
    return (min(a, b), max(a, b))
  }

  private static func ellipse(_ center: Point, _ x: Double, _ y: Double) -> Path {
    Path(
      ellipseIn: Rect(
        x: center.x - max(0, x), y: center.y - max(0, y), width: 2 * max(0, x),
        height: 2 * max(0, y)))
  }
}
