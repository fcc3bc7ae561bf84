// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import SystemConcurrency
package import TextAnalysis
public import TextFonts
public import TextModel

/// A shaped text: independent of any width, immutable, shared freely between threads.
public final class ShapedText: Sendable {
  /// The text that was shaped.
  public let text: AttributedText
  /// The fonts that the text was shaped with.
  public var fonts: FontCollection { paragraphs[0].content.strut.fonts }
  /// The paragraphs, which cover the text without gaps; there is at least one.
  ///
  /// A terminator at the very end is followed by no empty paragraph here.
  package let paragraphs: [ShapedParagraph]
  /// Whether the text was shaped for vertical lines.
  public let isVertical: Bool
  /// The characters that no font has, in order.
  public let missing: [MissingCharacter]
  /// The ranges in which a font's substitutions make more glyphs than HarfBuzz allows, in order:
  /// they have the glyphs that there were when HarfBuzz stopped. Empty unless a font multiplies
  /// glyphs, which no ordinary font does.
  package let incompleteRanges: [TextRange]
  /// Whether some text has a ruby or emphasis marks.
  package let hasAnnotations: Bool
  /// Whether the `wrap` of some attachment is not `inline`.
  package let hasFreeAttachments: Bool

  /// Shapes a text.
  ///
  /// Any thread may call it; no lock is held for long.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - fonts: The fonts with which it is shaped.
  ///   - isVertical: Whether the text stands in vertical lines: it is divided into upright runs and
  ///     runs that are turned (UTR #50, `ShapingStyle.textOrientation`), and
  ///     `ShapingStyle.textCombine` applies.
  ///   - cancellation: Polled while the text is shaped.
  /// - Throws: `FontError` with `noFonts`, ``ShapingError``, or `CancellationError`.
  /// - Complexity: O(*n*) in the text's length.
  public convenience init(
    _ text: borrowing AttributedText, fonts: borrowing FontCollection = .default,
    isVertical: Bool = false, cancellation: Cancellation = .never
  ) throws {
    try self.init(
      text, fonts: fonts, isVertical: isVertical, cancellation: cancellation,
      environment: .standard)
  }

  package init(
    _ text: borrowing AttributedText, fonts: borrowing FontCollection,
    isVertical: Bool = false, cancellation: Cancellation = .never,
    environment: borrowing ShapingEnvironment
  ) throws {
    self.text = copy text
    self.isVertical = isVertical
    let result = try Shaper.shape(
      text, fonts: fonts, cancellation: cancellation, environment: environment,
      isVertical: isVertical)
    paragraphs = result.paragraphs
    missing = result.missing
    incompleteRanges = result.incomplete
    hasAnnotations = result.hasAnnotations
    hasFreeAttachments = result.hasFreeAttachments
  }

  /// Shapes a part of a run again, as it looks when a line begins or ends inside the run.
  ///
  /// The text beyond the part is given to the shaper as context, so that letters stay joined.
  ///
  /// - Parameters:
  ///   - range: The part, in code units from the beginning of the paragraph; it must lie within the
  ///     run.
  ///   - trimsEnd: Whether the last character is a full-width punctuation mark that is trimmed to
  ///     half of its width.
  ///   - beginsLine: Whether a line begins with the part.
  ///   - endsLine: Whether a line ends with the part.
  package func reshape(
    _ run: ShapedRun, _ range: TextRange, in paragraph: ShapedParagraph, trimsEnd: Bool = false,
    beginsLine: Bool = false, endsLine: Bool = false, cancellation: Cancellation = .never
  ) throws -> ShapedRun {
    try Shaper.reshape(
      run, range, in: paragraph, of: text, fonts: fonts, trimsEnd: trimsEnd,
      beginsLine: beginsLine, endsLine: endsLine, isVertical: isVertical,
      cancellation: cancellation)
  }

  /// Shapes a token, a few characters that are not in the text such as an ellipsis or a hyphen, in
  /// the style and direction of the run beside which it stands.
  ///
  /// The runs' text ranges count from the beginning of the token.
  package func shapeToken(_ token: [UInt16], like run: ShapedRun) throws -> [ShapedRun] {
    try Shaper.shapeToken(
      token, style: run.style, level: run.level, script: run.script, fonts: fonts,
      isVertical: isVertical)
  }

  /// Shapes a token beside which there is no run: directions and scripts are those of the token
  /// itself, in a paragraph of the level given. The runs are in logical order.
  package func shapeToken(
    _ token: [UInt16], style: ShapingStyle, level: UInt8
  ) throws -> [ShapedRun] {
    try Shaper.shapeToken(
      token, style: style, level: level, script: nil, fonts: fonts, isVertical: isVertical)
  }

  /// The grapheme clusters of a paragraph; found anew at each call.
  package func graphemes(of paragraph: ShapedParagraph) throws -> GraphemeBreaks {
    try text.withUnits { try GraphemeBreaks.resolve($0.extracting(paragraph.range.range)) }
  }
}
