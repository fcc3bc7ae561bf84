// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextAnalysis
import TextFonts
import TextModel
import TextShaping

/// The text that stands for the text that a truncation leaves out, shaped for its line.
struct TruncationToken {
  private enum Source {
    /// Characters in the style of the text at the cut.
    case ellipsis([UInt16])
    /// A text in its own styles.
    case styled(AttributedText)

    /// The code units, up to the first terminator of a styled text.
    var units: [UInt16] {
      switch self {
      case .ellipsis(let units): units
      case .styled(let text): text.utf16
      }
    }
  }

  private let source: Source
  private let shaped: ShapedText
  private let paragraph: ShapedParagraph
  private let cancellation: Cancellation

  /// - Parameters:
  ///   - shaped: The text that is truncated.
  ///   - paragraph: The paragraph of the line, whose direction the token has.
  init(
    _ container: TextContainer, in paragraph: ShapedParagraph, of shaped: ShapedText,
    _ cancellation: Cancellation
  ) {
    self.shaped = shaped
    self.paragraph = paragraph
    self.cancellation = cancellation
    guard let token = container.token else {
      source = .ellipsis(Array(container.ellipsis.utf16))
      return
    }
    let units = token.utf16
    let end = units.isEmpty ? 0 : ParagraphScanner.end(ofParagraphAt: 0, in: units.span)
    let terminator =
      end == 0 ? 0 : ParagraphScanner.terminatorLength(units.span.extracting(0..<end))
    var line = token[TextRange(0, end - terminator)]
    line.updateParagraphs(line.range) {
      $0.direction = paragraph.baseLevel & 1 == 1 ? .rightToLeft : .leftToRight
    }
    // A token has no rubies and no emphasis marks.
    if line.hasElements { line.updateElements(line.range) { $0.ruby = nil } }
    line.updateShaping(line.range) { if $0.emphasis != nil { $0.emphasis = nil } }
    source = .styled(line)
  }

  /// Whether the runs depend on the text at the cut.
  var dependsOnCut: Bool {
    if case .ellipsis = source { return true }
    return false
  }

  /// The runs in logical order, whose offsets count in the token, as many clusters as fit: one at
  /// least.
  ///
  /// - Parameters:
  ///   - run: The text at the cut.
  ///   - available: The width of the line, in points; `nil` for no bound.
  func runs(like run: ShapedRun?, available: Double?) throws -> [ShapedRun] {
    var units = source.units
    if let run, units == [0x2026], dependsOnCut, run.font.glyph(for: "\u{2026}") == nil {
      units = [0x2E, 0x2E, 0x2E]
    }
    let whole = try shape(units, units.count, like: run)
    guard let available, whole.width > available + LineBreaker.tolerance, units.count > 1 else {
      return whole
    }
    let graphemes = try units.graphemeBreaks(in: TextRange(0, units.count), cancellation)
    var ends: [Int] = []
    for offset in 1..<units.count where graphemes.isBoundary(offset) { ends.append(offset) }
    guard let first = ends.first else { return whole }
    var (fitting, low, high) = (try shape(units, first, like: run), 1, ends.count)
    while low < high {
      try cancellation.check()
      let middle = (low + high) / 2
      let part = try shape(units, ends[middle], like: run)
      if part.width <= available + LineBreaker.tolerance {
        (fitting, low) = (part, middle + 1)
      } else {
        high = middle
      }
    }
    return fitting
  }

  /// The runs of the first code units.
  private func shape(
    _ units: [UInt16], _ count: Int, like run: ShapedRun?
  ) throws -> [ShapedRun] {
    if count == 0 { return [] }
    switch source {
    case .ellipsis:
      return try shaped.shapeToken(
        count == units.count ? units : Array(units[..<count]),
        style: run?.style ?? paragraph.strutStyle, level: paragraph.baseLevel)
    case .styled(let text):
      let part = count == text.length ? text : text[TextRange(0, count)]
      return try ShapedText(
        part, fonts: shaped.fonts, isVertical: shaped.isVertical, cancellation: cancellation
      ).paragraphs[0].runs
    }
  }
}

extension [ShapedRun] {
  /// The sum of the widths, in points.
  var width: Double { reduce(0) { $0 + $1.width } }
}
