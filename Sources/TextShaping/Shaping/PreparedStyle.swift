// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import TextFonts
import TextModel

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
  /// The first font that maps each recent single unit; emoji presentation aside.
  private let recentUnits: UnsafeMutablePointer<UInt16>
  private let recentFonts: UnsafeMutablePointer<Unmanaged<Font>?>
  /// Recent clusters of a few code units, and their fonts.
  private let recentClusters: UnsafeMutablePointer<UInt64>
  private let clusterFonts: UnsafeMutablePointer<Unmanaged<Font>?>
  /// The word contexts of the style, by font, script and direction.
  private let contexts: UnsafeMutablePointer<Known>

  @unsafe
  private struct Known {
    /// Its number; 0 for none.
    var font: UInt32
    var script: UInt32
    var direction: UInt8
    /// Retained.
    var context: Unmanaged<WordContext>?
  }

  init(_ style: ShapingStyle, fonts: FontCollection) {
    let fields = style.storage.fields
    self.style = style.copied()
    self.fonts = fonts
    hasSpacing = fields.letterSpacing != 0 || fields.wordSpacing != 0
    hasNoLanguage = fields.language.isEmpty
    cascade = fonts.cascade(for: fields.font, language: fields.language)
    unsafe language = PreparedStyle.language(fields.language)
    var features: [hb_feature_t] = []
    if fields.letterSpacing != 0 {
      for tag in PreparedStyle.optionalLigatures {
        features.append(hb_feature_t(tag: tag, value: 0, start: 0, end: .max))
      }
    }
    switches = features.count
    for feature in fields.features {
      features.append(
        hb_feature_t(tag: feature.tag.value, value: feature.value, start: 0, end: .max))
    }
    self.features = features
    unsafe recentUnits = .allocate(capacity: PreparedStyle.recent)
    unsafe recentUnits.initialize(repeating: 0, count: PreparedStyle.recent)
    unsafe recentFonts = .allocate(capacity: PreparedStyle.recent)
    unsafe recentFonts.initialize(repeating: nil, count: PreparedStyle.recent)
    unsafe recentClusters = .allocate(capacity: PreparedStyle.recentClusterCount)
    unsafe recentClusters.initialize(repeating: 0, count: PreparedStyle.recentClusterCount)
    unsafe clusterFonts = .allocate(capacity: PreparedStyle.recentClusterCount)
    unsafe clusterFonts.initialize(repeating: nil, count: PreparedStyle.recentClusterCount)
    unsafe contexts = .allocate(capacity: PreparedStyle.contextCapacity)
    unsafe contexts.initialize(
      repeating: Known(font: 0, script: 0, direction: 0, context: nil),
      count: PreparedStyle.contextCapacity)
  }

  deinit {
    for i in 0..<PreparedStyle.contextCapacity { unsafe contexts[i].context?.release() }
    unsafe contexts.deallocate()
    unsafe recentClusters.deallocate()
    unsafe clusterFonts.deallocate()
    unsafe recentUnits.deallocate()
    unsafe recentFonts.deallocate()
  }

  /// `liga`, `clig`, `dlig`, `hlig`.
  private static let optionalLigatures: [UInt32] = [
    0x6C69_6761, 0x636C_6967, 0x646C_6967, 0x686C_6967,
  ]

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

  /// The fonts that were found, by their numbers in the cascade: copies for this scratch set alone.
  private var ownFonts: [Font?] = []

  /// The font of a number, which lives as long as the style.
  @unsafe @inline(__always)
  private func ownFont(at index: Int) -> Unmanaged<Font> {
    if index < ownFonts.count, let font = ownFonts[index] { return unsafe .passUnretained(font) }
    return unsafe copyFont(at: index)
  }

  @inline(never)
  private func copyFont(at index: Int) -> Unmanaged<Font> {
    while ownFonts.count <= index { ownFonts.append(nil) }
    let font = cascade.font(at: index).copied()
    ownFonts[index] = font
    return unsafe .passUnretained(font)
  }

  /// The font for a cluster of one code unit without a presentation of its own; it lives as long as the style.
  @unsafe @inline(__always)
  func font(for unit: UInt16) throws -> Unmanaged<Font> {
    let slot = PreparedStyle.slot(unit)
    if unsafe recentUnits[slot] == unit, let font = unsafe recentFonts[slot] { return unsafe font }
    return try unsafe findFont(for: unit)
  }

  /// Whether a font is known to be that of a unit.
  @unsafe @inline(__always)
  func isKnown(_ unit: UInt16, in font: Unmanaged<Font>) -> Bool {
    let slot = PreparedStyle.slot(unit)
    return unsafe recentUnits[slot] == unit && recentFonts[slot]?.toOpaque() == font.toOpaque()
  }

  private static let recent = 1024

  /// Where a unit is kept: letters of one script do not displace each other, nor those of another much.
  @inline(__always)
  private static func slot(_ unit: UInt16) -> Int { Int((unit &* 0x9E37) >> 6) }

  @inline(never)
  private func findFont(for unit: UInt16) throws -> Unmanaged<Font> {
    let slot = PreparedStyle.slot(unit)
    var scalar = (Unicode.Scalar(unit) ?? "\u{FFFD}").value
    let index = try unsafe withUnsafePointer(to: &scalar) { scalar throws(FontError) in
      try unsafe cascade.fontIndex(
        for: UnsafeBufferPointer(start: scalar, count: 1), presentation: .unspecified
      ).index
    }
    let font = unsafe ownFont(at: index)
    unsafe recentUnits[slot] = unit
    unsafe recentFonts[slot] = font
    return unsafe font
  }

  private static let recentClusterCount = 256

  /// The font for a cluster of several code units; it lives as long as the style.
  ///
  /// - Parameter find: Asks the cascade for a number.
  @unsafe @inline(__always)
  func font(
    for cluster: UnsafeBufferPointer<UInt16>, presentation: EmojiPresentation,
    _ find: () throws -> Int
  ) throws -> Unmanaged<Font> {
    // Never 0: the sum of the count and the presentation is in the highest bits.
    guard cluster.count <= 3 else { return try unsafe ownFont(at: find()) }
    var key = UInt64(4 * cluster.count + Int(presentation.rawValue)) << 48
    for i in 0..<cluster.count { unsafe key |= UInt64(cluster[i]) << UInt64(16 * i) }
    let slot = Int((key &* 0x9E37_79B9_7F4A_7C15) >> 56)
    if unsafe recentClusters[slot] == key, let font = unsafe clusterFonts[slot] {
      return unsafe font
    }
    let font = try unsafe ownFont(at: find())
    unsafe recentClusters[slot] = key
    unsafe clusterFonts[slot] = font
    return unsafe font
  }

  private static let contextPlaces = 4
  private static let contextCapacity = 32 * contextPlaces

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
    let slot = Int(mixed >> 59) * PreparedStyle.contextPlaces
    for place in slot..<slot + PreparedStyle.contextPlaces {
      if let context = unsafe known(place, id, script, level) { return unsafe context }
    }
    return try unsafe makeContext(
      font: font, script: script, level: level, scratch: scratch, slot: slot)
  }

  @unsafe @inline(__always)
  private func known(
    _ slot: Int, _ font: UInt32, _ script: FontTag, _ level: UInt8
  ) -> Unmanaged<WordContext>? {
    let known = unsafe contexts[slot]
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
    let context = unsafe Unmanaged.passRetained(made)
    // Those that were there move on. What falls out is not in use: an item has one context.
    let last = slot + PreparedStyle.contextPlaces - 1
    unsafe contexts[last].context?.release()
    for place in stride(from: last, to: slot, by: -1) {
      unsafe contexts[place] = unsafe contexts[place - 1]
    }
    unsafe contexts[slot] = unsafe Known(
      font: held.id, script: script.value, direction: level & 1, context: context)
    return unsafe context
  }
}

/// The styles of recent jobs, prepared.
@safe
final class PreparedStyles {
  private var collection: FontCollection?

  /// The collection that was opened.
  var fonts: FontCollection {
    guard let collection else { preconditionFailure("no collection was opened") }
    return collection
  }

  /// The same without a reference.
  @unsafe @inline(__always)
  var unmanagedFonts: Unmanaged<FontCollection> {
    guard let collection else { preconditionFailure("no collection was opened") }
    return unsafe .passUnretained(collection)
  }

  private var all = HashTable<ShapingStyle, PreparedStyle>()
  /// The storage of recent styles, which `kept` keeps alive, and what was prepared for it.
  private let storages: UnsafeMutablePointer<UnsafeRawPointer?>
  private let prepared: UnsafeMutablePointer<Unmanaged<PreparedStyle>?>
  private var kept: [(ShapingStyle, PreparedStyle)?]
  private var next = 0

  private static let recent = 16
  private static let capacity = 1024

  init() {
    unsafe storages = .allocate(capacity: PreparedStyles.recent)
    unsafe storages.initialize(repeating: nil, count: PreparedStyles.recent)
    unsafe prepared = .allocate(capacity: PreparedStyles.recent)
    unsafe prepared.initialize(repeating: nil, count: PreparedStyles.recent)
    kept = Array(repeating: nil, count: PreparedStyles.recent)
  }

  deinit {
    unsafe storages.deallocate()
    unsafe prepared.deallocate()
  }

  /// Makes the styles those of this collection.
  @inline(__always)
  func open(_ fonts: FontCollection) {
    if collection !== fonts { reopen(fonts) }
  }

  @inline(never)
  private func reopen(_ fonts: FontCollection?) {
    collection = fonts
    all = HashTable()
    for i in 0..<PreparedStyles.recent {
      unsafe storages[i] = nil
      unsafe prepared[i] = nil
      kept[i] = nil
    }
  }

  /// The style of a storage that the caller holds, of the collection that was opened.
  @inline(__always)
  @unsafe
  func prepare(_ style: Unmanaged<ShapingStyle.Storage>) -> PreparedStyle {
    let storage = unsafe UnsafeRawPointer(style.toOpaque())
    for i in 0..<PreparedStyles.recent where unsafe storages[i] == storage {
      if let known = unsafe prepared[i] { return unsafe known.takeUnretainedValue() }
    }
    return unsafe look(up: ShapingStyle(storage: style.takeUnretainedValue()))
  }

  @inline(never)
  private func look(up style: ShapingStyle) -> PreparedStyle {
    let collection = fonts
    if all.count >= PreparedStyles.capacity { reopen(collection) }
    let found = all[style] ?? PreparedStyle(style, fonts: collection)
    all.set(found, for: style)
    kept[next] = (style, found)
    unsafe storages[next] = UnsafeRawPointer(Unmanaged.passUnretained(style.storage).toOpaque())
    unsafe prepared[next] = Unmanaged.passUnretained(found)
    next = (next + 1) % PreparedStyles.recent
    return found
  }
}
