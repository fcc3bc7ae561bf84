// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import TextFonts
import TextModel

/// How a font takes part in the trimming of adjacent full-width punctuation: its features, and the
/// side on which the ink of its punctuation lies.
///
/// Of two adjacent punctuation marks one gives up the blank half of its em, by the font's feature
/// `chws`, or by `halt` where Chromium applies that. Source: CSS Text 4, 8.4 (`text-spacing-trim:
/// normal`).
struct SpacingTrim {
  typealias Kind = PunctuationKind

  /// The feature by which punctuation marks of one run are trimmed.
  enum Way {
    /// The font has neither feature.
    case none
    /// `chws`, which looks at neighbours itself.
    case contextual
    /// `halt`, which is switched on for each mark that is trimmed.
    case alternate
  }

  let way: Way
  /// Whether the font has `halt`, without which no mark is trimmed beside one of another run.
  private let hasHalves: Bool
  private let stop: Kind
  private let colon: Kind
  private let semicolon: Kind
  private let hasWideQuotes: Bool

  static let chws: UInt32 = 0x6368_7773
  static let halt: UInt32 = 0x6861_6C74
  /// `chws` and `halt` of upright text in vertical lines.
  static let vchw: UInt32 = 0x7663_6877
  static let vhal: UInt32 = 0x7668_616C

  /// Features that set widths themselves: a style that has one of them is left alone.
  static let widthFeatures: Set<UInt32> = [
    chws, halt, vchw, vhal,
    // vpal, palt, hwid, pwid, qwid
    0x7670_616C, 0x7061_6C74, 0x6877_6964, 0x7077_6964, 0x7177_6964,
  ]
  /// Features that set heights themselves: a style that has one of them is left alone in vertical
  /// lines.
  static let heightFeatures: Set<UInt32> = [vchw, vhal, 0x7670_616C]  // vpal

  // MARK: - Fonts

  /// Examines the font of an item. The glyphs of its punctuation marks are found by shaping, since
  /// they may depend on the language.
  ///
  /// - Throws: ``ShapingError`` with `allocationFailed`.
  init(_ item: borrowing ShapingItem, scratch: ShapingScratch) throws {
    hasHalves = Self.hasFeature(item.isUpright ? Self.vhal : Self.halt, item)
    way =
      Self.hasFeature(item.isUpright ? Self.vchw : Self.chws, item)
      ? .contextual : hasHalves ? .alternate : .none
    let glyphs = try Self.glyphs(Array("、。，．：；“”‘’".utf16), item, scratch)
    let kinds = glyphs.map {
      item.isUpright ? Self.uprightKind(of: $0, item.font) : Self.kind(of: $0.glyph, item.font)
    }
    stop = kinds[..<4].allSatisfy { $0 == kinds[0] } ? kinds[0] : .other
    (colon, semicolon) = (kinds[4], kinds[5])
    let font = item.font
    hasWideQuotes =
      glyphs[6...].allSatisfy { $0.glyph != 0 && font.advance(of: $0.glyph) == font.unitsPerEm }
      && (!item.isUpright || [kinds[7], kinds[9]] == [.closing, .closing])
  }

  /// A glyph, and how it stands in a vertical line: how far it moves the pen down, and its origin
  /// above the pen.
  private struct Mark {
    var glyph: UInt32 = 0
    var advance = 0
    var offset = 0
  }

  /// The first glyph of each code unit, 0 where there is none.
  private static func glyphs(
    _ text: [UInt16], _ item: borrowing ShapingItem, _ scratch: ShapingScratch
  ) throws -> [Mark] {
    var glyphs = [Mark](repeating: Mark(), count: text.count)
    _ = try ChunkShaper.shapeChunk(
      text.span, 0, text.count, item: item, scratch: scratch, trims: false)
    scratch.buffer.withGlyphs { infos, positions in
      for i in infos.indices {
        let unit = Int(infos[i].cluster)
        if glyphs[unit].glyph != 0 { continue }
        glyphs[unit] = Mark(
          glyph: infos[i].codepoint, advance: -Int(positions[i].y_advance),
          offset: Int(positions[i].y_offset))
      }
    }
    return glyphs
  }

  /// The class of a punctuation mark by its ink: in the left half of the em, or around the middle.
  private static func kind(of glyph: UInt32, _ font: Font) -> Kind {
    let em = font.unitsPerEm
    guard glyph != 0, font.advance(of: glyph) == em, let box = font.extents(of: glyph) else {
      return .other
    }
    if box.maxX <= em / 2 { return .closing }
    return box.maxX - box.minX <= em / 2 && box.minX >= em / 4 ? .middle : .other
  }

  /// The class of a punctuation mark in a vertical line by its ink: in the upper half of the em, or
  /// around the middle.
  private static func uprightKind(of mark: Mark, _ font: Font) -> Kind {
    let em = font.unitsPerEm
    guard mark.glyph != 0, mark.advance == em, let box = font.extents(of: mark.glyph) else {
      return .other
    }
    let (top, bottom) = (-mark.offset - box.maxY, -mark.offset - box.minY)
    if bottom <= em / 2 { return .closing }
    return bottom - top <= em / 2 && top >= em / 4 ? .middle : .other
  }

  /// Whether `GPOS` of a font has `halt` and `vhal` for any script, without which no end of a
  /// horizontal or vertical line is trimmed.
  static func alternates(of font: Font) -> (isHorizontal: Bool, isVertical: Bool) {
    let positions: UInt32 = 0x4750_4F53  // GPOS
    // `unsafe`: pointers that live as long as the call.
    let face = unsafe font.face.hbFace
    var tags = [UInt32](repeating: 0, count: 64)
    var first: UInt32 = 0
    var found = (isHorizontal: false, isVertical: false)
    while true {
      var count = UInt32(tags.count)
      let total = unsafe hb_ot_layout_table_get_feature_tags(face, positions, first, &count, &tags)
      if tags.prefix(Int(count)).contains(halt) { found.isHorizontal = true }
      if tags.prefix(Int(count)).contains(vhal) { found.isVertical = true }
      first += count
      if count == 0 || first >= total { return found }
    }
  }

  private static func hasFeature(_ tag: UInt32, _ item: borrowing ShapingItem) -> Bool {
    PlannedLookups.hasPositioning(tag, item)
  }

  // MARK: - Characters

  /// The class of a code unit in this font.
  func kindInFont(_ unit: UInt16) -> Kind {
    let kind = Kind(of: unit)
    switch kind {
    case .stop: return stop
    case .colon: return colon
    case .semicolon: return semicolon
    case .openingQuote: return hasWideQuotes ? .opening : .narrowOpening
    case .closingQuote: return hasWideQuotes ? .closing : .narrowClosing
    default: return kind
    }
  }

  /// Whether an opening punctuation mark gives up its left half after a mark of a class.
  private static func trimsOpening(after kind: Kind) -> Bool {
    switch kind {
    case .opening, .closing, .middle, .narrowOpening: true
    default: false
    }
  }

  /// Whether a closing punctuation mark gives up its right half before a mark of a class.
  private static func trimsClosing(before kind: Kind) -> Bool {
    switch kind {
    case .closing, .middle, .narrowClosing: true
    default: false
    }
  }

  /// Whether an opening punctuation mark at the beginning of an item gives up its left half.
  ///
  /// - Parameters:
  ///   - kind: The class of the mark before the item.
  ///   - isLarger: Whether the item's size is larger than that of the mark before.
  func trims(opening unit: UInt16, after kind: Kind, ofLargerSize isLarger: Bool) -> Bool {
    hasHalves && kindInFont(unit) == .opening && Self.trimsOpening(after: kind)
      && !(kind == .closing && isLarger)
  }

  /// Whether a closing punctuation mark at the end of an item gives up its right half.
  ///
  /// - Parameters:
  ///   - kind: The class of the mark behind the item.
  ///   - isLarger: Whether the size of that mark is larger than the item's.
  func trims(closing unit: UInt16, before kind: Kind, ofLargerSize isLarger: Bool) -> Bool {
    hasHalves && kindInFont(unit) == .closing
      && (Self.trimsClosing(before: kind) || kind == .opening && isLarger)
  }

  /// Calls a function with each code unit of a range that is trimmed, and with the unit before
  /// which a line cannot begin with the same glyphs.
  func forEachTrimmed(
    _ text: Span<UInt16>, _ range: Range<Int>, _ body: (_ unit: Int, _ boundary: Int) -> Void
  ) {
    var before = Kind.other
    for i in range {
      let unit = text[i]
      // Most code units are of no class: ideographs, kana and letters.
      if unit >= 0x3031 && unit < 0xFF00 && unit != 0x30FB || unit < 0x28 {
        before = .other
        continue
      }
      let kind = kindInFont(unit)
      if kind == .opening, Self.trimsOpening(after: before) {
        body(i, i)
      } else if before == .closing, Self.trimsClosing(before: kind) {
        body(i - 1, i)
      }
      before = kind
    }
  }
}

extension ShapedRun {
  /// Whether a line that ends with a code unit of this run may trim it: a closing bracket, or a
  /// full-width quotation mark.
  ///
  /// - Parameter offset: The place of the code unit in the paragraph.
  package func trimsAtLineEnd(_ unit: UInt16, at offset: Int) -> Bool {
    if !trimsLineEnds { return false }
    switch PunctuationKind(of: unit) {
    case .closing: return true
    case .closingQuote:
      guard let index = glyphRange(for: TextRange(offset, offset + 1)).first else { return false }
      return font.advance(of: UInt32(glyph(at: index))) == font.unitsPerEm
    default: return false
    }
  }
}
