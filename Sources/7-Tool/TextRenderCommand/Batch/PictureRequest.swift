// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import DocumentJSON
internal import DocumentPictures
internal import LayerCompositing
internal import LayerScenes
internal import StyledDocuments
import TextLayers
internal import TextShaping
internal import TextTypesetting

/// The request for a picture of a document or of a scene.
struct PictureRequest {
  /// A picture that was drawn.
  struct Picture {
    let png: [UInt8]
    let size: PixelSize
    /// The characters that no font has, each once.
    let missing: [Unicode.Scalar]
    /// The places of layers and texts as JSON, where they are asked for.
    let frames: [UInt8]?
  }

  /// The document or the scene.
  let content: JSONObject
  let isScene: Bool
  /// The member `options` of the request.
  let options: JSONObject
  /// ``options`` as the arguments of `render` or `scene`, so that values are checked as on a
  /// command line.
  let arguments: Arguments
  /// The folder of the picture, below that of the batch; `nil` for the batch's folder itself.
  let into: String?

  /// Draws the picture, and reports notes to a console.
  func draw(_ console: CommandConsole) throws(CommandError) -> Picture {
    isScene ? try drawScene(console) : try drawDocument(console)
  }

  /// The document, laid out; notes are reported.
  private func laidOut(
    _ console: CommandConsole
  ) throws(CommandError) -> (drawing: DocumentDrawing, settings: RenderSettings) {
    let settings = try RenderSettings(arguments, inBatch: false)
    let name = RequestMember.document.rawValue
    var reader = StyledDocumentReader(options: arguments.sceneOptions(of: "-"))
    let document: StyledDocument
    do {
      document = try reader.document(from: content, name: name)
    } catch {
      throw CommandError(scene: error, file: name)
    }
    let notes = try CommandError.converting { () throws(DocumentError) in try document.notes() }
    for note in [reader.unknownKeys.note].compactMap(\.self) + reader.notes + notes {
      console.note(note)
    }
    let drawing = try CommandError.wrapping {
      try DocumentDrawing(
        document, fonts: try FontCache.shared.collection(for: document), settings.picture)
    }
    for note in drawing.notes { console.note(note) }
    return (drawing, settings)
  }

  private func drawDocument(_ console: CommandConsole) throws(CommandError) -> Picture {
    let (drawing, settings) = try laidOut(console)
    let image = try RenderCommand.image(drawing, settings, console)
    return Picture(
      png: try RenderCommand.png(image), size: PixelSize(width: image.width, height: image.height),
      missing: MissingCharacters.distinct(drawing.layout.missing.flatMap(\.scalars)),
      frames: arguments.contains(.frames)
        ? try CommandError.wrapping { try drawing.frames(in: drawing.place()) } : nil)
  }

  private func scene() throws(CommandError) -> SceneDrawing {
    var options = arguments.sceneOptions(of: "-")
    options.scale = try arguments.scale(.scale)
    options.time = try arguments.number(.time)
    return try SceneDrawing(content, name: RequestMember.scene.rawValue, options)
  }

  /// The places of layers and texts, for a picture that is not drawn again; `nil` where they are
  /// not asked for.
  func frames() throws(CommandError) -> [UInt8]? {
    guard arguments.contains(.frames) else { return nil }
    if isScene { return try scene().frames() }
    let drawing = try laidOut(CapturedStreams(input: nil, nil).console).drawing
    return try CommandError.wrapping { try drawing.frames(in: drawing.place()) }
  }

  private func drawScene(_ console: CommandConsole) throws(CommandError) -> Picture {
    let drawing = try scene()
    drawing.noteScene(to: console)
    let frame = try drawing.frame(on: nil)
    drawing.noteFrames(frame.notes.map(\.description), to: console)
    return Picture(
      png: try RenderCommand.png(frame.image), size: frame.image.pixelSize,
      missing: MissingCharacters.distinct(drawing.scene.missing),
      frames: arguments.contains(.frames) ? try drawing.frames() : nil)
  }
}
