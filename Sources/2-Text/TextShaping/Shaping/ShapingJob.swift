// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextAnalysis
import TextFonts
import TextModel

/// The shaping of one text, from its first paragraph to its last.
///
/// Each paragraph is analysed, divided into items and shaped, those with line separators line by
/// line, unless ``Shortcuts`` has the same glyphs already.
struct ShapingJob {
  let text: AttributedText
  let scratch: ShapingScratch
  let styles: ResolvedStyleCache
  let cancellation: Cancellation
  let isVertical: Bool
  /// Whether some character has a ruby.
  var hasRuby = false
  /// The code units in which the absent ``InlineParts`` count as no characters where levels are
  /// resolved; empty if there are none.
  var levelUnits: [UInt16] = []
  /// Whether the present paragraph has an attachment whose `wrap` is not `inline`.
  var hasFreeAttachment = false
  /// Whether the present paragraph has an attachment with an `inlinePart`.
  var hasInlinePart = false
  /// Whether some paragraph so far has an attachment whose `wrap` is not `inline`.
  private var hasFreeAttachments = false
  /// Whether some text so far has a ruby or emphasis marks.
  private var hasAnnotations = false
  private var paragraphs: [ShapedParagraph] = []
  private var missing: [MissingCharacter] = []
  private var incomplete: [TextRange] = []
  /// The runs of the text's columns that hold the present paragraph's beginning.
  private(set) var shapingRun = 0
  private var paragraphRun = 0
  private(set) var spans: [Itemizer.StyleSpan] = []
  /// Whether some of ``spans`` isolates the direction of its text.
  private(set) var hasIsolated = false
  /// Whether some of ``spans`` has small capitals.
  private(set) var hasSmallCapitals = false
  /// The levels of the present paragraph, and where it begins, if it has line separators.
  private var lineLevels: (start: Int, bidi: BidiParagraph)?
  /// The bytes that paragraphs and runs take so far.
  private var shapedBytes = 0

  /// The length, in code units, from which break opportunities are found while the paragraph is
  /// shaped: that takes long, and shaping can be cancelled.
  private static let longParagraph = 1 << 14

  init(
    text: AttributedText, workspace: ShapingWorkspace, cancellation: Cancellation, isVertical: Bool
  ) {
    self.text = text
    self.isVertical = isVertical
    (scratch, styles) = (workspace.scratch, workspace.styles)
    self.cancellation = cancellation
  }

  /// - Parameter units: The code units of the text.
  mutating func run(_ units: Span<UInt16>) throws -> Shaper.Result {
    // Rubies are searched for only in a text with elements, of which most texts have none.
    let elements = text.content.elements.count
    if elements > 1 || !text.content.elements.value(ofRun: 0).isNone { try findElements() }
    var start = 0
    repeat {
      try cancellation.check()
      // A paragraph and its line take about 200 bytes, even if the paragraph has no run.
      try account(for: 200)
      let paragraph =
        try Shortcuts.paragraph(&self, units, from: start)
        ?? anyParagraph(units, from: start)
      start = paragraph.range.end
      if start >= units.count && paragraphs.isEmpty {
        return Shaper.Result(
          paragraphs: [paragraph], missing: missing, incomplete: incomplete,
          hasAnnotations: hasAnnotations, hasFreeAttachments: hasFreeAttachments)
      }
      if paragraphs.count == paragraphs.capacity {
        paragraphs.reserve(at: paragraph.range.start, of: units.count)
      }
      paragraphs.append(paragraph)
    } while start < units.count
    return Shaper.Result(
      paragraphs: paragraphs, missing: missing, incomplete: incomplete,
      hasAnnotations: hasAnnotations, hasFreeAttachments: hasFreeAttachments)
  }

  /// Finds the columns' runs that hold a paragraph's beginning, and returns its style.
  ///
  /// - Parameter isContinuation: Whether the paragraph goes on after a line separator; it keeps
  ///   its style then.
  mutating func openParagraph(at start: Int, isContinuation: Bool = false) -> ParagraphStyle {
    let count = text.content.paragraphs.count
    if count > 1, !isContinuation {
      while text.content.paragraphs.end(of: paragraphRun) <= start, paragraphRun + 1 < count {
        paragraphRun += 1
      }
    }
    let shapingCount = text.content.shaping.count
    if shapingCount > 1 {
      while text.content.shaping.end(of: shapingRun) <= start, shapingRun + 1 < shapingCount {
        shapingRun += 1
      }
    }
    return text.withParagraphStorage(ofRun: paragraphRun) { ParagraphStyle(storage: $0) }
  }

  /// The resolved style of a run of the shaping column.
  func style(ofRun run: Int) throws -> ResolvedStyle {
    try text.withShapingStorage(ofRun: run) { try styles.style(of: $0, cancellation) }
  }

  /// Adds up the memory of the shaped text, and refuses a text that takes too much: many paragraphs
  /// or runs, or a font that makes many glyphs of a letter.
  mutating func account(for bytes: Int) throws(ShapingError) {
    shapedBytes += bytes
    if shapedBytes > TextLimits.shapedBytes { throw ShapingJob.tooMuchMemory }
  }

  mutating func account(for run: ShapedRun) throws(ShapingError) {
    try account(for: 256 + 24 * run.glyphCount)
  }

  static var tooMuchMemory: ShapingError {
    let limit = TextLimits.shapedBytes >> 20
    return ShapingError(
      .textTooLong,
      "the text takes more than \(limit) MiB once it is shaped, the most that is laid out")
  }

  // MARK: - Any text

  private mutating func anyParagraph(
    _ units: Span<UInt16>, from start: Int
  ) throws -> ShapedParagraph {
    let (end, terminator) = try ShapingJob.lineEnd(units, from: start, cancellation)
    let range = TextRange(start, end)
    let length = end - terminator - start
    let content = units.extracting(start..<start + length)
    let isContinuation = ShapingJob.isContinuation(units, at: start)
    let endsWithLineSeparator = terminator == 1 && units[end - 1] == ParagraphScanner.lineSeparator
    let style = openParagraph(at: start, isContinuation: isContinuation)
    // Local, so that no span of a property is kept over a call that changes the job.
    let replaced = levelUnits
    let ofLevels = replaced.isEmpty ? units : replaced.span
    let levelContent = ofLevels.extracting(start..<start + length)
    var levels =
      isContinuation || endsWithLineSeparator
      ? try levels(
        ofLine: start..<start + length, ofLevels, style.direction, isContinuation: isContinuation)
      : nil
    try findSpans(range, length: length)
    var division = VerticalDivision()
    if isVertical {
      division = VerticalDivision(
        try CombinedText.find(in: content, spans, scratch: scratch, cancellation))
      if levels == nil {
        levels = try verticalLevels(levelContent, style.direction, division.combined)
      }
    }
    if hasIsolated || !levelUnits.isEmpty, levels == nil {
      levels = try resolveLevels(levelContent, style.direction)
    }
    if !levelUnits.isEmpty, let found = levels {
      levels = try joinParts(to: found, content, levelContent)
    }
    // A local array, since reading a style from a property would count a reference.
    var spans: [Itemizer.StyleSpan] = []
    swap(&spans, &self.spans)
    // An empty line after a separator has the separator's style.
    let strutStyle =
      length == 0 && isContinuation
      ? try self.style(ofRun: text.content.shaping.run(at: start - 1)) : spans[0].style
    let origin = try strutStyle.primaryOrigin()
    if length == 0 {
      let level: UInt8 = levels?.paragraphLevel ?? (style.direction == .rightToLeft ? 1 : 0)
      let marker = isContinuation ? nil : try marker(of: style, origin, baseLevel: level)
      if marker != nil { hasAnnotations = true }
      return ShapedParagraph(
        range: range,
        content: try ShapedContent(
          characters: .shared([], start: 0), length: 0, baseLevel: level, style: style, runs: [],
          strut: origin, bidi: nil, hasTabs: false, marker: marker, cancellation: cancellation),
        isContinuation: isContinuation, endsWithLineSeparator: endsWithLineSeparator)
    }

    // Local references, which are not counted for each item.
    let (scratch, cancellation) = (scratch, cancellation)
    let analysis = try Itemizer.Analysis(
      content, direction: style.direction, bidi: levels, cancellation)
    var runs: [ShapedRun] = []
    var progress = Itemizer.Progress()
    let attachments = try attachments(in: range)
    (hasFreeAttachment, hasInlinePart) = (false, false)
    let bases =
      hasRuby
      ? try RubyBases(text.content.elements, content, paragraphStart: start, cancellation) : nil
    var items = scratch.takeItems()
    defer { scratch.giveBack(items) }
    // `previous` is the item that was shaped last. In vertical text, `waiting` is the part behind
    // it, which is shaped when the part after it is known.
    var previous: ItemExtent?
    var waiting: ItemExtent?
    repeat {
      try Itemizer.itemize(
        content, analysis: analysis, styles: spans, attachments: attachments, from: &progress,
        into: &items, scratch: scratch, cancellation: cancellation)
      if let bases, !bases.isEmpty { try bases.divide(&items, cancellation) }
      let isLast = progress.offset >= length
      if hasSmallCapitals {
        // The last item may still grow, so it is divided with the next batch.
        let growing = isLast ? nil : items.popLast()
        try Itemizer.divideSmallCapitals(
          &items, content, graphemes: analysis.graphemes, spans: &spans,
          cancellation: cancellation)
        if let growing { items.append(growing) }
      }
      // The last item may still grow, so it is shaped with the next batch.
      let count = items.count - (isLast ? 0 : 1)
      if runs.isEmpty { runs.reserveCapacity(count) }
      for index in 0..<count {
        try cancellation.check()
        let extent = items[index]
        let end = extent.end
        if isVertical {
          let style = spans[Int(extent.span)].style
          while let part = try division.next(
            in: extent, content, analysis.graphemes, style, scratch, cancellation)
          {
            if let item = waiting {
              try appendVertical(
                item, after: previous, before: part, spans, content, paragraphStart: start,
                bases, to: &runs)
            }
            (previous, waiting) = (waiting, part)
          }
          continue
        }
        if extent.kind == .attachment {
          runs.append(
            try attachmentRun(
              extent, ShapingItem(extent, spans[Int(extent.span)].style), paragraphStart: start))
          continue
        }
        let item = ShapingItem(extent, spans[Int(extent.span)].style)
        scratch.trimmedEdges =
          item.style.shared.trimsSpacing
          ? try trimmedEdges(
            of: item, after: index > 0 ? items[index - 1] : previous,
            before: index + 1 < items.count ? items[index + 1] : nil, content, spans, bases)
          : []
        try Shaper.shapeItem(content, item, scratch: scratch, cancellation: cancellation) {
          (run: consuming ShapedRun) in
          if run.hasMissing && run.kind == .text {
            try missing.note(in: run, content: content, start: start, cancellation)
          }
          try account(for: run)
          if runs.count == runs.capacity { runs.reserve(at: end, of: length) }
          runs.append(consume run)
        }
      }
      if isVertical {
        if isLast, let item = waiting {
          try appendVertical(
            item, after: previous, before: nil, spans, content, paragraphStart: start, bases,
            to: &runs)
        }
      } else if count > 0 {
        previous = items[count - 1]
      }
      items.removeSubrange(0..<count)
      if !scratch.incomplete.isEmpty { noteIncomplete(start) }
    } while progress.offset < length || !items.isEmpty
    if let bases, !bases.isEmpty {
      try annotate(
        &runs, bases, content, paragraphStart: start,
        isRightToLeft: analysis.bidi.paragraphLevel & 1 == 1)
      hasAnnotations = true
    }
    try spans.release(cancellation)
    swap(&spans, &self.spans)
    let bidi = analysis.bidi
    if hasFreeAttachment { hasFreeAttachments = true }
    let marker =
      isContinuation ? nil : try marker(of: style, origin, baseLevel: bidi.paragraphLevel)
    if marker != nil { hasAnnotations = true }
    let shaped = try ShapedContent(
      characters: .shared(text.utf16, start: start), length: length,
      baseLevel: bidi.paragraphLevel, style: style, runs: runs, strut: origin,
      bidi: bidi.levels.isEmpty ? nil : bidi, hasTabs: progress.hasTabs,
      hasCombined: !division.combined.isEmpty, hasRuby: bases?.isEmpty == false,
      marker: marker, hasFreeAttachment: hasFreeAttachment,
      inlineParts: hasInlinePart ? try InlineParts(runs, cancellation) : nil,
      cancellation: cancellation)
    if length >= ShapingJob.longParagraph { _ = try shaped.findBreaks(cancellation) }
    return ShapedParagraph(
      range: range, content: shaped, isContinuation: isContinuation,
      endsWithLineSeparator: endsWithLineSeparator)
  }

  /// Whether a line separator stands before an offset, so that the paragraph goes on there.
  static func isContinuation(_ units: Span<UInt16>, at start: Int) -> Bool {
    start > 0 && units[start - 1] == ParagraphScanner.lineSeparator
  }

  /// The levels of one hard line of a paragraph with line separators, which are those of the whole
  /// paragraph: embeddings and the direction go on over a separator. Source: UAX #9, class WS.
  private mutating func levels(
    ofLine line: Range<Int>, _ units: Span<UInt16>, _ direction: TextDirection,
    isContinuation: Bool
  ) throws -> BidiParagraph {
    if !isContinuation {
      let end = try ParagraphScanner.end(
        ofParagraphAt: line.lowerBound, in: units, cancellation: cancellation)
      let whole = units.extracting(line.lowerBound..<end)
      let content = whole.extracting(0..<whole.count - ParagraphScanner.terminatorLength(whole))
      try findSpans(
        TextRange(line.lowerBound, line.lowerBound + content.count), length: content.count)
      let bidi =
        try isVertical
        ? verticalLevels(ofParagraph: content, direction) : resolveLevels(content, direction)
      lineLevels = (line.lowerBound, bidi)
    }
    guard let (start, bidi) = lineLevels else { preconditionFailure("a line without paragraph") }
    return bidi.part(line.lowerBound - start..<line.upperBound - start)
  }

  /// Adds the parts of the paragraph at an offset whose substitutions HarfBuzz gave up; neighbours
  /// become one range.
  private mutating func noteIncomplete(_ start: Int) {
    for part in scratch.takeIncomplete() {
      var range = TextRange(start + part.lowerBound, start + part.upperBound)
      if let last = incomplete.last, range.start <= last.end {
        range = TextRange(last.start, max(last.end, range.end))
        incomplete.removeLast()
      }
      incomplete.append(range)
    }
  }

  /// Notes the characters of a ruby that no font has, at its base.
  mutating func noteMissing(_ scalars: [Unicode.Scalar], of base: TextRange) {
    if scalars.isEmpty { return }
    missing.append(MissingCharacter(range: base, scalars: scalars))
    missing.sort { $0.range.start < $1.range.start }
  }

  /// The end of the hard line that begins at an offset, and the length of its terminator.
  private static func lineEnd(
    _ units: Span<UInt16>, from start: Int, _ cancellation: Cancellation
  ) throws -> (end: Int, terminator: Int) {
    let end = try ParagraphScanner.end(ofLineAt: start, in: units, cancellation: cancellation)
    return (end, ParagraphScanner.terminatorLength(units.extracting(start..<end)))
  }

  /// Adds a run of vertical text.
  mutating func append(
    _ run: consuming ShapedRun, _ content: Span<UInt16>, paragraphStart start: Int,
    to runs: inout [ShapedRun]
  ) throws {
    if run.hasMissing && run.kind == .text {
      try missing.note(in: run, content: content, start: start, cancellation)
    }
    try account(for: run)
    if runs.count == runs.capacity { runs.reserve(at: run.textRange.end, of: content.count) }
    runs.append(consume run)
  }

  /// Finds the styles of a paragraph's content; there is at least one.
  mutating func findSpans(_ range: TextRange, length: Int) throws {
    let count = text.content.shaping.count
    spans.removeAll(keepingCapacity: true)
    (hasIsolated, hasSmallCapitals) = (false, false)
    var run = shapingRun
    repeat {
      // Styles that occur for the first time may search for fonts, which takes long.
      if spans.count < 16 { try cancellation.check() }
      if spans.count & 0xFF == 0xFF {
        try cancellation.check()
        spans.reserve(at: spans[spans.count - 1].end, of: length)
      }
      let end = min(text.content.shaping.end(of: run) - range.start, length)
      let style = try style(ofRun: run)
      if style.annotations != nil { hasAnnotations = true }
      if style.isIsolated { hasIsolated = true }
      if style.hasSmallCapitals { hasSmallCapitals = true }
      spans.append(Itemizer.StyleSpan(end: end, style: style))
      run += 1
    } while run < count && spans[spans.count - 1].end < length
  }
}
