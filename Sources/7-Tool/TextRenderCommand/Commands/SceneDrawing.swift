// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
internal import DocumentJSON
internal import DocumentPictures
internal import LayerCompositing
internal import LayerScenes
import SystemLanes

/// A scene, the drawing of it, and the notes about both: for `scene`, `animate` and requests of a
/// batch.
struct SceneDrawing {
  let scene: Scene
  /// The name of the scene in messages about its drawing.
  private let name: String

  /// Reads a scene from a file.
  ///
  /// - Parameter file: Its name; - for standard input.
  init(
    file: String, _ options: SceneOptions, _ console: CommandConsole
  ) throws(CommandError) {
    name = file
    let json = try DecodedText.json(file, console)
    do {
      scene = try Scene(json: json, options: options)
    } catch {
      throw CommandError(scene: error, file: file == "-" ? "standard input" : file)
    }
  }

  /// Reads a scene that is a part of another JSON text.
  init(_ object: JSONObject, name: String, _ options: SceneOptions) throws(CommandError) {
    self.name = name
    do {
      scene = try Scene(object: object, options: options)
    } catch {
      throw CommandError(scene: error, file: name)
    }
  }

  /// Draws the scene at its time.
  ///
  /// - Parameters:
  ///   - lanes: Lanes that help where the picture has several bands; `nil` for none.
  ///   - reporting: Whether the frame has a report of its layers.
  func frame(on lanes: RenderLanes?, reporting: Bool = false) throws(CommandError) -> Frame {
    do {
      return try Self.frame(of: scene.tree, on: lanes, reporting: reporting)
    } catch {
      throw CommandError.wrapping(error, subject: name)
    }
  }

  /// Draws a tree: the one way in which the tool draws layers.
  ///
  /// - Parameters:
  ///   - lanes: Lanes that help where the picture has several bands; `nil` where all are busy with
  ///     other pictures, as in a film and a batch.
  ///   - reporting: Whether the frame has a report of its layers.
  /// - Throws: `GraphicsError`, or an error of contents that draw themselves.
  static func frame(
    of tree: RenderTree, on lanes: RenderLanes?, reporting: Bool = false
  ) throws -> Frame {
    guard let lanes else { return try TreeRenderer().renderNow(tree, reporting: reporting) }
    return try TreeRenderer(lanes: lanes).renderAndWait(tree, reporting: reporting)
  }

  /// The places of layers and texts, as one JSON object.
  func frames() throws(CommandError) -> [UInt8] {
    try CommandError.wrapping { try SceneFrames.json(of: scene.tree) }
  }

  /// Notes what is ignored or cut.
  func noteScene(to console: CommandConsole) {
    for note in scene.notes { console.note(note) }
  }

  /// Notes what frames that were drawn do not show.
  ///
  /// - Parameter notes: Those of the frames.
  func noteFrames(_ notes: [String], to console: CommandConsole) {
    for note in scene.tileNotes + scene.filmNotes + notes { console.note(note) }
  }
}
