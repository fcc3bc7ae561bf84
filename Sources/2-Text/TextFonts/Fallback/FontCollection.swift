// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency
package import TextModel

/// A set of fonts: given files, embedded fonts, and those of the host.
///
/// Immutable but for its caches; one collection is meant to be shared by all threads.
public final class FontCollection: Sendable {
  /// The faces given, in the order in which they are tried.
  package let given: [FontSource]
  /// The fonts that are tried where a text asks for their family alone.
  let named: [NamedFont]
  /// The embedded fonts, tried after the given ones.
  package let defaultFonts: [DefaultFont]
  /// Whether the host's fonts are searched, through fontconfig: for families, for characters, and
  /// for a weight, slant or generic family that the embedded fonts lack.
  package let includesSystemFonts: Bool

  let systemFonts: SystemFonts

  /// The default fonts: the embedded ones, if the program imports `TextDefaultFonts`, then those of
  /// the host.
  public static let `default` = FontCollection(defaultFonts: DefaultFont.linked)

  /// Creates a collection.
  ///
  /// - Parameters:
  ///   - given: The fonts that are tried first, in order, for every text.
  ///   - defaultFonts: The embedded fonts, which are tried next.
  ///   - includesSystemFonts: Whether the host's fonts are tried last, or earlier if they have a
  ///     requested weight, slant or generic family that the embedded ones lack.
  public convenience init(
    given: [FontSource] = [], defaultFonts: [DefaultFont] = [], includesSystemFonts: Bool = true
  ) {
    self.init(
      given: given, defaultFonts: defaultFonts, includesSystemFonts: includesSystemFonts,
      systemFonts: .shared)
  }

  /// Creates a collection of embedded fonts and those of a host that has the rules in a file, in
  /// place of fontconfig's own.
  package convenience init(defaultFonts: [DefaultFont], hostRules: String) {
    self.init(defaultFonts: defaultFonts, systemFonts: SystemFonts(rules: hostRules))
  }

  /// Creates a collection of fonts that are found by the names of their families alone, as those of
  /// a style sheet are.
  package convenience init(
    named: [NamedFont], defaultFonts: [DefaultFont], includesSystemFonts: Bool
  ) {
    self.init(
      named: named, defaultFonts: defaultFonts, includesSystemFonts: includesSystemFonts,
      systemFonts: .shared)
  }

  /// - Parameter systemFonts: The host's fonts.
  private init(
    given: [FontSource] = [], named: [NamedFont] = [], defaultFonts: [DefaultFont],
    includesSystemFonts: Bool = true, systemFonts: SystemFonts
  ) {
    (self.given, self.named) = (given, named)
    self.defaultFonts = defaultFonts
    self.includesSystemFonts = includesSystemFonts
    self.systemFonts = systemFonts
  }

  /// Creates a collection of font files, each with all its faces, and of the default fonts behind
  /// them.
  ///
  /// - Parameter paths: The files, in the order in which they are tried.
  /// - Throws: ``FontError`` with `unreadable`, `tooLarge`, `notAFont`, `malformed` or
  ///   `outOfMemory`, and the path.
  public convenience init(files paths: [String]) throws(FontError) {
    var sources: [FontSource] = []
    for path in paths {
      let file = try FontFile(path: path)
      for index in 0..<file.faceCount { sources.append(try FontSource(file, index: index)) }
    }
    self.init(given: sources, defaultFonts: DefaultFont.linked)
  }

  /// The collection whose given fonts are found by the names of their families alone.
  package var byFamily: FontCollection {
    given.isEmpty
      ? self
      : FontCollection(
        named: given.map { NamedFont($0.face) }, defaultFonts: defaultFonts,
        includesSystemFonts: includesSystemFonts)
  }

  /// The collection with further fonts, which are found before others of their families.
  package func adding(_ fonts: [NamedFont]) -> FontCollection {
    fonts.isEmpty
      ? self
      : FontCollection(
        given: given, named: fonts + named, defaultFonts: defaultFonts,
        includesSystemFonts: includesSystemFonts, systemFonts: systemFonts)
  }

  /// The face with a full or PostScript name; `nil` if the collection has none.
  package func face(named name: String) -> FontFace? {
    let normalized = FontMatcher.normalized(name)
    func isNamed(_ face: FontFace) -> Bool {
      face.names.familyAliases.contains { FontMatcher.normalized($0) == normalized }
    }
    if let face = (given.map(\.face) + named.map(\.face)).first(where: isNamed) { return face }
    if let font = defaultFonts.first(where: { $0.isOfFamily(normalized) || $0.isNamed(normalized) })
    {
      return font.source.face
    }
    // A name that the host lacks is answered with another font.
    guard includesSystemFonts,
      let font = try? cascade(for: FontDescriptor(families: [name])).primary
    else { return nil }
    return isNamed(font.face) ? font.face : nil
  }

  /// The fonts for a descriptor and a language, in the order in which they are tried.
  ///
  /// Equal arguments give equal answers, and the same object while it is among the up to 256
  /// cached.
  ///
  /// - Parameters:
  ///   - descriptor: The families and the style.
  ///   - language: The language that chooses between regional forms, BCP 47; empty for none.
  package func cascade(for descriptor: FontDescriptor, language: String = "") -> FontCascade {
    do {
      return try cascade(for: descriptor, language: language, .never)
    } catch {
      preconditionFailure("work that cannot be cancelled was cancelled")
    }
  }

  /// As `cascade(for:language:)`, with cancellation between the steps of reading the host's fonts.
  ///
  /// - Throws: `CancellationError`.
  package func cascade(
    for descriptor: FontDescriptor, language: String, _ cancellation: Cancellation
  ) throws -> FontCascade {
    let key = CascadeKey(descriptor: descriptor, language: language)
    if let known = cascades.withLock({ $0[key] }) { return known }
    let made = try FontCascade(
      collection: self, descriptor: descriptor, language: language, cancellation)
    // The cascades that are evicted are freed after the lock is released.
    var result = made
    let dropped = cascades.withLock { cascades -> HashTable<CascadeKey, FontCascade>? in
      if let first = cascades[key] {
        result = first
        return nil
      }
      let dropped = cascades.count >= 256 ? cascades.removeAll() : nil
      cascades.set(made, for: key)
      return dropped
    }
    _ = consume dropped
    return result
  }

  private struct CascadeKey: Hashable, Sendable {
    var descriptor: FontDescriptor
    var language: String
  }

  private let cascades = Mutex(HashTable<CascadeKey, FontCascade>())

  /// The names of the host's families, sorted; none for a collection without them.
  public var systemFamilies: [String] {
    includesSystemFonts ? systemFonts.families() : []
  }
}

/// A font that is found by the name of a family.
package struct NamedFont: Sendable {
  /// The name; `nil` for those that the font has itself.
  package let family: String?
  /// The font.
  package let face: FontFace
  /// The styles that the font is for.
  package let traits: FontTraits

  package init(_ face: FontFace, family: String? = nil, traits: FontTraits? = nil) {
    (self.face, self.family, self.traits) = (face, family, traits ?? face.traits)
  }
}
