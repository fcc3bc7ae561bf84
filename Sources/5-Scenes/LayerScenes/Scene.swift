// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import DocumentJSON
public import LayerCompositing
internal import LayerModel
// Exported, since scenes throw the errors of documents.
@_exported public import StyledDocuments
package import SystemConcurrency
package import TextFonts

/// A tree of layers, written as JSON.
///
/// ```swift
/// let scene = try Scene(json: bytes, options: SceneOptions(folder: "scenes"))
/// let frame = try await TreeRenderer().render(scene.tree)
/// ```
public struct Scene: Sendable {
  /// The layers.
  public let tree: RenderTree
  /// The length in seconds, for films; `nil` if none is given.
  public let duration: Double?
  /// Notes about ignored or cut parts: unknown keys, names that an object has twice, ranges of
  /// documents beyond their text, path data that is wrong, layers that lie too deep.
  public let notes: [String]
  private let tiles: [SceneTiles]
  /// The scroll modes of the layers of type `scroll`, by the identity of the layer.
  let scrollModes: [LayerID: ScrollMode]
  private let films: [SceneFilm]
  /// The characters that no font has, in the order of the texts; a character may occur repeatedly.
  package let missing: [Unicode.Scalar]

  /// Notes about tiles that are missing in the frames composed so far, with the reason.
  ///
  /// Tiles are read when a frame shows them. The place of a missing or damaged tile stays empty.
  public var tileNotes: [String] { tiles.flatMap(\.notes) }

  /// Notes about films that cannot be read, or had damaged frames in the frames composed so far.
  ///
  /// Films are read when a frame shows them. In place of a damaged frame the one before it stays.
  public var filmNotes: [String] { films.compactMap(\.note) }

  /// Reads a scene: values are checked, pictures loaded and texts laid out.
  ///
  /// - Parameters:
  ///   - json: The bytes of the file, in UTF-8.
  ///   - options: The parameters of reading that are not in the file.
  /// - Throws: `DocumentError`.
  public init(json: [UInt8], options: SceneOptions = SceneOptions()) throws(DocumentError) {
    var reader = SceneReader(options)
    self = try reader.scene(json)
  }

  /// Reads a scene from an object that was parsed already, as part of another JSON text.
  package init(object: JSONObject, options: SceneOptions) throws(DocumentError) {
    var reader = SceneReader(options)
    self = try reader.scene(object)
  }

  /// Creates a scene of layers that something else than JSON describes.
  package init(tree: RenderTree, notes: [String]) {
    self.init(tree: tree, duration: nil, notes: notes)
  }

  init(
    tree: RenderTree, duration: Double?, notes: [String], tiles: [SceneTiles] = [],
    scrollModes: [LayerID: ScrollMode] = [:], films: [SceneFilm] = [],
    missing: [Unicode.Scalar] = []
  ) {
    self.tree = tree
    self.duration = duration
    self.notes = notes
    self.tiles = tiles
    self.scrollModes = scrollModes
    self.films = films
    self.missing = missing
  }
}

/// The parameters of reading a scene.
public struct SceneOptions: Sendable {
  /// The folder that paths in the file are relative to; empty for the current folder.
  public var folder: String
  /// The folder outside which no file is read; `nil` for no bound.
  public var imageRoot: String?
  /// Device pixels per point, in place of the file's `scale`; `nil` to use that.
  public var scale: Double?
  /// The point in time in seconds, in place of the file's `time`; `nil` to use that.
  public var time: Double?
  /// Whether unknown keys are errors.
  public var isStrict: Bool
  /// The key of ``scale`` in errors.
  package var scaleKey = DocumentKey(SceneMember.scale.rawValue)
  /// The number of texts that enclose the layers: a layer may be an attachment of a text, and that
  /// text may lie in a layer that is an attachment of another text.
  var attachmentDepth = 0
  /// Polled while a scene is read: while its JSON is parsed, at each layer, and while texts,
  /// pictures and boxes are laid out and decoded.
  package var cancellation = Cancellation.never
  /// Whether file names cannot be used to find out where ``imageRoot`` lies: an absolute name, or a
  /// name that climbs above the root and comes back, then counts as outside the root.
  package var hidesImageRoot = false
  /// Makes the fonts of a document; `nil` for the font files that the document names, then default
  /// and host fonts.
  package var fonts: (@Sendable (StyledDocument) throws -> FontCollection)?
  /// Whether ``fonts`` finds the font files that documents name; if not, the names are paths.
  package var findsFonts = false
  /// Whether layers may draw with OpenGL (`gl`) and play films (`player`), which a cancellation
  /// cannot interrupt.
  package var drawsPrograms = true

  /// Creates options.
  public init(
    folder: String = "", imageRoot: String? = nil, scale: Double? = nil, time: Double? = nil,
    isStrict: Bool = false
  ) {
    self.folder = folder
    self.imageRoot = imageRoot
    self.scale = scale
    self.time = time
    self.isStrict = isStrict
  }
}
