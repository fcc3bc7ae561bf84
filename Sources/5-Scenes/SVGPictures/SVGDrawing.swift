// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
package import CanvasGeometry
package import LayerCompositing

/// The shapes of a picture at a size as the contents of a layer: sharp at every scale.
package final class SVGDrawing: ShapedContents {
  /// What is drawn, from back to front.
  indirect enum Item: Sendable {
    case fill(Path, FillRule, Paint)
    case stroke(Path, StrokeStyle, Paint)
    case group([Item], AffineTransform, opacity: Double, clips: [Clip])
  }

  enum Paint: Sendable {
    case color(Color)
    case gradient(Gradient)
  }

  struct Clip: Sendable {
    let path: Path
    let rule: FillRule
  }

  private let items: [Item]
  private let size: Size
  private let isClipped: Bool

  init(_ items: [Item], size: Size, isClipped: Bool) {
    (self.items, self.size, self.isClipped) = (items, size, isClipped)
  }

  package func extent(in layerBounds: Rect) -> Rect {
    isClipped
      ? layerBounds : layerBounds.insetBy(dx: -layerBounds.width, dy: -layerBounds.height)
  }

  package func isEqual(to other: any VectorContents) -> Bool { other as? SVGDrawing === self }

  package func draw(in context: inout GraphicsContext, layerBounds: Rect) throws {
    guard size.width > 0, size.height > 0 else { return }
    context.saveGState()
    defer { context.restoreGState() }
    try context.clip(to: extent(in: layerBounds))
    context.translateBy(x: layerBounds.minX, y: layerBounds.minY)
    context.scaleBy(x: layerBounds.width / size.width, y: layerBounds.height / size.height)
    try draw(items, in: &context)
  }

  package func shapes(in layerBounds: Rect, _ map: AffineTransform) -> [PaintedShape] {
    guard size.width > 0, size.height > 0 else { return [] }
    let place = AffineTransform(
      a: layerBounds.width / size.width, b: 0, c: 0, d: layerBounds.height / size.height,
      tx: layerBounds.minX, ty: layerBounds.minY)
    var shapes: [PaintedShape] = [.clip(Path(rect: extent(in: layerBounds)), .nonZero, map)]
    Self.append(items, place.concatenating(map), to: &shapes)
    return shapes + [.end]
  }

  private static func append(
    _ items: [Item], _ map: AffineTransform, to shapes: inout [PaintedShape]
  ) {
    func outline(_ path: Path, _ style: StrokeStyle) -> Path {
      let scale = max(
        (map.a * map.a + map.b * map.b).squareRoot(),
        (map.c * map.c + map.d * map.d).squareRoot())
      return path.strokeOutline(style, from: 0, to: 1, scale: scale)
    }
    for item in items {
      switch item {
      case .fill(let path, let rule, .color(let color)):
        shapes.append(.fill(path, rule, color, map))
      case .fill(let path, .nonZero, .gradient(let gradient)):
        shapes.append(.gradient(path, gradient, map))
      case .fill(let path, let rule, .gradient(let gradient)):
        let all = Path(rect: path.controlBounds)
        shapes += [.clip(path, rule, map), .gradient(all, gradient, map), .end]
      case .stroke(let path, let style, .color(let color)):
        shapes.append(.fill(outline(path, style), .nonZero, color, map))
      case .stroke(let path, let style, .gradient(let gradient)):
        shapes.append(.gradient(outline(path, style), gradient, map))
      case .group(let items, let own, let opacity, let clips):
        let inner = own.concatenating(map)
        for clip in clips { shapes.append(.clip(clip.path, clip.rule, inner)) }
        if opacity < 1 { shapes.append(.group(opacity: opacity, .sourceOver)) }
        append(items, inner, to: &shapes)
        if opacity < 1 { shapes.append(.end) }
        for _ in clips { shapes.append(.end) }
      }
    }
  }

  private func draw(_ items: [Item], in context: inout GraphicsContext) throws {
    for item in items {
      switch item {
      case .fill(let path, let rule, .color(let color)):
        try context.fill(path, with: color, rule: rule)
      case .fill(let path, let rule, .gradient(let gradient)):
        try context.fill(path, with: gradient, rule: rule)
      case .stroke(let path, let style, .color(let color)):
        try context.stroke(path, with: color, style: style)
      case .stroke(let path, let style, .gradient(let gradient)):
        let map = context.transform
        let scale = max(
          (map.a * map.a + map.b * map.b).squareRoot(),
          (map.c * map.c + map.d * map.d).squareRoot())
        try context.fill(path.strokeOutline(style, from: 0, to: 1, scale: scale), with: gradient)
      case .group(let items, let map, let opacity, let clips):
        context.saveGState()
        defer { context.restoreGState() }
        context.concatenate(map)
        for clip in clips { try context.clip(to: clip.path, rule: clip.rule) }
        if opacity < 1 { try context.beginLayer(alpha: opacity) }
        try draw(items, in: &context)
        if opacity < 1 { try context.endLayer() }
      }
    }
  }
}
