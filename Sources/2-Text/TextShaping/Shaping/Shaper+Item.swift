// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextFonts
import TextModel

extension Shaper {
  /// The length of a run, in code units, from which on cancellation is polled before it is copied.
  private static let longRun = 1 << 13

  /// Shapes an item into one run, or several where it is longer than a run can be.
  ///
  /// Items are shaped in chunks, unless ``Shortcuts`` has their words.
  static func shapeItem(
    _ text: Span<UInt16>, _ item: borrowing ShapingItem, scratch: ShapingScratch,
    cancellation: Cancellation, _ body: (consuming ShapedRun) throws -> Void
  ) throws {
    var start = item.start
    // Whether no rule of the font reads across the beginning of the next part.
    var isClosed = true
    while start < item.end {
      if start > item.start { try cancellation.check() }
      scratch.glyphs.removeAll()
      var end = item.end
      var added = RunAutospace()
      switch item.kind {
      case .tab:
        end = min(end, start + ShapedRun.maximumLength)
        try appendTabs(end - start, item, scratch, cancellation)
      case .attachment:
        preconditionFailure("attachments have no glyphs; ShapingJob makes their runs")
      case .text:
        let limit = scratch.environment.partLength
        // Items are divided without a cache of words, too, so that runs end at the same offsets.
        let cut =
          end - start <= limit
          ? end
          : try ChunkShaper.closedCut(text, from: start, limit: limit, item: item, scratch: scratch)
        var isAssembled = false
        if let cut {
          end = cut
          if isClosed, scratch.trimmedEdges.isEmpty {
            isAssembled = try Shortcuts.appendWords(of: item, start..<end, text, scratch)
          }
        }
        isClosed = cut != nil
        if !isAssembled {
          try cancellation.check()
          scratch.glyphs.removeAll()
          end = try ChunkShaper.appendGlyphs(
            text, from: start, to: end, base: start, item: item, scratch: scratch,
            cancellation: cancellation)
        }
        if item.style.hasSpacing {
          LetterSpacing(item).add(to: scratch.glyphs, text, base: start)
          if item.style.hasAutospace {
            added = Autospace(
              item, isVertical: scratch.isVertical, endsLine: scratch.endsLine
            ).add(to: scratch.glyphs, text, base: start, stop: end)
          }
        }
      }
      if end - start >= longRun { try cancellation.check() }
      try body(
        ShapedRun(
          kind: item.kind, origin: item.style.origin(of: item.font), script: item.script,
          level: item.level,
          textRange: TextRange(start, end), orientation: item.extent.orientation,
          glyphs: scratch.glyphs, autospace: added,
          trimmedEdges: scratch.trimmedEdges.of(start..<end, in: item.start..<item.end),
          cancellation: cancellation))
      start = end
    }
  }

  /// Appends a space without an advance for each tab.
  private static func appendTabs(
    _ count: Int, _ item: borrowing ShapingItem, _ scratch: ShapingScratch,
    _ cancellation: Cancellation
  ) throws {
    let space = UInt16(truncatingIfNeeded: item.font.glyph(for: " ") ?? 0)
    for i in 0..<count {
      if i & 0x3FFF == 0x3FFF { try cancellation.check() }
      scratch.glyphs.append(
        glyph: space, advance: 0, cluster: item.isRightToLeft ? count - 1 - i : i)
    }
  }
}
