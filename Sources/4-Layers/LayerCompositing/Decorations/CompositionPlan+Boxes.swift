// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// What layers with a decoration draw: CSS 2.2, appendix E, steps 1 and 2, and what lies inside.
extension CompositionPlan {
  /// Adds what a layer draws itself and its sublayers.
  mutating func addBox(
    _ node: RenderNode, _ box: BoxDecoration, _ map: PlaneMap, _ layer: Int, opacity: Double
  ) {
    let properties = node.properties
    let border = properties.borderBox
    // Shadows of empty bounds may be seen, since they spread.
    let isCovered =
      box.backgroundClip == .zero && opacity >= 1 && properties.backgroundColor?.isOpaque ?? false
    addDropShadows(box.shadows, of: border, isCovered: isCovered, map, layer, opacity: opacity)
    if !properties.bounds.isEmpty {
      addBackgrounds(properties, box, border, map, layer, opacity: opacity)
      addInsetShadows(
        box.shadows, in: border.inset(by: box.borders.widths), map, layer, opacity: opacity)
      if let image = box.borderImage {
        addBorderImage(image, box.borders, properties.bounds, map, layer, opacity: opacity)
      } else {
        addBorders(box.borders, around: border, map, layer, opacity: opacity)
      }
    }
    if node.hasContents || node.hasKind || !node.sublayers.isEmpty {
      clippedToPadding(properties, border.inset(by: box.borders.widths), map, layer) { plan in
        plan.addContents(node, map, layer, opacity: opacity)
        plan.addKind(node, map, layer, opacity: opacity)
        plan.addSublayers(node, map, layer)
      }
    }
    addBorder(properties, map, layer, opacity: opacity)
    if let outline = box.outline, outline.offset.isFinite {
      let shape = border.outset(by: outline.offset + outline.border.usedWidth)
      addBorders(BoxBorders(outline.border), around: shape, map, layer, opacity: opacity)
    }
  }

  /// Adds the steps of a closure within the padding box, if the layer masks to its bounds.
  private mutating func clippedToPadding(
    _ properties: LayerProperties, _ padding: BoxShape, _ map: PlaneMap, _ layer: Int,
    _ body: (inout CompositionPlan) -> Void
  ) {
    if !properties.masksToBounds { return body(&self) }
    if !padding.rect.isEmpty { clipped(to: padding, map, layer, body) }
  }

  // MARK: Shapes

  /// Adds the steps of a closure within a shape.
  mutating func clipped(
    to shape: BoxShape, _ map: PlaneMap, _ layer: Int, _ body: (inout CompositionPlan) -> Void
  ) {
    if let outline = shape.outline(map) {
      let outer = clip
      clip = outer.intersection(outline.pixels)
      nest(.clip(outline), layer, body: body)
      clip = outer
    } else {
      clipped(to: PathClip(shape.path, map: map, inner: shape.inner(map)), layer, body)
    }
  }

  /// Adds the steps of a closure within a path.
  mutating func clipped(
    to path: PathClip, _ layer: Int, _ body: (inout CompositionPlan) -> Void
  ) {
    let outer = clip
    clip = outer.intersection(path.pixels)
    nest(.pathClip(path), layer, body: body)
    clip = outer
  }

  /// Adds the fill of a shape with one colour.
  mutating func addFill(
    _ shape: BoxShape, _ color: Color, _ map: PlaneMap, _ layer: Int, opacity: Double
  ) {
    if shape.rect.isEmpty { return }
    if let outline = shape.outline(map) {
      addFill(
        FillDraw(outline: outline, border: nil, color: color), layer, opacity: opacity)
    } else {
      addFill(shape.path, color, map, layer, opacity: opacity)
    }
  }

  /// Adds the fill of a path with one colour.
  mutating func addFill(
    _ path: Path, rule: FillRule = .nonZero, _ color: Color, _ map: PlaneMap, _ layer: Int,
    opacity: Double
  ) {
    var color = color.multiplied(by: modulation)
    color.alpha *= opacity
    guard color.alpha > 0, !path.isEmpty else { return }
    let extent = PixelRect(covering: map.boundingBox(of: path.controlBounds))
    append(.shape(ShapeDraw(fill: (path, rule, color), stroke: nil, map: map)), extent, layer)
  }
}

extension BoxDecoration {
  /// The shape of a background: below opaque borders of a round box it ends in their middle, so
  /// that it does not show at their smooth edge.
  func backgroundShape(_ border: BoxShape, clip: BoxInsets, opacity: Double) -> BoxShape {
    guard clip == .zero, !border.isSharp, opacity >= 1, borders.areOpaque else {
      return border.inset(by: clip)
    }
    return border.inset(by: borders.widths.map { $0 / 2 })
  }
}

extension BoxBorders {
  /// Whether nothing shows through the borders of all sides.
  fileprivate var areOpaque: Bool {
    [top, right, bottom, left].allSatisfy {
      $0.usedWidth > 0 && $0.color.isOpaque && $0.style.fillsItsArea
    }
  }
}

extension LineStyle {
  /// Whether the line has no gaps.
  var fillsItsArea: Bool {
    switch self {
    case .solid, .groove, .ridge, .inset, .outset: true
    case .none, .hidden, .double, .dotted, .dashed: false
    }
  }
}
