// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency
import TextAnalysis
package import TextFonts
package import TextModel

/// Turns text into shaped paragraphs, and parts of text into shaped runs.
package enum Shaper {
  /// The shaped paragraphs of a text, the characters that no font has, and the ranges in which the
  /// shaper stopped before all substitutions were made.
  struct Result {
    var paragraphs: [ShapedParagraph]
    var missing: [MissingCharacter]
    var incomplete: [TextRange]
    /// Whether some text has a ruby or emphasis marks.
    var hasAnnotations = false
    /// Whether the `wrap` of some attachment is not `inline`.
    var hasFreeAttachments = false
  }

  /// Shapes a whole text, paragraph by paragraph.
  static func shape(
    _ text: AttributedText, fonts: FontCollection, cancellation: Cancellation,
    environment: ShapingEnvironment = ShapingEnvironment(), isVertical: Bool = false
  ) throws -> Result {
    if text.length > TextLimits.textLength {
      throw ShapingError(
        .textTooLong,
        "the text has \(text.length) UTF-16 code units; "
          + "at most \(TextLimits.textLength) are laid out"
      )
    }
    try checkSizes(text, cancellation)
    return try ShapingWorkspace.pool.withScratch { workspace in
      let scratch = workspace.scratch
      scratch.open(isVertical ? environment.withoutShortcuts : environment, cancellation)
      defer { scratch.close() }
      workspace.styles.open(fonts)
      return try text.withUnits { units in
        scratch.isVertical = isVertical
        var job = ShapingJob(
          text: text, workspace: workspace, cancellation: cancellation, isVertical: isVertical)
        return try job.run(units)
      }
    }
  }

  private static func checkSizes(
    _ text: AttributedText, _ cancellation: Cancellation
  ) throws {
    for run in 0..<text.content.shaping.count {
      if run & 0xFFF == 0xFFF { try cancellation.check() }
      let size = text.withShapingStorage(ofRun: run) { $0.fields.size }
      if !(size > 0 && size <= TextLimits.fontSize) {
        throw ShapingError(
          .badFontSize, offset: text.shaping.start(of: run),
          "the font size \(size) is not above 0 and at most \(TextLimits.fontSize) points")
      }
    }
  }

  /// Shapes a part of a run again, with the text around it as context.
  ///
  /// - Parameters:
  ///   - trimsEnd: Whether the last character is a full-width punctuation mark that is trimmed to
  ///     half of its width.
  ///   - beginsLine: Whether a line begins with the part.
  ///   - endsLine: Whether a line ends with the part.
  ///   - isVertical: Whether the text stands in vertical lines.
  package static func reshape(
    _ run: ShapedRun, _ range: TextRange, in paragraph: ShapedParagraph, of text: AttributedText,
    fonts: FontCollection, trimsEnd: Bool = false, beginsLine: Bool = false,
    endsLine: Bool = false, isVertical: Bool = false, cancellation: Cancellation = .never
  ) throws -> ShapedRun {
    let range = range.clamped(to: run.textRange)
    let edges = run.trimmedEdges(of: range, trimsEnd, beginsLine: beginsLine, endsLine: endsLine)
    if range == run.textRange, edges == run.trimmedEdges, !(endsLine && run.endsInAutospace) {
      return run
    }
    return try ShapingWorkspace.pool.withScratch { workspace in
      let scratch = workspace.scratch
      // Parts of words are not worth caching.
      scratch.open(ShapingEnvironment(words: nil), cancellation)
      defer { scratch.close() }
      scratch.trimmedEdges = edges
      scratch.isVertical = isVertical
      // A part that ends with the run has an autospace at its end only if the run has one there.
      scratch.endsLine = endsLine || range.end == run.textRange.end && !run.endsInAutospace
      workspace.styles.open(fonts)
      let style = try workspace.styles.style(of: run.style.storage, cancellation)
      let item = ShapingItem(
        start: range.start, end: range.end, font: run.font, style: style, script: run.script,
        level: run.level, kind: run.kind,
        orientation: run.isCombined ? .combined : run.isUpright ? .upright : .horizontal)
      return try text.withUnits { units in
        let start = paragraph.range.start
        let content = units.extracting(start..<start + paragraph.contentLength)
        if run.isCombined {
          return try combinedRun(content, item, scratch: scratch, cancellation: cancellation)
            .keepingRuby(of: run, scratch.glyphs)
        }
        var made: ShapedRun?
        try shapeItem(content, item, scratch: scratch, cancellation: cancellation) { made = $0 }
        return try (made ?? run).keepingRuby(of: run, scratch.glyphs)
      }
    }
  }

  /// Shapes a token: characters that are not part of the text, such as an ellipsis or a hyphen.
  /// Fonts are chosen as for text.
  ///
  /// - Parameters:
  ///   - level: The bidi level of all characters; if `script` is `nil`, the paragraph level, from
  ///     which the levels of the characters follow.
  ///   - script: The script of all characters; if `nil`, levels and scripts are resolved from the
  ///     characters.
  ///   - isVertical: Whether the token stands in a vertical line. Its characters are not combined.
  package static func shapeToken(
    _ token: [UInt16], style: ShapingStyle, level: UInt8, script: FontTag?, fonts: FontCollection,
    isVertical: Bool = false
  ) throws -> [ShapedRun] {
    try ShapingWorkspace.pool.withScratch { workspace in
      let scratch = workspace.scratch
      scratch.open(isVertical ? ShapingEnvironment.standard.withoutShortcuts : .standard)
      workspace.styles.open(fonts)
      let resolved = try workspace.styles.style(of: style.storage, .never)
      let units = token.span
      if script == nil, level == 0, !isVertical,
        let run = try Shortcuts.token(units, resolved, scratch: scratch)
      {
        return [run]
      }
      var analysis = try Itemizer.Analysis(
        units, direction: level & 1 == 1 ? .rightToLeft : .leftToRight, .never)
      if let script {
        analysis.scripts = ScriptRuns(ends: [Int32(units.count)], scripts: [script])
        analysis.bidi = BidiParagraph(paragraphLevel: level, length: units.count, levels: [])
      }
      var items: [ItemExtent] = []
      var progress = Itemizer.Progress()
      while progress.offset < units.count {
        try Itemizer.itemize(
          units, analysis: analysis, styles: [.init(end: units.count, style: resolved)],
          from: &progress, into: &items, scratch: scratch, cancellation: .never)
      }
      var runs: [ShapedRun] = []
      var spans = [Itemizer.StyleSpan(end: units.count, style: resolved)]
      if resolved.hasSmallCapitals {
        try Itemizer.divideSmallCapitals(
          &items, units, graphemes: analysis.graphemes, spans: &spans, cancellation: .never)
      }
      if isVertical {
        var division = VerticalDivision()
        for extent in items {
          while let part = try division.next(
            in: extent, units, analysis.graphemes, spans[Int(extent.span)].style, scratch, .never)
          {
            try shapeItem(
              units, ShapingItem(part, spans[Int(part.span)].style), scratch: scratch,
              cancellation: .never
            ) {
              runs.append($0)
            }
          }
        }
        return runs
      }
      for extent in items {
        let item = ShapingItem(extent, spans[Int(extent.span)].style)
        try shapeItem(units, item, scratch: scratch, cancellation: .never) { runs.append($0) }
      }
      return runs
    }
  }
}
