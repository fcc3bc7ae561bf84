// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import DocumentJSON
internal import DocumentPictures
internal import LayerCompositing
internal import LayerScenes
internal import StyledDocuments
internal import SystemConcurrency
internal import TextShaping

/// The heavy part of a request, done on a lane: from the bytes of the body to those of the answer.
struct ServiceWork: Sendable {
  /// The memory of the values of JSON, for each of its bytes, about.
  private static let valueCost = 7
  /// The memory of a text while it is laid out, for each UTF-16 unit, in bytes, about.
  private static let textCost = StoredDocuments.layoutCost

  let request: ServiceRequest
  let body: [UInt8]
  let share: AdmittedShare
  let service: TextService

  init(
    _ request: ServiceRequest, _ body: [UInt8], _ share: AdmittedShare, _ service: TextService
  ) {
    (self.request, self.body, self.share, self.service) = (request, body, share, service)
  }

  /// Makes the answer.
  ///
  /// - Throws: What becomes a ``ServiceRefusal``, or `CancellationError`.
  func answer(_ cancellation: Cancellation) throws -> ServiceAnswer {
    if case .storeDocument(let hash) = request.route { return try store(hash, cancellation) }
    let tag = try request.tag ?? request.tag(of: body, cancellation)
    if request.tag == nil {
      if let answer = try request.conditionalAnswer(tag) { return answer }
      if let kept = service.cache?.answer(tag) {
        service.counters.count { $0.cacheHits += 1 }
        return request.answer(kept, tag)
      }
    }
    let answer = try answer(tag, cancellation)
    // Any answer that is there matches the star.
    return request.preconditions.knowAll
      ? ServiceAnswer(status: 304, fields: request.cacheFields(tag)) : answer
  }

  private func answer(_ tag: String, _ cancellation: Cancellation) throws -> ServiceAnswer {
    switch request.route {
    case .render:
      let read = try object(body, cancellation)
      return try picture(of: read.object, body.count, read.notes, tag, cancellation)
    case .address:
      guard let bytes = Base64.decode(url: (request.address ?? "").utf8) else {
        throw ServiceRefusal.malformed("d", "It must be base64url, with or without padding.")
      }
      try share.take(bytes.count, for: "The document")
      let read = try object(bytes, cancellation)
      return try picture(of: read.object, bytes.count, read.notes, tag, cancellation)
    case .template(let name):
      guard let template = request.resources.templates[name] else {
        throw ServiceRefusal(
          404, "notFound", member: "name", "There is no template of this name.")
      }
      let length = request.replacements.reduce(template.length) { $0 + $1.value.utf8.count }
      let scene = try template.scene(replacing: request.replacements)
      return try picture(of: scene, length, template.notes, tag, cancellation)
    case .templates: return templates(tag)
    case .layout:
      let read = try object(body, cancellation)
      return try layout(read.object, read.notes, tag, cancellation)
    case .document(let hash):
      guard let bytes = service.documents.document(hash) else { throw Self.noDocument }
      return json(bytes, tag)
    case .tiles, .tile: return try DocumentTiles(self, cancellation).answer(tag)
    default: throw ServiceRefusal(404, "notFound", "There is nothing at this address.")
    }
  }

  static let noDocument = ServiceRefusal(
    404, "notFound", member: "sha256",
    "The document is not here, or no longer: send it again with PUT.")

  /// Reads JSON that is a document or a scene, and takes the memory of its values.
  ///
  /// - Returns: The object, and notes about what is read otherwise than it stands there.
  func object(
    _ bytes: [UInt8], _ cancellation: Cancellation
  ) throws -> (object: JSONObject, notes: [String]) {
    try share.take(bytes.count * Self.valueCost, for: "The body")
    do {
      let (object, flaws) = try JSONReader.object(
        of: bytes, depth: JSONLimits.sceneDepth, cancellation: cancellation)
      let illFormed = try IllFormedUTF8(in: bytes, cancellation).note
      return (object, flaws.notes + [illFormed].compactMap(\.self))
    } catch let error as JSONError {
      try cancellation.check()
      var refusal = ServiceRefusal(
        error.isOverLimit ? 413 : 400, error.isOverLimit ? "tooLarge" : "malformed",
        error.description)
      refusal.offset = error.offset
      throw refusal
    }
  }

  /// An answer in JSON, with notes about what it is made of.
  func json(_ bytes: [UInt8], _ tag: String, _ notes: [String] = []) -> ServiceAnswer {
    ServiceAnswer(
      status: 200,
      fields: [("Content-Type", "application/json"), ("X-Content-Type-Options", "nosniff")]
        + request.cacheFields(tag) + noteField(notes), body: bytes)
  }

  /// The header field with the notes, and those about the address, if there are any.
  func noteField(_ notes: [String]) -> [(name: String, value: String)] {
    NotesField.value(request.notes + notes).map { [("Render-Notes", $0)] } ?? []
  }

  // MARK: Pictures

  private func picture(
    of object: JSONObject, _ length: Int, _ notes: [String], _ tag: String,
    _ cancellation: Cancellation
  ) throws -> ServiceAnswer {
    let type = request.type(pixelsOnly: object["layers"] != nil)
    let drawn = try drawn(object, length, request.parameters, type, cancellation)
    var fields =
      [
        ("Content-Type", type.type), ("X-Content-Type-Options", "nosniff"),
        ("Picture-Size", "\(drawn.size.width)x\(drawn.size.height)"),
      ] + request.cacheFields(tag)
    if type == .svg {
      // A picture of a stranger's text that is opened as a page runs nothing.
      fields.append(
        ("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"))
    }
    fields += noteField(notes + drawn.notes)
    return ServiceAnswer(status: 200, fields: fields, body: drawn.bytes)
  }

  /// A picture that was drawn and packed.
  struct Drawn {
    var bytes: [UInt8]
    var size: PixelSize
    var notes: [String]
    /// The places of layers and texts as JSON, where they are asked for.
    var frames: [UInt8]?
  }

  /// Draws a document or a scene, which has `layers`, and packs the picture.
  ///
  /// - Parameter length: The bytes of its JSON.
  func drawn(
    _ object: JSONObject, _ length: Int, _ parameters: PictureParameters, _ type: PictureType,
    tellsFrames: Bool = false, _ cancellation: Cancellation
  ) throws -> Drawn {
    let isScene = object["layers"] != nil
    try parameters.check(isScene: isScene)
    return isScene
      ? try drawnScene(object, length, parameters, type, tellsFrames: tellsFrames, cancellation)
      : try drawnDocument(object, parameters, type, tellsFrames: tellsFrames, cancellation)
  }

  private func drawnDocument(
    _ object: JSONObject, _ parameters: PictureParameters, _ type: PictureType,
    tellsFrames: Bool, _ cancellation: Cancellation
  ) throws -> Drawn {
    var (document, notes) = try document(object, parameters, cancellation)
    let fonts = try request.resources.fonts(of: document)
    let drawing = try DocumentDrawing(
      document, fonts: fonts, parameters.options, cancellation: cancellation)
    notes += drawing.notes
    if type == .svg {
      let svg = try drawing.svg()
      notes += svg.notes + [drawing.cutInkNote(svg.ink, in: svg.geometry)].compactMap(\.self)
      try share.take(svg.bytes.count, for: "The picture")
      let pixels = try svg.geometry.pixels(scale: parameters.options.scale)
      let frames = tellsFrames ? try drawing.frames(in: svg.geometry) : nil
      return Drawn(bytes: svg.bytes, size: pixels, notes: notes, frames: frames)
    }
    let (geometry, pixels, ink) = try drawing.geometry()
    notes += [drawing.cutInkNote(ink, in: geometry)].compactMap(\.self)
    try takePixels(pixels, copies: 1, as: type)
    let image = try drawing.image(in: geometry)
    return Drawn(
      bytes: try PictureEncoder.bytes(
        of: image, as: type, quality: parameters.quality, cancellation),
      size: pixels, notes: notes, frames: tellsFrames ? try drawing.frames(in: geometry) : nil)
  }

  /// Reads a document, and takes the memory of its text.
  func document(
    _ object: JSONObject, _ parameters: PictureParameters, _ cancellation: Cancellation
  ) throws -> (StyledDocument, notes: [String]) {
    var reader = StyledDocumentReader(
      options: request.resources.options(parameters, cancellation))
    try share.take(object.partMemory, for: "The document")
    let document = try reader.document(from: object, name: "document")
    try share.take(document.text.utf16.count * Self.textCost, for: "The text")
    let notes = [reader.unknownKeys.note].compactMap(\.self) + reader.notes
    return (document, notes + (try document.notes(cancellation)))
  }

  private func drawnScene(
    _ object: JSONObject, _ length: Int, _ parameters: PictureParameters, _ type: PictureType,
    tellsFrames: Bool, _ cancellation: Cancellation
  ) throws -> Drawn {
    guard type != .svg else {
      throw ServiceRefusal(406, "notAcceptable", "A scene is drawn as PNG, JPEG or WebP.")
    }
    let scene = try scene(object, length, parameters, cancellation)
    guard let pixels = scene.tree.size.pixels(scale: scene.tree.scale) else {
      throw ServiceRefusal(413, "tooLarge", member: "size", "The picture is too large.")
    }
    // The picture, and one layer of it that is drawn by itself.
    try takePixels(pixels, copies: 2, as: type)
    let paths = scene.tree.pathMemory
    try share.take(paths, for: "The paths of the scene")
    let job = try Compositor.job(of: scene.tree, cancellation: cancellation)
    _ = job.run()
    let frame = try job.frame()
    share.give(paths)
    let missing = MissingCharacters.note(scene.missing)
    return Drawn(
      bytes: try PictureEncoder.bytes(
        of: frame.image, as: type, quality: parameters.quality, cancellation),
      size: frame.image.pixelSize,
      notes: scene.notes + scene.tileNotes + scene.filmNotes + frame.notes.map(\.description)
        + [missing].compactMap(\.self),
      frames: tellsFrames ? try SceneFrames.json(of: scene.tree, cancellation) : nil)
  }

  func scene(
    _ object: JSONObject, _ length: Int, _ parameters: PictureParameters,
    _ cancellation: Cancellation
  ) throws -> Scene {
    // Texts of a scene are as long as its JSON, about.
    try share.take(length * Self.textCost / 4, for: "The scene")
    try share.take(object.partMemory, for: "The scene")
    return try Scene(object: object, options: request.resources.options(parameters, cancellation))
  }

  /// Takes the memory of a picture, and of its pixels where they are the answer.
  func takePixels(
    _ size: PixelSize, copies: Int, as type: PictureType
  ) throws(ServiceRefusal) {
    let copies = type == .rgba || type == .a8 ? copies + 1 : copies
    let (count, overflows) = size.width.multipliedReportingOverflow(by: size.height)
    let limit = service.configuration.pixelLimit
    guard !overflows, count <= limit else {
      throw ServiceRefusal(
        413, "tooLarge",
        "The picture would have \(size.width)x\(size.height) pixels; it has \(limit) at most.")
    }
    try share.take(count * 4 * copies, for: "The picture")
  }
}
