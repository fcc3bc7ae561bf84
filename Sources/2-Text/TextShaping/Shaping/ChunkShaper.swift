// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import SystemConcurrency
import TextAnalysis
import TextFonts
import TextModel

/// Turns parts of items into glyphs with HarfBuzz's own OpenType functions, chunk by chunk.
enum ChunkShaper {
  /// The code units at a chunk's end that the next chunk shapes again: text that follows may still
  /// change their glyphs.
  static let lookahead = 48

  /// Shapes a part of an item and appends the glyphs, chunk by chunk.
  ///
  /// Chunks are cut where HarfBuzz marks breaks as safe: the glyphs on both sides stay the same.
  ///
  /// - Parameters:
  ///   - text: The whole paragraph, terminator excluded; the text around the part is its context.
  ///   - base: The code unit from which the appended clusters count.
  /// - Returns: The offset where shaping stopped: the part's end, or before that where the run
  ///   would grow too long.
  static func appendGlyphs(
    _ text: Span<UInt16>, from start: Int, to end: Int, base: Int,
    item: borrowing ShapingItem, scratch: ShapingScratch, cancellation: Cancellation
  ) throws -> Int {
    var position = start
    let budget = scratch.environment.chunkLength / (ScriptTraits.isSlow(item.script) ? 4 : 1)
    while position < end {
      if position > start { try cancellation.check() }
      let room = ShapedRun.maximumLength - (position - base)
      if room < 1024 { return position }
      let full = costEnd(text, from: position, to: end, budget: budget)
      let chunkLength = max(full - position, 96)
      let isLast =
        end - position <= room && costEnd(text, from: full, to: end, budget: budget / 2) == end
      let limit =
        isLast
        ? end
        : chunkEnd(text, from: position, limit: min(end - 1, position + min(room, chunkLength)))
      let isComplete = try shapeChunk(text, position, limit, item: item, scratch: scratch)
      if !isComplete { scratch.noteIncomplete(position..<limit) }
      position = scratch.buffer.withGlyphs { infos, positions in
        if infos.isEmpty { return limit }
        var (first, last, next) = (0, infos.count, limit)
        if !isLast,
          let cut = safeCut(
            infos, text, earliest: position + chunkLength / 4, limit: limit,
            rightToLeft: item.isRightToLeft)
        {
          next = cut.offset
          if item.isRightToLeft { first = cut.index } else { last = cut.index }
        }
        scratch.glyphs.appendPiece(
          infos, positions, first..<last, base: base, textEnd: next - base)
        if item.isUpright { scratch.glyphs.setAdvances(down: positions, first..<last) }
        return next
      }
    }
    return end
  }

  /// The offset up to which the costs of the code units, by ``cost(of:_:)``, add up to a budget.
  private static func costEnd(
    _ text: Span<UInt16>, from start: Int, to end: Int, budget: Int
  ) -> Int {
    let table = CharacterTable.shared
    var left = budget
    var i = start
    while i < end, left > 0 {
      left -= cost(of: text[i], table)
      i += 1
    }
    return i
  }

  /// About how long HarfBuzz takes for a code unit; 1 is a Latin letter.
  ///
  /// A zero width joiner is slow: a font for emoji tries all sequences that begin like the text.
  @inline(__always)
  static func cost(of unit: UInt16, _ table: CharacterTable) -> Int {
    if unit < 0x300 { return 1 }
    return unit == 0x200D ? 12 : table[UInt32(unit)].isMark ? 4 : 1
  }

  // MARK: - Cuts

  /// The end of a chunk: after the last space in its second half, else not within a surrogate pair.
  private static func chunkEnd(_ text: Span<UInt16>, from start: Int, limit: Int) -> Int {
    var i = limit
    while i > (start + limit) / 2 {
      if text[i - 1] == 0x20 { return i }
      i -= 1
    }
    let isPair = text[limit] & 0xFC00 == 0xDC00 && text[limit - 1] & 0xFC00 == 0xD800
    return isPair ? limit - 1 : limit
  }

  /// The place where a chunk is cut, and the index that divides its glyphs.
  private struct Cut {
    var offset: Int
    var index: Int
  }

  /// The last place before a chunk's end where it is safe to cut, after a space if there is one.
  private static func safeCut(
    _ infos: Span<hb_glyph_info_t>, _ text: Span<UInt16>, earliest: Int, limit: Int,
    rightToLeft: Bool
  ) -> Cut? {
    var fallback: Cut?
    let latest = limit - lookahead
    for k in stride(from: infos.count - 1, to: 0, by: -1) {
      // `k` counts glyphs in logical order. A cut comes before the first glyph of a cluster.
      let index = rightToLeft ? infos.count - 1 - k : k
      let cluster = infos[index].cluster
      let offset = Int(cluster)
      if offset > latest { continue }
      if offset < earliest { break }
      let before = rightToLeft ? index + 1 : index - 1
      if infos[before].cluster == cluster { continue }
      if infos[index].mask & 1 != 0 { continue }
      let cut = Cut(offset: offset, index: rightToLeft ? index + 1 : index)
      if text[offset - 1] == 0x20 { return cut }
      if fallback == nil { fallback = cut }
    }
    return fallback
  }

  /// Finds an offset to divide an item that is too long for one run: the start of a word that no
  /// rule of the font reads across, so that dividing changes no glyph; `nil` if there is none.
  ///
  /// - Parameter limit: The longest part before the offset, in code units. The part is at least
  ///   half as long.
  static func closedCut(
    _ text: Span<UInt16>, from start: Int, limit: Int, item: borrowing ShapingItem,
    scratch: ShapingScratch
  ) throws -> Int? {
    var offset = start + limit
    var attempts = 8
    while offset > start + limit / 2, attempts > 0 {
      if text[offset - 1] == 0x20, text[offset] != 0x20 {
        if try isClosed(text, at: offset, item: item, scratch: scratch) { return offset }
        attempts -= 1
      }
      offset -= 1
    }
    return nil
  }

  /// Whether no rule of the font reads across the start of a word, judged by the words next to it.
  private static func isClosed(
    _ text: Span<UInt16>, at word: Int, item: borrowing ShapingItem, scratch: ShapingScratch
  ) throws -> Bool {
    // The text examined is cut down to whole words, since a font may draw a part of a word
    // differently.
    var start = max(item.start, word - lookahead)
    while start > item.start, start < word, text[start - 1] != 0x20 || text[start] == 0x20 {
      start += 1
    }
    var end = min(item.end, word + lookahead)
    while end < item.end, end > word, text[end] != 0x20 { end -= 1 }
    if start == word || end == word { return false }
    if try !shapeChunk(text, start, end, item: item, scratch: scratch, tellsReach: true) {
      return false
    }
    return scratch.buffer.withGlyphs { infos, _ in
      var isThere = false
      for i in infos.indices where Int(infos[i].cluster) == word {
        isThere = true
        if infos[i].mask & 3 != 0 { return false }
      }
      return isThere
    }
  }

  // MARK: - HarfBuzz

  /// The full-width punctuation of a chunk that is trimmed to half its width.
  private struct TrimmedMarks {
    /// The features that trim the punctuation marks.
    var features: [hb_feature_t] = []
    /// The offsets at which a line break would change the glyphs, ascending.
    var boundaries: [UInt32] = []
  }

  /// - Returns: nil where nothing is trimmed.
  private static func findTrimmedMarks(
    _ text: Span<UInt16>, _ range: Range<Int>, item: borrowing ShapingItem,
    scratch: ShapingScratch
  ) throws -> TrimmedMarks? {
    guard !item.isCursive, PunctuationKind.hasMarks(text, range) else {
      return nil
    }
    let trim = try item.style.shared.spacingTrim(item, scratch: scratch)
    var marks = TrimmedMarks()
    switch trim.way {
    case .none: return nil
    case .contextual:
      let tag = item.isUpright ? SpacingTrim.vchw : SpacingTrim.chws
      marks.features = [hb_feature_t(tag: tag, value: 1, start: 0, end: .max)]
    case .alternate:
      trim.forEachTrimmed(text, range) { unit, boundary in
        marks.features.append(Self.halt(unit, item))
        marks.boundaries.append(UInt32(boundary))
      }
    }
    if scratch.trimmedEdges.contains(.start), range.lowerBound == item.start {
      marks.features.append(Self.halt(range.lowerBound, item))
    }
    if scratch.trimmedEdges.contains(.end), range.upperBound == item.end {
      marks.features.append(Self.halt(range.upperBound - 1, item))
    }
    return marks.features.isEmpty ? nil : marks
  }

  private static func halt(_ unit: Int, _ item: borrowing ShapingItem) -> hb_feature_t {
    hb_feature_t(
      tag: item.isUpright ? SpacingTrim.vhal : SpacingTrim.halt, value: 1, start: UInt32(unit),
      end: UInt32(unit) + 1)
  }

  /// Shapes a range of a text into the scratch's buffer.
  ///
  /// - Parameter tellsReach: Whether bit 1 of a glyph's mask tells that some rule read across the
  ///   boundary before its cluster.
  /// - Returns: Whether all rules of the font were applied; if not, the glyphs depend on where the
  ///   chunk begins and ends.
  /// - Throws: ``ShapingError`` with `allocationFailed`.
  static func shapeChunk(
    _ text: Span<UInt16>, _ start: Int, _ end: Int, item: borrowing ShapingItem,
    scratch: ShapingScratch, tellsReach: Bool = false, trims: Bool = true
  ) throws -> Bool {
    var flags = HB_BUFFER_FLAG_REMOVE_DEFAULT_IGNORABLES.rawValue
    if start == 0 { flags |= HB_BUFFER_FLAG_BOT.rawValue }
    if end == text.count { flags |= HB_BUFFER_FLAG_EOT.rawValue }
    if item.extent.continuesCluster {
      // The item begins with a combining mark whose base letter is in another font: HarfBuzz must
      // not insert a dotted circle as base.
      flags |= HB_BUFFER_FLAG_DO_NOT_INSERT_DOTTED_CIRCLE.rawValue
    }
    if tellsReach { flags |= HB_BUFFER_FLAG_PRODUCE_UNSAFE_TO_CONCAT.rawValue }
    let style = item.style.shared
    // Trimmed punctuation is found before the text is added, since the search uses the same buffer.
    let marks =
      trims && (item.isUpright ? style.trimsColumns : style.trimsSpacing)
      ? try findTrimmedMarks(text, start..<end, item: item, scratch: scratch) : nil
    let properties = SegmentProperties(
      direction: item.isUpright
        ? (item.isRightToLeft ? HB_DIRECTION_BTT : HB_DIRECTION_TTB)
        : (item.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR),
      script: item.script, language: style.language)
    let shown =
      item.style.changesCase
      ? ShownCharacters(
        text, start..<end, item.style.style.storage.fields, item.font.face.coverage) : nil
    func fill() {
      scratch.buffer.begin(flags: flags, properties)
      if let shown {
        scratch.buffer.add(shown)
      } else {
        scratch.buffer.add(text, start..<end)
      }
    }
    fill()
    var outcome = shapeBuffer(item, marks, scratch)
    if outcome == .complete, scratch.buffer.hasMissing,
      hidesIgnorable(text, start..<end, item.font.face.coverage)
    {
      fill()
      scratch.buffer.hideIgnorables(outside: item.font.face.coverage)
      outcome = shapeBuffer(item, marks, scratch)
    }
    switch outcome {
    case .complete:
      scratch.buffer.leaveInvisible(in: text, start..<end)
      return true
    case .limited: return false
    case .outOfMemory:
      throw ShapingError(
        .allocationFailed, offset: start,
        "not enough memory to shape the text from here on")
    }
  }

  /// Whether a font lacks an invisible character of a text.
  private static func hidesIgnorable(
    _ text: Span<UInt16>, _ range: Range<Int>, _ coverage: CharacterCoverage
  ) -> Bool {
    var i = range.lowerBound
    while i < range.upperBound {
      let (character, count) = WordRules.decode(text, at: i, end: range.upperBound)
      if HarfBuzzBuffer.isHidden(character, outside: coverage) { return true }
      i += count
    }
    return false
  }

  /// Shapes the text in the scratch's buffer.
  @inline(__always)
  private static func shapeBuffer(
    _ item: borrowing ShapingItem, _ marks: TrimmedMarks?, _ scratch: ShapingScratch
  ) -> ShapingOutcome {
    let style = item.style.shared
    let skipped = item.isCursive ? style.switches : 0
    let outcome: ShapingOutcome
    if item.isUpright {
      outcome = scratch.buffer.shapeUpright(
        item.font, style.features + (marks?.features ?? []), skipping: skipped,
        item.style.style.storage.fields.textOrientation)
      if outcome == .complete, let marks { scratch.buffer.markUnsafe(before: marks.boundaries) }
    } else if let marks {
      outcome = scratch.buffer.shape(item.font, style.features + marks.features, skipping: skipped)
      if outcome == .complete { scratch.buffer.markUnsafe(before: marks.boundaries) }
    } else {
      outcome = scratch.buffer.shape(item.font, style.features, skipping: skipped)
    }
    return outcome
  }
}
