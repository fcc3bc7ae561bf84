// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
public import CanvasGeometry
public import LayerModel
internal import TextLayers
public import TextTypesetting

/// The layer at a point of a window, and the link or attachment of its text there.
@MainActor
public struct HostHit {
  /// The foremost layer at the point.
  public let layer: Layer
  /// The point in the layer's space.
  public let point: Point
  /// The link, the attachment or the token of the layer's text at the point.
  public let item: TextItem?

  init?(_ layer: Layer, at point: Point, of root: Layer) {
    guard let inside = layer.convert(point, from: root) else { return nil }
    (self.layer, self.point) = (layer, inside)
    item = Self.item(of: layer, at: inside)
  }

  private static func item(of layer: Layer, at point: Point) -> TextItem? {
    if let label = layer as? TextLayer { return label.item(at: point) }
    guard let text = layer.vectorContents as? TextContents else { return nil }
    let bounds = layer.bounds
    let y = layer.contentsAreFlipped ? bounds.maxY - point.y : point.y - bounds.minY
    let place = Point(x: point.x - bounds.minX - text.origin.x, y: y - text.origin.y)
    return text.layout.item(at: place)
  }

  /// The names of the layers from the root's sublayer down to the hit one, with `/` between them; a
  /// layer without a name has its number among its siblings, from 0, and a mask `mask`.
  ///
  /// - Complexity: O(depth + siblings).
  package var path: String {
    var parts: [String] = []
    var next: Layer? = layer
    while let current = next, let above = current.superlayer {
      let number = above.sublayers.firstIndex { $0 === current }
      parts.append(current.name ?? number.map(String.init) ?? "mask")
      next = above
    }
    return parts.reversed().joined(separator: "/")
  }
}
