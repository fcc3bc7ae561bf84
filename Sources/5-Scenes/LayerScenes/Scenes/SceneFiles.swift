// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
internal import CanvasDrawing
internal import CanvasGeometry
internal import ImageCodecs
import LayerRendering
internal import SystemFiles
internal import TextLayers
internal import VideoLayers

/// The files that a scene names: their paths, relative to the scene's folder, and its pictures.
struct SceneFiles {
  /// The folder that names begin at, and the one outside which no file is read.
  private let scope: FileScope
  /// Images by the bytes of their names, since strings with different bytes may be equal.
  private var pictures: [[UInt8]: Picture] = [:]
  /// The pixels of all pictures, in bytes.
  private var byteCount = 0
  /// The pixels that drawings with OpenGL may still paint.
  private var paintedPixelsLeft = Double(Self.mostPaintedPixels)
  /// The most pixels that those of a scene paint: a few seconds of a processor.
  private static let mostPaintedPixels = 1 << 31

  /// A picture, or the reason why it cannot be used.
  private enum Picture {
    case bitmap(Bitmap)
    case unopened(FileError)
    case failure(SceneError.Code, String)
  }

  #if Video
    private var films: [[UInt8]: VideoFile] = [:]

    /// The most films of a scene, each of which has a decoder or some.
    static let filmLimit = 64
  #endif

  /// The most memory for the pixels of all pictures, in bytes.
  static let byteLimit = 2 * CanvasLimits.bitmapBytes

  /// The largest file of a picture, in bytes.
  private static let fileLimit = 1 << 30

  init(folder: String, root: String?) {
    scope = FileScope(folder: folder, root: root)
  }

  /// Subtracts the cost of a drawing.
  ///
  /// - Parameters:
  ///   - bytes: The memory of its pixels.
  ///   - pixels: The pixels that it paints, one over the other counted twice.
  /// - Throws: `tooLarge` if the scene has too many of them.
  mutating func take(
    bytes: Int, paintedPixels pixels: Double, _ key: DocumentKey
  ) throws(SceneError) {
    guard byteCount + bytes <= Self.byteLimit else {
      throw key.error("all pictures have \(Self.byteLimit >> 20) MiB at most", .tooLarge)
    }
    guard pixels <= paintedPixelsLeft else {
      throw key.error(
        "the layers of type 'gl' of a scene paint \(Self.mostPaintedPixels) pixels at most",
        .tooLarge)
    }
    byteCount += bytes
    paintedPixelsLeft -= pixels
  }

  /// The pixels of a picture, or the reason why it cannot be shown.
  ///
  /// - Throws: `unreadable` if it lies outside the root, `malformed` if no file has such a name.
  mutating func picture(
    _ name: String, _ key: DocumentKey
  ) throws(SceneError) -> Result<Bitmap, SceneError> {
    switch read(name) {
    case .bitmap(let bitmap): return .success(bitmap)
    case .failure(let code, let message): return .failure(unusable(name, code, message, key))
    case .unopened(.noName): throw key.error("no file has this name")
    case .unopened(.outside): throw outside(name, key)
    case .unopened(let error): return .failure(unopened(name, error, key))
    }
  }

  /// The pixels of a picture, which is read once.
  ///
  /// - Throws: `unreadable` or `tooLarge`; `malformed` if no file has such a name.
  mutating func bitmap(_ name: String, _ key: DocumentKey) throws(SceneError) -> Bitmap {
    try picture(name, key).get()
  }

  /// The font file of a name, which is read when the text is laid out.
  ///
  /// - Throws: `unreadable` if it lies outside the root, or is not there in a scene that has one.
  func font(_ name: String, _ key: DocumentKey) throws(SceneError) -> ScopedFile {
    guard scope.isBounded else { return ScopedFile(scope.path(of: name)) }
    do throws(FileError) {
      _ = try scope.open(name)
    } catch {
      throw unopened(name, error, key)
    }
    return ScopedFile(name, in: scope)
  }

  private func unopened(_ name: String, _ error: FileError, _ key: DocumentKey) -> SceneError {
    switch error {
    case .noName: key.error("no file has this name")
    case .outside: outside(name, key)
    default:
      key.error(
        "the file '\(name)' cannot be read: "
          + (error.isAbsence ? "it does not exist" : error.message), .unreadable)
    }
  }

  private func outside(_ name: String, _ key: DocumentKey) -> SceneError {
    key.error("the file '\(name)' lies outside the image root", .unreadable)
  }

  private func unusable(
    _ name: String, _ code: SceneError.Code, _ message: String, _ key: DocumentKey
  ) -> SceneError {
    key.error("the picture '\(name)' cannot be used: \(message)", code)
  }

  /// The files of tiles, which are read when a frame shows them.
  ///
  /// - Throws: `malformed` if it is no pattern, `unreadable` if its folder lies outside the root.
  func tiles(_ pattern: String, _ key: DocumentKey) throws(SceneError) -> FileTileSource {
    let source: FileTileSource
    do throws(ImageError) {
      source = try FileTileSource(pattern, in: scope, decoders: .withCodecs)
    } catch {
      throw key.error(error.message)
    }
    guard scope.isBounded else { return source }
    do throws(FileError) {
      // Checks that the place of the tiles may be opened; a missing file is no error.
      _ = try scope.open(source.names.prefix.isEmpty ? "." : source.names.prefix)
    } catch {
      if error == .outside { throw outside(pattern, key) }
    }
    return source
  }

  #if Video
    /// A film, which is opened once.
    ///
    /// - Throws: `unreadable` or `tooLarge`.
    mutating func video(_ name: String, _ key: DocumentKey) throws(SceneError) -> VideoFile {
      let bytes = Array(name.utf8)
      if let file = films[bytes] { return file }
      guard films.count < Self.filmLimit else {
        throw key.error("a scene has \(Self.filmLimit) films at most", .tooLarge)
      }
      let file: InputFile
      do throws(FileError) {
        file = try scope.open(name)
      } catch {
        throw unopened(name, error, key)
      }
      do {
        let film = try VideoFile(file, path: scope.path(of: name))
        films[bytes] = film
        return film
      } catch {
        throw key.error(
          "the film '\(name)' cannot be used: \(error.message)",
          error.code == .tooLarge ? .tooLarge : .unreadable)
      }
    }
  #endif

  /// Reads a picture unless it was read before.
  private mutating func read(_ name: String) -> Picture {
    let key = Array(name.utf8)
    if let picture = pictures[key] { return picture }
    let picture = opened(name)
    pictures[key] = picture
    return picture
  }

  private mutating func opened(_ name: String) -> Picture {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try scope.open(name).contents(limit: Self.fileLimit) ?? []
    } catch {
      return .unopened(error)
    }
    do {
      let bitmap = try Self.decode(bytes)
      let bytes = bitmap.byteCount
      guard byteCount + bytes <= Self.byteLimit else {
        return .failure(.tooLarge, "all pictures have \(Self.byteLimit >> 20) MiB at most")
      }
      byteCount += bytes
      return .bitmap(bitmap)
    } catch {
      return .failure(error.code == .tooLarge ? .tooLarge : .unreadable, error.message)
    }
  }

  /// Decodes a PNG, and a JPEG or a WebP if this build has them.
  private static func decode(_ bytes: [UInt8]) throws(ImageError) -> Bitmap {
    let format = ImageCodec(start: Array(bytes.prefix(12)))
    guard let format else {
      throw ImageError(.unknownFormat, "The picture cannot be read as PNG, JPEG or WebP.")
    }
    guard format.isBuilt else {
      throw ImageError(
        .unknownFormat,
        "The picture is a \(format.name), and this program was built without the package trait "
          + "\(format.name).")
    }
    // `nil` only if cancelled.
    guard let bitmap = try ImageDecoders.withCodecs.bitmap(of: bytes) else {
      throw ImageError(.damaged, "The picture was not read.")
    }
    return bitmap
  }
}
