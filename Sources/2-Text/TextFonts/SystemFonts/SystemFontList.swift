// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextFontconfig
import SystemConcurrency

/// The host's faces in fontconfig's order for one query.
final class SystemFontList: Sendable {
  private let faces: SystemFaces
  private let order: [Int32]
  /// The result of ``shortfall(at:of:)`` at each place plus 1; 0 where it is not computed yet.
  private let shortfalls: Mutex<[UInt8]>

  var count: Int { order.count }

  init() {
    faces = SystemFaces()
    order = []
    shortfalls = Mutex([])
  }

  /// Reads the order of a set, which is not kept.
  init(_ set: borrowing FontconfigSet, faces: SystemFaces) {
    var order: [Int32] = []
    var isSeen = [Bool](repeating: false, count: faces.count)
    set.visit { pattern in
      guard let face = faces.face(of: pattern), !isSeen[Int(face)] else { return }
      isSeen[Int(face)] = true
      order.append(face)
    }
    self.faces = faces
    self.order = order
    shortfalls = Mutex(Array(repeating: 0, count: order.count))
  }

  /// The place of the first face from `start` on that maps all characters. Default-ignorables need
  /// not be mapped, unless the cluster is a single one.
  func first(
    from start: Int, covering characters: Span<UInt32>, colored: Bool
  ) -> Int? {
    var i = start
    while i < order.count {
      let face = order[i]
      if faces.isColored(face) == colored {
        var all = true
        for k in characters.indices where !faces.maps(face, characters[k]) {
          if characters.count == 1 || !isDefaultIgnorable(characters[k]) {
            all = false
            break
          }
        }
        if all { return i }
      }
      i += 1
    }
    return nil
  }

  /// The face at a place, from ``FontFileCache/host``; `nil` if its file cannot be used.
  func face(at place: Int) -> FontFace? {
    guard order.indices.contains(place) else { return nil }
    let location = faces.location(of: order[place])
    return try? FontFileCache.host.file(atPath: location.path).face(at: location.index)
  }

  /// The number of wanted properties that the face at a place lacks. The result is kept: computing
  /// it opens the file, and the search for a character that few faces map goes through all faces.
  ///
  /// - Parameter demand: The same one for every call.
  /// - Returns: The number; for a face whose file cannot be used, a number greater than that of any
  ///   other.
  func shortfall(at place: Int, of demand: FontDemand) -> Int {
    let known = shortfalls.withLock { $0[place] }
    if known > 0 { return Int(known) - 1 }
    let found = face(at: place).map { demand.shortfall(of: $0) } ?? FontDemand.count + 1
    shortfalls.withLock { $0[place] = UInt8(found + 1) }
    return found
  }

  /// Whether this library reads a face: TrueType or CFF outlines or pictures, or a collection.
  static func isUsable(_ pattern: borrowing FontconfigPattern) -> Bool {
    guard let format = pattern.string(of: FC_FONTFORMAT) else { return true }
    return format == "TrueType" || format == "CFF"
  }

  /// The number of a face in its file.
  static func faceIndex(of pattern: borrowing FontconfigPattern) -> UInt16 {
    // The upper half names an instance of a variable face, which is set through its axes instead.
    UInt16(truncatingIfNeeded: pattern.integer(of: FC_INDEX) ?? 0)
  }

  /// The file and index of a face.
  static func location(_ pattern: borrowing FontconfigPattern) -> SystemFonts.Location? {
    guard let path = pattern.string(of: FC_FILE) else { return nil }
    return SystemFonts.Location(path: path, index: Int(faceIndex(of: pattern)))
  }
}
