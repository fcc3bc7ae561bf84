// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

extension CompositionPlan {
  /// The device pixels that cast shadows of drawn pixels into a picture.
  ///
  /// They reach 512 pixels beyond it, farther than any blur, and less if they would not fit into a
  /// bitmap. So a picture for a shadow has a bounded size, however large, far or nested the layers
  /// are.
  static func castingArea(around canvas: PixelRect) -> PixelRect {
    var distance = 512
    while true {
      let area = canvas.inset(by: -distance)
      let isBitmap =
        max(area.width, area.height) <= CanvasLimits.bitmapSide
        && area.area <= CanvasLimits.bitmapBytes / 4
      if isBitmap || distance == 0 { return area }
      distance /= 2
    }
  }

  /// Adds the shadow of a layer if its shape is known without drawing the layer.
  ///
  /// - Returns: The shadow to make of the layer's pixels, if its shape is not known before; the
  ///   layer is then drawn as a group.
  mutating func addShadow(
    of node: RenderNode, _ map: PlaneMap, _ layer: Int, opacity: Double
  ) -> AlphaShadow? {
    let (properties, shadow) = (node.properties, node.properties.shadow)
    // `masksToBounds` cuts off the shadow together with the sublayers.
    guard let ink = shadow.ink, !properties.masksToBounds else { return nil }
    let offset = shadow.offset
    let local = map.affine(near: properties.bounds.center)
    let factor = local.leastScale
    let blur = blur(deviation: max(0, shadow.radius) * factor)
    var color = ink
    color.alpha *= opacity
    if shadow.path == nil, node.castShape(isFlipped: isFlipped) != nil {
      let outline = properties.outline(map)
      let deviation = factor * max(0, shadow.radius)
      if let box = outline.box(movedBy: offset, blur, deviation: deviation) {
        let draw = ShadowDraw(
          shape: .box(box), blur: blur, color: color.premultiplied8,
          hidden: opacity == 1 ? properties.hiddenByFill(map, outline) : [])
        append(.shadow(draw), box.extent, layer)
        return nil
      }
    }
    if let path = shadow.path ?? node.castShape(isFlipped: isFlipped)?.path {
      reach = max(reach, blur.reach)
      let moved = map.translated(x: offset.width, y: offset.height)
      let draw = ShadowDraw(
        shape: .path(path, moved), blur: blur, color: color.premultiplied8)
      let extent = PixelRect(covering: moved.boundingBox(of: path.controlBounds))
      append(.shadow(draw), extent.inset(by: -blur.reach), layer)
      return nil
    }
    let dx = (local.a * offset.width + local.c * offset.height).rounded()
    let dy = (local.b * offset.width + local.d * offset.height).rounded()
    // A shadow that is moved by 10⁶ pixels or more lies beyond every picture.
    guard abs(dx) < 1e6, abs(dy) < 1e6 else { return nil }
    let cast = AlphaShadow(color: ink.premultiplied8, dx: Int(dx), dy: Int(dy), blur: blur)
    reach = max(reach, blur.reach + min(abs(cast.dy), canvas.height))
    return cast
  }

  mutating func blur(deviation: Double) -> GaussianBlur {
    if let known = blurs[deviation] { return known }
    let made = GaussianBlur(deviation: deviation)
    blurs[deviation] = made
    return made
  }
}

extension LayerProperties {
  /// Pixels that an opaque layer hides of its shadow. Below an opaque border the background is
  /// smaller than the layer, and what lies behind shows a little at the border's soft edges.
  fileprivate func hiddenByFill(_ map: PlaneMap, _ outline: ShapeOutline) -> [PixelRect] {
    (outlineBelowBorder(map, opacity: 1) ?? outline).hidden
  }
}

extension ShapeOutline {
  /// The pixels of a shadow that are not drawn: the rows between the corners, and the columns if
  /// they add at least 1,024 pixels. Fewer pixels cost less to draw than the strips around them.
  fileprivate var hidden: [PixelRect] {
    let (rows, columns) = (inner, innerColumns)
    return columns.area - rows.intersection(columns).area < 1 << 10 ? [rows] : [rows, columns]
  }
}
