// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextGraphics
import TextModel

/// One step of a ``CompositionPlan``: something to draw, or a group of the steps that follow it.
struct PlanStep: Sendable {
  /// The device pixels that the step may change.
  var bounds: PixelRect
  /// Pixels that it covers completely and opaquely; empty if none are known.
  var opaque = PixelRect.empty
  /// The index after the last step inside it; that after its own if it contains none.
  var end = 0
  /// The index of the layer among those of the plan.
  var layer: Int
  var action: PlanAction
}

/// The action of a step.
enum PlanAction: Sendable {
  /// Fills a rectangle with rounded corners, or a part between two of them.
  case fill(FillDraw)
  /// Draws parts of a bitmap.
  case image(ImageDraw)
  /// Draws contents that know how.
  case vector(any VectorContents, Rect, AffineTransform)
  /// Draws the blurred shape of a path.
  case shadow(ShadowDraw)
  /// Cuts off the steps inside at a shape.
  case clip(ShapeOutline)
  /// Draws the steps inside as one picture.
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
}

/// A rectangle of a layer's space, possibly with round corners, and the map to the device.
struct ShapeOutline: Hashable, Sendable {
  let rect: Rect
  /// The radius of the corners: half of the shorter side at most.
  let radius: Double
  let corners: Corners
  let map: AffineTransform

  init(rect: Rect, radius: Double = 0, corners: Corners = .all, map: AffineTransform) {
    self.rect = rect
    self.radius = max(0, min(radius, rect.width / 2, rect.height / 2))
    self.corners = corners
    self.map = map
  }

  var path: Path {
    radius > 0 && !corners.isEmpty
      ? Path(roundedRect: rect, cornerRadius: radius, corners: corners) : Path(rect: rect)
  }

  /// The device pixels that the shape touches.
  var pixels: PixelRect { PixelRect(covering: map.boundingBox(of: rect)) }

  /// Whether the shape is a rectangle of whole pixels.
  var isWholePixels: Bool {
    guard radius <= 0 || corners.isEmpty, map.b == 0, map.c == 0 else { return false }
    let box = map.boundingBox(of: rect)
    return box.minX.isWhole && box.minY.isWhole && box.maxX.isWhole && box.maxY.isWhole
  }

  /// The pixels of a rectangle of whole pixels.
  var wholePixels: PixelRect {
    let box = map.boundingBox(of: rect)
    let (x, y) = (box.minX.rounded(), box.minY.rounded())
    guard abs(x) < 1e9, abs(y) < 1e9, box.width < 1e9, box.height < 1e9 else { return .empty }
    return PixelRect(
      x: Int(x), y: Int(y), width: Int(box.maxX.rounded() - x), height: Int(box.maxY.rounded() - y))
  }

  /// Whether a rectangle of the layer's space lies within the shape; an empty one always does.
  func contains(_ other: Rect) -> Bool {
    if other.isEmpty { return true }
    return contains(x: other.minX, y: other.minY, .topLeft)
      && contains(x: other.maxX, y: other.minY, .topRight)
      && contains(x: other.minX, y: other.maxY, .bottomLeft)
      && contains(x: other.maxX, y: other.maxY, .bottomRight)
  }

  /// Whether a corner of another rectangle lies within the shape.
  private func contains(x: Double, y: Double, _ corner: Corners) -> Bool {
    guard x >= rect.minX, x <= rect.maxX, y >= rect.minY, y <= rect.maxY else { return false }
    guard radius > 0, corners.contains(corner) else { return true }
    // The distances from the centre of the corner's circle, outwards.
    let isLeft = corner == .topLeft || corner == .bottomLeft
    let isTop = corner == .topLeft || corner == .topRight
    let dx = isLeft ? rect.minX + radius - x : x - (rect.maxX - radius)
    let dy = isTop ? rect.minY + radius - y : y - (rect.maxY - radius)
    return dx <= 0 || dy <= 0 || dx * dx + dy * dy <= radius * radius
  }

  /// The blurred shape, moved by a vector of the layer's space; `nil` if the shape is turned.
  func shadow(
    _ radius: Double, _ offset: Size, _ blur: GaussianBlur, _ deviation: Double
  ) -> RoundedShadow? {
    guard map.b == 0, map.c == 0 else { return nil }
    let isMirrored = map.a < 0 || map.d < 0
    if isMirrored, corners != .all { return nil }
    let moved = rect.offset(dx: offset.width, dy: offset.height)
    return RoundedShadow(
      rect: map.boundingBox(of: moved),
      radii: Size(width: radius * abs(map.a), height: radius * abs(map.d)), corners: corners,
      deviation: deviation, blur: blur)
  }

  /// Pixels that lie within the shape as a whole; empty if none are known.
  var inner: PixelRect {
    guard map.b == 0, map.c == 0 else { return .empty }
    var box = map.boundingBox(of: rect)
    if radius > 0, !corners.isEmpty {
      // The band between the corners.
      box = box.inset(dx: 0, dy: radius * abs(map.d))
    }
    let (x, y) = (box.minX.rounded(.up), box.minY.rounded(.up))
    let (right, bottom) = (box.maxX.rounded(.down), box.maxY.rounded(.down))
    guard right > x, bottom > y, abs(x) < 1e9, abs(y) < 1e9, right < 1e9, bottom < 1e9 else {
      return .empty
    }
    return PixelRect(x: Int(x), y: Int(y), width: Int(right - x), height: Int(bottom - y))
  }
}

extension Double {
  /// Whether the number is whole, up to rounding errors of transforms.
  fileprivate var isWhole: Bool { abs(self - rounded()) < 1.0 / 4096 }
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
    let rect = outline.rect.inset(dx: border, dy: border)
    if rect.isEmpty { return nil }
    return ShapeOutline(
      rect: rect, radius: max(0, outline.radius - border), corners: outline.corners,
      map: outline.map)
  }
}

/// Parts of a bitmap.
final class ImageDraw: Sendable {
  let parts: [BitmapDraw]
  /// The place of the bitmap's upper left pixel on the device, if it is drawn pixel for pixel.
  let place: (x: Int, y: Int)?
  let map: AffineTransform
  let opacity: Double

  init(parts: [BitmapDraw], place: (x: Int, y: Int)?, map: AffineTransform, opacity: Double) {
    self.parts = parts
    self.place = place
    self.map = map
    self.opacity = opacity
  }
}

/// A shadow whose shape is known without drawing the layer.
final class ShadowDraw: Sendable {
  enum Shape: Sendable {
    case rounded(RoundedShadow)
    case path(Path, AffineTransform)
  }

  let shape: Shape
  let blur: GaussianBlur
  /// Premultiplied R, G, B, A with red in the lowest byte.
  let color: UInt32
  /// Pixels that the layer itself covers completely.
  let hidden: PixelRect

  init(shape: Shape, blur: GaussianBlur, color: UInt32, hidden: PixelRect) {
    (self.shape, self.blur, self.color, self.hidden) = (shape, blur, color, hidden)
  }
}

/// The way in which a group's picture joins what lies behind it.
struct GroupDraw: Sendable {
  var opacity = 1.0
  var blendMode = BlendMode.sourceOver
  /// The shadow of what the group draws.
  var shadow: AlphaShadow?
  /// The device pixels that cast the shadow: those that the group draws, within a bound.
  var caster = PixelRect.empty
  var reason: GroupReason
}

/// The reason why layers are drawn as one picture, for reports.
public enum GroupReason: String, Sendable, CaseIterable {
  /// Several things fade together.
  case opacity
  /// The layer has a mask.
  case mask
  /// The picture of a mask.
  case masking
  /// The blend mode is not `normal`.
  case blendMode
  /// The shadow has the shape of all that is drawn.
  case shadow
  /// `shouldRasterize` asks for it.
  case rasterize
}
