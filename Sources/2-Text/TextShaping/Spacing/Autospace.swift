// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel

/// The space between ideographs and letters or numbers of other scripts in a run.
///
/// It belongs to the advance of the character before it, and the character after it is marked as
/// unsafe to break before: a line that ends between the two is shaped again without it.
struct Autospace {
  private let autospace: TextAutospace
  /// The width of the space, in 1/64 font unit.
  private let width: Int32
  /// Whether the style makes all letters stand upright in vertical lines.
  private let isUpright: Bool
  private let isVertical: Bool
  /// The item's end in the paragraph.
  private let end: Int
  private let endsLine: Bool

  /// - Parameters:
  ///   - isVertical: Whether the item stands in a vertical line.
  ///   - endsLine: Whether a line ends with the item, or combined text follows it.
  init(_ item: borrowing ShapingItem, isVertical: Bool, endsLine: Bool) {
    let fields = item.style.style.storage
    autospace = item.isRightToLeft ? .none : fields.fields.autospace
    width = autospace == .none ? 0 : Self.width(in: item.font, isUpright: item.isUpright)
    isUpright = fields.fields.textOrientation == .upright
    self.isVertical = isVertical && fields.fields.textOrientation != .sideways
    end = item.end
    self.endsLine = endsLine
  }

  /// The width of a space, in 1/64 font unit: an eighth of the advance of U+6C34, CSS's unit `ic`;
  /// of an em where the font has no such glyph or the text stands upright.
  private static func width(in font: Font, isUpright: Bool) -> Int32 {
    var advance = font.unitsPerEm
    if !isUpright, let water = font.glyph(for: "\u{6C34}") {
      advance = max(0, font.advance(of: water))
    }
    return Int32(truncatingIfNeeded: min(advance, 1 << 20) * 8)
  }

  /// Adds the spaces to a run's glyphs.
  ///
  /// - Parameters:
  ///   - base: The run's first code unit in `text`.
  ///   - stop: The code unit after the run's last.
  func add(to glyphs: ShapedGlyphs, _ text: Span<UInt16>, base: Int, stop: Int) -> RunAutospace {
    var added = RunAutospace()
    if width == 0 { return added }
    let count = glyphs.count
    for i in 0..<count {
      let isLast = i + 1 == count
      if !isLast, glyphs.clusters[i + 1] == glyphs.clusters[i] { continue }
      let offset = isLast ? stop : base + Int(glyphs.clusters[i + 1])
      guard offset < text.count, !(endsLine && offset == end), isSpaced(text, offset) else {
        continue
      }
      glyphs.advances[i] &+= width
      added.width = width
      if isLast {
        added.isAtEnd = true
      } else {
        glyphs.flags[i + 1] |= GlyphFlags.unsafeToBreak.rawValue
      }
    }
    return added
  }

  private func isSpaced(_ text: Span<UInt16>, _ offset: Int) -> Bool {
    AutospaceRule.isSpaced(
      text, offset, autospace, isVertical: isVertical, isUpright: isUpright && isVertical)
  }
}

/// The spaces that were added to a run.
struct RunAutospace {
  /// The width of each space, in 1/64 font unit; 0 if there is none.
  var width: Int32 = 0
  /// Whether a space stands behind the last character.
  var isAtEnd = false
}

extension ShapedRun {
  /// Whether a line that ends at an offset of this run, or at its end, leaves out a space of the
  /// text: the autospace between an ideograph and a letter or number.
  func hasAutospace(before offset: Int, _ text: Span<UInt16>) -> Bool {
    if autospace == 0 || offset <= textRange.start || offset > textRange.end { return false }
    if offset == textRange.end { return endsInAutospace }
    // Letters of upright runs get no autospace, since they stand upright like ideographs.
    return !isUpright && isMarkedUnsafe(at: offset)
      && AutospaceRule.isSpaced(
        text, offset, style.storage.fields.autospace, isVertical: false, isUpright: false)
  }
}
