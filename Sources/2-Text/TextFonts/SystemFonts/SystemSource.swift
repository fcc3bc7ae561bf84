// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// The host's fonts for one query, listed when a character first needs them.
final class SystemSource: Sendable {
  private let query: SystemFonts.Query
  private let fonts: SystemFonts
  private let text = LazyValue<SystemFontList>()
  private let emoji = LazyValue<SystemFontList>()
  /// The faces of families, a few dozen at most: those of the embedded fonts.
  private let families = Mutex<[String: FontFace?]>([:])

  init(_ query: SystemFonts.Query, _ fonts: SystemFonts) {
    self.query = query
    self.fonts = fonts
  }

  /// The faces in order; for emoji presentation the order begins with the host's emoji fonts.
  ///
  /// - Throws: `CancellationError`.
  func list(emoji wantsEmoji: Bool, _ cancellation: Cancellation) throws -> SystemFontList {
    if let known = wantsEmoji ? emoji.made : text.made { return known }
    // Loading is done here, step by step, so that it can be cancelled: the lazy values hold their
    // locks while they are made.
    try fonts.load(cancellation)
    try fonts.readFaces(cancellation)
    if wantsEmoji {
      return emoji.get {
        var query = query
        query.families = ["emoji"] + query.families
        query.language = "und-zsye"
        return fonts.sorted(query)
      }
    }
    return text.get { fonts.sorted(query) }
  }

  /// The best face of a family; `nil` if the host has none. The answer is cached.
  ///
  /// - Throws: `CancellationError`.
  func face(ofFamily family: String, _ cancellation: Cancellation) throws -> FontFace? {
    if let known = families.withLock({ $0[family] }) { return known }
    try fonts.load(cancellation)
    var found: FontFace?
    if let location = fonts.match(family: family, query) {
      found = try? FontFileCache.host.file(atPath: location.path).face(at: location.index)
    }
    let face = found
    families.withLock { $0[family] = .some(face) }
    return face
  }

  /// The best face that can be opened.
  ///
  /// - Throws: `CancellationError`.
  func firstFace(_ cancellation: Cancellation) throws -> FontFace? {
    let list = try list(emoji: false, cancellation)
    for place in 0..<list.count {
      if let face = list.face(at: place) { return face }
    }
    return nil
  }
}
