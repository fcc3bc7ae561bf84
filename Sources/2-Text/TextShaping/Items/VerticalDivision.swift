// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextAnalysis
import TextFonts
import TextModel

/// The orientation of a run's glyphs.
enum GlyphOrientation: UInt8 {
  /// The glyphs are shaped for a horizontal line, which a vertical line turns clockwise by 90°.
  case horizontal
  /// The glyphs stand upright in a vertical line, one below the other.
  case upright
  /// The glyphs stand upright and beside each other, in the room of one character.
  case combined
}

/// Divides the items of vertical text where their orientation changes.
struct VerticalDivision {
  /// The combined parts of the paragraph, ascending.
  let combined: [CombinedText]
  private var nextCombined = 0
  /// The offset up to which items are divided.
  private var position = 0
  /// Whether the last cluster was upright.
  private var isUpright = false

  init(_ combined: [CombinedText] = []) { self.combined = combined }

  /// The next part of an item that has one orientation; `nil` after the last. Items come in the
  /// order of the text.
  ///
  /// A combined part may reach beyond the item. The text that it takes from the next items is left
  /// out of their parts.
  ///
  /// - Throws: `CancellationError`.
  mutating func next(
    in item: ItemExtent, _ text: Span<UInt16>, _ graphemes: GraphemeBreaks, _ style: ResolvedStyle,
    _ scratch: ShapingScratch, _ cancellation: Cancellation
  ) throws -> ItemExtent? {
    let start = max(item.start, position)
    if start >= item.end { return nil }
    var end = item.end
    while nextCombined < combined.count, combined[nextCombined].range.upperBound <= start {
      nextCombined += 1
    }
    if nextCombined < combined.count {
      let found = combined[nextCombined]
      if found.range.lowerBound <= start {
        position = found.range.upperBound
        isUpright = true
        return ItemExtent(
          start: start, end: position, script: item.script, span: item.span,
          slot: Int32(truncatingIfNeeded: found.slot), level: item.level, kind: .text,
          orientation: .combined)
      }
      end = min(end, found.range.lowerBound)
    }
    var part = item
    part.start = start
    part.continuesCluster = item.continuesCluster && start == item.start
    if item.kind == .text {
      let font = style.shared.font(Int(item.slot))
      // The rest of a divided cluster has the orientation of its base letter, which is in another
      // font.
      var first: Bool? = part.continuesCluster ? isUpright : nil
      var i = start
      var clusters = 0
      while i < end {
        clusters += 1
        if clusters & 0x7FF == 0 { try cancellation.check() }
        let next = graphemes.isTrivial ? i + 1 : min(end, graphemes.next(after: i))
        if i > start || first == nil {
          let stands = try isUpright(text, i..<next, item, style, font, scratch)
          if let first, first != stands {
            end = i
            break
          }
          first = stands
          isUpright = stands
        }
        i = next
      }
      part.orientation = first ?? false ? .upright : .horizontal
    }
    part.end = end
    position = end
    return part
  }

  /// Whether a cluster stands upright.
  ///
  /// A character of class `Tr` stands upright if the font has a vertical form of it. Otherwise the
  /// character is turned, as UTR #50 defines the class: a bracket without a vertical form has to be
  /// turned to enclose the text below it. Chromium sets all classes except `R` upright, whatever
  /// the font.
  ///
  /// Quotation marks are of class `Tr` since Unicode 17, and were of class `R` before. Here they
  /// are treated as `Tr` whatever ICU's version. Fonts have vertical forms of quotation marks for
  /// Chinese. An apostrophe is part of its word.
  private func isUpright(
    _ text: Span<UInt16>, _ cluster: Range<Int>, _ item: ItemExtent, _ style: ResolvedStyle,
    _ font: Font, _ scratch: ShapingScratch
  ) throws -> Bool {
    switch style.style.storage.fields.textOrientation {
    case .upright: return true
    case .sideways: return false
    case .mixed: break
    }
    if cluster.count == 1, Itemizer.isIgnorable(UInt32(text[cluster.lowerBound])) {
      return isUpright
    }
    if cluster.count == 1, let quote = VerticalQuotes.index(of: text[cluster.lowerBound]) {
      if Apostrophe.isOne(text, at: cluster.lowerBound) { return false }
      let quotes = try style.shared.verticalQuotes(ShapingItem(item, style), scratch: scratch)
      return quotes.hasForm(of: quote)
    }
    switch VerticalOrientation(ofCluster: text, cluster) {
    case .upright, .transformedOrUpright: return true
    case .rotated: return false
    case .transformedOrRotated:
      guard let scalar = Unicode.Scalar(decodeScalar(text, at: cluster.lowerBound).value) else {
        return false
      }
      return font.glyph(for: scalar).map(font.hasVerticalForm(of:)) ?? false
    }
  }
}
