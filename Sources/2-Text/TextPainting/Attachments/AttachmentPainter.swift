// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
package import CanvasGeometry
package import SystemConcurrency
import TextModel
package import TextTypesetting

/// Draws the attachments on the lines of a layout.
struct AttachmentPainter {
  let cancellation: Cancellation

  /// Draws the attachments of some lines.
  ///
  /// - Parameters:
  ///   - place: Maps the rectangle of an attachment in the layout to the frame in user space that
  ///     it is drawn in.
  func draw(
    _ lines: Range<Int>, of layout: TextLayout, in context: inout GraphicsContext,
    place: (Rect) -> Rect
  ) throws {
    guard layout.hasAttachments else { return }
    for index in lines {
      try cancellation.check()
      try layout.forEachRun(ofLine: index, cancellation) { run in
        guard let placed = layout.attachment(run, onLine: index),
          let drawing = placed.attachment.content as? any AttachmentDrawing
        else { return }
        try draw(drawing, placed.attachment.contentMode, in: place(placed.rect), of: &context)
      }
    }
  }

  fileprivate func draw(
    _ drawing: any AttachmentDrawing, _ mode: TextAttachment.ContentMode, in box: Rect,
    of context: inout GraphicsContext
  ) throws {
    guard box.width > 0, box.height > 0 else { return }
    try cancellation.check()
    let frame = Self.frame(of: drawing.naturalSize, mode, in: box)
    context.saveGState()
    defer { context.restoreGState() }
    if frame.width > box.width || frame.height > box.height { try context.clip(to: box) }
    context.concatenate(.translation(x: frame.minX, y: frame.minY))
    try drawing.draw(in: &context, size: frame.size, cancellation: cancellation)
  }

  /// The rectangle of content in its box.
  static func frame(
    of natural: Size?, _ mode: TextAttachment.ContentMode, in box: Rect
  ) -> Rect {
    guard mode != .fill, let natural, natural.width > 0, natural.height > 0,
      natural.width.isFinite, natural.height.isFinite
    else { return box }
    let (across, down) = (box.width / natural.width, box.height / natural.height)
    let factor =
      switch mode {
      case .fill: 1.0
      case .aspectFit: min(across, down)
      case .aspectFill: max(across, down)
      case .center: 1.0
      }
    // The side that decides the factor is taken from the box, so that it is exact.
    let width = factor == across ? box.width : natural.width * factor
    let height = factor == down ? box.height : natural.height * factor
    return Rect(
      x: box.minX + (box.width - width) / 2, y: box.minY + (box.height - height) / 2,
      width: width, height: height)
  }
}

extension PlacedAttachment {
  /// The attachment as pixels, and the rectangle that they fill in the layout box; `nil` for one
  /// that draws nothing.
  ///
  /// - Parameter scale: Pixels per point.
  /// - Throws: `GraphicsError`, `CancellationError`, or an error of the drawing.
  package func picture(
    scale: Double, cancellation: Cancellation
  ) throws -> (image: Bitmap, frame: Rect)? {
    guard let drawing = attachment.content as? any AttachmentDrawing else { return nil }
    let map = AffineTransform.scale(x: scale, y: scale)
    let pixels = PixelRect(covering: map.boundingBox(of: rect))
    guard pixels.width > 0, pixels.height > 0 else { return nil }
    var context = try GraphicsContext(pixels: pixels)
    context.concatenate(map)
    try AttachmentPainter(cancellation: cancellation)
      .draw(drawing, attachment.contentMode, in: rect, of: &context)
    let frame = Rect(
      x: Double(pixels.x) / scale, y: Double(pixels.y) / scale,
      width: Double(pixels.width) / scale, height: Double(pixels.height) / scale)
    return (context.makeBitmap(), frame)
  }
}
