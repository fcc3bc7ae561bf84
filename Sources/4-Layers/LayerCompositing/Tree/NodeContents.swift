// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry

/// The picture that a layer shows above its background.
public enum NodeContents: Sendable {
  /// Nothing.
  case none
  /// A bitmap.
  case image(ImageContents)
  /// A drawing, repeated for each frame that needs it, at that frame's scale.
  case vector(any VectorContents)
}

/// A bitmap as the contents of a layer.
public struct ImageContents: Sendable, Equatable {
  /// The pixels.
  public var bitmap: Bitmap
  /// The colour of an `alpha8` bitmap where its coverage is full.
  public var tint: Color
  /// The size of the bounds that the bitmap was drawn for, in points; `nil` for a bitmap that was
  /// not drawn for a layer. The bitmap is that size at its scale, rounded up to whole pixels.
  public var drawnSize: Size?
  /// The drawing that the bitmap was made of, if it can be repeated.
  package var drawing: (any RepeatableDrawing)?
  /// Whether the drawing has all pixels of the bitmap. It is then drawn in place of the bitmap
  /// where the pixels of the bitmap would not be device pixels.
  package var repeatsDrawing = false
  /// Whether the drawing is shown wherever the bitmap would be, since it has another colour.
  package var showsDrawing = false

  /// Creates contents from a bitmap.
  public init(_ bitmap: Bitmap, tint: Color = .black, drawnSize: Size? = nil) {
    self.bitmap = bitmap
    self.tint = tint
    self.drawnSize = drawnSize
  }

  /// The contents with a bitmap that the drawing makes now, for bounds and a scale like those of
  /// the old bitmap; `nil` if there is no memory, or nothing to draw.
  func redrawn(scale: Double) -> ImageContents? {
    guard let drawing, let size = drawnSize, size.width > 0,
      var context = try? GraphicsContext(pixels: bitmap.pixelSize, format: .rgba8)
    else { return nil }
    let isThatScale = size.pixels(scale: scale) == bitmap.pixelSize
    let scale = isThatScale ? scale : Double(bitmap.width) / size.width
    context.scaleBy(x: scale, y: scale)
    guard (try? drawing.draw(in: &context, layerBounds: Rect(origin: .zero, size: size))) != nil
    else { return nil }
    var redrawn = self
    redrawn.bitmap = context.makeBitmap()
    redrawn.showsDrawing = false
    return redrawn
  }

  /// Whether both have the same memory, tint and size. A bitmap is made of one drawing.
  public static func == (a: ImageContents, b: ImageContents) -> Bool {
    a.bitmap === b.bitmap && a.tint == b.tint && a.drawnSize == b.drawnSize
      && a.showsDrawing == b.showsDrawing
  }
}

/// A drawing that the compositor repeats under the layer's transform, such as a laid out text.
///
/// The same value always draws the same: it depends on nothing but itself and the context.
public protocol VectorContents: Sendable {
  /// The rectangle outside which nothing is drawn, in the space of the layer's bounds.
  ///
  /// - Parameter layerBounds: The bounds of the layer.
  func extent(in layerBounds: Rect) -> Rect

  /// Draws the contents; called on any thread, and by several threads at once.
  ///
  /// - Parameters:
  ///   - context: The target, in the space of the layer's bounds.
  ///   - layerBounds: The bounds of the layer.
  /// - Throws: Any error; the frame then fails with it.
  func draw(in context: inout GraphicsContext, layerBounds: Rect) throws

  /// Whether another drawing has the same pixels. `false` is always right, and costs a repaint.
  func isEqual(to other: any VectorContents) -> Bool

  /// The rectangles outside which an older drawing in the same bounds has the same pixels; `nil` if
  /// all may differ, as by default.
  func changes(since old: any VectorContents) -> [Rect]?
}

extension VectorContents {
  /// All may differ.
  public func changes(since old: any VectorContents) -> [Rect]? { nil }
}

/// A drawing that has a size of its own, at which a box without one shows it.
package protocol SizedContents: VectorContents {
  /// The size, in points.
  var naturalSize: Size { get }
}

/// A drawing that a bitmap was made of, and that frames can repeat at another scale or under
/// another transform. It is cut off at the bounds, as the bitmap is.
package protocol RepeatableDrawing: VectorContents, AnyObject {
  /// Whether the drawing alone has the pixels of the bitmap.
  func repeats(_ image: Bitmap) -> Bool
}
