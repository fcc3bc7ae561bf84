// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import CanvasDrawing
import CanvasGeometry
import LayerCompositing

/// The contents of a layer, together with their origin.
enum LayerContents {
  case none
  /// A bitmap that was assigned to `contents`.
  case bitmap(Bitmap)
  /// A bitmap that the layer or its delegate has drawn.
  case drawing(DrawnContents)
  /// A drawing that each frame repeats.
  case vector(VectorBox)
  /// The result of a display: bitmap, payload, size and scale of one snapshot.
  case display(DisplayContents)

  init(_ bitmap: Bitmap?) {
    self = if let bitmap { .bitmap(bitmap) } else { .none }
  }

  var image: Bitmap? {
    switch self {
    case .none, .vector: nil
    case .bitmap(let image): image
    case .drawing(let drawn): drawn.image
    case .display(let contents): contents.image
    }
  }

  /// The contents of the layer's node; drawn ones stand on whole pixels.
  func node(tint: Color?) -> NodeContents {
    let tint = tint ?? .black
    return switch self {
    case .none: .none
    case .vector(let vector): .vector(vector.contents)
    case .bitmap(let image): .image(ImageContents(image, tint: tint))
    case .drawing(let drawn):
      .image(ImageContents(drawn.image, tint: tint, drawnSize: drawn.inputs.bounds.size))
    case .display(let contents):
      .image(Self.image(of: contents, tint))
    }
  }

  /// The bitmap of a display, and its drawing if frames can repeat it.
  private static func image(of contents: DisplayContents, _ tint: Color) -> ImageContents {
    var image = ImageContents(contents.image, tint: tint, drawnSize: contents.size)
    if let drawing = contents.payload(as: (any RepeatableDrawing).self) {
      image.drawing = drawing
      image.repeatsDrawing = drawing.repeats(contents.image)
    }
    return image
  }

  /// Releases the contents; a bitmap without other owners returns to its pool.
  consuming func recycle() {
    var image = image
    _ = consume self
    Bitmap.recycle(&image)
  }
}

/// A bitmap that a layer has drawn.
///
/// A class, so that the enum of contents stays small and is copied fast.
final class DrawnContents: Sendable {
  /// The properties of the layer that the pixels depend on, besides the drawing itself. While they
  /// stay the same, pixels outside the dirty rectangle may be copied.
  struct Inputs: Equatable {
    var bounds: Rect
    var scale: Double
    /// The colour under the drawing of an opaque layer; `nil` for others.
    var background: Color?
  }

  let image: Bitmap
  let inputs: Inputs

  init(_ image: Bitmap, from inputs: Inputs) { (self.image, self.inputs) = (image, inputs) }
}

/// A drawing as a class, so that the enum of contents stays small and is copied fast.
final class VectorBox: Sendable {
  let contents: any VectorContents

  init(_ contents: any VectorContents) { self.contents = contents }
}
