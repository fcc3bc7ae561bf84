// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments
internal import TextModel

/// The note about text of which a font made more glyphs than are drawn.
enum IncompleteRangeNote {
  /// Names the ranges on standard error.
  static func write(
    _ ranges: [TextRange], of text: ScalarText, to console: CommandConsole
  ) {
    guard let first = ranges.first else { return }
    let more = ranges.count > 1 ? " and \(ranges.count - 1) more places" : ""
    console.note(
      "the font's substitutions make more glyphs than are drawn, at "
        + "\(text.scalar(at: first.start))...\(text.scalar(at: first.end))\(more)")
  }
}
