// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import ImageCodecs
internal import LayerCompositing
internal import StyledDocuments
internal import SystemFiles
internal import VideoLayers

/// The files that a scene names, for documents, tiles and films, and the budgets of the scene.
///
/// One object serves all readers of a scene, so that its limits hold for the whole scene.
final class SceneFiles {
  /// The picture and font files of documents.
  let documents: DocumentFiles
  /// The number of pixels that further drawings with OpenGL may paint.
  private var paintedPixelsLeft = Double(mostPaintedPixels)
  /// The most pixels that all drawings with OpenGL of a scene paint: a few seconds of processor
  /// time.
  private static let mostPaintedPixels = 1 << 31

  #if Video
    private var films: [[UInt8]: VideoFile] = [:]

    /// The most films of a scene, since each takes one or more decoders.
    static let filmLimit = 64
  #endif

  init(_ options: SceneOptions) {
    documents = DocumentFiles(
      folder: options.folder, root: options.imageRoot, isSealed: options.hidesImageRoot,
      cancellation: options.cancellation)
  }

  /// Subtracts the cost of a drawing with OpenGL from the budgets of the scene.
  ///
  /// - Parameters:
  ///   - bytes: The memory of the drawing's pixels.
  ///   - pixels: The number of pixels that the drawing paints; a pixel that is painted twice counts
  ///     twice.
  /// - Throws: `tooLarge` if a budget is exceeded.
  func take(
    bytes: Int, paintedPixels pixels: Double, _ key: DocumentKey
  ) throws(DocumentError) {
    try documents.take(bytes: bytes, key)
    guard pixels <= paintedPixelsLeft else {
      throw key.error(
        "the layers of type 'gl' of a scene paint \(Self.mostPaintedPixels) pixels at most",
        .tooLarge)
    }
    paintedPixelsLeft -= pixels
  }

  /// The source of the tiles of a layer; a tile's file is read when a frame shows the tile.
  ///
  /// - Throws: `malformed` if the pattern is not valid, `unreadable` if its folder lies outside the
  ///   root.
  func tiles(_ pattern: String, _ key: DocumentKey) throws(DocumentError) -> FileTileSource {
    let scope = documents.scope
    let source: FileTileSource
    do throws(ImageError) {
      source = try FileTileSource(pattern, in: scope, decoders: .withCodecs)
    } catch {
      throw key.error(error.message)
    }
    guard scope.isBounded else { return source }
    do throws(FileError) {
      // Opening the folder of the tiles fails if it lies outside the root; if the folder is
      // missing, that is no error here.
      _ = try scope.open(source.names.prefix.isEmpty ? "." : source.names.prefix)
    } catch {
      if error == .outside { throw documents.outside(pattern, key) }
    }
    return source
  }

  #if Video
    /// A film; a file that several layers name is opened once.
    ///
    /// - Throws: `unreadable` or `tooLarge`.
    func film(_ name: String, _ key: DocumentKey) throws(DocumentError) -> VideoFile {
      let bytes = Array(name.utf8)
      if let file = films[bytes] { return file }
      guard films.count < Self.filmLimit else {
        throw key.error("a scene has \(Self.filmLimit) films at most", .tooLarge)
      }
      let file: InputFile
      do throws(FileError) {
        file = try documents.scope.open(name)
      } catch {
        throw documents.unopened(name, error, key)
      }
      do {
        let film = try VideoFile(file, path: documents.scope.path(of: name))
        films[bytes] = film
        return film
      } catch {
        throw key.error(
          "the film '\(name)' cannot be used: \(error.message)",
          error.code == .tooLarge ? .tooLarge : .unreadable)
      }
    }
  #endif
}
