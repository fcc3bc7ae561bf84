// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import BoxTrees
internal import CanvasGeometry
internal import LayerCompositing
internal import TextTypesetting

extension PagePainter {
  /// The texts in a box, from its upper left corner: the shapes in which its background is seen
  /// (CSS Backgrounds 4, §3.7).
  func textShapes(of box: PageBox, at origin: Point = .zero) -> [RenderNode] {
    var children: [PageBox] = []
    var nodes: [RenderNode] = []
    switch box.contents {
    case .boxes(let boxes): children = boxes
    case .lines:
      guard let lines = layout.lines(of: box), let text = layout.text(of: box) else { return [] }
      children = text.parts.map(\.box)
      if text.hasInk {
        let start = layout.room(of: box)
        nodes.append(
          decorator.textShape(lines, at: Point(x: origin.x + start.minX, y: origin.y + start.minY)))
      }
    case .replaced: break
    }
    return nodes
      + children.flatMap { child in
        let place = layout.frame(of: child).origin
        return textShapes(of: child, at: Point(x: origin.x + place.x, y: origin.y + place.y))
      }
  }
}
