// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
package import CanvasGeometry
package import SystemConcurrency

/// A thing that a picture of layers draws, or the beginning or the end of some: for formats whose
/// contents are shapes, not pixels. Maps lead to the plane of the picture, in device pixels.
package enum PaintedShape: Sendable {
  /// A path filled with a colour.
  case fill(Path, FillRule, Color, AffineTransform)
  /// A path filled with a gradient.
  case gradient(Path, Gradient, AffineTransform)
  /// A path filled with a colour and blurred, by its standard deviation in device pixels.
  case shadow(Path, Double, Color, AffineTransform)
  /// A part of a bitmap, with an opacity.
  case image(BitmapDraw, opacity: Double, AffineTransform)
  /// A drawing in the bounds of its layer.
  case vector(any VectorContents, Rect, AffineTransform)
  /// The pixels of what has no shapes, and the first of them.
  case pixels(Bitmap, x: Int, y: Int)
  /// A drawing that ``pixels(_:x:y:)`` before it show, in the bounds of its layer: a format may keep
  /// its text to be found.
  case hidden(any VectorContents, Rect, AffineTransform)
  /// The shapes that follow, up to the matching ``end``, are cut off at a path.
  case clip(Path, FillRule, AffineTransform)
  /// The shapes that follow, up to the matching ``end``, are composited as one picture.
  case group(opacity: Double, BlendMode)
  /// The end of a ``clip(_:_:_:)`` or ``group(opacity:_:)``.
  case end
}

/// A drawing that formats of shapes draw as its shapes.
package protocol ShapedContents: VectorContents {
  /// What is drawn, from back to front: fills, gradients, clips, groups and their ends.
  ///
  /// - Parameters:
  ///   - layerBounds: The bounds of the layer.
  ///   - map: The map from the layer's space to the plane of the picture.
  func shapes(in layerBounds: Rect, _ map: AffineTransform) -> [PaintedShape]
}

/// All that a picture of a tree draws, from back to front, as shapes.
///
/// A tree is planned once, whatever number of parts of it are drawn.
package struct PaintedShapes {
  private let plan: CompositionPlan
  private let background: Color?
  private let scale: Double

  /// Plans a tree.
  ///
  /// - Parameters:
  ///   - scale: Device pixels per point: how fine pixels are where there are no shapes.
  ///   - area: What may be drawn, in points.
  ///   - cancellation: Polled.
  /// - Throws: `CancellationError`.
  package init(
    _ tree: RenderTree, scale: Double, in area: Rect, cancellation: Cancellation = .never
  ) throws {
    let map = AffineTransform.scale(x: scale, y: scale)
    plan = CompositionPlan(
      tree.root, in: .affine(map), canvas: PixelRect(covering: map.boundingBox(of: area)),
      reporting: true, cancellation: cancellation)
    (background, self.scale) = (tree.background, scale)
    try cancellation.check()
  }

  /// Calls a function for all that is drawn in an area.
  ///
  /// - Parameters:
  ///   - area: What is drawn, in points.
  ///   - body: Takes a shape and the identity of its layer, and returns whether it could draw the
  ///     shape. What it cannot draw it is given again, as ``PaintedShape/pixels(_:x:y:)``.
  /// - Returns: The number of things that are drawn as pixels.
  /// - Throws: `GraphicsError`, `CancellationError`, and the errors of `body`.
  package func forEach(
    in area: Rect, cancellation: Cancellation = .never,
    _ body: (PaintedShape, LayerID?) throws -> Bool
  ) throws -> Int {
    let canvas = PixelRect(
      covering: AffineTransform.scale(x: scale, y: scale).boundingBox(of: area))
    var walk = ShapeWalk(
      plan: plan, canvas: canvas, background: background, cancellation: cancellation)
    try walk.visit(0..<plan.steps.count, body)
    return walk.rasterized
  }
}

/// Walks the steps of a plan.
private struct ShapeWalk {
  let plan: CompositionPlan
  /// The device pixels that are drawn.
  let canvas: PixelRect
  /// The colour behind all steps.
  let background: Color?
  let cancellation: Cancellation
  var rasterized = 0

  mutating func visit(
    _ range: Range<Int>, _ body: (PaintedShape, LayerID?) throws -> Bool
  ) throws {
    var index = range.lowerBound
    while index < range.upperBound {
      // Most steps lie on other pages: of these no more than their bounds is read.
      let end = plan.steps[index].end
      if !plan.steps[index].bounds.intersection(canvas).isEmpty {
        try visit(plan.steps[index], at: index, body)
        try cancellation.check()
      }
      index = end
    }
  }

  private mutating func visit(
    _ step: PlanStep, at index: Int, _ body: (PaintedShape, LayerID?) throws -> Bool
  ) throws {
    if case .vector(let contents, let bounds, let map) = step.action,
      let shaped = contents as? any ShapedContents, let map = map.affine
    {
      return try draw(shaped.shapes(in: bounds, map), of: step, body)
    }
    if let shapes = shapes(of: step) {
      var isDrawn = true
      for shape in shapes where isDrawn { isDrawn = try body(shape, id(of: step)) }
      if isDrawn { return }
    } else if let opening = opening(of: step) {
      if try body(opening, id(of: step)) {
        try visit(index + 1..<step.end, body)
        _ = try body(.end, id(of: step))
        return
      }
    }
    try drawPixels(of: step, at: index, body)
  }

  /// Draws the shapes of a drawing; a gradient that the format has not is pixels.
  private mutating func draw(
    _ shapes: [PaintedShape], of step: PlanStep, _ body: (PaintedShape, LayerID?) throws -> Bool
  ) throws {
    for shape in shapes where try !body(shape, id(of: step)) {
      guard case .gradient(let path, let gradient, let map) = shape else { continue }
      let area = PixelRect(covering: map.boundingBox(of: path.controlBounds)).intersection(canvas)
      if area.isEmpty { continue }
      rasterized += 1
      try forEachBand(of: area) { band in
        var context = try GraphicsContext(pixels: band)
        context.cancellation = cancellation
        context.concatenate(map)
        try context.fill(path, with: gradient)
        _ = try body(.pixels(context.makeBitmap(), x: band.x, y: band.y), id(of: step))
      }
    }
  }

  /// Calls a function for the parts of an area that are within the limit of bitmaps.
  private func forEachBand(of area: PixelRect, _ body: (PixelRect) throws -> Void) throws {
    var y = area.y
    while y < area.y + area.height {
      let height = min(area.y + area.height - y, max(1, (1 << 24) / max(1, area.width)))
      try body(PixelRect(x: area.x, y: y, width: area.width, height: height))
      y += height
    }
  }

  private func id(of step: PlanStep) -> LayerID? { plan.layers[step.layer].id }

  /// The shapes of a step; `nil` where it has none, or contains others.
  private func shapes(of step: PlanStep) -> [PaintedShape]? {
    switch step.action {
    case .fill(let draw):
      guard let map = draw.outline.map.affine else { return nil }
      var path = draw.outline.path
      if let hole = draw.hole { path.addPath(hole.path) }
      return [.fill(path, .evenOdd, draw.color, map)]
    case .image(let draw):
      if let place = draw.place, var part = draw.parts.first {
        let size = part.bitmap.pixelSize
        part.source = Rect(width: Double(size.width), height: Double(size.height))
        part.rect = part.source.offsetBy(dx: Double(place.x), dy: Double(place.y))
        return [.image(part, opacity: draw.opacity, .identity)]
      }
      guard let map = draw.map.affine else { return nil }
      return draw.parts.map { .image($0, opacity: draw.opacity, map) }
    case .vector(let contents, let bounds, let map):
      return map.affine.map { [.vector(contents, bounds, $0)] }
    case .shape(let draw):
      guard let map = draw.map.affine else { return nil }
      var shapes: [PaintedShape] = []
      if let (path, rule, color) = draw.fill { shapes.append(.fill(path, rule, color, map)) }
      if let (path, color) = draw.stroke { shapes.append(.fill(path, .nonZero, color, map)) }
      return shapes
    case .gradient(let draw):
      return draw.outline.map.affine.map { [.gradient(draw.outline.path, draw.gradient, $0)] }
    case .tiles(let draw): return draw.shapes
    case .shadow(let draw):
      let color = Color(premultiplied8: draw.color)
      switch draw.shape {
      case .box(let box): return [.shadow(box.path, box.deviation, color, .identity)]
      case .path(let path, let map):
        return map.affine.map { [.shadow(path, draw.blur.deviation, color, $0)] }
      }
    case .backdrop, .clip, .pathClip, .cut, .group: return nil
    }
  }

  /// The beginning of a step that contains others; `nil` for one that shapes cannot say.
  private func opening(of step: PlanStep) -> PaintedShape? {
    switch step.action {
    case .clip(let outline):
      return outline.map.affine.map { .clip(outline.path, .nonZero, $0) }
    case .pathClip(let clip): return clip.map.affine.map { .clip(clip.path, clip.rule, $0) }
    case .cut(let sides):
      let box = step.bounds.inset(by: -1)
      var polygon = [(0, 0), (1, 0), (1, 1), (0, 1)].map { x, y in
        Point(x: Double(box.x + x * box.width), y: Double(box.y + y * box.height))
      }
      for side in sides { polygon = side.cut(polygon) }
      guard polygon.count > 2 else { return .clip(Path(rect: .zero), .nonZero, .identity) }
      var path = Path()
      path.move(to: polygon[0])
      for point in polygon.dropFirst() { path.addLine(to: point) }
      path.closeSubpath()
      return .clip(path, .nonZero, .identity)
    case .group(let group):
      guard group.modulation == nil, group.shadow == nil, group.filters == nil,
        group.backdrop == nil, !group.blendMode.coversAll, group.reason != .mask
      else { return nil }
      return .group(opacity: group.opacity, group.blendMode)
    default: return nil
    }
  }

  /// Draws a step, with the steps in it, into a bitmap.
  private mutating func drawPixels(
    of step: PlanStep, at index: Int, _ body: (PaintedShape, LayerID?) throws -> Bool
  ) throws {
    let area = step.bounds.intersection(canvas)
    if area.isEmpty { return }
    rasterized += 1
    // A layer that shows filtered pixels of its backdrop needs all steps before its own.
    let needsAll = plan.steps[index..<step.end].contains { $0.action.hasBackdrop }
    let part = plan.part(needsAll ? 0..<step.end : index..<step.end)
    try forEachBand(of: area) { band in
      var context = try GraphicsContext(pixels: band, background: needsAll ? background : nil)
      context.cancellation = cancellation
      var painter = PlanPainter(part, above: context)
      try painter.paint()
      context = painter.takeContext()
      _ = try body(.pixels(context.makeBitmap(), x: band.x, y: band.y), id(of: step))
    }
    for inner in plan.steps[index..<step.end] {
      if case .vector(let contents, let bounds, let map) = inner.action, let map = map.affine {
        _ = try body(.hidden(contents, bounds, map), id(of: inner))
      }
    }
  }
}

extension Color {
  /// The colour of a premultiplied one with red in the lowest byte.
  fileprivate init(premultiplied8 bits: UInt32) {
    let alpha = Double(bits >> 24)
    func channel(_ shift: UInt32) -> Double {
      alpha > 0 ? min(1, Double(bits >> shift & 255) / alpha) : 0
    }
    self.init(red: channel(0), green: channel(8), blue: channel(16), alpha: alpha / 255)
  }
}

extension PlanAction {
  fileprivate var hasBackdrop: Bool {
    if case .group(let group) = self { group.backdrop != nil } else { false }
  }
}

extension HalfPlane {
  /// The part of a convex polygon on this side.
  fileprivate func cut(_ polygon: [Point]) -> [Point] {
    var kept: [Point] = []
    func height(_ p: Point) -> Double { (a * p.x + b * p.y + c) * (isOther ? -1 : 1) }
    for (index, point) in polygon.enumerated() {
      let next = polygon[(index + 1) % polygon.count]
      let (from, to) = (height(point), height(next))
      if from >= 0 { kept.append(point) }
      if (from >= 0) != (to >= 0) {
        let part = from / (from - to)
        kept.append(
          Point(x: point.x + (next.x - point.x) * part, y: point.y + (next.y - point.y) * part))
      }
    }
    return kept
  }
}

extension CompositionPlan {
  /// The plan of some steps alone: all of a step, or none.
  fileprivate func part(_ range: Range<Int>) -> CompositionPlan {
    var part = self
    part.keep(range)
    return part
  }
}
