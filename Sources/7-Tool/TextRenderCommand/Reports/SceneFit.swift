// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import DocumentJSON
internal import LayerCompositing
internal import TextLayers
internal import TextTypesetting

/// What does not fit in a picture of layers: items that stick out of a container whose `overflow`
/// is `visible`; and texts that are cut, made smaller, or wider than their layer. Layers with
/// frames of their own, and absolute layers, may stick out.
struct SceneFit {
  private let tree: RenderTree

  init(_ tree: RenderTree) { self.tree = tree }

  /// Lengths up to this are rounding, in points.
  private static let tolerance = 0.01

  /// Writes the member `misfits`: an object for each layer, with its place in the file, its name,
  /// and the parts that do not fit.
  ///
  /// - `outside`: the points by which the layer sticks out of its container at the left, top, right
  ///   and bottom.
  /// - `truncated`, `cutOff`: text is left out; the only line is higher than the box.
  /// - `scale`: the factor by which the text is made smaller.
  /// - `overhang`: the points by which the widest line is wider than the layer.
  func write(to writer: inout JSONWriter) {
    writer.name("misfits")
    writer.beginArray()
    write(tree.root.sublayersInOrder, "layers", in: nil, &writer)
    writer.endArray()
  }

  private func write(
    _ nodes: [RenderNode], _ path: String, in container: Rect?, _ writer: inout JSONWriter
  ) {
    for (index, node) in nodes.enumerated() where !node.properties.isHidden {
      let place = "\(path)[\(index)]"
      write(node, place, in: container, &writer)
      let bounds = Rect(origin: .zero, size: node.properties.bounds.size)
      write(
        node.sublayersInOrder, place + ".sublayers", in: node.isContainer ? bounds : nil, &writer)
    }
  }

  private func write(
    _ node: RenderNode, _ place: String, in container: Rect?, _ writer: inout JSONWriter
  ) {
    let outside =
      node.isItem
      ? container.flatMap { Self.outside(node.properties.untransformedFrame, of: $0) } : nil
    let contents = Self.text(of: node)
    let text = contents?.layout
    let overhang =
      contents.map {
        let (rect, width) = ($0.layout.usedRect, node.properties.bounds.width)
        return max(-$0.origin.x - rect.minX, $0.origin.x + rect.maxX - width)
      } ?? 0
    let fits =
      text.map { !$0.isTruncated && !$0.isCutOff && $0.scale == 1 && overhang <= Self.tolerance }
      ?? true
    if outside == nil, fits { return }
    writer.beginObject()
    writer.member("layer", place)
    if let name = node.name { writer.member("name", name) }
    if let outside {
      writer.name("outside")
      writer.beginArray()
      for points in outside { writer.number(points) }
      writer.endArray()
    }
    if let text, !fits {
      if text.isTruncated { writer.member("truncated", true) }
      if text.isCutOff { writer.member("cutOff", true) }
      if text.scale != 1 { writer.member("scale", text.scale) }
      if overhang > Self.tolerance { writer.member("overhang", overhang) }
    }
    writer.endObject()
  }

  /// The points by which a rectangle sticks out of another at each side; `nil` if it does not.
  private static func outside(_ rect: Rect, of other: Rect) -> [Double]? {
    let sides = [
      other.minX - rect.minX, other.minY - rect.minY, rect.maxX - other.maxX,
      rect.maxY - other.maxY,
    ].map { $0 > tolerance ? $0 : 0 }
    return sides.contains { $0 > 0 } ? sides : nil
  }

  private static func text(of node: RenderNode) -> TextContents? {
    guard case .vector(let vector) = node.contents else { return nil }
    return vector as? TextContents
  }
}
