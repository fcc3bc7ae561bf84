// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import SVGPictures
internal import SystemConcurrency
internal import TextModel
internal import TextPainting

/// A picture of SVG as the content of an attachment: its shapes are drawn at the attachment's size.
final class SVGAttachment: AttachmentDrawing {
  private let picture: SVGPicture
  private let ownSize: Size

  /// - Parameter scale: Units of the picture per point of its natural size.
  init(_ picture: SVGPicture, size: Size, scale: Double) {
    self.picture = picture
    ownSize = Size(width: size.width / scale, height: size.height / scale)
  }

  var naturalSize: Size? { ownSize }

  func isEqual(to other: any AttachmentContent) -> Bool { other as? SVGAttachment === self }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  func draw(
    in context: inout GraphicsContext, size: Size, cancellation: Cancellation
  ) throws {
    guard size.width > 0, size.height > 0 else { return }
    try picture.drawing(size: size, cancellation: cancellation)
      .draw(in: &context, layerBounds: Rect(origin: .zero, size: size))
  }
}
