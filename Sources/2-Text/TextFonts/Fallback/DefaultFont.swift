// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemFiles

/// The use of an embedded font.
public enum DefaultFontRole: UInt8, Hashable, Sendable, CaseIterable {
  /// A family for `sans-serif`, also used where no family is named.
  case sansSerif
  /// A family for `serif`.
  case serif
  /// A family for `monospace`.
  case monospace
  /// A family that is only used as a fallback, for the scripts that it covers.
  case fallback
  /// A colour emoji font.
  case emoji
}

/// An embedded font and its use.
public struct DefaultFont: Sendable, Hashable {
  private enum Holder: Sendable {
    case opened(FontSource)
    case embedded(EmbeddedFont)
  }

  private let holder: Holder
  /// The use of the font.
  package let role: DefaultFontRole
  /// The languages (BCP 47) that prefer the font to other default fonts; empty for no preference.
  package let languages: [String]
  /// Whether the font has only the commonest characters of the font whose name it has.
  let isCutDown: Bool
  /// The family and the traits as the font itself has them; `nil` where the font must be read.
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
    isCutDown = false
    known = nil
  }

  /// Describes an embedded font whose family and traits are known, so that it is opened only when a
  /// character is looked up in it. It has colour glyphs if its role is `emoji`.
  package init(
    _ font: EmbeddedFont, role: DefaultFontRole, languages: [String] = [], family: String,
    traits: FontTraits, isCutDown: Bool = false
  ) {
    holder = .embedded(font)
    self.role = role
    self.languages = languages
    self.isCutDown = isCutDown
    known = Known(family: family, traits: traits)
  }

  /// The face.
  package var source: FontSource {
    switch holder {
    case .opened(let source): source
    case .embedded(let font): font.source
    }
  }

  /// The face, if it was opened.
  var openedFace: FontFace? {
    switch holder {
    case .opened(let source): source.face
    case .embedded(let font): font.openedFace
    }
  }

  /// Appends the font, if it is embedded, to a hash.
  func update(_ hash: inout SHA256, length: Int) {
    if case .embedded(let font) = holder { font.update(&hash, length: length) }
  }

  package var family: String { known?.family ?? source.face.familyName }

  package var traits: FontTraits { known?.traits ?? source.face.traits }

  package var hasColorGlyphs: Bool {
    known == nil ? source.face.hasColorGlyphs : role == .emoji
  }

  /// Whether the font is of a family, whose name is normalised.
  func isOfFamily(_ name: String) -> Bool { FontMatcher.isSame(family, normalized: name) }

  /// Whether one of the names of the font's family, once normalised, is a given normalised name.
  func isNamed(_ name: String) -> Bool {
    // All family names of an embedded font begin with the same four letters, so for a name that
    // begins otherwise the font need not be opened.
    if let known, !FontMatcher.begins(name, asIn: known.family, count: 4) { return false }
    return source.face.names.familyAliases.contains { FontMatcher.isSame($0, normalized: name) }
  }

  /// Whether both have the same face.
  func hasSameFace(as other: DefaultFont) -> Bool {
    if case .embedded(let a) = holder, case .embedded(let b) = other.holder { return a === b }
    guard let face = openedFace else { return false }
    return face === other.openedFace
  }

  /// Whether both are the same face for the same use.
  public static func == (a: DefaultFont, b: DefaultFont) -> Bool {
    a.role == b.role && a.languages == b.languages && a.hasSameFace(as: b)
  }

  /// Hashes the use alone, so that no font is opened.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(role)
    hasher.combine(languages)
  }
}

/// A font in the program's own memory, opened when it is first needed.
@safe package final class EmbeddedFont: Sendable {
  nonisolated(unsafe) private let bytes: UnsafeRawBufferPointer
  private let name: String
  private let opened = LazyValue<FontSource>()

  /// Names a font file whose bytes live as long as the process.
  @unsafe package init(bytes: UnsafeRawBufferPointer, name: String) {
    unsafe self.bytes = bytes
    self.name = name
  }

  var source: FontSource {
    opened.get {
      do {
        return try FontSource(unsafe FontFile(staticBytes: bytes, name: name))
      } catch {
        // This is a defect of the build, which the tests exclude, or memory is used up.
        fatalError("an embedded font cannot be opened: \(error)")
      }
    }
  }

  var openedFace: FontFace? { opened.made?.face }

  /// Appends the name, the number of bytes and the first `length` of them to a hash.
  func update(_ hash: inout SHA256, length: Int) {
    hash.update(Array("\(name)\0\(unsafe bytes.count)\0".utf8))
    // The bytes live as long as the process.
    hash.update(unsafe Array(bytes.prefix(length)))
  }
}
