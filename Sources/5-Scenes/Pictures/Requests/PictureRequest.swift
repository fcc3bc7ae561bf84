// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import DocumentJSON
package import HTMLPages
internal import ImageCodecs
internal import LayerScenes
package import StyledDocuments
internal import TextFonts

/// The request for a picture: its contents and its options.
///
/// Command lines, batch lines, HTTP requests, C calls and Python calls all make a request, which is
/// drawn in the same steps:
///
///     let open = try request.open(in: environment)  // read and laid out
///     let drawn = try open.draw()                   // pixels or shapes
///     let bytes = try drawn.bytes()                 // packed
package struct PictureRequest: Sendable {
  package let content: PictureContent
  package let options: PictureOptions
  /// Notes about the bytes that the request was read from.
  package let notes: [String]

  package init(
    _ content: PictureContent, _ options: PictureOptions = PictureOptions(), notes: [String] = []
  ) {
    (self.content, self.options, self.notes) = (content, options, notes)
  }

  /// Reads the document or the scene, and lays its texts out, on the calling thread.
  ///
  /// - Throws: An error that ``PictureError/init(_:)`` converts, or `CancellationError`.
  package func open(in environment: PictureEnvironment) throws -> OpenPicture {
    try options.check(for: content.kind, environment.name)
    let reading = try reading(in: environment)
    func opened(_ content: OpenPicture.Content, _ notes: [String] = []) -> OpenPicture {
      OpenPicture(content, options, notes: self.notes + notes, environment)
    }
    switch content {
    case .document(let document):
      return opened(
        .document(try drawing(of: document, reading, environment)),
        try document.notes(environment.cancellation))
    case .documentJSON(let object):
      let (document, notes) = try self.document(object, in: environment)
      return opened(
        .document(try drawing(of: document, reading, environment)),
        notes + (try document.notes(environment.cancellation)))
    case .scene(let scene): return opened(.scene(scene))
    case .sceneJSON(let object):
      try environment.admission?.take(.parts(object, isScene: true))
      return opened(.scene(try Scene(object: object, options: reading)))
    case .page(let source, let language):
      try environment.admission?.take(.page(source.count))
      let page = try pageOptions(reading)
      let document = try HTMLDocument(utf8: source, language, options: page)
      return opened(.page(try laidOut(document, [:], page)))
    case .template(let document, let values):
      try environment.admission?.take(.page(document.length))
      return opened(.page(try laidOut(document, values, try pageOptions(reading))))
    }
  }

  /// Reads a document, so that a caller can change it before drawing.
  ///
  /// - Returns: The document, and notes about parts that were ignored or changed in reading.
  package func document(
    _ object: JSONObject, in environment: PictureEnvironment
  ) throws -> (document: StyledDocument, notes: [String]) {
    var reader = StyledDocumentReader(options: try reading(in: environment))
    try environment.admission?.take(.parts(object, isScene: false))
    let document = try reader.document(from: object, name: environment.documentName)
    try environment.admission?.take(.text(document.text.utf16.count))
    return (document, [reader.unknownKeys.note].compactMap(\.self) + reader.notes)
  }

  /// Draws the picture on the calling thread, with the help of the environment's lanes.
  ///
  /// - Throws: An error that ``PictureError/init(_:)`` converts, or `CancellationError`.
  package func draw(in environment: PictureEnvironment) throws -> DrawnPicture {
    try open(in: environment).draw()
  }

  private func reading(in environment: PictureEnvironment) throws(DocumentError) -> SceneOptions {
    var reading = environment.reading
    (reading.scale, reading.time) = (options.scale, options.time)
    reading.scaleKey = options.key(.scale, name: environment.name)
    reading.isStrict = reading.isStrict || options.isStrict
    if let root = options.imageRoot {
      guard reading.imageRoot == nil else {
        throw options.error(
          .imageRoot, "the folder of pictures is fixed here", .unsupported, name: environment.name)
      }
      reading.imageRoot = root
    }
    return reading
  }

  /// How pages of HTML and Markdown are read.
  package func pageOptions(in environment: PictureEnvironment) throws -> HTMLPageOptions {
    try pageOptions(try reading(in: environment))
  }

  private func pageOptions(_ reading: SceneOptions) throws -> HTMLPageOptions {
    var page = options.page
    if options.format == .pdf, options.height == nil {
      // What is printed has sheets, unless its height is given.
      page.paper = page.paper ?? .a4
      if options.given[.media] == nil { page.medium = .print }
    } else {
      page.paper = nil
    }
    (page.scale, page.background) = (options.documentScale, options.background)
    (page.folder, page.imageRoot) = (reading.folder, reading.imageRoot)
    (page.hidesImageRoot, page.isStrict) = (reading.hidesImageRoot, reading.isStrict)
    page.fonts = try reading.fonts?(StyledDocument())
    page.cancellation = reading.cancellation
    return page
  }

  private func laidOut(
    _ document: HTMLDocument, _ values: [String: String], _ page: HTMLPageOptions
  ) throws -> HTMLPage {
    try document.page(
      width: options.width ?? 800, height: options.height, replacing: values, page)
  }

  private func drawing(
    of document: StyledDocument, _ reading: SceneOptions, _ environment: PictureEnvironment
  ) throws -> DocumentDrawing {
    let fonts = try reading.fonts?(document) ?? FontCache.shared.fonts(of: document)
    return try DocumentDrawing(
      document, fonts: fonts, options, cancellation: environment.cancellation,
      name: environment.name)
  }
}
