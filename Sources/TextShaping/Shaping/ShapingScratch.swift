// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import TextFonts
import TextModel

/// What one shaping job needs for itself; checked out of ``pool``, never shared.
@safe
final class ShapingScratch {
  static let pool = ScratchPool<ShapingScratch> { ShapingScratch() }

  let buffer: OpaquePointer
  let glyphs = ShapedGlyphs()
  var items: [ShapingItem] = []
  var scalars: [UInt32] = []
  var styles = PreparedStyles()
  var environment = ShapingEnvironment()

  init() {
    unsafe buffer = hb_buffer_create()
  }

  deinit { unsafe hb_buffer_destroy(buffer) }
}

/// What a shaping job may be told; none of it changes a glyph.
package struct ShapingEnvironment: Sendable {
  /// About how many code units are given to HarfBuzz at once, so that a chunk takes a fraction of a millisecond; at
  /// least 96. Marks count for four, and so does all of the scripts that take HarfBuzz longest.
  package var chunkLength: Int

  /// Where shaped words are kept; nil for none.
  package var words: WordCache?

  package init(chunkLength: Int = 512, words: WordCache? = nil) {
    self.chunkLength = chunkLength
    self.words = words
  }
}

/// A stretch of a paragraph that is shaped at once.
struct ShapingItem {
  var start: Int
  var end: Int
  var font: Font
  var style: PreparedStyle
  var script: FontTag
  var level: UInt8
  var kind: ShapedRun.Kind
}

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
  /// The first font that maps each recent single unit, by its low byte; emoji presentation aside.
  private var recentUnits = [UInt16](repeating: 0, count: 256)
  private var recentFonts = [Font?](repeating: nil, count: 256)

  init(_ style: ShapingStyle, fonts: FontCollection) {
    let fields = style.storage.fields
    self.style = style
    hasSpacing = fields.letterSpacing != 0 || fields.wordSpacing != 0
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
}

/// The styles of recent jobs, prepared.
struct PreparedStyles {
  private var collection: FontCollection?
  private var recent: [PreparedStyle] = []
  private var all: [ShapingStyle: PreparedStyle] = [:]

  private static let linear = 8
  private static let capacity = 1024

  mutating func prepare(_ style: ShapingStyle, fonts: FontCollection) -> PreparedStyle {
    if collection !== fonts {
      collection = fonts
      recent = []
      all = [:]
    }
    for candidate in recent where candidate.style.storage === style.storage { return candidate }
    if let known = all[style] { return known }
    let prepared = PreparedStyle(style, fonts: fonts)
    if all.count >= PreparedStyles.capacity {
      all = [:]
      recent = []
    }
    all[style] = prepared
    if recent.count < PreparedStyles.linear { recent.append(prepared) }
    return prepared
  }
}
