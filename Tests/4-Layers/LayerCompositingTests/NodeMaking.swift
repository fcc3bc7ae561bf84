// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing

@testable import CanvasGeometry
@testable import LayerCompositing

extension RenderNode {
  /// A layer that fills a rectangle of its superlayer.
  convenience init(
    _ frame: Rect, _ color: Color? = nil, id: LayerID? = nil, contents: NodeContents = .none,
    mask: RenderNode? = nil, sublayers: [RenderNode] = [],
    _ change: (inout LayerProperties) -> Void = { _ in }
  ) {
    var properties = LayerProperties()
    properties.frame = frame
    properties.backgroundColor = color
    change(&properties)
    self.init(
      id: id, properties: properties, contents: contents, mask: mask, sublayers: sublayers)
  }
}

extension RenderTree {
  /// A picture of layers.
  init(
    _ width: Double, _ height: Double, scale: Double = 1, background: Color? = .white,
    _ nodes: [RenderNode]
  ) {
    self.init(
      root: RenderNode(Rect(width: width, height: height), sublayers: nodes),
      size: Size(width: width, height: height), scale: scale, background: background)
  }

  var image: Bitmap { get throws { try Compositor.image(of: self) } }
}
