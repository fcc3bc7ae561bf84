// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel

/// The extent and the properties of an item as numbers: a value without references, so that items
/// are copied freely while a paragraph is divided.
struct ItemExtent {
  /// The first code unit, in the paragraph.
  var start: Int
  /// The code unit after the last.
  var end: Int
  let script: FontTag
  /// The index of the item's style among the style spans of the paragraph.
  let span: Int32
  /// The slot of the item's font in the cascade of its style.
  let slot: Int32
  /// The bidi embedding level; odd means right to left.
  let level: UInt8
  let kind: ShapedRun.Kind
  /// Whether the item begins inside a grapheme cluster, whose letter is in another font.
  var continuesCluster = false
  /// The orientation of the glyphs, which is always horizontal in horizontal text.
  var orientation = GlyphOrientation.horizontal

  @inline(__always) var isRightToLeft: Bool { level & 1 == 1 }
}

/// A stretch of a paragraph that is shaped at once: one font, style, script, level and kind.
///
/// Not copied, so that its references are counted once.
struct ShapingItem: ~Copyable {
  let extent: ItemExtent
  let font: Font
  let style: ResolvedStyle

  /// Creates an item with the font and the style that its extent names.
  @inline(__always)
  init(_ extent: ItemExtent, _ style: ResolvedStyle) {
    self.extent = extent
    font = style.shared.font(Int(extent.slot))
    self.style = style
  }

  /// Creates an item in a font of any cascade.
  init(
    start: Int, end: Int, font: Font, style: ResolvedStyle, script: FontTag, level: UInt8,
    kind: ShapedRun.Kind, orientation: GlyphOrientation = .horizontal
  ) {
    extent = ItemExtent(
      start: start, end: end, script: script, span: 0, slot: -1, level: level, kind: kind,
      orientation: orientation)
    self.font = font
    self.style = style
  }

  @inline(__always) var start: Int { extent.start }
  @inline(__always) var end: Int { extent.end }
  @inline(__always) var script: FontTag { extent.script }
  @inline(__always) var level: UInt8 { extent.level }
  @inline(__always) var kind: ShapedRun.Kind { extent.kind }
  @inline(__always) var isRightToLeft: Bool { extent.isRightToLeft }
  @inline(__always) var isUpright: Bool { extent.orientation == .upright }
  /// Whether the item's letters join. Upright letters do not.
  var isCursive: Bool { ScriptTraits.isCursive(script) && !isUpright }
}
