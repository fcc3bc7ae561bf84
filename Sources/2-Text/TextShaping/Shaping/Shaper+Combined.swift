// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import SystemConcurrency
import TextFonts
import TextModel

extension Shaper {
  /// The greatest width of combined text that is not compressed, in em, although its room is one
  /// em. The value is Chromium's `kTextCombineMargin`, which the EPUB group asked for; CSS
  /// specifies one em.
  private static let combinedWidth = 1.1

  /// `hwid`, `twid`, `qwid`: the narrower forms that are tried in turn.
  private static let narrowForms: [UInt32] = [0x6877_6964, 0x7477_6964, 0x7177_6964]

  /// Shapes an item as one cluster: horizontally, and centred in a square of one em.
  ///
  /// The first glyph moves the pen by an em and the others do not, so their offsets count from the
  /// end of the square. All glyphs have the forms of horizontal text from left to right, those of
  /// combining marks and joined letters, too.
  ///
  /// - Throws: ``ShapingError`` with `allocationFailed`, and `CancellationError`.
  static func combinedRun(
    _ text: Span<UInt16>, _ item: borrowing ShapingItem, scratch: ShapingScratch,
    cancellation: Cancellation
  ) throws -> ShapedRun {
    try cancellation.check()
    let em = Double(item.font.unitsPerEm)
    let room = combinedWidth * em
    var natural = try width(text, item, nil, scratch)
    var scale = 1.0
    if natural > room {
      var isNarrow = false
      for form in narrowForms {
        let width = try width(text, item, form, scratch)
        if width <= room, width < natural {
          natural = width
          isNarrow = true
          break
        }
      }
      if !isNarrow {
        natural = try width(text, item, nil, scratch)
        scale = room / natural
      }
    }
    let metrics = item.font.metrics
    // The distance from the pen, at the top of the square, to the baseline that centres the ascent
    // and descent in the square.
    let baseline = -(em + metrics.ascent + metrics.descent) / 2
    let glyphs = scratch.glyphs
    glyphs.removeAll()
    glyphs.defineOffsets()
    scratch.buffer.withGlyphs { infos, positions in
      var x = -natural / 2
      for i in infos.indices {
        glyphs.append(
          glyph: UInt16(truncatingIfNeeded: infos[i].codepoint),
          advance: i == 0 ? Int32(item.font.unitsPerEm) &* 64 : 0, cluster: 0)
        glyphs.offsets[2 * i] = whole((x + Double(positions[i].x_offset)) * scale)
        glyphs.offsets[2 * i + 1] =
          whole(baseline + Double(positions[i].y_offset) + (i == 0 ? 0 : em))
        x += Double(positions[i].x_advance)
      }
    }
    glyphs.endPiece(textEnd: item.end - item.start)
    if item.style.hasSpacing { LetterSpacing(item).add(to: glyphs, text, base: item.start) }
    return try ShapedRun(
      kind: .text, origin: item.style.origin(of: item.font), script: item.script,
      level: item.level, textRange: TextRange(item.start, item.end), orientation: .combined,
      compression: Float(scale), glyphs: glyphs, cancellation: cancellation)
  }

  /// Shapes the text of a combined item from left to right.
  ///
  /// - Parameter form: A feature of narrower forms.
  /// - Returns: The width in font units; the glyphs are in the buffer.
  private static func width(
    _ text: Span<UInt16>, _ item: borrowing ShapingItem, _ form: UInt32?,
    _ scratch: ShapingScratch
  ) throws -> Double {
    let style = item.style.shared
    scratch.buffer.begin(
      flags: HB_BUFFER_FLAG_REMOVE_DEFAULT_IGNORABLES.rawValue,
      SegmentProperties(
        direction: HB_DIRECTION_LTR, script: item.script, language: style.language))
    // The part is shaped without context, since the text around it stands above and below.
    let part = text.extracting(item.start..<item.end)
    let shown =
      item.style.changesCase
      ? ShownCharacters(
        part, part.indices, item.style.style.storage.fields, item.font.face.coverage) : nil
    if let shown {
      scratch.buffer.add(shown)
    } else {
      scratch.buffer.add(part, part.indices)
    }
    var features = style.features
    if let form { features.append(hb_feature_t(tag: form, value: 1, start: 0, end: .max)) }
    switch scratch.buffer.shape(item.font, features, skipping: 0) {
    case .complete: break
    case .limited: scratch.noteIncomplete(item.start..<item.end)
    case .outOfMemory:
      throw ShapingError(
        .allocationFailed, offset: item.start,
        "not enough memory to shape the text from here on")
    }
    return scratch.buffer.withGlyphs { _, positions in
      var sum = 0.0
      for i in positions.indices { sum += Double(positions[i].x_advance) }
      return sum
    }
  }

  private static func whole(_ value: Double) -> Int32 {
    Int32(max(-1.0e9, min(1.0e9, value)).rounded())
  }
}
