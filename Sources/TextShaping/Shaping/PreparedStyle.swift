// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import TextFonts
import TextModel
import TextRuntime

/// A style with everything that follows from it alone, looked up once per job rather than per run.
@safe
final class PreparedStyle {
  /// A copy, for this scratch set alone.
  let style: ShapingStyle
  private let fonts: FontCollection
  let cascade: FontCascade
  let language: OpaquePointer?
  /// The user's features, after the switches that letter spacing implies.
  let features: [hb_feature_t]
  /// The number of switches at the beginning of `features`; left out where spacing does not apply.
  let switches: Int
  /// Whether letters or words are spaced.
  let hasSpacing: Bool
  /// Whether the language is undetermined.
  let hasNoLanguage: Bool
  /// What it shares with styles that differ in size, say.
  private let shared: StyleFonts
  /// The tables of `shared`, which it keeps alive.
  private let tables: StyleFonts.Tables

  /// - Parameter shared: Those of the style's ``StyleFonts/Key``.
  init(_ style: ShapingStyle, fonts: FontCollection, shared: StyleFonts) {
    let fields = style.storage.fields
    self.style = style.copied()
    self.fonts = fonts
    self.shared = shared
    unsafe tables = unsafe shared.tables
    hasSpacing = fields.letterSpacing != 0 || fields.wordSpacing != 0
    hasNoLanguage = fields.language.isEmpty
    cascade = shared.cascade
    unsafe language = unsafe shared.language
    features = shared.features
    switches = shared.switches
  }

  static func language(_ tag: String) -> OpaquePointer? {
    unsafe hb_language_from_string(tag.isEmpty ? "und" : tag, -1)
  }

  private var primary: RunOrigin?

  /// The first font of all, in this style.
  func primaryOrigin() throws -> RunOrigin {
    if let primary { return primary }
    let made = unsafe unmanagedOrigin(of: .passUnretained(try cascade.primary))
      .takeUnretainedValue()
    primary = made
    return made
  }

  private var origins: [(id: UInt32, origin: RunOrigin)] = []
  private static let originCapacity = 64

  /// What runs of a font in this style refer to; it lives until the next is asked for, or longer.
  @unsafe @inline(__always)
  func unmanagedOrigin(of font: Unmanaged<Font>) -> Unmanaged<RunOrigin> {
    let id = unsafe font._withUnsafeGuaranteedRef { $0.id }
    return unsafe origins.withUnsafeBufferPointer { origins in
      for index in origins.indices where unsafe origins[index].id == id {
        return unsafe .passUnretained(origins[index].origin)
      }
      return nil
    } ?? makeOrigin(of: font)
  }

  @inline(never)
  private func makeOrigin(of font: Unmanaged<Font>) -> Unmanaged<RunOrigin> {
    let font = unsafe font.takeUnretainedValue()
    let made = RunOrigin(font: font, style: style, fonts: fonts)
    if origins.count >= PreparedStyle.originCapacity { origins = [] }
    origins.append((font.id, made))
    return unsafe .passUnretained(made)
  }

  /// The font for a cluster of one code unit without a presentation of its own; it lives as long as the style.
  @unsafe @inline(__always)
  func font(for unit: UInt16, _ cancellation: Cancellation) throws -> Unmanaged<Font> {
    let slot = StyleFonts.slot(unit)
    if unsafe tables.units[slot] == unit, let font = unsafe tables.fonts[slot] {
      return unsafe font
    }
    return try unsafe shared.findFont(for: unit, cancellation)
  }

  /// Whether a font is known to be that of a unit.
  @unsafe @inline(__always)
  func isKnown(_ unit: UInt16, in font: Unmanaged<Font>) -> Bool {
    let slot = StyleFonts.slot(unit)
    return unsafe tables.units[slot] == unit && tables.fonts[slot]?.toOpaque() == font.toOpaque()
  }

  /// The font for a cluster of several code units; it lives as long as the style.
  ///
  /// - Parameter find: Asks the cascade for a number.
  @unsafe @inline(__always)
  func font(
    for cluster: UnsafeBufferPointer<UInt16>, presentation: EmojiPresentation,
    _ find: () throws -> Int
  ) throws -> Unmanaged<Font> {
    // Never 0: the sum of the count and the presentation is in the highest bits.
    guard cluster.count <= 3 else { return try unsafe shared.ownFont(at: find()) }
    var key = UInt64(4 * cluster.count + Int(presentation.rawValue)) << 48
    for i in 0..<cluster.count { unsafe key |= UInt64(cluster[i]) << UInt64(16 * i) }
    let slot = Int((key &* 0x9E37_79B9_7F4A_7C15) >> 56)
    if unsafe tables.clusters[slot] == key, let font = unsafe tables.clusterFonts[slot] {
      return unsafe font
    }
    let font = try unsafe shared.ownFont(at: find())
    unsafe tables.clusters[slot] = key
    unsafe tables.clusterFonts[slot] = font
    return unsafe font
  }

  /// What the words of an item in this style depend on; whoever holds the style may use it until the next is asked for.
  @unsafe @inline(__always)
  func unmanagedContext(
    font: Unmanaged<Font>, script: FontTag, level: UInt8, scratch: ShapingScratch
  ) throws -> Unmanaged<WordContext> {
    // The number, since cascades have objects of their own for one font.
    let id = unsafe font._withUnsafeGuaranteedRef { $0.id }
    // Fonts, and the bytes of scripts, differ in these bits; each context has four places.
    let mixed =
      (UInt64(id) << 8 ^ UInt64(script.value) << 1 ^ UInt64(level & 1))
      &* 0x9E37_79B9_7F4A_7C15
    let slot = Int(mixed >> 59) * StyleFonts.contextPlaces
    for place in slot..<slot + StyleFonts.contextPlaces {
      if let context = unsafe known(place, id, script, level) { return unsafe context }
    }
    return try unsafe makeContext(
      font: font, script: script, level: level, scratch: scratch, slot: slot)
  }

  @unsafe @inline(__always)
  private func known(
    _ slot: Int, _ font: UInt32, _ script: FontTag, _ level: UInt8
  ) -> Unmanaged<WordContext>? {
    let known = unsafe tables.contexts[slot]
    guard unsafe known.font == font && known.script == script.value && known.direction == level & 1
    else { return nil }
    return unsafe known.context
  }

  /// The same, held.
  func context(
    font: Font, script: FontTag, level: UInt8, scratch: ShapingScratch
  ) throws -> WordContext {
    try unsafe unmanagedContext(
      font: .passUnretained(font), script: script, level: level, scratch: scratch
    ).takeUnretainedValue()
  }

  @inline(never)
  private func makeContext(
    font: Unmanaged<Font>, script: FontTag, level: UInt8, scratch: ShapingScratch, slot: Int
  ) throws -> Unmanaged<WordContext> {
    let held = unsafe font.takeUnretainedValue()
    // A copy, for this scratch set alone.
    let made = try WordContext.context(
      for: ShapingItem(
        start: 0, end: 0, font: held, style: self, script: script,
        level: level, kind: .text),
      scratch: scratch
    ).copied()
    // The first text in a font has HarfBuzz read what the font's rules cover.
    try scratch.cancellation.check()
    let context = unsafe Unmanaged.passRetained(made)
    // Those that were there move on. What falls out is not in use: an item has one context.
    let contexts = unsafe tables.contexts
    let last = slot + StyleFonts.contextPlaces - 1
    unsafe contexts[last].context?.release()
    for place in stride(from: last, to: slot, by: -1) {
      unsafe contexts[place] = unsafe contexts[place - 1]
    }
    unsafe contexts[slot] = unsafe StyleFonts.Known(
      font: held.id, script: script.value, direction: level & 1, context: context)
    return unsafe context
  }
}
