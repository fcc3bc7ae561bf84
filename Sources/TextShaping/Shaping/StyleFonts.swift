// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import TextFonts
import TextModel
import TextRuntime

/// The fonts of styles, and the contexts of their words, as far as neither depends on a size.
///
/// A text may have a style for each of its letters: tables of each style's own would take more memory than all the rest.
@safe
final class StyleFonts {
  /// What they depend on.
  struct Key: Hashable {
    var font: FontDescriptor
    var language: String
    var features: [FontFeature]
    var hasLetterSpacing: Bool

    init(_ style: ShapingStyle) {
      let fields = style.storage.fields
      font = fields.font
      language = fields.language
      features = fields.features
      hasLetterSpacing = fields.letterSpacing != 0
    }
  }

  /// A word context, and of what.
  @unsafe
  struct Known {
    /// Its number; 0 for none.
    var font: UInt32
    var script: UInt32
    var direction: UInt8
    /// Retained.
    var context: Unmanaged<WordContext>?
  }

  /// Where recent answers lie.
  @unsafe
  struct Tables {
    /// The first font that maps each recent single unit; emoji presentation aside.
    let units: UnsafeMutablePointer<UInt16>
    let fonts: UnsafeMutablePointer<Unmanaged<Font>?>
    /// Recent clusters of a few code units, and their fonts.
    let clusters: UnsafeMutablePointer<UInt64>
    let clusterFonts: UnsafeMutablePointer<Unmanaged<Font>?>
    /// The word contexts, by font, script and direction.
    let contexts: UnsafeMutablePointer<Known>
  }

  let cascade: FontCascade
  let language: OpaquePointer?
  /// The user's features, after the switches that letter spacing implies.
  let features: [hb_feature_t]
  /// The number of switches at the beginning of `features`; left out where spacing does not apply.
  let switches: Int
  let tables: Tables

  /// - Throws: `CancellationError`.
  init(_ key: Key, fonts: FontCollection, _ cancellation: Cancellation = .never) throws {
    cascade = try fonts.cascade(for: key.font, language: key.language, cancellation)
    unsafe language = PreparedStyle.language(key.language)
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
    let units = UnsafeMutablePointer<UInt16>.allocate(capacity: StyleFonts.recent)
    unsafe units.initialize(repeating: 0, count: StyleFonts.recent)
    let unitFonts = UnsafeMutablePointer<Unmanaged<Font>?>.allocate(capacity: StyleFonts.recent)
    unsafe unitFonts.initialize(repeating: nil, count: StyleFonts.recent)
    let clusters = UnsafeMutablePointer<UInt64>.allocate(capacity: StyleFonts.recentClusters)
    unsafe clusters.initialize(repeating: 0, count: StyleFonts.recentClusters)
    let clusterFonts = UnsafeMutablePointer<Unmanaged<Font>?>.allocate(
      capacity: StyleFonts.recentClusters)
    unsafe clusterFonts.initialize(repeating: nil, count: StyleFonts.recentClusters)
    let contexts = UnsafeMutablePointer<Known>.allocate(capacity: StyleFonts.contextCapacity)
    unsafe contexts.initialize(
      repeating: Known(font: 0, script: 0, direction: 0, context: nil),
      count: StyleFonts.contextCapacity)
    unsafe tables = unsafe Tables(
      units: units, fonts: unitFonts, clusters: clusters, clusterFonts: clusterFonts,
      contexts: contexts)
  }

  deinit {
    for i in 0..<StyleFonts.contextCapacity { unsafe tables.contexts[i].context?.release() }
    unsafe tables.contexts.deallocate()
    unsafe tables.clusters.deallocate()
    unsafe tables.clusterFonts.deallocate()
    unsafe tables.units.deallocate()
    unsafe tables.fonts.deallocate()
  }

  /// `liga`, `clig`, `dlig`, `hlig`.
  private static let optionalLigatures: [UInt32] = [
    0x6C69_6761, 0x636C_6967, 0x646C_6967, 0x686C_6967,
  ]

  private static let recent = 1024
  private static let recentClusters = 256
  static let contextPlaces = 4
  private static let contextCapacity = 32 * contextPlaces

  // MARK: - Fonts

  /// The fonts that were found, by their numbers in the cascade: copies for this scratch set alone.
  private var ownFonts: [Font?] = []

  /// The font of a number, which lives as long as the style.
  @unsafe @inline(__always)
  func ownFont(at index: Int) -> Unmanaged<Font> {
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

  /// Where a unit is kept: letters of one script do not displace each other, nor those of another much.
  @inline(__always)
  static func slot(_ unit: UInt16) -> Int { Int((unit &* 0x9E37) >> 6) }

  @inline(never)
  func findFont(for unit: UInt16, _ cancellation: Cancellation) throws -> Unmanaged<Font> {
    let slot = StyleFonts.slot(unit)
    var scalar = (Unicode.Scalar(unit) ?? "\u{FFFD}").value
    let index = try unsafe withUnsafePointer(to: &scalar) { scalar in
      try unsafe cascade.fontIndex(
        for: UnsafeBufferPointer(start: scalar, count: 1), presentation: .unspecified, cancellation
      ).index
    }
    let font = unsafe ownFont(at: index)
    unsafe tables.units[slot] = unit
    unsafe tables.fonts[slot] = font
    return unsafe font
  }
}
