// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
internal import CanvasDrawing
internal import CanvasGeometry
internal import StyledDocuments
internal import TextLayers
internal import TextTypesetting

/// A document that is laid out, and its drawing as one picture.
struct DocumentDrawing {
  let renderer: SynchronousRenderer
  let layout: TextLayout
  private let text: ScalarText
  private let settings: RenderSettings

  init(_ document: StyledDocument, _ settings: RenderSettings) throws(CommandError) {
    self.settings = settings
    text = document.text
    renderer = SynchronousRenderer(fonts: try FontCache.shared.collection(for: document))
    layout = try renderer.layout(document)
  }

  /// Notes a line that is cut off, and families, characters and ranges that were not found or could
  /// not be kept.
  func noteText(to console: CommandConsole) {
    CutTextNote.write(layout, to: console)
    MissingFamilyNote.write(layout, to: console)
    MissingCharacterNote.write(layout.missing, to: console)
    IncompleteRangeNote.write(layout.incompleteRanges, of: text, to: console)
  }

  /// The picture; ink that its edges cut off is noted.
  func image(_ console: CommandConsole) throws(CommandError) -> Bitmap {
    let (geometry, _) = try geometry(console)
    return try renderer.draw(layout, options: options(for: geometry))
  }

  /// The size of the picture and the place of the layout in it; ink that is cut off is noted.
  func geometry(_ console: CommandConsole) throws(CommandError) -> (PictureGeometry, PixelSize) {
    // Checked before the ink, so that a picture that is too large is refused at once.
    _ = try settings.geometry(for: layout, ink: nil).pixels(scale: settings.scale)
    let ink = try settings.ink(of: layout)
    let geometry = settings.geometry(for: layout, ink: ink)
    if let ink { CutInkNote.write(ink, in: geometry, settings, to: console) }
    return (geometry, try geometry.pixels(scale: settings.scale))
  }

  /// The options for drawing the layout at its place in a picture.
  func options(for geometry: PictureGeometry, clip: Rect? = nil) -> RenderOptions {
    RenderOptions(
      scale: settings.scale, background: settings.background, canvas: geometry.size,
      origin: geometry.origin, clip: clip, drawing: settings.drawing)
  }
}
