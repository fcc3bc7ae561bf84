// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CAsyncText
internal import CanvasDrawing
internal import DocumentJSON
internal import LayerScenes
internal import Pictures
internal import StyledDocuments
internal import SystemConcurrency
internal import TextModel

extension DrawRequest {
  /// Draws the picture on the calling thread.
  ///
  /// - Throws: Any error that ``CallError`` converts.
  func picture(_ cancellation: Cancellation) throws -> Picture {
    try cancellation.check()
    var time: Double?
    var notes: @Sendable () -> [String] = { [] }
    let request: PictureRequest
    switch content {
    case .text(let bytes, let style):
      request = try textRequest(bytes, style, cancellation)
      notes = { Self.notes(about: bytes) }
    case .json(let bytes):
      request = try jsonRequest(bytes, cancellation)
      notes = { Self.notes(about: bytes) }
    case .scene(let scene, let pointInTime):
      var options = PictureOptions()
      options.tellsFrames = tellsFrames
      request = PictureRequest(.scene(scene.scene), options, notes: scene.notes)
      time = pointInTime
    }
    guard !isOpacity || request.content.kind == .document else { throw Self.noOpacity }
    if isOpacity {
      try Self.refuse([.oneBit], in: request.options, "AT_OPACITY has neither black nor white")
    }
    let open = try request.open(in: environment(cancellation))
    let drawn = try open.draw(pixels: isOpacity ? .alpha8 : .rgba8, at: time)
    guard let image = drawn.image else {
      throw CallError(AT_FAILED, "the picture has no pixels")
    }
    return Picture(image, drawn.frames) { [notes] in
      // Measuring ink only fails when cancelled, so `try?` loses no error here.
      notes() + open.notes + ((try? drawn.notes()) ?? [])
    }
  }

  /// Draws a document, a scene or a page as the file that its options name.
  ///
  /// - Throws: Any error that ``CallError`` converts.
  func file(_ cancellation: Cancellation) throws -> [UInt8] {
    try cancellation.check()
    guard case .json(let bytes) = content else {
      throw CallError.invalidArgument("a file is made of a request of the kind AT_JSON")
    }
    guard !tellsFrames, !isOpacity else {
      throw CallError.invalidArgument("AT_FRAMES and AT_OPACITY are for pictures of at_draw")
    }
    let request = try jsonRequest(bytes, cancellation, isFile: true)
    return try request.draw(in: environment(cancellation)).bytes(cancellation)
  }

  /// Lays a text or a document out.
  ///
  /// - Returns: The layout as JSON.
  func layout(_ cancellation: Cancellation) throws -> [UInt8] {
    try cancellation.check()
    let request: PictureRequest
    switch content {
    case .text(let bytes, let style): request = try textRequest(bytes, style, cancellation)
    case .json(let bytes):
      request = try jsonRequest(bytes, cancellation)
      guard request.content.kind == .document else {
        throw CallError.invalidArgument("the JSON is no document; AT_FRAMES tells its places")
      }
      let ofReading: Set<PictureOption> = [.strict, .imageRoot]
      try Self.refuse(
        PictureOption.allCases.filter { !ofReading.contains($0) }, in: request.options,
        "it has no effect on a layout, only on a picture")
    case .scene:
      throw CallError.invalidArgument("a scene has no layout: AT_FRAMES tells its places")
    }
    var json: [UInt8] = []
    try request.open(in: environment(cancellation)).writeLayout { json += $0 }
    return json
  }

  /// Reads a scene.
  func scene() throws -> OpenScene {
    guard case .json(let bytes) = content else {
      throw CallError.invalidArgument("a scene is made of a request of the kind AT_JSON")
    }
    guard !isOpacity else { throw Self.noOpacity }
    guard !tellsFrames else {
      throw CallError.invalidArgument(
        "AT_FRAMES is for each picture of the scene, by the request of at_draw")
    }
    let request = try jsonRequest(bytes, cancellation)
    guard request.content.kind == .scene else {
      throw CallError.invalidArgument("the JSON is no scene")
    }
    try Self.refuse(
      [.time, .frames], in: request.options,
      "it is set for each picture of the scene, by the request of at_draw")
    let open = try request.open(in: environment(cancellation))
    guard case .scene(let scene) = open.content else {
      throw PictureError(.engine, nil, "a scene is open as a document")
    }
    return OpenScene(scene, notes: Self.notes(about: bytes) + request.notes)
  }

  // MARK: Reading

  private func textRequest(
    _ bytes: [UInt8], _ style: Style, _ cancellation: Cancellation
  ) throws -> PictureRequest {
    if isStrict, let unknown = style.unknownKey { throw unknown.error }
    let string = String(decoding: bytes, as: UTF8.self)
    let text = try ScalarText(
      string, limit: TextLimits.textLength, cancellation: cancellation)
    guard let text else {
      throw CallError(AT_TOO_LARGE, "a text has \(TextLimits.textLength) UTF-16 units at most")
    }
    var document = style.document
    document.text = text
    var options = style.options
    options.tellsFrames = options.tellsFrames || tellsFrames
    return PictureRequest(.document(document), options, notes: style.notes)
  }

  private func jsonRequest(
    _ bytes: [UInt8], _ cancellation: Cancellation, isFile: Bool = false
  ) throws -> PictureRequest {
    let (object, flaws): (JSONObject, JSONFlaws)
    do {
      (object, flaws) = try JSONReader.object(
        of: bytes, depth: JSONLimits.sceneDepth + 1, cancellation: cancellation)
    } catch {
      throw DocumentError(error, offset: error.offset)
    }
    let line = try PictureLine(object, isStrict: isStrict)
    var options = line.options
    if !isFile { try Self.refuseFileOptions(options) }
    options.tellsFrames = options.tellsFrames || tellsFrames
    return line.request(options, notes: flaws.notes)
  }

  private static let noOpacity = CallError.invalidArgument(
    "AT_OPACITY is for texts and documents alone")

  /// Refuses options about files: the library returns pixels.
  static func refuseFileOptions(_ options: PictureOptions) throws(DocumentError) {
    try refuse(
      [.format, .quality, .effort, .paper, .standard], in: options,
      "a picture is pixels here; at_file makes files")
  }

  /// Refuses options that could have no effect on what the call makes.
  static func refuse(
    _ refused: [PictureOption], in options: PictureOptions, _ reason: String
  ) throws(DocumentError) {
    for option in refused where options.given[option] != nil {
      throw options.error(option, reason, .unsupported)
    }
  }

  /// Notes about bytes of the caller that are not UTF-8.
  private static func notes(about bytes: [UInt8]) -> [String] {
    [try? IllFormedUTF8(in: bytes)].compactMap(\.?.note)
  }
}
