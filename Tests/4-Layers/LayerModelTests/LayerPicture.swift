// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import LayerCompositing
import LayerModel
import TextTestSupport

extension Layer {
  /// Creates a layer that fills a rectangle of its superlayer.
  convenience init(
    _ frame: Rect, _ color: Color? = nil, name: String? = nil, _ sublayers: [Layer] = []
  ) {
    self.init()
    self.frame = frame
    backgroundColor = color
    if let name { self.name = name }
    for sublayer in sublayers { addSublayer(sublayer) }
  }

  /// The picture of the layer's bounds, on white.
  func picture(scale: Double = 1, background: Color? = .white) throws -> Bitmap {
    let tree = RenderTree(root: node, size: frame.size, scale: scale, background: background)
    return try Compositor.image(of: tree)
  }
}

extension Bitmap {
  /// A bitmap of one colour.
  static func filled(_ width: Int, _ height: Int, _ color: Color) throws -> Bitmap {
    try GraphicsContext(
      size: Size(width: Double(width), height: Double(height)), background: color
    ).makeBitmap()
  }

  /// The pixels that differ from another bitmap of the same size.
  func differences(from other: Bitmap) -> Int {
    guard (width, height) == (other.width, other.height) else { return .max }
    if self == other { return 0 }
    return zip(allPixels, other.allPixels).count { $0 != $1 }
  }
}
