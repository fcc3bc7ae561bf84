// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing
import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping
@testable import TextTypesetting

/// Lines that end within what is one cluster of the whole text: a ligature, a conjunct, a letter
/// with what joins it. The right glyphs are those of HarfBuzz (`PlainRun`, which is what `hb-shape`
/// does) for the characters of the line alone, with the text around them as context.
@Suite("Lines that end within clusters") struct CutClusterTests {
  /// Each ends in a cluster of several characters, in one font or another of the embedded ones.
  private static let strings = [
    "ffi", "fi", "Graffi", "office", "ffix", "ffi ", "affl", "سلا", "لا", "كلا", "ده\u{200C}ر",
    "می\u{200C}خواهم", "بسم الله", "ܫܠܡܐ", "שלום", "שָׁלוֹם", "քմն", "մեւ", "և",
    "ಕ್ಷ", "ಸ್ತ್ರೀ", "క్ష్మ", "ക്ഷ", "സ്ത്രീ", "ക്ക", "क्ष", "स्त्री", "ज्ञ", "ক্ষ", "ਸ੍ਰ", "ક્ષ",
    "କ୍ଷ", "க்ஷ", "ஸ்ரீ", "ක්\u{200D}ෂ", "ශ්\u{200D}රී", "က္က", "မ္မာ", "ក្ក", "ស្រី", "ᠮᠣᠩᠭᠣᠯ",
    "ᠪᠤᠯ", "ꦏ꧀ꦏ", "རྒྱ", "กำ", "ທຳ", "ߒߞߏ", "ދިވެހި", "ⵜⵉⴼ", "ᏣᎳᎩ", "漢字か\u{3099}", "e\u{301}f\u{301}",
    "a\u{200B}\u{200B}b", "ab\u{2060}\u{200B}", "\u{200B}لا\u{200B}",
  ]

  private static let size = 20.0

  private static func text(_ string: String) -> AttributedText {
    AttributedText(string, style: TextStyle(shaping: ShapingStyle(size: size)))
  }

  /// The glyphs and the width, in points, that HarfBuzz gives to a range of a text in the font,
  /// script and direction of a run.
  private func fragment(
    _ units: [UInt16], _ range: TextRange, like run: ShapedRun
  ) throws -> (ids: [UInt32], width: Double) {
    func scalars(_ part: Range<Int>) -> [UInt32] {
      String(decoding: units[part], as: UTF16.self).unicodeScalars.map(\.value)
    }
    var options = PlainRun.Options()
    options.before = scalars(0..<range.start)
    options.after = scalars(range.end..<units.count)
    options.direction = run.isRightToLeft ? .rightToLeft : .leftToRight
    options.script = "\(run.script)"
    options.removesDefaultIgnorables = true
    options.isBeginningOfText = range.start == 0
    options.isEndOfText = range.end == units.count
    let plain = try PlainRun(scalars(range.range), font: run.font, options: options)
    let units = plain.glyphs.reduce(0) { $0 + $1.advanceX }
    return (plain.glyphs.map(\.id), Double(units) * Self.size / Double(run.font.unitsPerEm))
  }

  /// Checks that a line draws its own characters: each run of text of it those of its range.
  private func expectOwnGlyphs(_ line: LineFragment, _ units: [UInt16], _ name: String) throws {
    var ranges: [TextRange: (ids: [UInt32], width: Double, run: ShapedRun)] = [:]
    var covered = 0
    // Pieces of one shaped run are compared as one.
    let runs = line.runs.filter { $0.kind == .text }.sorted { $0.range.start < $1.range.start }
    var start = 0
    while start < runs.count {
      var end = start + 1
      while end < runs.count, runs[end].run.font === runs[start].run.font,
        runs[end].run.script == runs[start].run.script, runs[end].level == runs[start].level,
        runs[end].run.level == runs[start].run.level
      { end += 1 }
      let parts = runs[start..<end]
      let range = TextRange(runs[start].range.start, runs[end - 1].range.end)
      var ids: [UInt32] = []
      var width = 0.0
      for part in parts {
        let own = part.glyphs.map { UInt32(part.run.glyph(at: $0)) }
        ids = part.run.isRightToLeft ? own + ids : ids + own
        width += part.width
        covered += clipped(part.range, to: line).count
        for glyph in part.glyphs {
          #expect(part.range.range.contains(part.cluster(at: glyph)), "\(name)")
        }
      }
      ranges[range] = (ids, width, runs[start].run)
      start = end
    }
    #expect(covered == line.visibleRange.count, "\(name)")
    for (range, found) in ranges where !found.run.isUpright {
      let due = try fragment(units, range, like: found.run)
      #expect(found.ids == due.ids, "\(name) \(range)")
      #expect(near(found.width, due.width, 1e-6), "\(name) \(range)")
    }
  }

  /// A range without the white space that hangs at the end of a line.
  private func clipped(_ range: TextRange, to line: LineFragment) -> TextRange {
    let end = min(range.end, line.visibleRange.end)
    return TextRange(min(range.start, end), end)
  }

  @Test("Each line draws the glyphs of its own characters", arguments: strings)
  func lines(_ string: String) throws {
    let units = Array(string.utf16)
    let whole = try TextLayout(Self.text(string), in: TextContainer(), fonts: .embedded)
    let graphemes = Array(string)
    for mode in WritingMode.allCases {
      for width in stride(from: 0.5, through: whole.size.width + 1, by: 0.5) {
        var container =
          mode.isVertical ? TextContainer(height: width) : TextContainer(width: width)
        container.writingMode = mode
        let layout = try TextLayout(Self.text(string), in: container, fonts: .embedded)
        #expect(layout.strings.joined() == string)
        #expect(layout.lines.count <= graphemes.count)
        for line in layout.lines {
          let name = "\(string.debugDescription) \(mode) at \(width), line \(line.index)"
          try expectOwnGlyphs(line, units, name)
          #expect(
            near(
              line.runs.reduce(0) { $0 + $1.width },
              line.inlineExtent + hanging(line, units), 1e-6), "\(name)")
          // As wide as its container, or one character.
          let isOne = graphemes.contains { $0.utf16.count >= line.visibleRange.count }
          #expect(line.inlineExtent <= width + LineBreaker.tolerance || isOne, "\(name)")
        }
      }
    }
  }

  /// The width of the white space at a line's end.
  private func hanging(_ line: LineFragment, _ units: [UInt16]) -> Double {
    let end = line.visibleRange.end
    return line.runs.reduce(0) { sum, run in
      let part = TextRange(max(run.range.start, end), max(run.range.end, end))
      return part.isEmpty ? sum : sum + LinePiece(run.run, part).width
    }
  }

  /// Chromium's widths of f and i at 16 px in Noto Sans: 5.52 and 4.14, to its unit of 1/64.
  @Test func aLigatureIsDividedBetweenLines() throws {
    let text = AttributedText("ffi", style: TextStyle(shaping: ShapingStyle(size: 16)))
    let layout = try TextLayout(text, in: TextContainer(width: 6), fonts: .embedded)
    #expect(layout.strings == ["f", "f", "i"])
    for (line, width) in zip(layout.lines, [5.52, 5.52, 4.14]) {
      #expect(near(line.width, width, 0.03))
    }
  }

  @Test("Carets and selections end where the line does", arguments: strings)
  func edges(_ string: String) throws {
    let whole = try TextLayout(Self.text(string), in: TextContainer(), fonts: .embedded)
    for width in stride(from: 1, through: whole.size.width + 1, by: 1.5) {
      let layout = try TextLayout(
        Self.text(string), in: TextContainer(width: width), fonts: .embedded)
      for line in layout.lines where !line.visibleRange.isEmpty {
        let name = "\(string.debugDescription) at \(width), line \(line.index)"
        let selected = layout.rectangles(for: line.visibleRange)
        // White space beyond the box is not selected.
        let own = selected.reduce(0) { $0 + $1.width }
        #expect(near(own, line.width, 1e-6), "\(name)")
        // Carets in white space that hangs stand beyond the line.
        if line.visibleRange.end < line.range.end { continue }
        let carets = layout.carets(inLine: line.index).map(\.x)
        #expect((carets.min() ?? 0) >= line.frame.minX - 1e-6, "\(name)")
        #expect((carets.max() ?? 0) <= line.frame.maxX + 1e-6, "\(name)")
      }
    }
  }

  @Test(
    "A line that is cut draws the characters before the token",
    arguments: strings, [TextContainer.Truncation.end, .none, .start, .middle])
  func cut(_ string: String, truncation: TextContainer.Truncation) throws {
    let units = Array(string.utf16)
    let whole = try TextLayout(Self.text(string), in: TextContainer(), fonts: .embedded)
    for width in stride(from: 1, through: whole.size.width + 1, by: 1) {
      let layout = try TextLayout(
        Self.text(string),
        in: TextContainer(width: width, maximumLines: 1, truncation: truncation),
        fonts: .embedded)
      let line = layout.lines[0]
      for run in line.runs where run.kind == .text {
        let name = "\(string.debugDescription) \(truncation) at \(width)"
        for glyph in run.glyphs {
          #expect(run.range.range.contains(run.cluster(at: glyph)), "\(name)")
        }
        let width = try fragment(units, run.range, like: run.run).width
        // A part that was shaped with a neighbour may differ from the same part alone by the
        // kerning between the two, not by a letter.
        #expect(near(run.width, width, Self.size / 8), "\(name) \(run.range)")
      }
      let head = line.runs.filter {
        $0.kind == .text && line.visibleRange.range.contains($0.range.start)
      }
      #expect(
        head.reduce(0) { $0 + clipped($1.range, to: line).count } == line.visibleRange.count)
    }
  }
}
