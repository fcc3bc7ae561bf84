// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
internal import CanvasGeometry
package import HTMLPages
internal import ImageCodecs
package import LayerCompositing
package import LayerScenes
internal import StyledDocuments
internal import SystemLanes
internal import TextLayers
internal import TextShaping
internal import TextTypesetting

/// A document that was laid out, or a scene that was read, ready to be drawn.
package struct OpenPicture: Sendable {
  package enum Content: Sendable {
    case document(DocumentDrawing)
    case scene(Scene)
    case page(HTMLPage)
  }

  package let content: Content
  package let options: PictureOptions
  private let readingNotes: [String]
  private let environment: PictureEnvironment

  init(
    _ content: Content, _ options: PictureOptions, notes: [String],
    _ environment: PictureEnvironment
  ) {
    (self.content, self.options, readingNotes) = (content, options, notes)
    self.environment = environment
  }

  /// Notes about parts of the JSON that were ignored or changed in reading, and about parts of the
  /// document that the layout does not show as written. A drawing has further notes:
  /// ``DrawnPicture/notes(_:)``.
  package var notes: [String] {
    contentNotes + options.idleNotes(environment.name)
  }

  /// The layers of a scene or a page; `nil` for a document.
  package var tree: RenderTree? {
    switch content {
    case .document: nil
    case .scene(let scene): scene.tree
    case .page(let page): page.tree
    }
  }

  /// The ``notes`` for a caller that writes ``frames(at:)`` in place of the picture.
  package var notesOfFrames: [String] {
    contentNotes + options.idleNotes(isDrawn: false, environment.name)
  }

  private var contentNotes: [String] {
    switch content {
    case .document(let drawing): readingNotes + drawing.notes
    case .scene(let scene): readingNotes + scene.notes
    case .page(let page): readingNotes + page.notes
    }
  }

  /// The notes for a caller that draws no picture, and so gets no ``DrawnPicture/notes(_:)``.
  package var notesWithoutPicture: [String] {
    switch content {
    case .document(let drawing):
      readingNotes + drawing.layout.notesWithoutPicture(about: drawing.text)
    case .scene, .page: contentNotes
    }
  }

  /// The characters that no font has, each once, in the order of the text.
  package var missing: [Unicode.Scalar] {
    switch content {
    case .document(let drawing):
      MissingCharacters.distinct(drawing.layout.missing.flatMap(\.scalars))
    case .scene(let scene): MissingCharacters.distinct(scene.missing)
    case .page(let page): MissingCharacters.distinct(page.missing)
    }
  }

  // MARK: Reports

  /// Writes the layout of a document, or the frames of a scene, as one JSON object on one line.
  ///
  /// - Parameter output: Takes a piece of some 64 KiB. An error that it throws ends the report.
  /// - Throws: `DocumentError` with `tooLarge`, the error of the output, or `CancellationError`.
  package func writeLayout(to output: ([UInt8]) throws -> Void) throws {
    switch content {
    case .document(let drawing):
      try LayoutReport(layout: drawing.layout, text: drawing.text)
        .write(environment.cancellation, to: output)
    case .scene, .page: try output(try frames() + [0x0A])
    }
  }

  /// The places of layers and texts in the picture, as one JSON object.
  ///
  /// - Throws: `DocumentError` with `tooLarge`, or `CancellationError`.
  package func frames(at time: Double? = nil) throws -> [UInt8] {
    switch content {
    case .document(let drawing): try drawing.frames(in: drawing.place().geometry)
    case .scene(let scene):
      try SceneFrames.json(of: tree(of: scene, at: time), environment.cancellation)
    case .page(let page): try page.frames.json(environment.cancellation)
    }
  }

  // MARK: Drawing

  /// Draws the picture in the format of the options, or as pixels.
  ///
  /// - Parameters:
  ///   - pixels: The format of the bitmap of a document.
  ///   - time: The point in time of a scene, in seconds; `nil` for the time of the scene.
  ///   - reporting: Whether the frame of a scene has a report of its layers.
  /// - Throws: An error that ``PictureError/init(_:)`` converts, or `CancellationError`.
  package func draw(
    pixels: PixelFormat = .rgba8, at time: Double? = nil, reporting: Bool = false
  ) throws -> DrawnPicture {
    switch content {
    case .document(let drawing): return try draw(drawing, pixels)
    case .scene(let scene):
      let tree = tree(of: scene, at: time)
      let notes: @Sendable () -> [String] = { scene.tileNotes + scene.filmNotes }
      if let file = try file(of: tree, nil) { return try shapes(of: tree, file, notes) }
      return try draw(tree, reporting, notes: notes)
    case .page(let page):
      if let file = try file(of: page.tree, page) {
        return try shapes(of: page.tree, file) { [] }
      }
      return try draw(page.tree, reporting) { [] }
    }
  }

  /// A file of shapes, and notes about what it shows otherwise than pixels do; `nil` for a format
  /// of pixels.
  private func file(
    of tree: RenderTree, _ page: HTMLPage?
  ) throws -> (bytes: [UInt8], notes: [String])? {
    let cancellation = environment.cancellation
    switch options.format {
    case .pdf:
      return try page.map { try PDFDrawing.file(of: $0, options, cancellation) }
        ?? PDFDrawing.file(of: tree, options, cancellation)
    case .svg: return try LayerSVG.document(tree, cancellation: cancellation)
    default: return nil
    }
  }

  /// The picture of a tree as a file of shapes.
  private func shapes(
    of tree: RenderTree, _ file: (bytes: [UInt8], notes: [String]),
    _ notes: @escaping @Sendable () -> [String]
  ) throws -> DrawnPicture {
    try environment.admission?.take(.result(file.bytes.count, "The picture"))
    return DrawnPicture(
      .shapes(file.bytes), options,
      size: tree.size.pixels(scale: tree.scale) ?? PixelSize(width: 1, height: 1),
      frames: try told { try frames(at: tree.time) }, missing: missing
    ) { _ in notes() + file.notes }
  }

  /// The lines of a document on sheets of paper.
  private func draw(_ drawing: DocumentDrawing, on paper: Paper) throws -> DrawnPicture {
    let file = try PDFDrawing.file(
      of: drawing.layout, on: paper, options, environment.cancellation)
    try environment.admission?.take(.result(file.bytes.count, "The picture"))
    return DrawnPicture(
      .shapes(file.bytes), options,
      size: paper.size.pixels(scale: 1) ?? PixelSize(width: 1, height: 1),
      frames: try told { try drawing.frames(in: options.geometry(for: drawing.layout, ink: nil)) },
      missing: missing
    ) { _ in file.notes }
  }

  private func draw(_ drawing: DocumentDrawing, _ format: PixelFormat) throws -> DrawnPicture {
    if options.format == .pdf, let paper = options.page.paper {
      return try draw(drawing, on: paper)
    }
    let (geometry, pixels, ink) = try drawing.place()
    let picture: DrawnPicture.Content
    var shapeNotes: [String] = []
    switch options.format {
    case .outlines: picture = .shapes(OutlineSVG.document(drawing.layout))
    case .svg:
      let svg = try drawing.svg(in: geometry, pixels)
      try environment.admission?.take(.result(svg.bytes.count, "The picture"))
      (picture, shapeNotes) = (.shapes(svg.bytes), svg.notes)
    case .pdf:
      let file = try PDFDrawing.file(
        of: drawing.tree(in: geometry, pixels), options, environment.cancellation)
      try environment.admission?.take(.result(file.bytes.count, "The picture"))
      (picture, shapeNotes) = (.shapes(file.bytes), file.notes)
    default:
      try admit(pixels)
      var rendering = drawing.options(for: geometry)
      rendering.format = format
      picture = .pixels(try inBlackAndWhite(try drawing.image(rendering)))
    }
    return DrawnPicture(
      picture, options, size: pixels, frames: try told { try drawing.frames(in: geometry) },
      missing: missing
    ) { [environment, options, shapeNotes] cancellation in
      if options.format == .outlines {
        return Self.leftOut(of: drawing.layout, options, environment)
      }
      let cut = try drawing.cutInkNote(ink, in: geometry, cancellation)
      return [cut].compactMap(\.self) + shapeNotes
    }
  }

  /// The pixels as the options and the format want them: in colour, or black and white alone.
  private func inBlackAndWhite(_ image: Bitmap) throws -> Bitmap {
    guard options.isBlackAndWhite, image.format == .rgba8 else { return image }
    // A byte for each pixel, and the picture once more.
    try environment.admission?.take(.result(5 * image.width * image.height, "The picture"))
    return try image.blackAndWhite(options.oneBit, environment.cancellation)
  }

  /// The note about contents and options that a picture of outlines leaves out.
  private static func leftOut(
    of layout: TextLayout, _ options: PictureOptions, _ environment: PictureEnvironment
  ) -> [String] {
    let ignored: [PictureOption] = [
      .background, .scale, .padding, .canvas, .origin, .anchor, .fitInk, .gridFitting,
    ]
    let kinds =
      OutlineSVG.leftOut(of: layout)
      + ignored.filter { options.given[$0] != nil }.map(environment.name)
    if kinds.isEmpty { return [] }
    let format = environment.name(.format)
    return [
      "\(format) \(environment.formatName(.outlines)) holds outlines alone, without "
        + "\(kinds.joined(separator: ", ")); \(format) \(environment.formatName(.svg)) draws all"
    ]
  }

  /// - Parameter notes: What of the contents a frame does not show, told after drawing.
  private func draw(
    _ tree: RenderTree, _ reporting: Bool, notes: @escaping @Sendable () -> [String]
  ) throws -> DrawnPicture {
    if let pixels = tree.size.pixels(scale: tree.scale) { try admit(pixels) }
    let paths = environment.admission == nil ? 0 : tree.pathMemory
    try environment.admission?.take(.paths(paths))
    let frame = try tree.frame(
      on: environment.lanes, reporting: reporting, cancellation: environment.cancellation)
    environment.admission?.give(.paths(paths))
    return DrawnPicture(
      .pixels(try inBlackAndWhite(frame.image)), options, size: frame.image.pixelSize,
      frames: try told { try frames(at: tree.time) }, missing: missing, frame: frame
    ) { _ in
      notes() + frame.notes.map(\.description)
    }
  }

  private func tree(of scene: Scene, at time: Double?) -> RenderTree {
    var tree = scene.tree
    if let time { tree.time = time }
    return tree
  }

  private func admit(_ pixels: PixelSize) throws {
    var hasLayers = true
    if case .document = content { hasLayers = false }
    try environment.admission?.take(.pixels(pixels, options.format ?? .png, isScene: hasLayers))
  }

  private func told(_ frames: () throws -> [UInt8]) throws -> [UInt8]? {
    options.tellsFrames ? try frames() : nil
  }
}
