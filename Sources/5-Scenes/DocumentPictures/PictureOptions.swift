// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
package import SystemConcurrency
package import TextPainting
package import TextTypesetting

/// How a document is drawn to a picture.
package struct PictureOptions: Sendable {
  /// A fixed picture size, with the place of the first line.
  package struct Canvas: Sendable {
    /// Points.
    package var size: Size
    /// The start of the first line's baseline, in points from the top left.
    package var place: Point?
    package var anchor: PictureAnchor

    package init(size: Size, place: Point? = nil, anchor: PictureAnchor = .start) {
      (self.size, self.place, self.anchor) = (size, place, anchor)
    }
  }

  /// Device pixels per point, above 0.
  package var scale = 1.0
  /// The space around the layout box, in points.
  package var padding = 0.0
  /// The colour behind the text; clear if `nil`.
  package var background: Color?
  package var canvas: Canvas?
  /// Whether the picture grows until no ink is cut off.
  package var fitsInk = false
  package var drawing = TextDrawingOptions(gridFitting: .heights)

  package init() {}

  /// The ink of a layout in points; with ``fitsInk`` all pixels that are drawn. `nil` if nothing
  /// is.
  package func ink(of layout: TextLayout, _ cancellation: Cancellation = .never) throws -> Rect? {
    let ink = try layout.inkBounds(
      scale: fitsInk ? scale : nil, options: drawing, cancellation: cancellation)
    return ink.isEmpty ? nil : ink
  }

  /// The size of the picture of a layout, and the place of the layout in it.
  ///
  /// - Parameter ink: The ink of the layout, in points.
  package func geometry(for layout: TextLayout, ink: Rect?) -> PictureGeometry {
    if let canvas {
      return PictureGeometry(
        canvas: canvas.size, place: canvas.place, anchor: canvas.anchor, padding: padding,
        layout: layout)
    }
    var geometry = PictureGeometry(box: layout.size, padding: padding, scale: scale)
    if fitsInk, let ink { geometry.fit(ink, padding: padding, scale: scale) }
    return geometry
  }
}
