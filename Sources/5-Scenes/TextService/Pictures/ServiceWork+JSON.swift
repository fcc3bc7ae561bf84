// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import LayerScenes
internal import Pictures
internal import StyledDocuments
internal import SystemConcurrency
internal import SystemFiles
internal import TextLayers

/// Answers other than pictures: layouts, stored documents, and the list of templates.
extension ServiceWork {
  func layout(
    _ content: PictureContent, _ notes: [String], _ tag: String, _ cancellation: Cancellation
  ) throws -> ServiceAnswer {
    let open = try open(
      PictureRequest(content, request.parameters.options), body.count, cancellation)
    var bytes: [UInt8] = []
    try open.writeLayout { piece in
      try share.take(piece.count, for: content.kind == .document ? "The layout" : "The frames")
      try bytes.makeRoom(for: piece.count, cancellation)
      bytes += piece
    }
    return json(bytes, tag, notes + open.notesWithoutPicture)
  }

  func store(_ hash: String, _ cancellation: Cancellation) throws -> ServiceAnswer {
    var digest = SHA256()
    try digest.update(body, cancellation)
    guard SHA256.hexadecimal(digest.digest) == hash else {
      throw ServiceRefusal(
        400, "wrongHash", member: "sha256",
        "The address does not end with the SHA-256 of the body, in small letters."
      )
    }
    let stored = service.documents.document(hash) == nil ? nil : request.storedTag
    guard request.preconditions.allowStoring(over: stored) else {
      throw ServiceRefusal.preconditionFailed
    }
    let (object, notes) = try object(body, cancellation)
    guard PictureContent(object).kind == .document else {
      throw ServiceRefusal(400, "unsupported", "Documents have tiles; a scene has none.")
    }
    let (document, readingNotes) = try PictureRequest(
      .documentJSON(object), request.parameters.options
    ).document(object, in: environment(cancellation))
    let documentNotes = readingNotes + (try document.notes(cancellation))
    guard service.documents.keep(body, hash) else {
      throw ServiceRefusal(413, "tooLarge", "The document is too large to be kept.")
    }
    return ServiceAnswer(
      status: 201,
      fields: [("Location", "/v1/documents/\(hash)"), ("Cache-Control", "no-store")]
        + noteField(notes + documentNotes))
  }

  func templates(_ tag: String) -> ServiceAnswer {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("templates")
    writer.beginArray()
    for (name, template) in request.resources.templates.sorted(by: { $0.key < $1.key }) {
      writer.beginObject()
      writer.member("name", name)
      writer.name("layers")
      writer.beginArray()
      for layer in template.names { writer.string(layer) }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    writer.newline()
    return json(writer.takeBytes(), tag)
  }
}
