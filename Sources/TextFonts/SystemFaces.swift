// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextFontconfig

/// What fallback must know of the host's faces, copied out of fontconfig's caches once: where they lie, what they map.
///
/// A host has thousands of faces and a few hundred sets of characters, most of whose blocks are alike. All of it takes
/// some hundred kilobytes here; in fontconfig's caches it lies scattered over megabytes. Immutable.
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

  /// Reads sets of patterns. They are not kept.
  init(_ sets: [UnsafeMutablePointer<FcFontSet>]) {
    var faces: [Face] = []
    var paths: [UInt8] = []
    var places: [Int: Int32] = [:]
    var reader = SystemCharacters.Reader()
    for k in unsafe sets.indices {
      for i in 0..<Int(unsafe sets[k].pointee.nfont) {
        var charset: OpaquePointer?
        guard let pattern = unsafe sets[k].pointee.fonts[i],
          let place = unsafe SystemFaces.place(of: pattern), unsafe places[place.hash] == nil,
          unsafe FcPatternGetCharSet(pattern, FC_CHARSET, 0, &charset) == FcResultMatch,
          let charset = unsafe charset
        else { continue }
        var color: FcBool = 0
        unsafe FcPatternGetBool(pattern, FC_COLOR, 0, &color)
        unsafe places[place.hash] = Int32(faces.count)
        faces.append(
          unsafe Face(
            path: UInt32(paths.count), index: place.index, isColored: color != 0,
            characters: reader.set(of: charset)))
        unsafe paths.append(contentsOf: place.path)
      }
    }
    self.faces = faces
    self.paths = paths
    self.places = places
    characters = reader.characters
  }

  var count: Int { faces.count }

  /// The number of a pattern's face; `nil` if this library cannot use it.
  func face(of pattern: OpaquePointer) -> Int32? {
    guard let place = unsafe SystemFaces.place(of: pattern) else { return nil }
    return unsafe places[place.hash]
  }

  func location(of face: Int32) -> SystemFonts.Location {
    let face = faces[Int(face)]
    let path = paths[Int(face.path)...].prefix { $0 != 0 }
    return SystemFonts.Location(
      path: String(decoding: path, as: UTF8.self), index: Int(face.index))
  }

  func isColored(_ face: Int32) -> Bool { faces[Int(face)].isColored }

  /// Whether fontconfig says that a face maps a character.
  func maps(_ face: Int32, _ character: UInt32) -> Bool {
    characters.contains(character, set: faces[Int(face)].characters)
  }

  @unsafe private struct Place {
    var path: UnsafeBufferPointer<UInt8>
    var index: UInt16
    var hash: Int
  }

  /// Where a pattern says that its face lies: the same for all instances of a variable face.
  private static func place(of pattern: OpaquePointer) -> Place? {
    var text: UnsafeMutablePointer<FcChar8>?
    guard unsafe SystemFontList.isUsable(pattern),
      unsafe FcPatternGetString(pattern, FC_FILE, 0, &text) == FcResultMatch,
      let text = unsafe text
    else { return nil }
    var index: Int32 = 0
    unsafe FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
    var length = 1
    while unsafe text[length - 1] != 0 { length += 1 }
    let path = unsafe UnsafeBufferPointer(start: text, count: length)
    var hasher = Hasher()
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(path))
    // The upper half names an instance of a variable face, which we set through its axes instead.
    hasher.combine(index & 0xFFFF)
    return unsafe Place(
      path: path, index: UInt16(truncatingIfNeeded: index), hash: hasher.finalize())
  }
}

/// Many sets of characters, as blocks of 256 of which each that differs is kept once.
struct SystemCharacters: Sendable {
  /// The numbers of the blocks of all sets, set by set, ascending within each.
  private var blocks: [UInt16] = []
  /// What each of them holds: a place in `leaves`.
  private var contents: [UInt32] = []
  /// Where each set ends.
  private var ends: [Int] = []
  private var leaves: [SIMD8<UInt32>] = []

  func contains(_ character: UInt32, set: UInt32) -> Bool {
    guard character < 0x110000 else { return false }
    let block = UInt16(character >> 8)
    let end = ends[Int(set)]
    var low = set == 0 ? 0 : ends[Int(set) - 1]
    var high = end
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle] < block { low = middle + 1 } else { high = middle }
    }
    guard low < end, blocks[low] == block else { return false }
    return leaves[Int(contents[low])][Int(character >> 5 & 7)] >> (character & 31) & 1 != 0
  }

  /// Reads fontconfig's sets.
  struct Reader {
    private(set) var characters = SystemCharacters()
    private var leafNumbers: [SIMD8<UInt32>: UInt32] = [:]
    private var known: [UInt: UInt32] = [:]

    /// The number of a set. fontconfig keeps equal sets of a cache once, so handles tell most of them.
    mutating func set(of charset: OpaquePointer) -> UInt32 {
      let key = UInt(bitPattern: charset)
      if let number = known[key] { return number }
      var page = SIMD8<UInt32>()
      var next: FcChar32 = 0
      var base = unsafe withUnsafeMutableBytes(of: &page) {
        unsafe FcCharSetFirstPage(
          charset, $0.assumingMemoryBound(to: UInt32.self).baseAddress, &next)
      }
      while base < 0x110000 {
        append(page, block: UInt16(base >> 8))
        base = unsafe withUnsafeMutableBytes(of: &page) {
          unsafe FcCharSetNextPage(
            charset, $0.assumingMemoryBound(to: UInt32.self).baseAddress, &next)
        }
      }
      let number = UInt32(characters.ends.count)
      characters.ends.append(characters.blocks.count)
      known[key] = number
      return number
    }

    private mutating func append(_ page: SIMD8<UInt32>, block: UInt16) {
      let leaf = leafNumbers[page] ?? UInt32(characters.leaves.count)
      if Int(leaf) == characters.leaves.count {
        characters.leaves.append(page)
        leafNumbers[page] = leaf
      }
      characters.blocks.append(block)
      characters.contents.append(leaf)
    }
  }
}
