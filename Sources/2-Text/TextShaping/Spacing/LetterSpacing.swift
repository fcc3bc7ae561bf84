// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel

/// The letter and word spacing of a run.
///
/// Advances count 1/64 font unit, of which spacing is seldom a whole number. The sum of the spaces
/// from the paragraph's start is rounded, so that the letter spacing of any stretch of characters
/// is exact within one such unit, however long it is and wherever runs end: a line that is as wide
/// as its characters holds them.
///
/// In a script whose letters join there is no letter spacing at all, neither in words, which it
/// would tear, nor between them. Source: CSS Text 3, 8.2.
struct LetterSpacing {
  /// The spacing after every cluster, in 1/64 font unit, not rounded.
  private let letter: Double
  /// The spacing for each space of a cluster, in 1/64 font unit, not rounded.
  private let word: Double
  private let isRightToLeft: Bool
  private let isUpright: Bool
  /// The item's end in the paragraph.
  private let end: Int

  init(_ item: borrowing ShapingItem) {
    let fields = item.style.style.storage.fields
    let unit = fields.size / Double(item.font.unitsPerEm * 64)
    let joins = item.isCursive
    letter = joins ? 0 : Self.bounded(fields.letterSpacing / unit)
    word = Self.bounded(fields.wordSpacing / unit)
    isRightToLeft = item.isRightToLeft
    isUpright = item.extent.orientation != .horizontal
    end = item.end
  }

  private static func bounded(_ value: Double) -> Double {
    let limit = Double(1 << 24)
    return value.isFinite ? max(-limit, min(limit, value)) : 0
  }

  /// The spacing after the code unit at an offset of the paragraph: the growth of the rounded sum
  /// of all spacing at that unit, so that rounding errors do not add up.
  @inline(__always)
  private static func rounded(_ spacing: Double, at offset: Int) -> Int32 {
    let (before, after) = (spacing * Double(offset), spacing * Double(offset + 1))
    return Int32(truncatingIfNeeded: Int(after.rounded()) - Int(before.rounded()))
  }

  /// Adds the spacing after every cluster of a run's glyphs.
  ///
  /// After means to the right in left-to-right text, to the left in right-to-left text; in upright
  /// runs of vertical text below and above.
  ///
  /// - Parameter base: The run's first code unit in `text`.
  func add(to glyphs: ShapedGlyphs, _ text: Span<UInt16>, base: Int) {
    if letter == 0 && word == 0 { return }
    var start = 0
    for piece in 0..<glyphs.pieceCount {
      let end = glyphs.pieceEnd(piece)
      let textEnd = Int(glyphs.pieces[piece].textEnd)
      var i = start
      while i < end {
        let cluster = glyphs.clusters[i]
        var j = i + 1
        while j < end, glyphs.clusters[j] == cluster { j += 1 }
        var stop = textEnd
        if isRightToLeft {
          if i > start { stop = Int(glyphs.clusters[i - 1]) }
        } else if j < end {
          stop = Int(glyphs.clusters[j])
        }
        let spacing = spacing(after: Int(cluster)..<max(stop, Int(cluster)), text, base: base)
        if spacing != 0 {
          if isRightToLeft {
            glyphs.defineOffsets()
            glyphs.advances[i] &+= spacing
            // Offsets are whole font units: a glyph may be half a unit off, but advances stay
            // exact.
            if isUpright {
              glyphs.offsets[2 * i + 1] &-= (spacing + 32) >> 6
            } else {
              glyphs.offsets[2 * i] &+= (spacing + 32) >> 6
            }
          } else {
            glyphs.advances[j - 1] &+= spacing
          }
        }
        i = j
      }
      start = end
    }
  }

  /// The spacing after a cluster.
  ///
  /// A letter has no spacing if its combining mark is in the next item; then the mark has it.
  @inline(__always)
  private func spacing(after cluster: Range<Int>, _ text: Span<UInt16>, base: Int) -> Int32 {
    var spacing = Self.rounded(letter, at: base + cluster.lowerBound)
    if base + cluster.upperBound == end, end < text.count, text[end] >= 0x300,
      WordRules.isMark(text, at: end)
    {
      spacing = 0
    }
    if word == 0 { return spacing }
    for k in cluster {
      let unit = text[base + k]
      if unit == 0x20 || unit == 0xA0 { spacing &+= Self.rounded(word, at: base + k) }
    }
    return spacing
  }
}
