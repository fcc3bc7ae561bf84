// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import LayerCompositing
internal import StyleSheets
internal import SystemConcurrency

/// The shape that lines keep clear of beside a float (CSS Shapes 1, §2).
struct FloatShape: Sendable {
  private let style: ComputedStyle
  private let picture: Bitmap?

  /// - Returns: `nil` for floats without a shape of their own.
  init?(_ style: ComputedStyle, _ resources: PageResources) {
    self.style = style
    switch style.rare.shapeOutside {
    case .none: return nil
    case .shape: picture = nil
    case .image(.url(let reference)):
      guard case .bitmap(let image)? = resources.picture(reference)?.picture else { return nil }
      picture = image
    case .image: return nil
    }
  }

  /// The corners of the shape, from the upper left corner of the margin box.
  ///
  /// - Parameters:
  ///   - size: The size of the margin box.
  ///   - basis: The width that percentages of margins refer to.
  func outline(in size: Size, basis: Double) -> [Point] {
    func points(_ length: LengthPercentage) -> Double { length.points(of: basis) }
    let box = style.box
    let margin: Sides<Double> = box.margin.map { $0.length.map(points) ?? 0 }
    let padding: Sides<Double> = box.padding.map(points)
    let border: Sides<Double> = box.border.map(\.width)
    let outer = Rect(origin: .zero, size: size)
    func area(_ kind: ReferenceBox) -> Rect {
      var rect = outer
      let layers = [margin, border, padding]
      let count = kind == .marginBox ? 0 : kind == .paddingBox ? 2 : kind == .contentBox ? 3 : 1
      for sides in layers.prefix(count) { rect = rect.inset(sides) }
      return rect
    }
    var corners: [Point] = []
    switch style.rare.shapeOutside {
    case .none: return []
    case .image: corners = pictureCorners(in: area(.contentBox))
    case .shape(let shape?, let kind):
      corners = Self.corners(ShapePaths.path(shape, in: area(kind)))
    case .shape(nil, let kind):
      let sides: Sides<Double> =
        switch kind {
        case .marginBox: margin.map { (side: Double) -> Double in -side }
        case .paddingBox: border
        case .contentBox:
          Sides(
            border.top + padding.top, border.right + padding.right,
            border.bottom + padding.bottom, border.left + padding.left)
        default: Sides(0)
        }
      corners = Self.corners(
        ShapePaths.rounded(area(kind), radii(in: area(.borderBox).size, insetBy: sides)))
    }
    let distance = max(0, points(style.rare.shapeMargin))
    if distance > 0, !corners.isEmpty { corners = Self.grown(corners, by: distance) }
    // A shape without area keeps no line away: it lies above the box.
    return corners.isEmpty ? [Point(x: 0, y: -1)] : corners
  }

  /// The radii of a box that lies further inside or outside than the border box (§5.1).
  private func radii(in size: Size, insetBy sides: Sides<Double>) -> CornerRadii {
    let radii = style.box.radii
    func radius(_ length: LengthPercentage, _ basis: Double, _ inset: Double) -> Double {
      let radius = max(0, length.points(of: basis))
      if inset >= 0 || radius == 0 { return max(0, radius - max(0, inset)) }
      let lack = min(0, radius / -inset - 1)
      return radius - inset * (1 + lack * lack * lack)
    }
    func corner(_ pair: LengthPair, _ x: Double, _ y: Double) -> Size {
      Size(width: radius(pair.x, size.width, x), height: radius(pair.y, size.height, y))
    }
    return CornerRadii(
      topLeft: corner(radii.topLeft, sides.left, sides.top),
      topRight: corner(radii.topRight, sides.right, sides.top),
      bottomRight: corner(radii.bottomRight, sides.right, sides.bottom),
      bottomLeft: corner(radii.bottomLeft, sides.left, sides.bottom))
  }

  private static func corners(_ path: Path) -> [Point] {
    let edges = (try? path.edges(limit: 1 << 14, .never)) ?? []
    let xs = edges.map(\.from.x)
    let ys = edges.map(\.from.y)
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(),
      left < right, top < bottom
    else { return [] }
    // Corners on one line, other than upright ones, have no area.
    let isFlat = edges.allSatisfy { edge in
      abs((edge.from.x - left) * (bottom - top) - (edge.from.y - top) * (right - left)) < 1e-6
    }
    return isFlat ? [] : edges.map(\.from)
  }

  /// The outline of a shape with all points within a distance. The circles around its corners and
  /// its edges moved to both sides are one line, which crosses itself within the new shape.
  private static func grown(_ corners: [Point], by distance: Double) -> [Point] {
    let steps = corners.count > 64 ? 8 : 32
    var result: [Point] = []
    for (index, from) in corners.enumerated() {
      let to = corners[(index + 1) % corners.count]
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      let length = (dx * dx + dy * dy).squareRoot()
      guard length > 0 else { continue }
      let (nx, ny) = (dy / length * distance, -dx / length * distance)
      for step in 0...steps {
        let turn = AffineTransform.rotation(2 * .pi * Double(step) / Double(steps))
        let moved = Point(x: nx, y: ny).applying(turn)
        result.append(Point(x: from.x + moved.x, y: from.y + moved.y))
      }
      result += [
        Point(x: to.x + nx, y: to.y + ny), Point(x: to.x - nx, y: to.y - ny),
        Point(x: from.x - nx, y: from.y - ny), Point(x: to.x - nx, y: to.y - ny),
      ]
    }
    return result
  }

  /// The pixels that are more opaque than the threshold: a rectangle for each run of rows that are
  /// alike. The outline runs along the float's own side from one to the next.
  private func pictureCorners(in area: Rect) -> [Point] {
    guard let picture, picture.width > 0, picture.height > 0 else { return [] }
    let scale = (x: area.width / Double(picture.width), y: area.height / Double(picture.height))
    let side = style.box.float == .left ? area.minX : area.maxX
    let threshold = style.rare.shapeThreshold
    var corners: [Point] = []
    var run: (left: Int, right: Int, top: Int)?
    func close(at bottom: Int) {
      guard let run else { return }
      let (left, right) = (
        area.minX + Double(run.left) * scale.x, area.minX + Double(run.right) * scale.x
      )
      let (top, bottom) = (
        area.minY + Double(run.top) * scale.y, area.minY + Double(bottom) * scale.y
      )
      corners += [
        (side, top), (left, top), (right, top), (right, bottom), (left, bottom), (side, bottom),
      ]
      .map { Point(x: $0.0, y: $0.1) }
    }
    for y in 0..<picture.height {
      func isInside(_ x: Int) -> Bool { picture.color(x: x, y: y).alpha > threshold }
      let left = (0..<picture.width).first(where: isInside)
      let right = left == nil ? nil : (0..<picture.width).last(where: isInside).map { $0 + 1 }
      if run?.left == left, run?.right == right { continue }
      close(at: y)
      run = nil
      if let left, let right { run = (left, right, y) }
    }
    close(at: picture.height)
    return corners
  }
}

/// The shapes of the floats of a page, by the numbers of their boxes.
final class FloatShapes: Sendable {
  private let shapes = Mutex<[Int: FloatShape]>([:])

  subscript(box: Int) -> FloatShape? {
    get { shapes.withLock { $0[box] } }
    set { shapes.withLock { $0[box] = newValue } }
  }
}

extension Rect {
  fileprivate func inset(_ sides: Sides<Double>) -> Rect {
    Rect(
      x: minX + sides.left, y: minY + sides.top, width: max(0, width - sides.left - sides.right),
      height: max(0, height - sides.top - sides.bottom))
  }
}
