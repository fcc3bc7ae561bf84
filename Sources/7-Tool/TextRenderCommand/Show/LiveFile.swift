// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import LayerScenes
internal import Pictures
internal import StyledDocuments
internal import SystemConcurrency

/// A scene or a document as it was read from a file.
struct LiveFile: Sendable {
  enum Content: Sendable {
    case scene(Scene)
    case document(StyledDocument)
  }

  let content: Content
  /// Notes about parts of the file that were ignored.
  let notes: [String]
  /// The bytes of the file.
  private let json: [UInt8]
  /// The last parts of all strings in it that may be paths.
  private let names: Set<String>

  /// Reads a file: a document has a text, everything else is a scene.
  ///
  /// - Throws: ``CommandError``.
  init(_ file: String, _ options: SceneOptions) throws(CommandError) {
    let notes = Mutex<[String]>([])
    let console = CommandConsole(report: { note in notes.withLock { $0.append(note) } })
    json = try DecodedText.json(file, console)
    let object = try? JSONReader.object(of: json, depth: JSONLimits.sceneDepth).object
    names = object.map(Self.names) ?? []
    do throws(DocumentError) {
      if object?.member("text") != nil {
        var reader = StyledDocumentReader(options: options)
        content = .document(try reader.document(from: json))
        if let note = reader.unknownKeys.note { console.note(note) }
        reader.flaws.note(file, to: console)
        self.notes = notes.withLock { $0 } + reader.notes
      } else {
        let scene = try Scene(json: json, options: options)
        content = .scene(scene)
        self.notes = notes.withLock { $0 } + scene.notes
      }
    } catch {
      throw CommandError.wrapping(error, subject: file)
    }
  }

  private static func names(in object: JSONObject) -> Set<String> {
    var names: Set<String> = []
    var left: [JSONValue] = [.object(object)]
    while let value = left.popLast() {
      switch value {
      case .null, .bool, .number: break
      case .string(let text):
        // A longer text is no path: 4,096 bytes is the longest path (PATH_MAX).
        guard text.utf8.count <= 4096, let name = text.split(separator: "/").last else { break }
        names.insert(String(name))
      case .array(let values, _): left += values
      case .object(let object): left += object.members.map(\.value)
      }
    }
    return names
  }

  /// Whether the file names another file.
  func mentions(_ name: String) -> Bool { names.contains(name) }

  /// Whether another reading of the file found the same.
  func isSame(as other: LiveFile) -> Bool { json == other.json }
}
