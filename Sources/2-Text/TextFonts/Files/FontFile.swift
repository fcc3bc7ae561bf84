// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
package import SystemFiles
import TextModel

/// The bytes of a font file: TrueType, OpenType, a collection of either, or WOFF and WOFF2, which
/// are unpacked.
///
/// A file is read into memory once, so that a file that shrinks or vanishes later does no harm.
/// Only fonts that the host's font configuration names, and that only root may write, are mapped.
/// Immutable; its faces are made once and shared by all threads.
///
/// The corresponding HarfBuzz type is `hb_blob_t`.
public final class FontFile: Sendable {
  /// The path as given, or the name given to bytes from memory.
  public let name: String
  /// The path that was read; `nil` for bytes from memory.
  public let path: String?
  /// The number of faces, at least 1.
  public let faceCount: Int
  package var byteCount: Int { blob.count }
  package let identity: FileIdentity?

  let blob: FontBlob
  /// The faces made so far; few files have more than a handful.
  private let faces = Mutex<[FontFace]>([])

  /// Reads a file.
  ///
  /// - Throws: ``FontError`` with `unreadable`, `tooLarge`, `notAFont` or `outOfMemory`.
  public convenience init(path: String) throws(FontError) {
    try self.init(path: path, isHostFont: false)
  }

  /// Opens a file that the host's font configuration names (`isHostFont`), or reads any other.
  convenience init(path: String, isHostFont: Bool) throws(FontError) {
    try self.init(try Self.open(ScopedFile(path)), path: path, isHostFont: isHostFont)
  }

  /// Reads an open file.
  ///
  /// - Parameter path: The path of the file.
  package convenience init(
    _ opened: borrowing InputFile, path: String, isHostFont: Bool = false
  ) throws(FontError) {
    let file = try FontBlob.read(opened, path, mayMap: isHostFont)
    try self.init(
      file.blob, count: file.blob.count, name: path, path: path, identity: opened.identity)
  }

  /// Opens a file.
  ///
  /// - Throws: ``FontError`` with `unreadable`.
  package static func open(_ file: ScopedFile) throws(FontError) -> InputFile {
    do throws(FileError) {
      return try file.open()
    } catch {
      let message =
        switch error {
        case .noName: "not a path"
        case .folder: "is a folder, not a font"
        case .notRegular: "is not a regular file"
        default: "cannot be opened: \(error.message)"
        }
      throw FontError(.unreadable, file: file.name, message)
    }
  }

  /// Copies bytes.
  ///
  /// - Throws: ``FontError`` with `tooLarge`, `notAFont` or `outOfMemory`.
  public convenience init(data: [UInt8], name: String = "memory") throws(FontError) {
    guard data.count <= TextLimits.fontFileBytes else { throw FontError.tooLarge(name) }
    try self.init(FontBlob(copying: data), count: data.count, name: name)
  }

  /// Uses bytes that live as long as the process, without copying them.
  ///
  /// - Throws: ``FontError`` with `tooLarge`, `notAFont` or `outOfMemory`.
  @unsafe public convenience init(
    staticBytes: UnsafeRawBufferPointer, name: String
  ) throws(FontError) {
    let count = staticBytes.count
    guard count <= TextLimits.fontFileBytes else { throw FontError.tooLarge(name) }
    try self.init(unsafe FontBlob(memory: staticBytes), count: count, name: name)
  }

  /// - Parameter count: The number of bytes expected; the blob is empty where memory was short.
  private init(
    _ blob: FontBlob, count: Int, name: String, path: String? = nil, identity: FileIdentity? = nil
  ) throws(FontError) {
    guard blob.count == count, count > 0 else {
      throw FontError(
        count == 0 ? .notAFont : .outOfMemory, file: name,
        count == 0 ? "the file is empty" : "not enough memory for the font")
    }
    let blob = try WebFont.unpacked(blob, name: name)
    faceCount = blob.faceCount
    guard faceCount > 0 else {
      throw FontError(
        .notAFont, file: name,
        "not a TrueType or OpenType font or collection, nor a WOFF or WOFF2 file")
    }
    self.blob = blob
    self.name = name
    self.path = path
    self.identity = identity
  }

  /// A face of the file, the same object each time.
  ///
  /// - Parameter index: The face's number in a collection; 0 for any other file.
  /// - Throws: ``FontError`` with `faceIndexOutOfRange`, `malformed` or `outOfMemory`.
  public func face(at index: Int = 0) throws(FontError) -> FontFace {
    guard index >= 0, index < faceCount else {
      throw FontError(
        .faceIndexOutOfRange, file: name,
        "has \(faceCount == 1 ? "1 face" : "\(faceCount) faces"), no face \(index)")
    }
    if let face = faces.withLock({ $0.first { $0.index == index } }) { return face }
    let made = try FontFace(blob, fileName: name, path: path, index: index)
    return faces.withLock { faces in
      if let first = faces.first(where: { $0.index == index }) { return first }
      faces.append(made)
      return made
    }
  }
}
