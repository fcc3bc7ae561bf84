// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
package import CanvasGeometry
package import SVGPictures
package import SystemConcurrency

/// A picture that a document, a scene or a page names.
package enum DocumentPicture: Sendable {
  /// Pixels: PNG, GIF, JPEG or WebP.
  case bitmap(Bitmap)
  /// Shapes, which are drawn at any size: SVG.
  case vector(SVGPicture)

  /// The size of its own in points: a pixel of a bitmap is one. Shapes without a size have one of
  /// 300 by 150, or of their ratio within that (CSS Images 3, 5.3).
  package var size: Size {
    switch self {
    case .bitmap(let bitmap):
      Size(width: Double(bitmap.width), height: Double(bitmap.height))
    case .vector(let picture):
      picture.natural.size(width: nil, height: nil, default: Size(width: 300, height: 150))
    }
  }

  /// What of the picture has no effect, in sentences with its name, lines and columns.
  package var notes: [String] {
    if case .vector(let picture) = self { picture.notes } else { [] }
  }

  /// The pixels of the picture; shapes are drawn at a size.
  ///
  /// - Parameters:
  ///   - size: The size in points of shapes; `nil` for their own.
  ///   - scale: Pixels per point of shapes, fewer for more than 16 million pixels.
  package func pixels(
    size: Size? = nil, scale: Double = 1, cancellation: Cancellation
  ) throws -> Bitmap {
    switch self {
    case .bitmap(let bitmap): bitmap
    case .vector(let picture):
      try picture.bitmap(size: size ?? self.size, scale: scale, cancellation: cancellation)
    }
  }
}
