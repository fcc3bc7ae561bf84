// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping

/// Texts in vertical lines, and their runs as strings.
enum Vertical {
  static func text(
    _ string: String, fonts: FontCollection = .embedded, language: String = "ja",
    environment: ShapingEnvironment = anew, direction: TextDirection = .auto,
    _ change: (inout ShapingStyle) -> Void = { _ in }
  ) throws -> ShapedText {
    var style = TextStyle()
    style.shaping.language = language
    style.paragraph.direction = direction
    change(&style.shaping)
    return try ShapedText(
      AttributedText(string, style: style), fonts: fonts, isVertical: true,
      environment: environment)
  }

  /// The runs of the first paragraph, neighbours of one orientation and level as one: the text,
  /// then `|` for upright, `-` for turned and `=` for combined runs, then the bidi level where it
  /// is not 0.
  static func runs(_ shaped: ShapedText) -> [String] {
    var rows: [(text: String, way: String)] = []
    for run in shaped.paragraphs[0].runs {
      let way =
        (run.isCombined ? "=" : run.isUpright ? "|" : "-") + (run.level == 0 ? "" : "\(run.level)")
      let text = shaped.text[run.textRange].string
      if let last = rows.last, last.way == way, !run.isCombined {
        rows[rows.count - 1].text += text
      } else {
        rows.append((text, way))
      }
    }
    return rows.map { $0.text + $0.way }
  }

  static func runs(
    _ string: String, language: String = "ja", direction: TextDirection = .auto,
    _ change: (inout ShapingStyle) -> Void = { _ in }
  ) throws -> [String] {
    try runs(text(string, language: language, direction: direction, change))
  }

  /// The glyphs of a run as `hb-shape` writes them, without names.
  static func line(_ run: ShapedRun) -> String {
    (0..<run.glyphCount).map { i in
      let (offset, advance) = (run.offset(at: i), run.advance(at: i) / 64)
      let move = run.isUpright ? "0,\(-advance)" : "\(advance)"
      let place = offset.x == 0 && offset.y == 0 ? "" : "@\(offset.x),\(offset.y)"
      return "\(run.glyph(at: i))=\(run.cluster(at: i) - run.textRange.start)\(place)+\(move)"
    }.joined(separator: "|")
  }
}
