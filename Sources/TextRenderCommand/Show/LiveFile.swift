// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import LayerScenes
internal import TextRuntime

/// A scene or a document as it was read from a file.
struct LiveFile: Sendable {
  /// What the file holds.
  enum Content: Sendable {
    case scene(Scene)
    case document(StyledDocument)
  }

  let content: Content
  /// What was ignored in it.
  let notes: [String]
  /// The bytes of the file.
  private let json: [UInt8]

  /// Reads a file: a document has a text, everything else is a scene.
  ///
  /// - Throws: ``CommandError``.
  init(_ file: String, _ options: SceneOptions) throws(CommandError) {
    let notes = Mutex<[String]>([])
    let console = CommandConsole(report: { note in notes.withLock { $0.append(note) } })
    json = try DecodedText.json(file, console)
    do throws(SceneError) {
      if Self.isDocument(json) {
        var reader = StyledDocumentReader(options: options)
        content = .document(try reader.document(from: json))
        reader.unknownKeys.note(to: console)
        reader.flaws.note(file, to: console)
        self.notes = notes.withLock { $0 } + reader.notes
      } else {
        let scene = try Scene(json: json, options: options)
        content = .scene(scene)
        self.notes = notes.withLock { $0 } + scene.notes
      }
    } catch {
      throw CommandError(scene: error, file: file)
    }
  }

  private static func isDocument(_ json: [UInt8]) -> Bool {
    guard let object = try? JSONReader.object(of: json, depth: JSONLimits.sceneDepth) else {
      return false
    }
    return object.member("text") != nil
  }

  /// Whether the file speaks of another file of its folder.
  func mentions(_ name: String) -> Bool {
    let name = Array(name.utf8)
    guard let first = name.first, name.count <= json.count else { return false }
    return (0...json.count - name.count).contains { start in
      json[start] == first && json[start..<start + name.count].elementsEqual(name)
    }
  }

  /// Whether another reading of the file found the same.
  func isSame(as other: LiveFile) -> Bool { json == other.json }
}
