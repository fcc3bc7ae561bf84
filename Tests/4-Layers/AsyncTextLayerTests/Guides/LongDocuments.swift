// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import AsyncTextLayer
import CanvasDrawing
import CanvasGeometry
import LayerModel
import TextDefaultFonts
import TextModel
import TextTypesetting

/// A view on a long text of which only the visible part is laid out.
struct DocumentView {
  var document: TextDocument
  var top = 0.0
  let size: Size

  init(_ text: AttributedText, size: Size) {
    document = TextDocument(text, width: size.width, fonts: .embedded)
    self.size = size
  }

  mutating func picture(scale: Double) throws -> Bitmap {
    let band = try document.layOut(from: top, to: top + size.height)
    top += band.shift  // heights above became known: what was at the top stays there
    var context = try GraphicsContext(size: size, scale: scale, background: .white)
    try context.draw(band, at: Point(x: 0, y: -top))
    return context.makeBitmap()
  }
}

extension DocumentView {
  mutating func type(_ characters: String, at offset: Int) {
    document.replace(TextRange(offset, offset), with: AttributedText(characters))
  }

  mutating func resize(width: Double) {
    document.setWidth(width)
  }

  mutating func jump(to offset: Int) throws {
    let paragraph = document.paragraphIndex(containing: offset)
    _ = try document.layOut(around: paragraph, from: 0, to: size.height)
    top = document.y(ofParagraph: paragraph)
  }

  mutating func offset(at point: Point) throws -> Int {
    try document.position(at: Point(x: point.x, y: point.y + top)).offset
  }
}

/// Draws bands of a document on lanes.
final class DocumentPages: AsyncLayerDelegate {
  var document: TextDocument
  var top = 0.0

  init(_ document: TextDocument) { self.document = document }

  func displayTask(for layer: AsyncLayer) -> DisplayTask<TextDocument>? {
    let (document, top) = (document, top)
    return DisplayTask(display: { context, size, cancellation in
      var document = document
      let band = try document.layOut(
        from: top, to: top + size.height, cancellation: cancellation)
      let origin = Point(x: 0, y: -top - band.shift)
      try context.draw(band, at: origin, cancellation: cancellation)
      return document
    })
  }

  func layer(_ layer: AsyncLayer, didCommit contents: DisplayContents?) {
    // The copy knows what the lane has laid out.
    if let laidOut = contents?.payload as? TextDocument { document = laidOut }
  }
}
