// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// What layers draw by their kind, and their sublayers.
extension CompositionPlan {
  /// Adds the drawing of a layer's kind, between its contents and its sublayers.
  mutating func addKind(
    _ node: RenderNode, _ map: PlaneMap, _ layer: Int, opacity: Double
  ) {
    if node.properties.isCommon { return }
    switch node.properties.kind {
    case .shape(let shape): addShape(shape, map, layer, opacity: opacity)
    case .gradient(let gradient):
      addGradient(gradient, node, map, layer, opacity: opacity)
    case .plain, .text, .replicator, .scroll, .transform, .tiled, .emitter, .gl, .player: break
    }
  }

  /// Adds the sublayers of a layer that is not a space of its own.
  mutating func addSublayers(_ node: RenderNode, _ map: PlaneMap, _ layer: Int) {
    if !node.properties.isCommon, case .replicator = node.properties.kind {
      return addCopies(of: node, map, layer)
    }
    let space = node.properties.transformOfSublayers
    inside(node.properties) { plan in
      for sublayer in node.sublayers { plan.add(sublayer, in: map, under: space) }
    }
  }

  // MARK: Shapes

  private mutating func addShape(
    _ shape: ShapeProperties, _ map: PlaneMap, _ layer: Int, opacity: Double
  ) {
    guard let path = shape.path else { return }
    let extent = PixelRect(covering: map.boundingBox(of: shape.extent))
    // Neither a shape outside of the casting area nor its shadow is visible: no outline is made.
    guard !extent.intersection(castingArea).isEmpty else { return }
    var (fill, stroke): ((Path, FillRule, Color)?, (Path, Color)?)
    if shape.isFilled, var color = shape.fillColor {
      color.alpha *= opacity
      fill = (path, shape.fillRule, color)
    }
    if shape.isStroked, var color = shape.strokeColor {
      color.alpha *= opacity
      stroke = (outline(of: shape, path, map), color)
    }
    if fill == nil, stroke == nil { return }
    append(.shape(ShapeDraw(fill: fill, stroke: stroke, map: map)), extent, layer)
  }

  /// The outline of a shape's line, fine enough for its size on the device.
  private func outline(of shape: ShapeProperties, _ path: Path, _ map: PlaneMap) -> Path {
    path.strokeOutline(
      shape.stroke, from: shape.strokeStart, to: shape.strokeEnd,
      scale: map.greatestScale(in: shape.extent), cancellation: cancellation)
  }

  // MARK: Gradients

  private mutating func addGradient(
    _ gradient: GradientProperties, _ node: RenderNode, _ map: PlaneMap, _ layer: Int,
    opacity: Double
  ) {
    let properties = node.properties
    if properties.bounds.isEmpty { return }
    guard let colors = gradient.gradient(in: properties.bounds, opacity: opacity) else {
      return noteGradient(gradient, node)
    }
    let outline =
      properties.outlineBelowBorder(map, opacity: opacity) ?? properties.outline(map)
    append(.gradient(GradientDraw(outline: outline, gradient: colors)), outline.pixels, layer)
  }
}
