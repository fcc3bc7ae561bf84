// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextFontconfig
import TextModel
import TextRuntime

/// fontconfig's order of the host's faces for one query. Immutable but for the faces opened.
final class SystemFontList: Sendable {
  private let faces: SystemFaces
  private let order: [Int32]
  private let opened: Mutex<[Int: FontFace?]> = Mutex([:])

  var count: Int { order.count }

  /// Reads the order of a set, which is not kept.
  init(_ set: UnsafeMutablePointer<FcFontSet>?, faces: SystemFaces) {
    var order: [Int32] = []
    var isSeen = [Bool](repeating: false, count: faces.count)
    for i in 0..<Int(unsafe set?.pointee.nfont ?? 0) {
      guard let pattern = unsafe set?.pointee.fonts[i], let face = unsafe faces.face(of: pattern),
        !isSeen[Int(face)]
      else { continue }
      isSeen[Int(face)] = true
      order.append(face)
    }
    self.faces = faces
    self.order = order
  }

  /// The place of the first face from `start` on that maps all characters, default-ignorables aside.
  func first(
    from start: Int, covering characters: UnsafeBufferPointer<UInt32>, colored: Bool
  ) -> Int? {
    var i = start
    while i < order.count {
      let face = order[i]
      if faces.isColored(face) == colored {
        var all = true
        for k in 0..<characters.count {
          let c = unsafe characters[k]
          if !faces.maps(face, c), !isDefaultIgnorable(c) {
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

  /// The face at a place, opened when first asked for; `nil` if its file cannot be used.
  func face(at place: Int) -> FontFace? {
    guard order.indices.contains(place) else { return nil }
    if let known = opened.withLock({ $0[place] }) { return known }
    let location = faces.location(of: order[place])
    let face = try? FontFileCache.host.file(atPath: location.path).face(at: location.index)
    return opened.withLock { opened in
      if let first = opened[place] { return first }
      opened[place] = .some(face)
      return face
    }
  }

  /// Whether a face is one that this library reads: TrueType or CFF outlines or pictures, or a collection.
  static func isUsable(_ pattern: OpaquePointer) -> Bool {
    var text: UnsafeMutablePointer<FcChar8>?
    if unsafe FcPatternGetString(pattern, FC_FONTFORMAT, 0, &text) == FcResultMatch,
      let text = unsafe text
    {
      let format = unsafe String(cString: text)
      if format != "TrueType", format != "CFF" { return false }
    }
    return true
  }

  static func location(_ pattern: OpaquePointer) -> SystemFonts.Location? {
    var text: UnsafeMutablePointer<FcChar8>?
    var index: Int32 = 0
    guard unsafe FcPatternGetString(pattern, FC_FILE, 0, &text) == FcResultMatch,
      let text = unsafe text
    else { return nil }
    unsafe FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
    // The upper half names an instance of a variable face, which we set through its axes instead.
    return unsafe SystemFonts.Location(path: String(cString: text), index: Int(index & 0xFFFF))
  }

  static func families(_ pattern: OpaquePointer) -> [String] {
    var names: [String] = []
    var text: UnsafeMutablePointer<FcChar8>?
    var i: Int32 = 0
    while unsafe FcPatternGetString(pattern, FC_FAMILY, i, &text) == FcResultMatch,
      let text = unsafe text
    {
      names.append(unsafe String(cString: text))
      i += 1
    }
    return names
  }
}
