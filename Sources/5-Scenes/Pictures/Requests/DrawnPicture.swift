// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
package import CanvasGeometry
package import ImageCodecs
package import LayerCompositing
package import SystemConcurrency

/// A picture that was drawn: pixels, or shapes as finished SVG bytes.
package struct DrawnPicture: Sendable {
  package enum Content: Sendable {
    case pixels(Bitmap)
    case shapes([UInt8])
  }

  package let content: Content
  /// The format of ``bytes(_:)``.
  package let format: PictureFormat
  /// The size in device pixels.
  package let size: PixelSize
  /// The places of layers and texts as JSON, where the options ask for them.
  package let frames: [UInt8]?
  /// The characters that no font has, each once.
  package let missing: [Unicode.Scalar]
  /// The frame of a scene.
  package let frame: Frame?
  private let packing: PackingOptions
  private let makeNotes: @Sendable (Cancellation) throws -> [String]

  init(
    _ content: Content, _ options: PictureOptions, size: PixelSize, frames: [UInt8]?,
    missing: [Unicode.Scalar], frame: Frame? = nil,
    notes: @escaping @Sendable (Cancellation) throws -> [String]
  ) {
    (self.content, self.size, self.frames) = (content, size, frames)
    (format, packing) = (options.format ?? .png, options.packing)
    (self.missing, self.frame, makeNotes) = (missing, frame, notes)
  }

  /// The bitmap; `nil` if the picture holds shapes.
  package var image: Bitmap? {
    if case .pixels(let image) = content { image } else { nil }
  }

  /// Notes about parts of the contents that the picture does not show, besides those of
  /// ``OpenPicture/notes``.
  ///
  /// The notes are made by this call, since they need the ink, and measuring it takes as long as
  /// drawing a short text.
  ///
  /// - Throws: `CancellationError`.
  package func notes(_ cancellation: Cancellation = .never) throws -> [String] {
    try makeNotes(cancellation)
  }

  /// The bytes of the picture in its format.
  ///
  /// - Throws: `ImageError`, `GraphicsError` or `CancellationError`.
  package func bytes(_ cancellation: Cancellation = .never) throws -> [UInt8] {
    switch content {
    case .shapes(let bytes): bytes
    case .pixels(let image):
      try format.data(of: image, packing, cancellation: cancellation)
    }
  }
}
