// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import SystemConcurrency
internal import TextLayers
internal import TextModel
internal import TextPainting

/// The content of an attachment whose picture cannot be shown: a box, one em wide and high unless
/// the attachment has a size.
struct MissingPicture: AttachmentDrawing, Hashable {
  /// The name of the file.
  let name: String

  var naturalSize: Size? { nil }

  func draw(
    in context: inout GraphicsContext, size: Size, cancellation: Cancellation
  ) throws {
    try context.fill(
      Rect(origin: .zero, size: size), with: ImageAttachment.defaultPlaceholder)
  }
}
