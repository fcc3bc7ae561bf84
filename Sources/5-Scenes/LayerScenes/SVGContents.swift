// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import LayerCompositing
internal import SVGPictures

/// A picture of SVG as the contents of a layer: its shapes are drawn at the scale of the frame, where
/// the gravity of the layer has them.
final class SVGContents: SizedContents, ShapedContents {
  let naturalSize: Size
  private let drawing: SVGDrawing
  private let gravity: ContentsGravity

  /// - Parameter size: The size for which the drawing was made, in points.
  init(_ drawing: SVGDrawing, size: Size, gravity: ContentsGravity = .resize) {
    (self.drawing, naturalSize, self.gravity) = (drawing, size, gravity)
  }

  /// The same picture under another gravity.
  func placed(by gravity: ContentsGravity) -> SVGContents {
    SVGContents(drawing, size: naturalSize, gravity: gravity)
  }

  func extent(in layerBounds: Rect) -> Rect { gravity.rect(for: naturalSize, in: layerBounds) }

  func draw(in context: inout GraphicsContext, layerBounds: Rect) throws {
    try drawing.draw(in: &context, layerBounds: extent(in: layerBounds))
  }

  func shapes(in layerBounds: Rect, _ map: AffineTransform) -> [PaintedShape] {
    drawing.shapes(in: extent(in: layerBounds), map)
  }

  func isEqual(to other: any VectorContents) -> Bool {
    guard let other = other as? SVGContents else { return false }
    return drawing === other.drawing && gravity == other.gravity
  }
}
