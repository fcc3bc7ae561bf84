// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

/// The host's fonts for one query, listed when a character first needs them.
final class SystemSource: Sendable {
  private let query: SystemFonts.Query
  private let text = LazyValue<SystemFontList>()
  private let emoji = LazyValue<SystemFontList>()

  init(_ query: SystemFonts.Query) { self.query = query }

  /// The faces in order; for emoji presentation the order begins with the host's emoji fonts.
  ///
  /// - Throws: `CancellationError`.
  func list(emoji wantsEmoji: Bool, _ cancellation: Cancellation) throws -> SystemFontList {
    if let known = wantsEmoji ? emoji.made : text.made { return known }
    // Loading is cancellable; the lazy values hold their locks for the last step alone.
    try SystemFonts.shared.load(cancellation)
    try SystemFonts.shared.readFaces(cancellation)
    if wantsEmoji {
      return emoji.get {
        var query = query
        query.families = ["emoji"] + query.families
        query.language = "und-zsye"
        return SystemFonts.shared.sorted(query)
      }
    }
    return text.get { SystemFonts.shared.sorted(query) }
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
