// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import ImageCodecs
internal import Markup
internal import SVGPictures
package import StyleSheets
package import SystemConcurrency
package import SystemFiles
internal import TextHyphenation

/// The files that a document names: its pictures, fonts and hyphenation dictionaries, by paths
/// relative to its folder. A picture may also be a `data:` URL, which holds the file.
///
/// One object serves all readers of a file, also those of documents in layers, so that the limit of
/// memory holds for the whole file.
package final class DocumentFiles {
  /// The folder that names are relative to, and the root outside which no file is read.
  package let scope: FileScope
  /// Polled while files are read, and by the readers that use them.
  package let cancellation: Cancellation
  /// Whether a picture may be a `data:` URL. A service does not allow them: it admits a request by
  /// the memory that the request needs, and cannot tell beforehand what such a picture takes.
  package let readsAddresses: Bool
  /// Pictures by the UTF-8 bytes of their names, since Swift strings with different bytes may be
  /// equal.
  private var pictures: [[UInt8]: Picture] = [:]
  /// Hyphenation dictionaries by the UTF-8 bytes of their names.
  private var hyphenators: [[UInt8]: Hyphenator] = [:]
  /// The memory of all pixels and dictionaries so far, in bytes.
  private var byteCount = 0

  /// What the style sheets of pictures of SVG are told of the reader.
  package var environment = MediaEnvironment(viewport: .zero)

  /// A picture, or the reason why it cannot be used.
  private enum Picture {
    case shown(DocumentPicture)
    case unopened(FileError)
    case failure(DocumentError.Code, String)
  }

  /// The most memory for the pixels of all pictures, in bytes.
  package static let byteLimit = 2 * CanvasLimits.bitmapBytes

  /// The largest file of a picture, in bytes.
  private static let fileLimit = 1 << 30
  /// The largest file of a picture of shapes, in bytes.
  private static let vectorLimit = 16 << 20

  private static let tooManyBytes = "all pictures have \(byteLimit >> 20) MiB at most"

  /// Creates an empty set of files.
  ///
  /// - Parameters:
  ///   - folder: The folder that names are relative to; empty for the current folder.
  ///   - root: The folder outside which no file is read; `nil` for no bound.
  ///   - isSealed: Whether names cannot be used to find out where the root lies, and pictures
  ///     cannot be `data:` URLs.
  ///   - cancellation: Polled while files are read, and by the readers that use them.
  package init(
    folder: String, root: String?, isSealed: Bool = false, cancellation: Cancellation = .never
  ) {
    self.cancellation = cancellation
    readsAddresses = !isSealed
    scope = FileScope(folder: folder, root: root, isSealed: isSealed)
  }

  /// Counts memory that is used for something other than a picture file.
  ///
  /// - Throws: `tooLarge` if the sum exceeds ``byteLimit``.
  package func take(bytes: Int, _ key: DocumentKey) throws(DocumentError) {
    guard byteCount + bytes <= Self.byteLimit else {
      throw key.error(Self.tooManyBytes, .tooLarge)
    }
    byteCount += bytes
  }

  /// A picture, or the reason why it cannot be shown; a file that is named several times is read
  /// once.
  ///
  /// - Throws: `unreadable` if its file lies outside the root, `malformed` if no file can have the
  ///   name, `cancelled`.
  package func picture(
    _ name: String, _ key: DocumentKey
  ) throws(DocumentError) -> Result<DocumentPicture, DocumentError> {
    switch try read(name) {
    case .shown(let picture): return .success(picture)
    case .failure(let code, let message):
      let shown = DataAddress(name)?.shownName ?? name
      return .failure(key.error("the picture '\(shown)' cannot be used: \(message)", code))
    case .unopened(.noName): throw key.error("no file has this name")
    case .unopened(.outside): throw outside(name, key)
    case .unopened(let error): return .failure(unopened(name, error, key))
    }
  }

  /// The font file with a name; the file is read later, when the text is laid out.
  ///
  /// - Throws: `unreadable` if it lies outside the root, or if there is a root and no such file.
  package func font(_ name: String, _ key: DocumentKey) throws(DocumentError) -> ScopedFile {
    guard scope.isBounded else { return ScopedFile(scope.path(of: name)) }
    do throws(FileError) {
      _ = try scope.open(name)
    } catch {
      throw unopened(name, error, key)
    }
    return ScopedFile(name, in: scope)
  }

  /// The bytes of a font in a `data:` URL.
  ///
  /// - Throws: `unreadable` if such addresses are not read here, `malformed`.
  package func fontData(_ name: String, _ key: DocumentKey) throws(DocumentError) -> [UInt8]? {
    guard let address = DataAddress(name) else { return nil }
    guard readsAddresses else { throw key.error(Self.noAddresses, .unreadable) }
    guard let data = address.bytes else { throw key.error(Self.noBytes, .malformed) }
    return data
  }

  private static let noAddresses = "addresses of the kind data: are not read here"
  private static let noBytes =
    "the address has no bytes: they stand after a comma, as Base64 after ;base64,"

  /// The hyphenation dictionary with a name; a file that is named several times is read once.
  ///
  /// - Throws: `unreadable`, `malformed`, `tooLarge` or `cancelled`.
  func hyphenator(_ name: String, _ key: DocumentKey) throws(DocumentError) -> Hyphenator {
    let spelling = Array(name.utf8)
    if let known = hyphenators[spelling] { return known }
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try scope.open(name).contents(limit: Hyphenator.maximumByteCount, cancellation)
    } catch {
      throw unopened(name, error, key)
    }
    guard let bytes else { throw .cancelled }
    let hyphenator: Hyphenator
    do {
      hyphenator = try Hyphenator(bytes, name: name, cancellation: cancellation)
    } catch let error as HyphenationError {
      throw key.error("the dictionary '\(error.file)' cannot be used: \(error.reason)", .malformed)
    } catch {
      throw .cancelled
    }
    try take(bytes: hyphenator.byteCount, key)
    hyphenators[spelling] = hyphenator
    return hyphenator
  }

  /// The error about a file that cannot be opened.
  package func unopened(_ name: String, _ error: FileError, _ key: DocumentKey) -> DocumentError {
    switch error {
    case .noName: key.error("no file has this name")
    case .outside: outside(name, key)
    default:
      key.error(
        "the file '\(name)' cannot be read: "
          + (error.isAbsence ? "it does not exist" : error.message), .unreadable)
    }
  }

  /// The error about a file outside the root.
  package func outside(_ name: String, _ key: DocumentKey) -> DocumentError {
    key.error("the file '\(name)' lies outside the image root", .unreadable)
  }

  /// Returns a picture, which is read if it was not read before.
  private func read(_ name: String) throws(DocumentError) -> Picture {
    let key = Array(name.utf8)
    if let picture = pictures[key] { return picture }
    let picture = try opened(name)
    pictures[key] = picture
    return picture
  }

  private func opened(_ name: String) throws(DocumentError) -> Picture {
    let bytes: [UInt8]?
    if let address = DataAddress(name) {
      guard readsAddresses else {
        return .failure(.unreadable, Self.noAddresses)
      }
      guard let data = address.bytes else {
        return .failure(.malformed, Self.noBytes)
      }
      bytes = data
    } else {
      do throws(FileError) {
        bytes = try scope.open(name).contents(limit: Self.fileLimit, cancellation)
      } catch {
        return .unopened(error)
      }
    }
    if let bytes, PictureFormat(start: Array(bytes.prefix(12))) == nil, SVGPicture.begins(bytes) {
      return try vector(bytes, name)
    }
    let decoded: Bitmap?
    do throws(ImageError) {
      decoded = try bytes.flatMap { bytes throws(ImageError) in try decode(bytes) }
    } catch {
      return .failure(error.code == .tooLarge ? .tooLarge : .unreadable, error.message)
    }
    // The bitmap is `nil` only if reading or decoding was cancelled.
    guard let bitmap = decoded else { throw .cancelled }
    let byteCount = bitmap.byteCount
    guard self.byteCount + byteCount <= Self.byteLimit else {
      return .failure(.tooLarge, Self.tooManyBytes)
    }
    self.byteCount += byteCount
    return .shown(.bitmap(bitmap))
  }

  /// Reads a picture of SVG.
  private func vector(_ bytes: [UInt8], _ name: String) throws(DocumentError) -> Picture {
    guard bytes.count <= Self.vectorLimit, byteCount + 8 * bytes.count <= Self.byteLimit else {
      return .failure(
        .tooLarge,
        "a file of SVG has \(Self.vectorLimit >> 20) MiB at most, and \(Self.tooManyBytes)")
    }
    do {
      let picture = try SVGPicture(
        file: bytes, name: DataAddress(name) == nil ? name : "data:", environment: environment,
        cancellation: cancellation)
      guard let picture else {
        return .failure(.unreadable, "The file has no element 'svg', and is no other picture.")
      }
      // The tree of elements and their styles take several times as much as the file.
      byteCount += 8 * bytes.count
      return .shown(.vector(picture))
    } catch let error as MarkupError {
      return .failure(.unreadable, error.description)
    } catch {
      throw .cancelled
    }
  }

  /// Decodes a PNG or a GIF, or a JPEG or a WebP if this build has them; `nil` if decoding was
  /// cancelled.
  private func decode(_ bytes: [UInt8]) throws(ImageError) -> Bitmap? {
    if let format = PictureFormat(start: Array(bytes.prefix(12))), !format.isBuilt {
      throw ImageError(
        .unknownFormat,
        "The picture is a \(format.name), and this program was built without the package trait "
          + "\(format.name).")
    }
    do throws(ImageError) {
      return try ImageDecoders.withCodecs.bitmap(of: bytes, cancellation: cancellation)
    } catch {
      if error.code != .unknownFormat { throw error }
      throw ImageError(
        .unknownFormat, "The picture cannot be read as PNG, GIF, JPEG, WebP or SVG.")
    }
  }
}
