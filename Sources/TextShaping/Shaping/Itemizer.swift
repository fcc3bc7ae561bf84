// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextRuntime

/// Divides a paragraph into stretches of one font, style, script and level.
///
/// Colours play no part: they live in another column of the text.
struct Itemizer {
  /// The columns of analysis that itemising reads; offsets count from the beginning of the paragraph.
  struct Analysis {
    var graphemes: GraphemeBreaks
    var scripts: ScriptRuns
    var emoji: EmojiRuns
    var bidi: BidiParagraph
  }

  /// One style of the paragraph and where it ends.
  struct StyleSpan {
    var end: Int
    var style: PreparedStyle
  }

  /// How far a paragraph is divided.
  struct Progress {
    /// Everything before is in items.
    var offset = 0
    /// Whether there was a tab.
    var hasTabs = false
    fileprivate var script = 0
    fileprivate var emoji = 0
    fileprivate var span = 0
  }

  /// The items that are found at once. A text may change its font at every letter: items are shaped in
  /// batches, so that there never is a large array of them.
  private static let batch = 1024

  /// Code units between two polls; a cluster of several counts for eight.
  private static let pollInterval = 2048

  /// Appends items of a paragraph's content, up to its end or until there are many.
  ///
  /// Unless the end is reached the last item may go on: it has to be there when this is called again.
  static func itemize(
    _ text: UnsafeBufferPointer<UInt16>, analysis: Analysis, styles: [StyleSpan],
    from progress: inout Progress, into items: inout [ShapingItem], scratch: ShapingScratch,
    cancellation: Cancellation
  ) throws {
    let length = text.count
    let levels = analysis.bidi.levels
    let graphemes = analysis.graphemes
    var offset = progress.offset
    var script = progress.script
    var emoji = progress.emoji
    var span = progress.span
    var sincePoll = 0
    // The last item is kept here while it grows.
    var last = items.popLast()
    defer {
      if let last { items.append(last) }
      progress.offset = offset
      (progress.script, progress.emoji, progress.span) = (script, emoji, span)
    }
    while offset < length {
      while Int(analysis.scripts.ends[script]) <= offset { script += 1 }
      while styles[span].end <= offset { span += 1 }
      var end = min(length, min(Int(analysis.scripts.ends[script]), styles[span].end))
      var presentation = EmojiPresentation.unspecified
      if !analysis.emoji.ends.isEmpty {
        while Int(analysis.emoji.ends[emoji]) <= offset { emoji += 1 }
        end = min(end, Int(analysis.emoji.ends[emoji]))
        presentation = analysis.emoji.presentations[emoji]
      }
      let style = styles[span].style
      let stylePointer = unsafe Unmanaged.passUnretained(style)
      let tag = analysis.scripts.scripts[script]
      while offset < end {
        sincePoll += 1
        if sincePoll >= pollInterval {
          sincePoll = 0
          try cancellation.check()
        }
        let next = min(end, graphemes.next(after: offset))
        let level = levels.isEmpty ? analysis.bidi.paragraphLevel : levels[offset]
        let unit = unsafe text[offset]
        var kind = ShapedRun.Kind.text
        let font: Unmanaged<Font>
        if unit == 0x09 {
          kind = .tab
          progress.hasTabs = true
          unsafe font = try style.font(for: 0x20, cancellation)
        } else if next == offset + 1 && presentation == .unspecified {
          if isIgnorable(UInt32(unit)), let last, unsafe last.hasStyle(stylePointer),
            last.kind == .text
          {
            unsafe font = last.unmanagedFont
          } else {
            unsafe font = try style.font(for: unit, cancellation)
          }
        } else {
          sincePoll += 8
          let cluster = unsafe UnsafeBufferPointer(rebasing: text[offset..<next])
          unsafe font = try style.font(for: cluster, presentation: presentation) {
            try unsafe clusterFont(
              cluster, style: style, presentation: presentation, scratch: scratch, cancellation)
          }
        }
        if let item = last,
          unsafe item.isContinued(
            by: font, style: stylePointer, script: tag, level: level, kind: kind)
        {
          last?.end = next
        } else {
          if let last { items.append(last) }
          unsafe last = ShapingItem(
            start: offset, end: next, font: font, style: stylePointer, script: tag, level: level,
            kind: kind)
        }
        offset = next
        if items.count >= batch { return }
        if kind == .text, presentation == .unspecified {
          // Most characters go on in the font of the one before.
          offset = unsafe sameEnd(
            text, offset, min(end, offset + pollInterval), graphemes.flags, levels, level: level,
            font: font, style: stylePointer)
          last?.end = offset
          sincePoll += offset - next
        }
      }
    }
  }

  /// How far single characters go on in a font and at a level, as far as that is known without a search.
  @inline(__always)
  @unsafe
  private static func sameEnd(
    _ text: UnsafeBufferPointer<UInt16>, _ start: Int, _ end: Int, _ boundaries: [UInt8],
    _ levels: [UInt8], level: UInt8, font: Unmanaged<Font>, style: Unmanaged<PreparedStyle>
  ) -> Int {
    unsafe boundaries.withUnsafeBufferPointer { boundaries in
      unsafe levels.withUnsafeBufferPointer { levels in
        unsafe style._withUnsafeGuaranteedRef { style in
          var i = start
          while i < end {
            let unit = unsafe text[i]
            if unit == 0x09 { break }
            if unsafe !boundaries.isEmpty && boundaries[i + 1] == 0 { break }
            if unsafe !levels.isEmpty && levels[i] != level { break }
            if unsafe !style.isKnown(unit, in: font), !isIgnorable(UInt32(unit)) { break }
            i += 1
          }
          return i
        }
      }
    }
  }

  /// The same for text of ASCII alone, left to right: no clusters, no levels, no emoji.
  static func itemizeASCII(
    _ text: UnsafeBufferPointer<UInt16>, script: FontTag, styles: [StyleSpan],
    from progress: inout Progress, into items: inout [ShapingItem], cancellation: Cancellation
  ) throws {
    var offset = progress.offset
    var index = progress.span
    var sincePoll = 0
    defer { (progress.offset, progress.span) = (offset, index) }
    while offset < text.count {
      while styles[index].end <= offset { index += 1 }
      let style = styles[index].style
      let end = min(styles[index].end, text.count)
      while offset < end {
        let first = unsafe text[offset]
        let isTab = first == 0x09
        let font = unsafe try style.font(for: isTab ? 0x20 : first, cancellation)
        var next = offset + 1
        while next < end {
          let unit = unsafe text[next]
          if (unit == 0x09) != isTab { break }
          if !isTab, unsafe try style.font(for: unit, cancellation).toOpaque() != font.toOpaque() {
            break
          }
          next += 1
          sincePoll += 1
          if sincePoll & 0x7FF == 0 { try cancellation.check() }
        }
        if isTab { progress.hasTabs = true }
        let item = unsafe ShapingItem(
          start: offset, end: next, font: font, style: .passUnretained(style), script: script,
          level: 0, kind: isTab ? .tab : .text)
        let last = items.count - 1
        if last >= 0,
          unsafe items[last].isContinued(
            by: font, style: .passUnretained(style), script: script, level: 0, kind: item.kind)
        {
          items[last].end = next
        } else {
          items.append(item)
        }
        offset = next
        if items.count > batch { return }
      }
    }
  }

  /// The longest cluster whose every character is looked at when its font is chosen.
  static let longestCluster = 64

  private static func clusterFont(
    _ cluster: UnsafeBufferPointer<UInt16>, style: PreparedStyle, presentation: EmojiPresentation,
    scratch: ShapingScratch, _ cancellation: Cancellation
  ) throws -> Int {
    let scalars = unsafe scratch.scalars
    var count = 0
    var i = 0
    let n = min(cluster.count, longestCluster)
    while i < n {
      let unit = unsafe UInt32(cluster[i])
      i += 1
      if unit & 0xFC00 == 0xD800, i < cluster.count, unsafe cluster[i] & 0xFC00 == 0xDC00 {
        let low = unsafe UInt32(cluster[i])
        unsafe scalars[count] = 0x10000 + ((unit & 0x3FF) << 10 | low & 0x3FF)
        i += 1
      } else {
        unsafe scalars[count] = unit & 0xF800 == 0xD800 ? 0xFFFD : unit
      }
      count += 1
    }
    return unsafe try style.cascade.fontIndex(
      for: UnsafeBufferPointer(start: scalars, count: count), presentation: presentation,
      cancellation
    ).index
  }

  /// Whether a single character is invisible, so that it takes the font of what stands before it.
  ///
  /// Source: DerivedCoreProperties, `Default_Ignorable_Code_Point`, the part in the first plane.
  static func isIgnorable(_ c: UInt32) -> Bool {
    if c < 0xAD { return false }
    switch c {
    case 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F,
      0x202A...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFF8:
      return true
    default: return false
    }
  }
}
