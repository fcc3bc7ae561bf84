// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CAsyncText
internal import CanvasDrawing
internal import DocumentJSON
internal import DocumentPictures
internal import LayerCompositing
internal import LayerScenes
internal import StyledDocuments
internal import SystemConcurrency
internal import TextFonts
internal import TextLayers
internal import TextModel
internal import TextService

extension DrawRequest {
  /// Draws the picture on the calling thread.
  ///
  /// - Throws: What becomes a ``CallError``.
  func picture(_ cancellation: Cancellation) throws -> Picture {
    try cancellation.check()
    switch content {
    case .text(let bytes, let style):
      var document = style.document
      document.text = try text(bytes, cancellation)
      return try picture(
        of: document, fonts.collection, style.options, tellsFrames: style.tellsFrames,
        notes: { style.notes + Self.notes(about: bytes) }, cancellation)
    case .json(let bytes):
      let (line, flaws) = try line(bytes, cancellation)
      if line.isScene {
        let notes = flaws.notes + Self.notes(about: bytes)
        let scene = try OpenScene(line, options(cancellation), notes: notes)
        return try picture(of: scene, at: nil, tellsFrames: line.tellsFrames, cancellation)
      }
      let (document, notes) = try document(line, cancellation)
      return try picture(
        of: document, fonts.collection(for: document), line.parameters.options,
        tellsFrames: line.tellsFrames,
        notes: { flaws.notes + Self.notes(about: bytes) + notes }, cancellation)
    case .scene(let scene, let time):
      return try picture(of: scene, at: time, tellsFrames: false, cancellation)
    }
  }

  /// Lays a text or a document out.
  ///
  /// - Returns: JSON.
  func layout(_ cancellation: Cancellation) throws -> [UInt8] {
    try cancellation.check()
    let document: StyledDocument
    let collection: FontCollection
    switch content {
    case .text(let bytes, let style):
      var whole = style.document
      whole.text = try text(bytes, cancellation)
      (document, collection) = (whole, fonts.collection)
    case .json(let bytes):
      document = try self.document(try line(bytes, cancellation).line, cancellation).document
      collection = try fonts.collection(for: document)
    case .scene:
      throw CallError.invalidArgument("a scene has no layout: AT_FRAMES tells its places")
    }
    let layout = try document.layout(with: collection, cancellation: cancellation)
    var json: [UInt8] = []
    try LayoutReport(layout: layout, text: document.text).write(cancellation) { json += $0 }
    return json
  }

  /// Reads a scene.
  func scene() throws -> OpenScene {
    guard case .json(let bytes) = content else {
      throw CallError.invalidArgument("a scene is made of a request of the kind AT_JSON")
    }
    let (line, flaws) = try line(bytes, cancellation)
    guard line.isScene else {
      throw CallError.invalidArgument("the JSON is a document, not a scene")
    }
    return try OpenScene(
      line, options(cancellation), notes: flaws.notes + Self.notes(about: bytes))
  }

  // MARK: Reading

  private func text(_ bytes: [UInt8], _ cancellation: Cancellation) throws -> ScalarText {
    let string = String(decoding: bytes, as: UTF8.self)
    let text = try ScalarText(
      string, limit: TextLimits.textLength, cancellation: cancellation)
    guard let text else {
      throw CallError(AT_TOO_LARGE, "a text has \(TextLimits.textLength) UTF-16 units at most")
    }
    return text
  }

  /// Notes about bytes of the caller that are no UTF-8.
  private static func notes(about bytes: [UInt8]) -> [String] {
    [try? IllFormedUTF8(in: bytes)].compactMap(\.?.note)
  }

  private func line(
    _ bytes: [UInt8], _ cancellation: Cancellation
  ) throws -> (line: PictureLine, flaws: JSONFlaws) {
    let (object, flaws): (JSONObject, JSONFlaws)
    do {
      (object, flaws) = try JSONReader.object(
        of: bytes, depth: JSONLimits.sceneDepth + 1, cancellation: cancellation)
    } catch {
      throw DocumentError(error, offset: error.offset)
    }
    let line = try PictureLine(object)
    try line.parameters.check(isScene: line.isScene)
    return (line, flaws)
  }

  private func document(
    _ line: PictureLine, _ cancellation: Cancellation
  ) throws -> (document: StyledDocument, notes: [String]) {
    guard !line.isScene else { throw CallError.invalidArgument("the JSON is a scene") }
    var options = options(cancellation)
    options.isStrict = isStrict || line.parameters.isStrict
    var reader = StyledDocumentReader(options: options)
    let document = try reader.document(from: line.content, name: "document")
    let notes = [reader.unknownKeys.note].compactMap(\.self) + reader.notes
    return (document, notes + (try document.notes(cancellation)))
  }

  // MARK: Drawing

  private func picture(
    of document: StyledDocument, _ fonts: FontCollection, _ options: PictureOptions,
    tellsFrames: Bool, notes: @escaping @Sendable () -> [String], _ cancellation: Cancellation
  ) throws -> Picture {
    let drawing = try DocumentDrawing(document, fonts: fonts, options, cancellation: cancellation)
    let geometry = try drawing.place()
    var drawn = drawing.options(for: geometry)
    if isOpacity { drawn.format = .alpha8 }
    let image = try drawing.image(drawn)
    let frames = tellsFrames || self.tellsFrames ? try drawing.frames(in: geometry) : nil
    return Picture(image, frames) {
      notes() + drawing.notes + [drawing.cutInkNote(in: geometry)].compactMap(\.self)
    }
  }

  private func picture(
    of open: OpenScene, at time: Double?, tellsFrames: Bool, _ cancellation: Cancellation
  ) throws -> Picture {
    guard !isOpacity else {
      throw CallError.invalidArgument("AT_OPACITY is for texts and documents, not for scenes")
    }
    let scene = open.scene
    var tree = scene.tree
    if let time { tree.time = time }
    let job = try Compositor.job(of: tree, cancellation: cancellation)
    _ = job.run()
    let frame = try job.frame()
    let frames =
      tellsFrames || self.tellsFrames ? try SceneFrames.json(of: tree, cancellation) : nil
    return Picture(frame.image, frames) {
      open.notes + scene.notes + scene.tileNotes + scene.filmNotes
        + frame.notes.map(\.description)
        + [MissingCharacters.note(scene.missing)].compactMap(\.self)
    }
  }
}
