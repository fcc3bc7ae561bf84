// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// Shadows of boxes: CSS Backgrounds and Borders 3, §6.1.
extension CompositionPlan {
  /// Adds the shadows outside of a border box.
  ///
  /// - Parameter isCovered: Whether an opaque background hides what lies below the box: then the
  ///   shadow is not cut off at its smooth edge.
  mutating func addDropShadows(
    _ shadows: [BoxShadow], of border: BoxShape, isCovered: Bool, _ map: PlaneMap, _ layer: Int,
    opacity: Double
  ) {
    for shadow in shadows.reversed() where !shadow.isInset && shadow.isVisible {
      let shape = border.outset(by: shadow.spread).offset(by: shadow.offset)
      if shape.rect.isEmpty { continue }
      let (blur, deviation) = blur(of: shadow, map, near: border.rect.center)
      let hidden = hiddenPixels(border, map, isCovered: isCovered)
      if isCovered || border.isSharp && !hidden.isEmpty {
        addShadow(
          shape, shadow.color, blur, deviation, hidden: hidden, map, layer, opacity: opacity,
          isCut: !isCovered)
        continue
      }
      var outside = Path(rect: shape.rect.union(border.rect).insetBy(reachOf: shadow))
      outside.addPath(border.path)
      clipped(to: PathClip(outside, rule: .evenOdd, map: map), layer) {
        $0.addShadow(
          shape, shadow.color, blur, deviation, hidden: hidden, map, layer, opacity: opacity)
      }
    }
  }

  /// Adds the shadows inside a padding box.
  mutating func addInsetShadows(
    _ shadows: [BoxShadow], in padding: BoxShape, _ map: PlaneMap, _ layer: Int, opacity: Double
  ) {
    if padding.rect.isEmpty { return }
    for shadow in shadows.reversed() where shadow.isInset && shadow.isVisible {
      let hole = padding.outset(by: -shadow.spread).offset(by: shadow.offset)
      if hole.rect.isEmpty {
        addFill(padding, shadow.color, map, layer, opacity: opacity)
        continue
      }
      let (blur, _) = blur(of: shadow, map, near: padding.rect.center)
      var surface = Path(rect: padding.rect.union(hole.rect).insetBy(reachOf: shadow))
      surface.addPath(hole.hole)
      clipped(to: padding, map, layer) {
        $0.addShadow(surface, shadow.color, blur, map, layer, opacity: opacity)
      }
    }
  }

  private mutating func blur(
    of shadow: BoxShadow, _ map: PlaneMap, near point: Point
  ) -> (GaussianBlur, deviation: Double) {
    let deviation = shadow.deviation * map.affine(near: point).leastScale
    let made = blur(deviation: deviation)
    reach = max(reach, made.reach)
    return (made, deviation)
  }

  /// Pixels of a shadow that are not drawn since they lie within the border box.
  private func hiddenPixels(
    _ border: BoxShape, _ map: PlaneMap, isCovered: Bool
  ) -> [PixelRect] {
    if border.isSharp {
      let outline = ShapeOutline(rect: border.rect, map: map)
      if outline.isWholePixels { return [outline.wholePixels] }
      return isCovered ? [outline.inner] : []
    }
    return [border.inner(map)]
  }

  /// Adds the blurred fill of a shape.
  ///
  /// - Parameter isCut: Whether nothing is drawn in the hidden pixels, whose clip is their edge.
  private mutating func addShadow(
    _ shape: BoxShape, _ color: Color, _ blur: GaussianBlur, _ deviation: Double,
    hidden: [PixelRect], _ map: PlaneMap, _ layer: Int, opacity: Double, isCut: Bool = false
  ) {
    if let box = shape.outline(map)?.box(blur, deviation: deviation) {
      var color = color.multiplied(by: modulation)
      color.alpha *= opacity
      let draw = ShadowDraw(
        shape: .box(box), blur: blur, color: color.premultiplied8, hidden: hidden)
      return append(.shadow(draw), box.extent, layer)
    }
    guard isCut, let hole = hidden.first, let inverse = map.affine?.inverted() else {
      return addShadow(shape.path, color, blur, map, layer, opacity: opacity)
    }
    let outline = inverse.boundingBox(
      of: Rect(
        x: Double(hole.x), y: Double(hole.y), width: Double(hole.width),
        height: Double(hole.height)))
    let reach = Double(blur.reach + 2) / max(1e-6, map.affine(near: shape.rect.center).leastScale)
    var outside = Path(rect: shape.rect.union(outline).insetBy(dx: -reach, dy: -reach))
    outside.addRect(outline)
    clipped(to: PathClip(outside, rule: .evenOdd, map: map), layer) {
      $0.addShadow(shape.path, color, blur, map, layer, opacity: opacity)
    }
  }

  /// Adds the blurred fill of a path.
  private mutating func addShadow(
    _ path: Path, _ color: Color, _ blur: GaussianBlur, _ map: PlaneMap, _ layer: Int,
    opacity: Double
  ) {
    if blur.reach == 0 { return addFill(path, color, map, layer, opacity: opacity) }
    var color = color.multiplied(by: modulation)
    color.alpha *= opacity
    let draw = ShadowDraw(shape: .path(path, map), blur: blur, color: color.premultiplied8)
    let extent = PixelRect(covering: map.boundingBox(of: path.controlBounds))
    append(.shadow(draw), extent.inset(by: -blur.reach), layer)
  }
}

extension BoxShape {
  /// The shape moved by a vector.
  func offset(by offset: Size) -> BoxShape {
    BoxShape(rect.offsetBy(dx: offset.width, dy: offset.height), radii)
  }
}

extension Rect {
  /// The rectangle with room around it for the blur of a shadow.
  func insetBy(reachOf shadow: BoxShadow) -> Rect {
    let reach = GaussianBlur.furthest * shadow.deviation + 4
    return insetBy(dx: -reach, dy: -reach)
  }
}
