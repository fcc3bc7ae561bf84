// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextModel

/// One face of a file, as a collection is given it.
public struct FontSource: Sendable, Hashable {
  /// The file.
  public let file: FontFile
  /// The face's number in the file.
  public let index: Int
  /// The face.
  public let face: FontFace

  /// Names a face of a file.
  ///
  /// - Throws: ``FontError`` where the file has no such face.
  public init(_ file: FontFile, index: Int = 0) throws(FontError) {
    self.file = file
    self.index = index
    face = try file.face(at: index)
  }

  /// Whether both name the same face of the same file object.
  public static func == (a: FontSource, b: FontSource) -> Bool { a.face === b.face }

  /// Feeds the face's number.
  public func hash(into hasher: inout Hasher) { hasher.combine(face.id) }
}

/// What an embedded font is for.
public enum DefaultFontRole: UInt8, Hashable, Sendable, CaseIterable {
  /// A family for `sans-serif`, the default of the default.
  case sansSerif
  /// A family for `serif`.
  case serif
  /// A family for `monospace`.
  case monospace
  /// A family that is only fallen back to, for the scripts it covers.
  case fallback
  /// A colour emoji font.
  case emoji
}

/// An embedded font and what it is for.
public struct DefaultFont: Sendable, Hashable {
  /// The face.
  public let source: FontSource
  /// What it is for.
  public let role: DefaultFontRole
  /// The languages (BCP 47) that prefer it to other default fonts; empty where it does not matter.
  public let languages: [String]
  /// The family and the traits as the font itself tells them, where they are known without reading it.
  private let known: Known?

  private struct Known: Sendable {
    var family: String
    var normalizedFamily: String
    var traits: FontTraits
  }

  /// Describes an embedded font.
  public init(_ source: FontSource, role: DefaultFontRole, languages: [String] = []) {
    self.source = source
    self.role = role
    self.languages = languages
    known = nil
  }

  /// Describes an embedded font whose family and traits were read when it was embedded, so that the
  /// names of all fonts need not be read before the first letter is drawn.
  package init(
    _ source: FontSource, role: DefaultFontRole, languages: [String] = [], family: String,
    traits: FontTraits
  ) {
    self.source = source
    self.role = role
    self.languages = languages
    known = Known(
      family: family, normalizedFamily: FontMatcher.normalized(family), traits: traits)
  }

  package var family: String { known?.family ?? source.face.familyName }

  package var traits: FontTraits { known?.traits ?? source.face.traits }

  var normalizedFamily: String { known?.normalizedFamily ?? FontMatcher.normalized(family) }

  /// Whether the font can be asked for by a name, which is given normalised.
  func isNamed(_ name: String) -> Bool {
    // All names of these fonts begin alike: those of another maker need not be read.
    if let known, !name.hasPrefix(known.normalizedFamily.prefix(4)) { return false }
    return source.face.names.familyAliases.contains { FontMatcher.normalized($0) == name }
  }

  /// Whether both name the same face for the same use.
  public static func == (a: DefaultFont, b: DefaultFont) -> Bool {
    a.source == b.source && a.role == b.role && a.languages == b.languages
  }

  /// Feeds the face and its use.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(source)
    hasher.combine(role)
  }
}

/// Where fonts come from: given files, embedded ones, and those of the host.
///
/// Immutable but for its caches; share one between all threads.
public final class FontCollection: Sendable {
  /// The faces given, in the order in which they are tried.
  public let given: [FontSource]
  /// The embedded fonts, tried after the given ones.
  public let defaultFonts: [DefaultFont]
  /// Whether the host's fonts are asked (through fontconfig) for what no other font has.
  public let includesSystemFonts: Bool

  /// The fonts of the host alone.
  public static let `default` = FontCollection()

  /// Creates a collection.
  ///
  /// - Parameters:
  ///   - given: Tried first, in order, for every text.
  ///   - defaultFonts: Embedded fonts, tried next.
  ///   - includesSystemFonts: Whether the host's fonts are asked last.
  public init(
    given: [FontSource] = [], defaultFonts: [DefaultFont] = [], includesSystemFonts: Bool = true
  ) {
    self.given = given
    self.defaultFonts = defaultFonts
    self.includesSystemFonts = includesSystemFonts
  }

  /// The fonts for a descriptor and a language, in the order in which they are tried.
  ///
  /// The same arguments give the same object while it is cached, and equal answers always.
  public func cascade(for descriptor: FontDescriptor, language: String = "") -> FontCascade {
    let key = CascadeKey(descriptor: descriptor, language: language)
    if let known = cascades.withLock({ $0[key] }) { return known }
    let made = FontCascade(collection: self, descriptor: descriptor, language: language)
    // What falls out is released after the lock.
    let (result, dropped) = cascades.withLock {
      cascades -> (FontCascade, [CascadeKey: FontCascade]) in
      if let first = cascades[key] { return (first, [:]) }
      var dropped: [CascadeKey: FontCascade] = [:]
      if cascades.count >= 256 { swap(&dropped, &cascades) }
      cascades[key] = made
      return (made, dropped)
    }
    _ = dropped
    return result
  }

  private struct CascadeKey: Hashable, Sendable {
    var descriptor: FontDescriptor
    var language: String
  }

  private let cascades = Guarded<[CascadeKey: FontCascade]>([:])

  private struct SharedKey: Hashable, Sendable {
    var given: [FontSource]
    var defaultFonts: [DefaultFont]
    var includesSystemFonts: Bool
  }

  private static let recent = Guarded<[(key: SharedKey, collection: FontCollection)]>([])

  /// The collection of these fonts, the same object for equal arguments while it is among the last 16 asked for.
  public static func shared(
    given: [FontSource] = [], defaultFonts: [DefaultFont] = [], includesSystemFonts: Bool = true
  ) -> FontCollection {
    let key = SharedKey(
      given: given, defaultFonts: defaultFonts, includesSystemFonts: includesSystemFonts)
    return recent.withLock { recent in
      if let i = recent.firstIndex(where: { $0.key == key }) {
        let entry = recent.remove(at: i)
        recent.append(entry)
        return entry.collection
      }
      let made = FontCollection(
        given: given, defaultFonts: defaultFonts, includesSystemFonts: includesSystemFonts)
      if recent.count >= 16 { recent.removeFirst() }
      recent.append((key, made))
      return made
    }
  }

  /// The families of the host's fonts, sorted; empty where they are not included.
  public var systemFamilies: [String] {
    includesSystemFonts ? SystemFonts.shared.families() : []
  }
}
