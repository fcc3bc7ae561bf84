// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

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
  private enum Holder: Sendable {
    case opened(FontSource)
    case embedded(EmbeddedFont)
  }

  private let holder: Holder
  /// What it is for.
  public let role: DefaultFontRole
  /// The languages (BCP 47) that prefer it to other default fonts; empty where it does not matter.
  public let languages: [String]
  /// The family and the traits as the font itself tells them, where they are known without reading it.
  private let known: Known?

  private struct Known: Sendable {
    var family: String
    var traits: FontTraits
  }

  /// Describes an embedded font.
  public init(_ source: FontSource, role: DefaultFontRole, languages: [String] = []) {
    holder = .opened(source)
    self.role = role
    self.languages = languages
    known = nil
  }

  /// Describes an embedded font whose family and traits were read when it was embedded, so that it is opened only when
  /// a character is looked for in it. It has colour glyphs if that is its role.
  package init(
    _ font: EmbeddedFont, role: DefaultFontRole, languages: [String] = [], family: String,
    traits: FontTraits
  ) {
    holder = .embedded(font)
    self.role = role
    self.languages = languages
    known = Known(family: family, traits: traits)
  }

  /// The face.
  public var source: FontSource {
    switch holder {
    case .opened(let source): source
    case .embedded(let font): font.source
    }
  }

  /// The face, if anybody can have seen it.
  var openedFace: FontFace? {
    switch holder {
    case .opened(let source): source.face
    case .embedded(let font): font.openedFace
    }
  }

  package var family: String { known?.family ?? source.face.familyName }

  package var traits: FontTraits { known?.traits ?? source.face.traits }

  package var hasColorGlyphs: Bool {
    known == nil ? source.face.hasColorGlyphs : role == .emoji
  }

  /// Whether the font is of a family, which is given normalised.
  func isOfFamily(_ name: String) -> Bool { FontMatcher.isSame(family, normalized: name) }

  /// Whether the font can be asked for by a name, which is given normalised.
  func isNamed(_ name: String) -> Bool {
    // All names of these fonts begin alike: those of another maker need not be read.
    if let known, !FontMatcher.begins(name, asIn: known.family, count: 4) { return false }
    return source.face.names.familyAliases.contains { FontMatcher.isSame($0, normalized: name) }
  }

  /// Whether both have the same face.
  func hasSameFace(as other: DefaultFont) -> Bool {
    if case .embedded(let a) = holder, case .embedded(let b) = other.holder { return a === b }
    guard let face = openedFace else { return false }
    return face === other.openedFace
  }

  /// Whether both name the same face for the same use.
  public static func == (a: DefaultFont, b: DefaultFont) -> Bool {
    a.role == b.role && a.languages == b.languages && a.hasSameFace(as: b)
  }

  /// Feeds the use alone, so that no font is opened for it.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(role)
    hasher.combine(languages)
  }
}

/// A font in the program's own memory, opened when it is first needed: of dozens, most pictures need one.
@safe package final class EmbeddedFont: Sendable {
  nonisolated(unsafe) private let bytes: UnsafeRawPointer
  private let count: Int
  nonisolated(unsafe) private let name: UnsafePointer<CChar>
  private let opened = LazyValue<FontSource>()

  /// Names a font file that lives, like its name, as long as the process.
  @unsafe package init(bytes: UnsafeRawPointer, count: Int, name: UnsafePointer<CChar>) {
    unsafe self.bytes = bytes
    self.count = count
    unsafe self.name = name
  }

  var source: FontSource {
    opened.get {
      let name = unsafe String(cString: name)
      do {
        return try FontSource(try unsafe FontFile(staticBytes: bytes, count: count, name: name))
      } catch {
        // A defect of the build, which the tests exclude, or no memory at all.
        fatalError("an embedded font cannot be opened: \(error)")
      }
    }
  }

  var openedFace: FontFace? { opened.made?.face }
}
