// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import SystemConcurrency
import TextFonts
import TextModel

/// A shaping style with everything that depends on it alone: fonts, language, features, word
/// contexts.
///
/// Belongs to one scratch set.
final class ResolvedStyle {
  /// A copy of the style for this scratch set alone. If the style has a ``ScriptPosition``, the
  /// copy has the size and the place of the raised or lowered letters.
  let style: ShapingStyle
  /// The part that this style shares with all styles of an equal ``StyleFonts/Key``.
  let shared: StyleFonts
  /// Whether letters or words are spaced.
  let hasSpacing: Bool
  /// The emphasis marks; `nil` for none.
  let annotations: RunAnnotations?
  /// Whether ideographs are set apart from letters or numbers; ``hasSpacing`` is true then, too.
  let hasAutospace: Bool
  /// Whether letters are shown as small capitals.
  let hasSmallCapitals: Bool
  /// Whether letters are shown in another case than that in which they are written.
  let changesCase: Bool
  /// Whether the style isolates the direction of its text (bidi isolate).
  let isIsolated: Bool
  /// The collection in which the fonts were found.
  private let fonts: FontCollection
  var collection: FontCollection { fonts }

  /// - Parameter shared: The part for the style's ``StyleFonts/Key``.
  /// - Throws: `FontError` where there is no font at all.
  init(
    _ style: ShapingStyle, fonts: FontCollection, shared: StyleFonts,
    annotations: RunAnnotations? = nil
  ) throws {
    let fields = style.storage.fields
    self.style =
      fields.scriptPosition == .normal
      ? style.copied() : style.small(in: try shared.cascade.primary)
    self.fonts = fonts
    self.shared = shared
    self.annotations = annotations
    hasSmallCapitals = fields.smallCapitals != .none
    changesCase = fields.letterCase != .asWritten
    hasAutospace = fields.autospace != .none
    isIsolated = fields.isolation != .none
    hasSpacing = fields.letterSpacing != 0 || fields.wordSpacing != 0 || hasAutospace
  }

  var cascade: FontCascade { shared.cascade }
  var language: HarfBuzzLanguage { shared.language }
  /// The features for HarfBuzz: first those that letter spacing switches off, then the user's.
  var features: [hb_feature_t] { shared.features }
  /// The number of features at the beginning that letter spacing switches off; not used in scripts
  /// to which letter spacing does not apply.
  var switches: Int { shared.switches }

  // MARK: - Small capitals

  private let capitals = ScratchList<(font: UInt32, script: UInt32, areMade: Bool)>()
  private var small: ResolvedStyle?

  /// Whether the small capitals of an item are made, since its font has none.
  func makesSmallCapitals(_ item: ItemExtent) throws -> Bool {
    let fields = style.storage.fields
    guard fields.smallCapitals != .none, fields.makesSmallCapitals else { return false }
    let font = shared.font(Int(item.slot))
    for index in 0..<capitals.count
    where capitals[index].font == font.id && capitals[index].script == item.script.value {
      return capitals[index].areMade
    }
    let areMade = !["smcp", "c2sc"].prefix(fields.smallCapitals == .ofAllLetters ? 2 : 1)
      .compactMap { FontTag($0) }.allSatisfy {
        font.face.hasSubstitution($0, script: item.script, language: fields.language)
      }
    if capitals.count >= ResolvedStyle.originCapacity { capitals.removeAll() }
    capitals.append((font.id, item.script.value, areMade))
    return areMade
  }

  /// The style of the small capitals that are made for text of this style.
  ///
  /// - Throws: `FontError` where there is no font at all.
  func ofSmallCapitals() throws -> ResolvedStyle {
    if let small { return small }
    let made = try ResolvedStyle(
      style.ofMadeCapitals(), fonts: fonts, shared: shared, annotations: annotations)
    small = made
    return made
  }

  // MARK: - Origins

  private var primary: RunOrigin?

  /// The origin of runs in the first font of the style's cascade.
  func primaryOrigin() throws -> RunOrigin {
    if let primary { return primary }
    let made = origin(of: try cascade.primary)
    primary = made
    return made
  }

  private let origins = ScratchList<(id: UInt32, origin: RunOrigin)>()
  private static let originCapacity = 64

  /// The origin of runs of a font in this style.
  @inline(__always)
  func origin(of font: Font) -> RunOrigin {
    let id = font.id
    for index in 0..<origins.count where origins[index].id == id { return origins[index].origin }
    return makeOrigin(of: font)
  }

  @inline(never)
  private func makeOrigin(of font: Font) -> RunOrigin {
    let alternates =
      shared.trimsSpacing
      ? SpacingTrim.alternates(of: font) : (isHorizontal: false, isVertical: false)
    let made = RunOrigin(
      font: font, style: style, fonts: fonts, trimsLineEnds: alternates.isHorizontal,
      trimsColumnEnds: shared.trimsColumns && alternates.isVertical,
      annotations: annotations)
    if origins.count >= ResolvedStyle.originCapacity { origins.removeAll() }
    origins.append((font.id, made))
    return made
  }

  // MARK: - Word contexts

  /// The context of the words of an item in this style.
  ///
  /// - Throws: `CancellationError`.
  @inline(__always)
  func context(
    font: Font, script: FontTag, level: UInt8, scratch: ShapingScratch
  ) throws -> WordContext {
    let place = WordContext.Place(font: font.id, script: script.value, direction: level & 1)
    if let known = shared.context(at: place) { return known }
    return try makeContext(font, script, level, scratch, place)
  }

  @inline(never)
  private func makeContext(
    _ font: Font, _ script: FontTag, _ level: UInt8, _ scratch: ShapingScratch,
    _ place: WordContext.Place
  ) throws -> WordContext {
    let rules = try WordRules.rules(
      for: ShapingItem(
        start: 0, end: 0, font: font, style: self, script: script, level: level, kind: .text),
      scratch: scratch)
    // The rules may have taken long: for a font's first text, HarfBuzz reads what its rules cover.
    try scratch.cancellation.check()
    let made = WordContext(rules, place)
    shared.keep(made)
    return made
  }
}
