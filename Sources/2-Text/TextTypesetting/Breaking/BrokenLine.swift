// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// The start of a line; offsets count from the start of the paragraph.
struct LineStart {
  var offset = 0
  /// The index of the first break opportunity after `offset`.
  var next = 0
  /// The advance of all text before, in points.
  var advance = 0.0
  /// ``hyphenCount`` times two, plus 1 if the start is not safe; 0 for almost all lines. One
  /// number, since two fields cost the inner loop of a layout at a new width 4 % more instructions.
  private var state = 0

  init(
    offset: Int = 0, next: Int = 0, advance: Double = 0, isSafe: Bool = true, hyphenCount: Int = 0
  ) {
    (self.offset, self.next, self.advance) = (offset, next, advance)
    state = hyphenCount << 1 | (isSafe ? 0 : 1)
  }

  /// Whether a line can begin here with the glyphs as they were shaped.
  var isSafe: Bool { state & 1 == 0 }
  /// The number of lines directly before that end in a hyphen.
  var hyphenCount: Int { state >> 1 }
}

/// A line of a paragraph, not yet placed in the layout.
struct BrokenLine {
  /// The end of the line's text, hanging white space included.
  var end: Int
  /// The end of the text that counts for the width.
  var visibleEnd: Int
  /// The width, in points, without hanging white space.
  var width: Double
  /// The glyphs in logical order; `nil` if they are those of the paragraph's runs.
  var pieces: [LinePiece]?
  /// The start of the next line.
  var next: LineStart
  /// The part of the width that need not fit: the edges of inline boxes behind removed white space.
  var overhang = 0.0

  /// The width that has to fit, in points.
  var fittingWidth: Double { width - overhang }

  /// Releases the pieces, of which a line may have very many.
  ///
  /// - Throws: `CancellationError`.
  mutating func release(_ cancellation: Cancellation) throws {
    try pieces?.release(cancellation)
  }
}
