// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import TextFonts
import TextModel

/// A style with everything that follows from it alone, looked up once per job rather than per run.
@safe
final class PreparedStyle {
  let style: ShapingStyle
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
  /// The first font that maps each recent single unit, by its low byte; emoji presentation aside.
  private var recentUnits = [UInt16](repeating: 0, count: 256)
  private var recentFonts = [Font?](repeating: nil, count: 256)
  /// The word contexts of the style, one for each font, script and direction that it met last.
  private var contexts: [Known] = []
  private var nextContext = 0

  private struct Known {
    unowned(unsafe) var font: Font
    var script: UInt32
    var direction: UInt8
    var context: WordContext
  }

  init(_ style: ShapingStyle, fonts: FontCollection) {
    let fields = style.storage.fields
    self.style = style
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
  }

  /// `liga`, `clig`, `dlig`, `hlig`.
  private static let optionalLigatures: [UInt32] = [
    0x6C69_6761, 0x636C_6967, 0x646C_6967, 0x686C_6967,
  ]

  static func language(_ tag: String) -> OpaquePointer? {
    unsafe hb_language_from_string(tag.isEmpty ? "und" : tag, -1)
  }

  private var primary: Font?

  /// The first font of all.
  func primaryFont() throws -> Font {
    if let primary { return primary }
    let font = try cascade.primary
    primary = font
    return font
  }

  /// The font for a cluster of one code unit without a presentation of its own.
  func font(for unit: UInt16) throws -> Font {
    let slot = Int(unit & 255)
    if recentUnits[slot] == unit, let font = recentFonts[slot] { return font }
    let scalar = Unicode.Scalar(unit) ?? "\u{FFFD}"
    let font = try cascade.font(for: scalar).font
    recentUnits[slot] = unit
    recentFonts[slot] = font
    return font
  }

  private static let contextCapacity = 16

  /// What the words of an item in this style depend on.
  func context(
    font: Font, script: FontTag, level: UInt8, scratch: ShapingScratch
  ) throws -> WordContext {
    for known in contexts
    where unsafe known.font === font && known.script == script.value
      && known.direction == level & 1
    {
      return known.context
    }
    let made = try WordContext.context(
      for: ShapingItem(
        start: 0, end: 0, font: font, style: self, script: script, level: level, kind: .text),
      scratch: scratch)
    // The context keeps the font alive.
    let known = Known(
      font: made.font, script: script.value, direction: level & 1, context: made)
    if contexts.count < PreparedStyle.contextCapacity {
      contexts.append(known)
    } else {
      contexts[nextContext] = known
      nextContext = (nextContext + 1) % PreparedStyle.contextCapacity
    }
    return made
  }
}

/// The styles of recent jobs, prepared.
@safe
final class PreparedStyles {
  private var collection: FontCollection?
  private var all: [ShapingStyle: PreparedStyle] = [:]
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
    all = [:]
    for i in 0..<PreparedStyles.recent {
      unsafe storages[i] = nil
      unsafe prepared[i] = nil
      kept[i] = nil
    }
  }

  /// A style of the collection that was opened.
  @inline(__always)
  func prepare(_ style: ShapingStyle) -> PreparedStyle {
    let storage = unsafe UnsafeRawPointer(Unmanaged.passUnretained(style.storage).toOpaque())
    for i in 0..<PreparedStyles.recent where unsafe storages[i] == storage {
      if let known = unsafe prepared[i] { return unsafe known.takeUnretainedValue() }
    }
    return look(up: style)
  }

  @inline(never)
  private func look(up style: ShapingStyle) -> PreparedStyle {
    guard let collection else { preconditionFailure("no collection was opened") }
    if all.count >= PreparedStyles.capacity { reopen(collection) }
    let found = all[style] ?? PreparedStyle(style, fonts: collection)
    all[style] = found
    kept[next] = (style, found)
    unsafe storages[next] = UnsafeRawPointer(Unmanaged.passUnretained(style.storage).toOpaque())
    unsafe prepared[next] = Unmanaged.passUnretained(found)
    next = (next + 1) % PreparedStyles.recent
    return found
  }
}
