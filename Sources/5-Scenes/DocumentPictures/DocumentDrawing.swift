// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
package import CanvasGeometry
internal import DocumentJSON
package import StyledDocuments
package import SystemConcurrency
package import TextFonts
package import TextLayers
package import TextTypesetting

/// A document that is laid out, and its drawing as one picture, both on the calling thread.
package struct DocumentDrawing: Sendable {
  package let layout: TextLayout
  package let text: ScalarText
  private let options: PictureOptions
  private let cancellation: Cancellation

  /// Lays a document out.
  ///
  /// - Parameter cancellation: Of the laying out and of all drawing afterwards.
  /// - Throws: `DocumentError`, an error of shaping or typesetting, or `CancellationError`.
  package init(
    _ document: StyledDocument, fonts: FontCollection, _ options: PictureOptions,
    cancellation: Cancellation = .never
  ) throws {
    self.options = options
    self.cancellation = cancellation
    text = document.text
    layout = try document.layout(with: fonts, cancellation: cancellation)
  }

  /// Notes about a line that is cut off, and about families, characters and ranges that were not
  /// found or could not be kept.
  package var notes: [String] { layout.notes(about: text) }

  /// The picture.
  ///
  /// - Throws: `DocumentError` with `tooLarge`, `GraphicsError`, or `CancellationError`.
  package func image(in geometry: PictureGeometry) throws -> Bitmap {
    try image(options(for: geometry))
  }

  /// A picture of a part of the layout.
  ///
  /// - Throws: `GraphicsError` or `CancellationError`.
  package func image(_ options: RenderOptions) throws -> Bitmap {
    try TextRenderer.draw(layout, options: options, cancellation: cancellation).image
  }

  /// The size of the picture, the place of the layout in it, and the ink of the layout, in points.
  ///
  /// - Throws: `DocumentError` with `tooLarge`, or `CancellationError`.
  package func geometry() throws -> (picture: PictureGeometry, pixels: PixelSize, ink: Rect?) {
    try checkScale()
    // Checked before the ink, so that a picture that is too large is refused at once.
    _ = try options.geometry(for: layout, ink: nil).pixels(scale: options.scale)
    let ink = try options.ink(of: layout, cancellation)
    let geometry = options.geometry(for: layout, ink: ink)
    return (geometry, try geometry.pixels(scale: options.scale), ink)
  }

  /// The size of the picture and the place of the layout in it. Ink is measured only where the
  /// picture grows by it, which takes as long as drawing a short text.
  ///
  /// - Throws: `DocumentError` with `tooLarge`, or `CancellationError`.
  package func place() throws -> PictureGeometry {
    if options.fitsInk { return try geometry().picture }
    try checkScale()
    let geometry = options.geometry(for: layout, ink: nil)
    _ = try geometry.pixels(scale: options.scale)
    return geometry
  }

  /// Checks that the longer side of the picture has a pixel; an empty one is drawn as one.
  private func checkScale() throws(DocumentError) {
    let margin = 2 * options.padding
    let size =
      options.canvas?.size
      ?? Size(width: layout.size.width + margin, height: layout.size.height + margin)
    let side = max(size.width, size.height)
    guard side == 0 || side * options.scale >= 1 else {
      throw DocumentError(
        .malformed, "scale", "the picture has less than a pixel at the scale \(options.scale)")
    }
  }

  /// The note about ink that the edges of a picture cut off, for which the ink is measured; `nil`
  /// if they cut off none.
  package func cutInkNote(in geometry: PictureGeometry) -> String? {
    // Without a cancellation the measuring does not fail.
    cutInkNote((try? options.ink(of: layout)) ?? nil, in: geometry)
  }

  /// The places of lines, words and clusters in the picture, as JSON: the size in points, and the
  /// quads in pixels.
  ///
  /// - Throws: `CancellationError`.
  package func frames(in geometry: PictureGeometry) throws -> [UInt8] {
    let quads = try TextQuads(
      layout, at: geometry.origin, options.drawing, scale: options.scale, cancellation)
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("size")
    writer.beginArray()
    writer.number(geometry.size.width)
    writer.number(geometry.size.height)
    writer.endArray()
    writer.name("text")
    let scale = AffineTransform.scale(x: options.scale, y: options.scale)
    try quads.write(under: Projection(scale), to: &writer, cancellation)
    writer.endObject()
    return writer.takeBytes()
  }

  /// The note about ink that the picture's edges cut off; `nil` if they cut off none.
  package func cutInkNote(_ ink: Rect?, in geometry: PictureGeometry) -> String? {
    ink.flatMap { geometry.cutInkNote($0, scale: options.scale) }
  }

  /// The options for drawing the layout at its place in a picture.
  package func options(for geometry: PictureGeometry, clip: Rect? = nil) -> RenderOptions {
    RenderOptions(
      scale: options.scale, background: options.background, canvas: geometry.size,
      origin: geometry.origin, clip: clip, drawing: options.drawing)
  }

  /// The picture in SVG 1.1, with notes about what it leaves out.
  ///
  /// - Throws: `DocumentError` with `tooLarge`, an error of fonts, or `CancellationError`.
  package func svg() throws -> (
    bytes: [UInt8], ink: Rect?, geometry: PictureGeometry, notes: [String]
  ) {
    let (geometry, pixels, ink) = try geometry()
    let (bytes, notes) = try PictureSVG.document(
      layout, in: geometry, pixels: pixels, scale: options.scale, background: options.background,
      cancellation: cancellation)
    return (bytes, ink, geometry, notes)
  }
}

extension StyledDocument {
  /// Lays the document out on the calling thread.
  ///
  /// - Throws: `DocumentError`, an error of shaping or typesetting, or `CancellationError`.
  package func layout(
    with fonts: FontCollection, cancellation: Cancellation = .never
  ) throws -> TextLayout {
    try TextLayout(
      try attributedText(cancellation: cancellation),
      in: try container(cancellation: cancellation), fonts: fonts, cancellation: cancellation)
  }
}
