// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
internal import CanvasDrawing
internal import StyledDocuments
internal import TextFonts
internal import TextLayers
internal import TextTypesetting

/// Lays documents out and draws them on the calling thread, so that drawing a picture starts no
/// thread and waits for none. Layers are drawn by ``SceneDrawing``.
struct SynchronousRenderer {
  let fonts: FontCollection

  /// Lays out a document.
  func layout(_ document: StyledDocument) throws(CommandError) -> TextLayout {
    let text = try CommandError.converting { () throws(DocumentError) in
      try document.attributedText()
    }
    let container = try CommandError.converting(document.container)
    do {
      return try TextLayout(text, in: container, fonts: fonts)
    } catch {
      throw CommandError.wrapping(error)
    }
  }

  /// Draws a layout.
  func draw(_ layout: TextLayout, options: RenderOptions) throws(CommandError) -> Bitmap {
    do {
      return try TextRenderer.draw(layout, options: options).image
    } catch {
      throw CommandError.wrapping(error)
    }
  }
}
