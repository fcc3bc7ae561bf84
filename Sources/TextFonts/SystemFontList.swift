// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextFontconfig
import TextModel

/// fontconfig's order of the host's faces for one query.
///
/// The handles are used only by ``SystemFonts``, under its lock.
@safe final class SystemFontList: Sendable {
  @unsafe private struct Entry {
    var charset: OpaquePointer
    var isColored: Bool
  }

  nonisolated(unsafe) private let set: UnsafeMutablePointer<FcFontSet>?
  nonisolated(unsafe) private let entries: [Entry]
  private let locations: [SystemFonts.Location]
  private let opened: Guarded<[Int: FontFace?]> = Guarded([:])

  var count: Int { locations.count }

  /// Takes over the set.
  init(_ set: UnsafeMutablePointer<FcFontSet>?) {
    unsafe self.set = set
    var entries = unsafe [Entry]()
    var locations: [SystemFonts.Location] = []
    var seen: Set<SystemFonts.Location> = []
    for i in 0..<Int(unsafe set?.pointee.nfont ?? 0) {
      guard let pattern = unsafe set?.pointee.fonts[i], unsafe SystemFontList.isUsable(pattern),
        let location = unsafe SystemFontList.location(pattern)
      else { continue }
      var charset: OpaquePointer?
      guard unsafe FcPatternGetCharSet(pattern, FC_CHARSET, 0, &charset) == FcResultMatch,
        let charset = unsafe charset, seen.insert(location).inserted
      else { continue }
      var color: FcBool = 0
      unsafe FcPatternGetBool(pattern, FC_COLOR, 0, &color)
      unsafe entries.append(Entry(charset: charset, isColored: color != 0))
      locations.append(location)
    }
    unsafe self.entries = entries
    self.locations = locations
  }

  deinit {
    guard let set = unsafe set else { return }
    nonisolated(unsafe) let handle = unsafe set
    SystemFonts.shared.withLock { unsafe FcFontSetDestroy(handle) }
  }

  /// Called under the owner's lock.
  func first(
    from start: Int, covering characters: UnsafeBufferPointer<UInt32>, colored: Bool
  ) -> Int? {
    var i = start
    while i < locations.count {
      if unsafe entries[i].isColored == colored {
        var all = true
        for k in 0..<characters.count {
          let c = unsafe characters[k]
          if unsafe FcCharSetHasChar(entries[i].charset, c) == 0, !isDefaultIgnorable(c) {
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
    guard locations.indices.contains(place) else { return nil }
    if let known = opened.withLock({ $0[place] }) { return known }
    let location = locations[place]
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
