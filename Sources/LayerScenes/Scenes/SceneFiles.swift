// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
internal import ImageCodecs
internal import ImageLoading
internal import TextFonts
internal import TextGraphics
internal import TextModel
internal import VideoLayers

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The files that a scene names: their paths, relative to the scene's folder, and its pictures.
struct SceneFiles {
  /// The folder that paths are relative to; empty for the current one.
  let folder: String
  /// The folder outside which no file is read; `nil` for no bound.
  let root: String?
  private var pictures: [String: Picture] = [:]
  /// The pixels of all pictures, in bytes.
  private var byteCount = 0
  /// What drawings with OpenGL may still paint, in pixels.
  private var paintedPixelsLeft = Double(Self.mostPaintedPixels)
  /// The most pixels that those of a scene paint: a few seconds of a processor.
  private static let mostPaintedPixels = 1 << 31

  /// A picture, or the reason why it cannot be used.
  private enum Picture {
    case bitmap(Bitmap)
    case failure(SceneError.Code, String)
  }

  #if Video
    private var videos: [String: VideoFile] = [:]

    /// The most films of a scene, each of which has a decoder or some.
    static let videoLimit = 64
  #endif

  /// The most memory for the pixels of all pictures, in bytes.
  static let byteLimit = 2 * TextLimits.bitmapBytes

  init(folder: String, root: String?) {
    self.folder = folder
    self.root = root
  }

  /// Takes over the cost of a drawing.
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

  /// The path of a file.
  ///
  /// - Throws: `unreadable` if it lies outside the root, also by a link.
  func path(of name: String, _ key: DocumentKey) throws(SceneError) -> String {
    guard !name.isEmpty, !name.utf8.contains(0) else { throw key.error("no file has this name") }
    let path = name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)"
    guard let root else { return path }
    guard let real = Self.realPath(path) else {
      throw key.error("the file '\(name)' cannot be read: it does not exist", .unreadable)
    }
    guard Self.lies(real, below: root) else { throw outside(name, key) }
    return real
  }

  private func outside(_ name: String, _ key: DocumentKey) -> SceneError {
    key.error("the file '\(name)' lies outside the image root", .unreadable)
  }

  /// Whether a path without links and dots is one below a folder.
  private static func lies(_ path: String, below root: String) -> Bool {
    guard let bound = realPath(root) else { return false }
    return bound == "/" || path.hasPrefix(bound + "/")
  }

  /// The pixels of a picture, or the reason why it cannot be shown.
  ///
  /// - Throws: `unreadable` if it lies outside the root, `malformed` if no file has such a name.
  mutating func picture(
    _ name: String, _ key: DocumentKey
  ) throws(SceneError) -> Result<Bitmap, SceneError> {
    if !name.isEmpty, !name.utf8.contains(0) { try checkFolder(of: name, key) }
    do {
      return .success(try bitmap(name, key))
    } catch {
      if error.code == .malformed { throw error }
      return .failure(error)
    }
  }

  /// Checks that a file would lie below the root: of one that does not exist, the nearest folder
  /// that does counts.
  ///
  /// - Throws: `unreadable`.
  private func checkFolder(of name: String, _ key: DocumentKey) throws(SceneError) {
    guard let root else { return }
    var place = name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)"
    if !place.hasPrefix("/") { place = "./" + place }
    while Self.realPath(place) == nil, let slash = place.lastIndex(of: "/") {
      place = slash == place.startIndex ? "/" : String(place[..<slash])
    }
    let real = Self.realPath(place) ?? "/"
    guard real == Self.realPath(root) || Self.lies(real, below: root) else {
      throw outside(name, key)
    }
  }

  /// The files of tiles, which are read when a frame shows them.
  ///
  /// - Throws: `malformed` if it is no pattern, `unreadable` if its folder lies outside the root.
  func tiles(_ pattern: String, _ key: DocumentKey) throws(SceneError) -> FileTileSource {
    do {
      let source = try FileTileSource(pattern, in: folder, root: root, decoders: .withCodecs)
      try checkFolder(of: source.names.prefix, key)
      return source
    } catch let error as SceneError {
      throw error
    } catch let error as ImageError {
      throw key.error(error.message)
    } catch {
      throw key.error(String(describing: error))
    }
  }

  /// The pixels of a picture, which is read once.
  ///
  /// - Throws: `unreadable` or `tooLarge`.
  mutating func bitmap(_ name: String, _ key: DocumentKey) throws(SceneError) -> Bitmap {
    let path = try path(of: name, key)
    let picture = pictures[path] ?? read(path)
    pictures[path] = picture
    switch picture {
    case .bitmap(let bitmap): return bitmap
    case .failure(let code, let message):
      throw key.error("the picture '\(name)' cannot be used: \(message)", code)
    }
  }

  #if Video
    /// A film, which is opened once.
    ///
    /// - Throws: `unreadable` or `tooLarge`.
    mutating func video(_ name: String, _ key: DocumentKey) throws(SceneError) -> VideoFile {
      let path = try path(of: name, key)
      if let file = videos[path] { return file }
      guard videos.count < Self.videoLimit else {
        throw key.error("a scene has \(Self.videoLimit) films at most", .tooLarge)
      }
      do {
        let file = try VideoFile(path: path)
        videos[path] = file
        return file
      } catch {
        throw key.error(
          "the film '\(name)' cannot be used: \(error.message)",
          error.code == .tooLarge ? .tooLarge : .unreadable)
      }
    }
  #endif

  private mutating func read(_ path: String) -> Picture {
    guard Self.mayBeRead(path) else { return .failure(.unreadable, "it is no file") }
    do {
      let bitmap = try Self.decode(try InputFile.contents(of: path))
      let bytes = bitmap.byteCount
      guard byteCount + bytes <= Self.byteLimit else {
        return .failure(.tooLarge, "all pictures have \(Self.byteLimit >> 20) MiB at most")
      }
      byteCount += bytes
      return .bitmap(bitmap)
    } catch let error as GraphicsError {
      return .failure(error.code == .tooLarge ? .tooLarge : .unreadable, error.message)
    } catch let error as ImageError {
      return .failure(error.code == .tooLarge ? .tooLarge : .unreadable, error.message)
    } catch {
      return .failure(.unreadable, String(describing: error))
    }
  }

  /// Decodes a PNG, and a JPEG or a WebP if this build has them.
  private static func decode(_ bytes: [UInt8]) throws(ImageError) -> Bitmap {
    let format = PictureCodec(start: Array(bytes.prefix(12)))
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

  /// Whether a path is that of a file, or of nothing: pipes and devices may not end.
  private static func mayBeRead(_ path: String) -> Bool {
    var status = stat()
    // C call; it fills in the status.
    return unsafe stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  /// The path without links and dots; `nil` if there is no such file.
  private static func realPath(_ path: String) -> String? {
    // C call; the result is copied and freed.
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }
}
