// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import SystemConcurrency
import TextAnalysis
import TextFonts
import TextModel

/// The cascade, features and word contexts of all styles with an equal ``Key``, with lookup tables
/// from characters to fonts. Belongs to one scratch set.
///
/// A font is a small number here: its slot in the cascade. A text may have a style for each of its
/// letters, so the tables (8 KB) are shared by such styles.
final class StyleFonts {
  /// The fields of a style that choose fonts and features: font, language, features, whether
  /// letters are spaced, and whether punctuation is trimmed. Sizes, and the amount of the spacing,
  /// are not among them, but for those of fonts with optical sizes, which stand among the axis
  /// positions.
  struct Key: Hashable {
    var font: FontDescriptor
    var language: String
    var features: [FontFeature]
    var hasLetterSpacing: Bool
    var trimsSpacing: Bool

    init(_ style: ShapingStyle) {
      let fields = style.storage.fields
      font = fields.font
      language = fields.language
      features = fields.allFeatures
      hasLetterSpacing = fields.letterSpacing != 0
      trimsSpacing = style.storage.trimsSpacing
    }
  }

  let cascade: FontCascade
  let language: HarfBuzzLanguage
  /// Whether a word of several fonts may have one of the host's fonts instead.
  let joinsWords: Bool
  /// Whether marks of ``SharedPunctuation`` have the fonts of Chinese, Japanese or Korean letters
  /// in any text.
  let writesHan: Bool
  /// Whether the language is undetermined.
  let hasNoLanguage: Bool
  /// The user's features, after the switches that letter spacing implies.
  let features: [hb_feature_t]
  /// The number of switches at the beginning of `features`; left out where letter spacing does not
  /// apply.
  let switches: Int
  /// Whether adjacent full-width punctuation is trimmed.
  let trimsSpacing: Bool
  /// Whether adjacent full-width punctuation is trimmed in upright text of vertical lines.
  let trimsColumns: Bool

  /// - Throws: `CancellationError`.
  init(_ key: Key, fonts: FontCollection, _ cancellation: Cancellation = .never) throws {
    cascade = try fonts.cascade(for: key.font, language: key.language, cancellation)
    joinsWords = cascade.searchesHost
    writesHan = cascade.writesHan
    language = HarfBuzzLanguage(key.language)
    hasNoLanguage = key.language.isEmpty
    var features: [hb_feature_t] = []
    if key.hasLetterSpacing {
      for tag in StyleFonts.optionalLigatures {
        features.append(hb_feature_t(tag: tag, value: 0, start: 0, end: .max))
      }
    }
    switches = features.count
    for feature in key.features {
      features.append(
        hb_feature_t(tag: feature.tag.value, value: feature.value, start: 0, end: .max))
    }
    self.features = features
    trimsSpacing =
      key.trimsSpacing
      && !key.features.contains { SpacingTrim.widthFeatures.contains($0.tag.value) }
    trimsColumns =
      trimsSpacing
      && !key.features.contains { SpacingTrim.heightFeatures.contains($0.tag.value) }
  }

  /// `liga`, `clig`, `dlig`, `hlig`.
  private static let optionalLigatures: [UInt32] = [
    0x6C69_6761, 0x636C_6967, 0x646C_6967, 0x686C_6967,
  ]

  // MARK: - Fonts

  /// Copies of the fonts that were found, by their slots in the cascade: for this scratch set
  /// alone.
  private let fonts = ScratchList<Font?>()

  /// The font in a slot of the cascade.
  @inline(__always)
  func font(_ slot: Int) -> Font {
    if slot < fonts.count, let font = fonts[slot] { return font }
    return copyFont(slot)
  }

  @inline(never)
  private func copyFont(_ slot: Int) -> Font {
    while fonts.count <= slot { fonts.append(nil) }
    let font = cascade.font(at: slot).copied()
    fonts[slot] = font
    return font
  }

  /// Recent single code units and the slots of their fonts, emoji presentation aside: the unit in
  /// the lower half, the slot plus 1 in the upper half, 0 where an entry is empty.
  private let units = ScratchBuffer<UInt32>(repeating: 0, capacity: 1024)

  /// The entry of a unit: multiplicative hashing keeps the letters of a script apart.
  @inline(__always)
  private static func entry(_ unit: UInt16) -> Int { Int((unit &* 0x9E37) >> 6) }

  /// The slot of the font for a cluster of one code unit that has no presentation of its own.
  ///
  /// - Throws: `CancellationError`, and `FontError` where there is no font at all.
  @inline(__always)
  func slot(for unit: UInt16, _ cancellation: Cancellation) throws -> Int {
    let entry = units[StyleFonts.entry(unit)]
    if UInt16(truncatingIfNeeded: entry) == unit, entry > 0xFFFF { return Int(entry >> 16) - 1 }
    return try findSlot(for: unit, cancellation)
  }

  /// Whether a unit is known to be in the font of a slot.
  @inline(__always)
  func isKnown(_ unit: UInt16, in slot: Int) -> Bool {
    units[StyleFonts.entry(unit)]
      == UInt32(unit) | UInt32(truncatingIfNeeded: slot &+ 1) << 16
  }

  @inline(never)
  private func findSlot(for unit: UInt16, _ cancellation: Cancellation) throws -> Int {
    let scalar: InlineArray<1, UInt32> = [(Unicode.Scalar(unit) ?? "\u{FFFD}").value]
    let slot = try cascade.fontIndex(
      for: scalar.span, presentation: .unspecified, cancellation
    ).index
    if slot < 0xFFFF { units[StyleFonts.entry(unit)] = UInt32(unit) | UInt32(slot + 1) << 16 }
    return slot
  }

  /// The slots of the fonts that marks of ``SharedPunctuation`` have beside Han, by the marks'
  /// numbers: the slot plus 2; 1 for a mark that keeps its usual font, 0 where the slot is unknown.
  private let hanSlots = ScratchBuffer<UInt32>(
    repeating: 0, capacity: SharedPunctuation.count)

  /// The slot of the font for a mark of ``SharedPunctuation`` beside Han; `nil` where it has the
  /// same font elsewhere, and for all other code units.
  ///
  /// - Throws: `CancellationError`, and `FontError` where there is no font at all.
  func hanSlot(for unit: UInt16, _ cancellation: Cancellation) throws -> Int? {
    guard let number = SharedPunctuation.number(of: unit) else { return nil }
    if hanSlots[number] == 0 {
      let slot = try cascade.hanIndex(ofMark: UInt32(unit), cancellation) ?? -1
      hanSlots[number] = UInt32(slot + 2)
    }
    return hanSlots[number] == 1 ? nil : Int(hanSlots[number]) - 2
  }

  /// Stands for the slot of a cluster that no font maps as a whole; see ``parts(of:_:scalars:_:)``.
  static let divided = -1

  /// The slot of the font for a cluster; ``divided`` where no font maps the whole of several
  /// characters.
  ///
  /// - Parameter scalars: Memory for ``ShapingScratch/longestCluster`` characters; later ones are
  ///   ignored.
  /// - Throws: `CancellationError`, and `FontError` where there is no font at all.
  func slot(
    for cluster: Span<UInt16>, _ presentation: EmojiPresentation,
    scalars: ScratchBuffer<UInt32>, _ cancellation: Cancellation
  ) throws -> Int {
    let count = StyleFonts.decode(cluster, to: scalars)
    return try scalars.withSpan(0..<count) {
      let found = try cascade.fontIndex(for: $0, presentation: presentation, cancellation)
      return found.isCovered || count == 1 ? found.index : StyleFonts.divided
    }
  }

  /// The parts of a cluster whose slot is ``divided``, in code units, with the slots of their
  /// fonts.
  ///
  /// - Parameter scalars: See ``slot(for:_:scalars:_:)``.
  /// - Throws: `CancellationError`, and `FontError` where there is no font at all.
  @inline(never)
  func parts(
    of cluster: Span<UInt16>, _ presentation: EmojiPresentation,
    scalars: ScratchBuffer<UInt32>, _ cancellation: Cancellation
  ) throws -> [ClusterPart] {
    let count = StyleFonts.decode(cluster, to: scalars)
    return try scalars.withSpan(0..<count) { scalars in
      var parts = try cascade.parts(of: scalars, presentation: presentation, cancellation)
      var (scalar, unit) = (0, 0)
      for i in parts.indices {
        while scalar < parts[i].end {
          unit += scalars[scalar] > 0xFFFF ? 2 : 1
          scalar += 1
        }
        parts[i].end = unit
      }
      parts[parts.count - 1].end = cluster.count
      return parts
    }
  }

  /// Writes the characters of a cluster; a lone surrogate is U+FFFD.
  ///
  /// - Returns: Their number, ``ShapingScratch/longestCluster`` at most.
  private static func decode(
    _ cluster: Span<UInt16>, to scalars: ScratchBuffer<UInt32>
  ) -> Int {
    var count = 0
    var i = 0
    let n = min(cluster.count, ShapingScratch.longestCluster)
    while i < n {
      let unit = UInt32(cluster[i])
      i += 1
      if unit & 0xFC00 == 0xD800, i < cluster.count, cluster[i] & 0xFC00 == 0xDC00 {
        scalars[count] = 0x10000 + ((unit & 0x3FF) << 10 | UInt32(cluster[i]) & 0x3FF)
        i += 1
      } else {
        scalars[count] = unit & 0xF800 == 0xD800 ? 0xFFFD : unit
      }
      count += 1
    }
    return count
  }

  // MARK: - Trimming

  /// How punctuation is trimmed, by font and script.
  private let trims = ScratchList<
    (font: UInt32, script: UInt32, isUpright: Bool, trim: SpacingTrim)
  >()
  private static let trimCapacity = 32

  /// How the font of an item takes part in the trimming of punctuation.
  func spacingTrim(_ item: borrowing ShapingItem, scratch: ShapingScratch) throws -> SpacingTrim {
    let (font, script) = (item.font.id, item.script.value)
    for index in 0..<trims.count where trims[index].font == font && trims[index].script == script {
      if trims[index].isUpright == item.isUpright { return trims[index].trim }
    }
    let made = try SpacingTrim(item, scratch: scratch)
    if trims.count >= StyleFonts.trimCapacity { trims.removeAll() }
    trims.append((font, script, item.isUpright, made))
    return made
  }

  /// Which quotation marks have forms for vertical lines, by font and script.
  private let quotes = ScratchList<(font: UInt32, script: UInt32, quotes: VerticalQuotes)>()

  /// Which quotation marks of an item have forms for vertical lines.
  func verticalQuotes(
    _ item: borrowing ShapingItem, scratch: ShapingScratch
  ) throws -> VerticalQuotes {
    let (font, script) = (item.font.id, item.script.value)
    for index in 0..<quotes.count where quotes[index].font == font {
      if quotes[index].script == script { return quotes[index].quotes }
    }
    let made = try VerticalQuotes(item, scratch: scratch)
    if quotes.count >= StyleFonts.trimCapacity { quotes.removeAll() }
    quotes.append((font, script, made))
    return made
  }

  // MARK: - Word contexts

  /// A cache of contexts: 32 sets of four; in each set, the context that was added last comes
  /// first.
  private let contexts = ScratchList(
    [WordContext?](repeating: nil, count: 32 * contextsPerSet))
  private static let contextsPerSet = 4

  /// The index of the first entry of a place's set, taken from the highest bits of a hash.
  @inline(__always)
  private static func set(of place: WordContext.Place) -> Int {
    let mixed =
      (UInt64(place.font) << 8 ^ UInt64(place.script) << 1 ^ UInt64(place.direction))
      &* 0x9E37_79B9_7F4A_7C15
    return Int(mixed >> 59) * contextsPerSet
  }

  /// The context of words of a font, script and direction, if it is kept.
  @inline(__always)
  func context(at place: WordContext.Place) -> WordContext? {
    let first = StyleFonts.set(of: place)
    for index in first..<first + StyleFonts.contextsPerSet {
      if let context = contexts[index], context.place == place { return context }
    }
    return nil
  }

  /// Keeps a context in place of the oldest of its set.
  func keep(_ context: WordContext) {
    let first = StyleFonts.set(of: context.place)
    for index in stride(from: first + StyleFonts.contextsPerSet - 1, to: first, by: -1) {
      contexts[index] = contexts[index - 1]
    }
    contexts[first] = context
  }
}
