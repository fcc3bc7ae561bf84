// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
internal import CanvasGeometry
internal import ImageCodecs
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

  /// A picture, or the reason why it cannot be used.
  private enum Picture {
    case bitmap(Bitmap)
    case unopened(FileError)
    case failure(DocumentError.Code, String)
  }

  /// The most memory for the pixels of all pictures, in bytes.
  package static let byteLimit = 2 * CanvasLimits.bitmapBytes

  /// The largest file of a picture, in bytes.
  private static let fileLimit = 1 << 30

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

  /// The pixels of a picture, or the reason why the picture cannot be shown.
  ///
  /// - Throws: `unreadable` if its file lies outside the root, `malformed` if no file can have the
  ///   name, `cancelled`.
  func picture(
    _ name: String, _ key: DocumentKey
  ) throws(DocumentError) -> Result<Bitmap, DocumentError> {
    switch try read(name) {
    case .bitmap(let bitmap): return .success(bitmap)
    case .failure(let code, let message):
      let shown = DataAddress(name)?.shownName ?? name
      return .failure(key.error("the picture '\(shown)' cannot be used: \(message)", code))
    case .unopened(.noName): throw key.error("no file has this name")
    case .unopened(.outside): throw outside(name, key)
    case .unopened(let error): return .failure(unopened(name, error, key))
    }
  }

  /// The pixels of a picture; a file that is named several times is read once.
  ///
  /// - Throws: `unreadable` or `tooLarge`; `malformed` if no file can have the name; `cancelled`.
  package func bitmap(_ name: String, _ key: DocumentKey) throws(DocumentError) -> Bitmap {
    try picture(name, key).get()
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
  private static let noBytes = "an address of the kind data: has ;base64, before its bytes"

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
    return .bitmap(bitmap)
  }

  /// Decodes a PNG, or a JPEG or a WebP if this build has them; `nil` if decoding was cancelled.
  private func decode(_ bytes: [UInt8]) throws(ImageError) -> Bitmap? {
    let format = PictureFormat(start: Array(bytes.prefix(12)))
    guard let format else {
      throw ImageError(.unknownFormat, "The picture cannot be read as PNG, JPEG or WebP.")
    }
    guard format.isBuilt else {
      throw ImageError(
        .unknownFormat,
        "The picture is a \(format.name), and this program was built without the package trait "
          + "\(format.name).")
    }
    return try ImageDecoders.withCodecs.bitmap(of: bytes, cancellation: cancellation)
  }
}
