// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// One step of a ``CompositionPlan``: something to draw, or a group of the steps that follow it.
struct PlanStep: Sendable {
  /// The device pixels that the step may change.
  var bounds: PixelRect
  /// Pixels that the step certainly covers with opaque colour; empty if none are known.
  var opaque = PixelRect.empty
  /// The index after the last step inside this one; the index after its own if it contains none.
  var end = 0
  /// The index of the layer among those of the plan.
  var layer: Int
  var action: PlanAction
}

/// The action of a step. It is `indirect` so that a step is small: all steps are scanned for each
/// part of a picture.
indirect enum PlanAction: Sendable {
  /// Fills a rectangle with rounded corners, or the border inside it.
  case fill(FillDraw)
  /// Draws parts of a bitmap.
  case image(ImageDraw)
  /// Calls the drawing of vector contents.
  case vector(any VectorContents, Rect, PlaneMap)
  /// Fills and strokes a path.
  case shape(ShapeDraw)
  /// Fills a rectangle with rounded corners with a gradient.
  case gradient(GradientDraw)
  /// Draws the blurred shape of a path.
  case shadow(ShadowDraw)
  /// Draws tiles of a picture.
  case tiles(TileDraw)
  /// Draws the filtered pixels of what lies behind the group around.
  case backdrop(BackdropDraw)
  /// Cuts off the steps inside at a shape.
  case clip(ShapeOutline)
  /// Cuts off the steps inside at a path.
  case pathClip(PathClip)
  /// Cuts off the steps inside at straight lines, pixel by pixel.
  case cut([HalfPlane])
  /// Draws the steps inside into a picture of their own, and composites it.
  case group(GroupDraw)
}

extension PlanAction {
  var isGroup: Bool {
    if case .group = self { true } else { false }
  }

  /// Whether the step also changes pixels that it does not cover.
  var coversAll: Bool {
    if case .group(let group) = self { group.blendMode.coversAll } else { false }
  }
}

extension BlendMode {
  /// Whether the operator changes the backdrop where there is no source.
  var coversAll: Bool {
    switch self {
    case .clear, .source, .sourceIn, .destinationIn, .sourceOut, .destinationAtop: true
    default: false
    }
  }

  /// Whether an operator that ``coversAll`` draws the source where there is no backdrop.
  var drawsAlone: Bool {
    switch self {
    case .source, .sourceOut, .destinationAtop: true
    default: false
    }
  }
}

/// A fill with one colour.
struct FillDraw: Sendable {
  var outline: ShapeOutline
  /// The width of a ring inside the outline; `nil` fills it all.
  var border: Double?
  var color: Color

  /// The inner edge of the ring; `nil` if there is no hole.
  var hole: ShapeOutline? {
    guard let border else { return nil }
    let rect = outline.rect.insetBy(dx: border, dy: border)
    if rect.isEmpty { return nil }
    return ShapeOutline(
      rect: rect, radius: max(0, outline.radius - border), corners: outline.corners,
      curve: outline.curve, map: outline.map)
  }
}

/// Parts of a bitmap.
final class ImageDraw: Sendable {
  let parts: [BitmapDraw]
  /// The place of the bitmap's upper left pixel on the device, if it is drawn pixel for pixel.
  let place: (x: Int, y: Int)?
  let map: PlaneMap
  let opacity: Double

  init(parts: [BitmapDraw], place: (x: Int, y: Int)?, map: PlaneMap, opacity: Double) {
    self.parts = parts
    self.place = place
    self.map = map
    self.opacity = opacity
  }
}

/// A path that is filled and stroked.
final class ShapeDraw: Sendable {
  /// The path, and the colour inside; `nil` for no fill.
  let fill: (path: Path, rule: FillRule, color: Color)?
  /// The outline of the line along the path, and its colour; `nil` for no line.
  let stroke: (path: Path, color: Color)?
  let map: PlaneMap

  init(
    fill: (path: Path, rule: FillRule, color: Color)?, stroke: (path: Path, color: Color)?,
    map: PlaneMap
  ) {
    (self.fill, self.stroke, self.map) = (fill, stroke, map)
  }

  deinit { stroke?.path.release() }
}

/// A path that cuts off drawings.
final class PathClip: Sendable {
  let path: Path
  let rule: FillRule
  let map: PlaneMap
  /// The device pixels that the path touches.
  let pixels: PixelRect
  /// Pixels that lie within the path as a whole; empty if none are known.
  let inner: PixelRect

  init(_ path: Path, rule: FillRule = .nonZero, map: PlaneMap, inner: PixelRect = .empty) {
    (self.path, self.rule, self.map, self.inner) = (path, rule, map, inner)
    pixels = PixelRect(covering: map.boundingBox(of: path.controlBounds))
  }
}

/// A gradient inside an outline.
final class GradientDraw: Sendable {
  let outline: ShapeOutline
  let gradient: Gradient

  init(outline: ShapeOutline, gradient: Gradient) {
    (self.outline, self.gradient) = (outline, gradient)
  }
}

/// A shadow whose shape is known without drawing the layer.
final class ShadowDraw: Sendable {
  enum Shape: Sendable {
    case box(RoundedBox)
    case path(Path, PlaneMap)
  }

  let shape: Shape
  let blur: GaussianBlur
  /// Premultiplied R, G, B, A with red in the lowest byte.
  let color: UInt32
  /// Pixels of a box that the layer itself covers completely, and that are not drawn.
  let hidden: [PixelRect]

  init(shape: Shape, blur: GaussianBlur, color: UInt32, hidden: [PixelRect] = []) {
    (self.shape, self.blur, self.color, self.hidden) = (shape, blur, color, hidden)
  }
}

/// How the picture of a group is composited over what lies behind it.
struct GroupDraw: Sendable {
  var opacity = 1.0
  var blendMode = BlendMode.sourceOver
  /// The colour that the picture is multiplied by, premultiplied; `nil` for none.
  var modulation: UInt32?
  /// The shadow of what the group draws.
  var shadow: AlphaShadow?
  /// The device pixels that cast the shadow: at most those that the group draws.
  var caster = PixelRect.empty
  /// The filters of the group's picture; `nil` for none.
  var filters: FilterChain?
  /// What the group shows of the pixels behind it; `nil` for nothing.
  var backdrop: BackdropDraw?
  var reason: GroupReason
}
