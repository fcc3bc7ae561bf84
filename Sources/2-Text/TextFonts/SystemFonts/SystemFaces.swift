// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextFontconfig

/// The files and characters of the host's faces, copied out of fontconfig once. Immutable.
///
/// A host has thousands of faces and a few hundred sets of characters, most of whose blocks are
/// alike: together some hundred kilobytes here, and spread over megabytes in fontconfig's caches.
final class SystemFaces: Sendable {
  private struct Face: Sendable {
    var path: UInt32
    var index: UInt16
    var isColored: Bool
    var characters: UInt32
  }

  private let faces: [Face]
  /// The paths, each ended by a zero.
  private let paths: [UInt8]
  private let characters: SystemCharacters
  /// The faces by a hash of path and index.
  private let places: [Int: Int32]

  convenience init() { self.init { _ in } }

  /// Reads the faces of a configuration, which is not kept.
  convenience init(_ config: FontconfigConfiguration) {
    self.init { read in config.visitSets { $0.visit(read) } }
  }

  /// - Parameter visit: Calls its argument with each pattern.
  init(_ visit: ((borrowing FontconfigPattern) -> Void) -> Void) {
    var faces: [Face] = []
    var paths: [UInt8] = []
    var places: [Int: Int32] = [:]
    var reader = SystemCharacters.Reader()
    visit { pattern in
      guard let place = SystemFaces.place(of: pattern), places[place.hash] == nil,
        let characters = pattern.withCharacters({ reader.set(of: $0) })
      else { return }
      places[place.hash] = Int32(faces.count)
      faces.append(
        Face(
          path: UInt32(paths.count), index: place.index,
          isColored: pattern.bool(of: FC_COLOR) == true, characters: characters))
      _ = pattern.withString(of: FC_FILE) { path in
        for i in path.indices { paths.append(path[i]) }
      }
      paths.append(0)
    }
    self.faces = faces
    self.paths = paths
    self.places = places
    characters = reader.characters
  }

  var count: Int { faces.count }

  /// The number of a pattern's face; `nil` if it is not among these faces.
  func face(of pattern: borrowing FontconfigPattern) -> Int32? {
    SystemFaces.place(of: pattern).flatMap { places[$0.hash] }
  }

  /// The file and index of a face.
  func location(of face: Int32) -> SystemFonts.Location {
    let face = faces[Int(face)]
    let path = paths[Int(face.path)...].prefix { $0 != 0 }
    return SystemFonts.Location(
      path: String(decoding: path, as: UTF8.self), index: Int(face.index))
  }

  /// Whether fontconfig says that a face has colour glyphs.
  func isColored(_ face: Int32) -> Bool { faces[Int(face)].isColored }

  /// Whether fontconfig says that a face maps a character.
  func maps(_ face: Int32, _ character: UInt32) -> Bool {
    characters.contains(character, set: faces[Int(face)].characters)
  }

  private struct Place {
    var index: UInt16
    var hash: Int
  }

  /// The file and index of a pattern's face, the same for all instances of a variable face; `nil`
  /// if this library cannot use it.
  private static func place(of pattern: borrowing FontconfigPattern) -> Place? {
    guard SystemFontList.isUsable(pattern) else { return nil }
    let index = SystemFontList.faceIndex(of: pattern)
    return pattern.withString(of: FC_FILE) { path in
      var hasher = Hasher()
      unsafe path.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
      hasher.combine(index)
      return Place(index: index, hash: hasher.finalize())
    }
  }
}
