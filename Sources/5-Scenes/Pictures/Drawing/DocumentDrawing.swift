// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
package import CanvasGeometry
internal import DocumentJSON
internal import HTMLPages
internal import ImageCodecs
internal import LayerCompositing
package import StyledDocuments
package import SystemConcurrency
package import TextFonts
package import TextLayers
internal import TextModel
package import TextTypesetting

/// A document that is laid out, and its drawing as one picture, both on the calling thread.
package struct DocumentDrawing: Sendable {
  package let layout: TextLayout
  package let text: ScalarText
  private let options: PictureOptions
  private var paperNotes: [String] = []
  private let cancellation: Cancellation
  private let name: @Sendable (PictureOption) -> String

  /// Lays a document out.
  ///
  /// - Parameters:
  ///   - cancellation: Polled while the document is laid out, and in all drawing afterwards.
  ///   - name: The entry point's name for an option, in notes and errors.
  /// - Throws: `DocumentError`, an error of shaping or typesetting, or `CancellationError`.
  package init(
    _ document: StyledDocument, fonts: FontCollection, _ options: PictureOptions,
    cancellation: Cancellation = .never,
    name: @escaping @Sendable (PictureOption) -> String = { $0.rawValue }
  ) throws {
    (self.options, self.cancellation, self.name) = (options, cancellation, name)
    text = document.text
    var document = document
    if options.format == .pdf, let paper = options.page.paper {
      // The lines of a document on paper fill the sheets, one below another.
      if document.columns != nil {
        document.columns = nil
        paperNotes = ["\(name(.paper)): columns are left out on paper"]
      }
      let isVertical = document.writingMode.isVertical
      if !isVertical, document.width == nil {
        document.width = Length(paper.contents.width)
      } else if isVertical, document.height == nil {
        document.height = Length(paper.contents.height)
      }
    }
    layout = try document.layout(with: fonts, cancellation: cancellation)
  }

  /// Notes about parts of the document that its layout does not show as written, such as a line
  /// that is cut off, or missing characters.
  package var notes: [String] { layout.notes(about: text) + paperNotes }

  /// A picture of a part of the layout.
  ///
  /// - Throws: `GraphicsError` or `CancellationError`.
  package func image(_ options: RenderOptions) throws -> Bitmap {
    try TextRenderer.draw(layout, options: options, cancellation: cancellation).image
  }

  /// The size of the picture, the place of the layout in it, and the ink in points. The ink is
  /// measured only if the picture grows to fit the ink, since measuring takes as long as drawing a
  /// short text.
  ///
  /// - Throws: `DocumentError` with `tooLarge`, or `CancellationError`.
  package func place() throws -> (geometry: PictureGeometry, pixels: PixelSize, ink: Rect?) {
    try checkScale()
    // The size is checked before the ink is measured, so that too large a picture fails at once.
    var geometry = options.geometry(for: layout, ink: nil)
    var pixels = try geometry.pixels(scale: options.documentScale)
    guard options.fitsInk else { return (geometry, pixels, nil) }
    let ink = try options.ink(of: layout, cancellation)
    geometry = options.geometry(for: layout, ink: ink)
    pixels = try geometry.pixels(scale: options.documentScale)
    return (geometry, pixels, ink)
  }

  /// Checks that the longer side of the picture has at least one pixel; an empty picture passes,
  /// and is drawn as one pixel.
  private func checkScale() throws(DocumentError) {
    let margin = 2 * options.padding
    let size =
      options.canvas
      ?? Size(width: layout.size.width + margin, height: layout.size.height + margin)
    let side = max(size.width, size.height)
    guard side == 0 || side * options.documentScale >= 1 else {
      throw options.error(
        .scale, "the picture has less than a pixel at the scale \(options.documentScale)",
        name: name)
    }
  }

  /// The note about ink that the edges of a picture cut off, with the option that makes room for
  /// the ink; `nil` if no ink is cut off.
  ///
  /// - Parameters:
  ///   - ink: The ink in points; `nil` to measure it.
  ///   - cancellation: Polled while the ink is measured.
  package func cutInkNote(
    _ ink: Rect? = nil, in geometry: PictureGeometry, _ cancellation: Cancellation
  ) throws -> String? {
    guard let ink = try ink ?? options.ink(of: layout, cancellation),
      let note = geometry.cutInkNote(ink, scale: options.documentScale)
    else { return nil }
    return options.canvas == nil
      ? "\(note); \(name(.fitInk)) makes room for it"
      : "\(note); the \(name(.canvas)) is too small"
  }

  /// The places of lines, words and clusters in the picture, as JSON: the size in points, and the
  /// quads in pixels.
  ///
  /// - Throws: `CancellationError`.
  package func frames(in geometry: PictureGeometry) throws -> [UInt8] {
    let quads = try TextQuads(
      layout, at: geometry.origin, options.drawing, scale: options.documentScale, cancellation)
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("size")
    writer.beginArray()
    writer.number(geometry.size.width)
    writer.number(geometry.size.height)
    writer.endArray()
    writer.name("text")
    let scale = AffineTransform.scale(x: options.documentScale, y: options.documentScale)
    try quads.write(under: Projection(scale), to: &writer, cancellation)
    writer.endObject()
    return writer.takeBytes()
  }

  /// The options for drawing the layout at its place in a picture.
  package func options(for geometry: PictureGeometry, clip: Rect? = nil) -> RenderOptions {
    RenderOptions(
      scale: options.documentScale, background: options.background, canvas: geometry.size,
      origin: geometry.origin, clip: clip, drawing: options.drawing)
  }

  /// The picture as a tree of layers: one with the text.
  func tree(in geometry: PictureGeometry, _ pixels: PixelSize) -> RenderTree {
    let scale = options.documentScale
    let size = Size(width: Double(pixels.width) / scale, height: Double(pixels.height) / scale)
    var properties = LayerProperties()
    properties.bounds = Rect(origin: .zero, size: size)
    properties.anchorPoint = .zero
    let text = TextContents(layout, at: geometry.origin, options: options.drawing)
    return RenderTree(
      root: RenderNode(properties: properties, contents: .vector(text)), size: size, scale: scale,
      background: options.background)
  }

  /// The picture in SVG 1.1, with notes about what it leaves out.
  ///
  /// - Throws: An error of fonts, or `CancellationError`.
  package func svg(
    in geometry: PictureGeometry, _ pixels: PixelSize
  ) throws -> (bytes: [UInt8], notes: [String]) {
    try PictureSVG.document(
      layout, in: geometry, pixels: pixels, scale: options.documentScale,
      background: options.background, cancellation: cancellation)
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
