// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import Glibc
import TextModel
import TextRuntime

/// The bytes of a font file: TrueType, OpenType or a collection of either.
///
/// A file is read into memory once, so a file that shrinks or vanishes later cannot hurt; only the host's own fonts,
/// which nobody but the administrator may write, are mapped. Immutable; its faces are made once and shared.
///
/// The corresponding HarfBuzz type is `hb_blob_t`.
@safe public final class FontFile: Sendable {
  /// Which version of a file was read, so that a changed file is noticed.
  package struct Identity: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
    var size: Int64
    var seconds: Int64
    var nanoseconds: Int64
  }

  /// The path as given, or the name of bytes that came from elsewhere.
  public let name: String
  /// The path that was read; `nil` for bytes from memory.
  public let path: String?
  /// The number of faces, at least 1.
  public let faceCount: Int
  /// The number of bytes.
  public let byteCount: Int
  package let identity: Identity?

  nonisolated(unsafe) private let blob: OpaquePointer
  /// The faces made so far; few files have more than a handful.
  private let faces = Mutex<[FontFace]>([])

  /// Reads a file.
  ///
  /// - Throws: ``FontError`` with `unreadable`, `tooLarge` or `notAFont`.
  public convenience init(path: String) throws(FontError) {
    try self.init(path: path, isHostFont: false)
  }

  /// Opens a file that the host's font configuration names (`isHostFont`), or reads any other.
  convenience init(path: String, isHostFont: Bool) throws(FontError) {
    let (bytes, identity) = try FontFileBytes.open(path, mayMap: isHostFont)
    let count = bytes.count
    let holder = unsafe Unmanaged.passRetained(bytes).toOpaque()
    let blob = unsafe hb_blob_create(
      bytes.base.assumingMemoryBound(to: CChar.self), UInt32(count), HB_MEMORY_MODE_READONLY, holder
    ) { if let holder = unsafe $0 { unsafe Unmanaged<FontFileBytes>.fromOpaque(holder).release() } }
    try unsafe self.init(
      blob: blob, count: count, name: path, path: path, identity: identity)
  }

  /// Copies bytes that the caller holds.
  ///
  /// - Throws: ``FontError`` with `tooLarge` or `notAFont`.
  public convenience init(data: [UInt8], name: String = "memory") throws(FontError) {
    guard data.count <= TextLimits.fontFileBytes else { throw FontFile.tooLarge(name) }
    guard let copy = unsafe malloc(max(data.count, 1)) else {
      throw FontError(.outOfMemory, file: name, reason: "not enough memory for the font")
    }
    unsafe data.withUnsafeBytes { from in
      if let base = from.baseAddress { unsafe copy.copyMemory(from: base, byteCount: from.count) }
    }
    let blob = unsafe hb_blob_create(
      copy.assumingMemoryBound(to: CChar.self), UInt32(data.count), HB_MEMORY_MODE_READONLY, copy
    ) { unsafe free($0) }
    try unsafe self.init(blob: blob, count: data.count, name: name, path: nil, identity: nil)
  }

  /// Uses bytes that live as long as the process, without copying them.
  ///
  /// - Throws: ``FontError`` with `tooLarge` or `notAFont`.
  @unsafe public convenience init(
    staticBytes: UnsafeRawPointer, count: Int, name: String
  ) throws(FontError) {
    guard count >= 0, count <= TextLimits.fontFileBytes else { throw FontFile.tooLarge(name) }
    let blob = unsafe hb_blob_create(
      staticBytes.assumingMemoryBound(to: CChar.self), UInt32(count), HB_MEMORY_MODE_READONLY, nil,
      nil)
    try unsafe self.init(blob: blob, count: count, name: name, path: nil, identity: nil)
  }

  /// Takes over one reference to the blob, also when it throws.
  private init(
    blob: OpaquePointer?, count: Int, name: String, path: String?, identity: Identity?
  ) throws(FontError) {
    guard let blob = unsafe blob, unsafe hb_blob_get_length(blob) == UInt32(count), count > 0 else {
      unsafe hb_blob_destroy(blob)
      throw FontError(
        count == 0 ? .notAFont : .outOfMemory, file: name,
        reason: count == 0 ? "the file is empty" : "not enough memory for the font")
    }
    unsafe hb_blob_make_immutable(blob)
    let faceCount = Int(unsafe hb_face_count(blob))
    guard faceCount > 0 else {
      unsafe hb_blob_destroy(blob)
      throw FontError(
        .notAFont, file: name, reason: "not a TrueType or OpenType font or collection")
    }
    unsafe self.blob = blob
    self.name = name
    self.path = path
    self.faceCount = faceCount
    self.byteCount = count
    self.identity = identity
  }

  deinit {
    unsafe hb_blob_destroy(blob)
  }

  /// A face of the file, the same object each time.
  ///
  /// - Parameter index: 0 for a file that is no collection.
  /// - Throws: ``FontError`` with `faceIndexOutOfRange` or `malformed`.
  public func face(at index: Int = 0) throws(FontError) -> FontFace {
    guard index >= 0, index < faceCount else {
      throw FontError(
        .faceIndexOutOfRange, file: name,
        reason: "has \(faceCount == 1 ? "1 face" : "\(faceCount) faces"), no face \(index)")
    }
    if let face = faces.withLock({ $0.first { $0.index == index } }) { return face }
    let made = try unsafe FontFace(blob: blob, file: self, index: index)
    return faces.withLock { faces in
      if let first = faces.first(where: { $0.index == index }) { return first }
      faces.append(made)
      return made
    }
  }

  /// The bytes, for the tables that this module reads itself and for FreeType.
  package func withBytes<R, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    var length: UInt32 = 0
    let data = unsafe hb_blob_get_data(blob, &length)
    return try unsafe body(UnsafeRawBufferPointer(start: data, count: Int(length)))
  }

  static func tooLarge(_ name: String) -> FontError {
    FontError(
      .tooLarge, file: name,
      reason: "larger than the limit of \(TextLimits.fontFileBytes >> 20) MiB for a font file")
  }

  /// Which version of a file lies at a path now; `nil` if there is none.
  package static func identity(ofPath path: String) -> Identity? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return Identity(status)
  }
}

extension FontFile.Identity {
  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    seconds = Int64(status.st_mtim.tv_sec)
    nanoseconds = Int64(status.st_mtim.tv_nsec)
  }
}
