// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A face of a font file, as an argument for a collection.
public struct FontSource: Sendable, Hashable {
  /// The file.
  public let file: FontFile
  /// The face's number in the file.
  public let index: Int
  /// The face.
  public let face: FontFace

  /// Creates a source from a face of a file.
  ///
  /// - Throws: ``FontError`` with `faceIndexOutOfRange`, `malformed` or `outOfMemory`.
  public init(_ file: FontFile, index: Int = 0) throws(FontError) {
    self.file = file
    self.index = index
    face = try file.face(at: index)
  }

  /// Whether both are the same face of the same file object.
  public static func == (a: FontSource, b: FontSource) -> Bool { a.face === b.face }

  /// Hashes the face's ``FontFace/id``.
  public func hash(into hasher: inout Hasher) { hasher.combine(face.id) }
}
