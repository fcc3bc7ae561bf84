// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import DocumentJSON
internal import ImageCodecs
internal import Pictures
internal import SystemConcurrency

/// The heavy part of a request, done on a lane: it turns the body into the answer.
struct ServiceWork: Sendable {
  /// The approximate memory of parsed JSON values, in bytes for each byte of the text.
  private static let valueCost = 7

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
  /// - Throws: An error that ``ServiceRefusal/init(_:)`` converts, or `CancellationError`.
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
    // `If-None-Match: *` matches any answer, so once there is an answer, the client gets 304.
    return request.preconditions.knowAll
      ? ServiceAnswer(status: 304, fields: request.cacheFields(tag)) : answer
  }

  private func answer(_ tag: String, _ cancellation: Cancellation) throws -> ServiceAnswer {
    switch request.route {
    case .render:
      if let language = request.bodyLanguage {
        return try picture(
          of: .page(body, language), body.count, notes(aboutPage: body, cancellation), tag,
          cancellation)
      }
      let read = try object(body, cancellation)
      return try picture(
        of: PictureContent(read.object), body.count, read.notes, tag, cancellation)
    case .address:
      guard let bytes = Base64.decode(url: (request.address ?? "").utf8) else {
        throw ServiceRefusal.malformed("d", "It must be base64url, with or without padding.")
      }
      try share.take(bytes.count, for: "The document")
      let read = try object(bytes, cancellation)
      return try picture(
        of: PictureContent(read.object), bytes.count, read.notes, tag, cancellation)
    case .template(let name):
      guard let template = request.resources.templates[name] else {
        throw ServiceRefusal(
          404, "notFound", member: "name", "There is no template of this name.")
      }
      let length = request.replacements.reduce(template.length) { $0 + $1.value.utf8.count }
      let content = try template.content(replacing: request.replacements)
      return try picture(of: content, length, template.notes, tag, cancellation)
    case .templates: return templates(tag)
    case .layout:
      if let language = request.bodyLanguage {
        return try layout(
          .page(body, language), notes(aboutPage: body, cancellation), tag, cancellation)
      }
      let read = try object(body, cancellation)
      return try layout(PictureContent(read.object), read.notes, tag, cancellation)
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

  /// Parses the JSON of a document or a scene, and takes the memory of its values.
  ///
  /// - Returns: The object, and notes about repeated names and ill-formed UTF-8.
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

  private func notes(aboutPage bytes: [UInt8], _ cancellation: Cancellation) throws -> [String] {
    [try IllFormedUTF8(in: bytes, cancellation).note].compactMap(\.self)
  }

  /// An answer in JSON, with notes about the document or scene.
  func json(_ bytes: [UInt8], _ tag: String, _ notes: [String] = []) -> ServiceAnswer {
    ServiceAnswer(
      status: 200,
      fields: [("Content-Type", "application/json"), ("X-Content-Type-Options", "nosniff")]
        + request.cacheFields(tag) + noteField(notes), body: bytes)
  }

  /// The header field with the given notes and the notes about the address; empty if there are
  /// none.
  func noteField(_ notes: [String]) -> [(name: String, value: String)] {
    NotesField.value(request.notes + notes).map { [("Render-Notes", $0)] } ?? []
  }

  // MARK: Pictures

  /// The environment for pictures of untrusted requests.
  func environment(_ cancellation: Cancellation) -> PictureEnvironment {
    PictureEnvironment(request.resources.reading(cancellation), admission: admission)
  }

  var admission: SharedAdmission {
    SharedAdmission(share: share, pixelLimit: service.configuration.pixelLimit)
  }

  private func picture(
    of content: PictureContent, _ length: Int, _ notes: [String], _ tag: String,
    _ cancellation: Cancellation
  ) throws -> ServiceAnswer {
    var options = request.parameters.options
    if options.format == nil {
      options.format = try request.type(pixelsOnly: false)
    }
    let (drawn, bytes, drawnNotes) = try drawn(
      PictureRequest(content, options), length, cancellation)
    var fields =
      [
        ("Content-Type", drawn.format.mediaType), ("X-Content-Type-Options", "nosniff"),
        ("Picture-Size", "\(drawn.size.width)x\(drawn.size.height)"),
      ] + request.cacheFields(tag)
    if drawn.format.isVector {
      // The policy keeps an SVG of untrusted text from running scripts if it is opened as a page.
      fields.append(
        ("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"))
    }
    fields += noteField(notes + drawnNotes)
    return ServiceAnswer(status: 200, fields: fields, body: bytes)
  }

  /// Draws and packs a picture.
  ///
  /// - Parameter length: The length of the document's or scene's JSON, in bytes.
  /// - Returns: The picture, its bytes, and all notes about it.
  func drawn(
    _ request: PictureRequest, _ length: Int, _ cancellation: Cancellation
  ) throws -> (picture: DrawnPicture, bytes: [UInt8], notes: [String]) {
    let open = try open(request, length, cancellation)
    let drawn = try open.draw()
    return (
      drawn, try drawn.bytes(cancellation), open.notes + (try drawn.notes(cancellation))
    )
  }

  /// Reads a document or a scene and lays its texts out.
  ///
  /// - Parameter length: The length of the document's or scene's JSON, in bytes.
  func open(
    _ request: PictureRequest, _ length: Int, _ cancellation: Cancellation
  ) throws -> OpenPicture {
    if request.content.kind == .scene {
      // The texts of a scene are unknown here; their memory is estimated from the length of its
      // JSON.
      try share.take(length * SharedAdmission.textCost / 4, for: "The scene")
    }
    return try request.open(in: environment(cancellation))
  }
}
