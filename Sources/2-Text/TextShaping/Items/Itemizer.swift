// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextAnalysis
import TextFonts
import TextModel

/// Divides a paragraph into items: stretches of one font, style, script and level.
///
/// Colours do not divide a paragraph: they are in another column of the text.
struct Itemizer {
  /// The columns of analysis that itemising reads; offsets count from the beginning of the
  /// paragraph.
  struct Analysis {
    var graphemes: GraphemeBreaks
    var scripts: ScriptRuns
    var emoji: EmojiRuns
    var bidi: BidiParagraph

    /// Analyses a paragraph's content.
    ///
    /// - Parameter bidi: The levels, if they are known.
    /// - Throws: `CancellationError`.
    init(
      _ text: Span<UInt16>, direction: TextDirection, bidi: BidiParagraph? = nil,
      _ cancellation: Cancellation
    ) throws {
      graphemes = try GraphemeBreaks.resolve(text, cancellation: cancellation)
      scripts = try ScriptRuns.resolve(text, graphemes: graphemes, cancellation: cancellation)
      emoji = try EmojiScanner.resolve(text, graphemes: graphemes, cancellation: cancellation)
      self.bidi =
        try bidi
        ?? BidiParagraph.resolve(text, direction: direction, cancellation: cancellation)
    }
  }

  /// One style of the paragraph and where it ends.
  struct StyleSpan {
    var end: Int
    var style: ResolvedStyle
  }

  /// The progress of dividing a paragraph.
  struct Progress {
    /// The offset up to which the paragraph is in items.
    var offset = 0
    var hasTabs = false
    fileprivate var script = 0
    fileprivate var emoji = 0
    fileprivate var span = 0
    /// The font of the last item, as a slot of its style's cascade.
    fileprivate var slot = -1
    /// The style of the last item.
    fileprivate var style: ObjectIdentifier?
  }

  /// The items that are found at once: a text may change its font at every letter, and items are
  /// shaped in batches so that there never is a large array of them.
  private static let batch = 1024

  /// The code units between two polls; a cluster of several code units counts as eight.
  private static let pollInterval = 2048

  /// Appends items of a paragraph's content, up to its end or until there are many.
  ///
  /// Unless the end is reached, the last item may still grow, so the next call expects to find the
  /// item at the end of `items`.
  ///
  /// - Parameter attachments: The offsets of attachments, ascending.
  static func itemize(
    _ text: Span<UInt16>, analysis: Analysis, styles: [StyleSpan], attachments: [Int] = [],
    from progress: inout Progress, into items: inout [ItemExtent], scratch: ShapingScratch,
    cancellation: Cancellation
  ) throws {
    let length = text.count
    let levels = analysis.bidi.levels.span
    let hasLevels = !levels.isEmpty
    let boundaries = analysis.graphemes.flags.span
    let isTrivial = boundaries.isEmpty
    let scriptEnds = analysis.scripts.ends.span
    let paragraphLevel = analysis.bidi.paragraphLevel
    var offset = progress.offset
    var script = progress.script
    var emoji = progress.emoji
    var span = progress.span
    var lastSlot = progress.slot
    var lastStyle = progress.style
    var sincePoll = 0
    // The end of the last word that was examined because its font changes; it is examined once.
    var wordEnd = offset
    // The parts of the cluster, if no single font has all of it; otherwise empty.
    var parts: [ClusterPart] = []
    // The last item is kept here while it grows.
    var last = items.popLast()
    defer {
      if let last { items.append(last) }
      progress.offset = offset
      (progress.script, progress.emoji, progress.span) = (script, emoji, span)
      (progress.slot, progress.style) = (lastSlot, lastStyle)
    }
    while offset < length {
      while Int(scriptEnds[script]) <= offset { script += 1 }
      while styles[span].end <= offset { span += 1 }
      var end = min(length, min(Int(scriptEnds[script]), styles[span].end))
      var presentation = EmojiPresentation.unspecified
      if !analysis.emoji.ends.isEmpty {
        while Int(analysis.emoji.ends[emoji]) <= offset { emoji += 1 }
        end = min(end, Int(analysis.emoji.ends[emoji]))
        presentation = analysis.emoji.presentations[emoji]
      }
      let style = styles[span].style
      let identifier = ObjectIdentifier(style)
      let fonts = style.shared
      let tag = analysis.scripts.scripts[script]
      let hasMarks = fonts.writesHan || ScriptTraits.isHan(tag)
      // No mark of ``SharedPunctuation``, which may need another font, stands before this offset.
      var mark = hasMarks ? offset : .max
      while offset < end {
        if offset >= mark {
          mark = SharedPunctuation.first(in: text, offset..<min(end, offset + pollInterval))
        }
        sincePoll += 1
        if sincePoll >= pollInterval {
          sincePoll = 0
          try cancellation.check()
        }
        var next = isTrivial ? offset + 1 : min(end, analysis.graphemes.next(after: offset))
        let level = hasLevels ? levels[offset] : paragraphLevel
        let unit = text[offset]
        var kind = ShapedRun.Kind.text
        let isSameStyle = last != nil && lastStyle == identifier
        let slot: Int
        if unit == 0x09 {
          kind = .tab
          progress.hasTabs = true
          slot = try fonts.slot(for: 0x20, cancellation)
        } else if unit == TextAttachment.character, attachments.holds(offset) {
          kind = .attachment
          next = offset + 1
          slot = try fonts.slot(for: 0x20, cancellation)
        } else if next == offset + 1 && presentation == .unspecified {
          if isSameStyle, isIgnorable(UInt32(unit)), last?.kind == .text {
            slot = lastSlot
          } else if offset == mark, !Apostrophe.isOne(text, at: offset),
            let found = try fonts.hanSlot(for: unit, cancellation)
          {
            slot = found
          } else {
            slot = try fonts.slot(for: unit, cancellation)
          }
        } else {
          sincePoll += 8
          let cluster = text.extracting(offset..<next)
          let found = try fonts.slot(
            for: cluster, presentation, scalars: scratch.scalars, cancellation)
          if found == StyleFonts.divided {
            parts = try fonts.parts(
              of: cluster, presentation, scalars: scratch.scalars, cancellation)
            next = offset + parts[0].end
            slot = parts[0].index
          } else {
            slot = found
          }
        }
        if fonts.joinsWords, isSameStyle, slot != lastSlot, kind == .text, parts.isEmpty,
          presentation == .unspecified, offset >= wordEnd, var current = last,
          current.kind == .text, current.level == level, current.script == tag
        {
          // A word does not reach back over an emoji.
          let first = emoji > 0 ? Int(analysis.emoji.ends[emoji - 1]) : 0
          let start = min(offset, max(first, wordBound(current, items)))
          let word = try word(
            text, around: offset,
            in: start..<wordBound(levels, from: offset, to: end, level: level),
            graphemes: analysis.graphemes, fonts, scratch: scratch, cancellation)
          wordEnd = word.range.upperBound
          if let whole = word.slot {
            set(word.range, slot: whole, last: &current, &items)
            last = current
            lastSlot = whole
            offset = wordEnd
            sincePoll += word.range.count
            if items.count >= batch { return }
            continue
          }
        }
        if isSameStyle, slot == lastSlot, last?.level == level, last?.kind == kind,
          last?.script == tag, kind != .attachment
        {
          last?.end = next
        } else {
          if let last { items.append(last) }
          last = ItemExtent(
            start: offset, end: next, script: tag, span: Int32(truncatingIfNeeded: span),
            slot: Int32(truncatingIfNeeded: slot), level: level, kind: kind)
          (lastSlot, lastStyle) = (slot, identifier)
        }
        offset = next
        if !parts.isEmpty {
          // No font has the whole cluster, so each of its other parts becomes an item of its own.
          let start = offset - parts[0].end
          for part in parts.dropFirst() {
            if let last { items.append(last) }
            last = ItemExtent(
              start: offset, end: start + part.end, script: tag,
              span: Int32(truncatingIfNeeded: span), slot: Int32(truncatingIfNeeded: part.index),
              level: level, kind: kind, continuesCluster: true)
            offset = start + part.end
            // The next cluster begins a new item, even if it has the font of this part.
            (lastSlot, lastStyle) = (part.index, nil)
          }
          let isDivided = parts.count > 1
          parts.removeAll()
          if isDivided {
            if items.count >= batch { return }
            continue
          }
        }
        if items.count >= batch { return }
        if kind == .text, presentation == .unspecified {
          // Most characters have the font of the one before, and are added to its item at once.
          let bound = min(end, offset + pollInterval)
          if offset >= mark { mark = SharedPunctuation.first(in: text, offset..<bound) }
          offset = sameEnd(
            text, offset..<min(bound, mark), boundaries, levels, level: level, slot: slot, fonts)
          last?.end = offset
          sincePoll += offset - next
        }
      }
    }
  }

  /// The end of a stretch of one-unit clusters in the given font and level, as far as the tables of
  /// recent characters hold these clusters.
  @inline(__always)
  private static func sameEnd(
    _ text: Span<UInt16>, _ range: Range<Int>, _ boundaries: Span<UInt8>, _ levels: Span<UInt8>,
    level: UInt8, slot: Int, _ fonts: StyleFonts
  ) -> Int {
    var i = range.lowerBound
    while i < range.upperBound {
      let unit = text[i]
      if unit == 0x09 || unit == TextAttachment.character { break }
      if !boundaries.isEmpty && boundaries[i + 1] == 0 { break }
      if !levels.isEmpty && levels[i] != level { break }
      if !fonts.isKnown(unit, in: slot), !isIgnorable(UInt32(unit)) { break }
      i += 1
    }
    return i
  }

  /// Whether a single character is invisible, so that it takes the font of the one before it.
  ///
  /// Source: DerivedCoreProperties, `Default_Ignorable_Code_Point`, the part in the first plane
  /// without the Hangul fillers, which are blanks of some fonts.
  static func isIgnorable(_ c: UInt32) -> Bool {
    if c < 0xAD { return false }
    switch c {
    case 0xAD, 0x34F, 0x61C, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F, 0x202A...0x202E,
      0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF, 0xFFF0...0xFFF8:
      return true
    default: return false
    }
  }
}

extension [Int] {
  /// Whether an ascending list has a number.
  fileprivate func holds(_ number: Int) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let mid = (low + high) / 2
      if self[mid] < number { low = mid + 1 } else { high = mid }
    }
    return low < count && self[low] == number
  }
}
