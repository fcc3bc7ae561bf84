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
  let lane: RenderLane
  let layout: TextLayout
  private let text: ScalarText
  private let settings: RenderSettings

  init(_ document: StyledDocument, _ settings: RenderSettings) throws(CommandError) {
    self.settings = settings
    text = document.text
    lane = RenderLane(fonts: try FontCache.shared.collection(for: document))
    layout = try lane.layout(document)
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
    let (frame, _) = try frame(console)
    return try lane.draw(layout, options: options(for: frame))
  }

  /// The frame of the picture; ink that it cuts off is noted.
  func frame(_ console: CommandConsole) throws(CommandError) -> (PictureFrame, PixelSize) {
    // Checked before the ink, so that a picture that is too large is refused at once.
    _ = try settings.frame(for: layout, ink: nil).pixels(scale: settings.scale)
    let ink = try settings.ink(of: layout)
    let frame = settings.frame(for: layout, ink: ink)
    if let ink { CutInkNote.write(ink, in: frame, settings, to: console) }
    return (frame, try frame.pixels(scale: settings.scale))
  }

  /// The options for drawing the layout in a frame.
  func options(for frame: PictureFrame, clip: Rect? = nil) -> RenderOptions {
    RenderOptions(
      scale: settings.scale, background: settings.background, canvas: frame.size,
      origin: frame.origin, clip: clip, drawing: settings.drawing)
  }
}
