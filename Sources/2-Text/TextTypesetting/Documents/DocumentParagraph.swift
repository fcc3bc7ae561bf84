// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import TextAnalysis
import TextModel
import TextShaping

/// A text that several paragraphs of a document share, each as a range. An edit gives the edited
/// paragraphs a source of their own.
final class DocumentSource: Sendable {
  /// The space above and below the paragraphs of a run of one style, in points.
  struct Spacing: Sendable, Equatable {
    var before: Double
    /// The space below, with the line spacing.
    var after: Double

    init(_ style: ParagraphStyle) {
      let fields = style.storage.fields
      before = Self.valid(fields.spacingBefore)
      after = Self.valid(fields.lineSpacing) + Self.valid(fields.spacingAfter)
    }

    /// A spacing in points, 0 if it is invalid: the error is thrown when the paragraph is laid out.
    private static func valid(_ value: Double) -> Double {
      value >= 0 && value <= TextLimits.containerSide ? LineMetrics.exact(value) : 0
    }
  }

  let text: AttributedText
  /// The spacing of each run of `text.paragraphs`; a single one if all runs have the same.
  private let spacings: [Spacing]

  init(_ text: AttributedText) {
    self.text = text
    let first = Spacing(text.paragraphs.value(ofRun: 0))
    var spacings = [first]
    for run in 1..<max(1, text.paragraphs.count) {
      let spacing = Spacing(text.paragraphs.value(ofRun: run))
      if spacings.count == 1 {
        if spacing == first { continue }
        spacings = Array(repeating: first, count: run)
      }
      spacings.append(spacing)
    }
    self.spacings = spacings
  }

  /// The spacing of the run of `text.paragraphs` with an index.
  func spacing(ofRun run: Int) -> Spacing { spacings[spacings.count == 1 ? 0 : run] }

  /// The distance that ink may reach beyond its line, in points, estimated: fonts draw outside
  /// their ascent, combining marks stack, and spans are raised.
  var overhang: Double {
    var most = 0.0
    for run in 0..<text.shaping.count {
      let fields = text.shaping.value(ofRun: run).storage.fields
      most = max(
        most, fields.size * 8 + abs(fields.baselineOffset) + abs(fields.inlineBox?.offset.y ?? 0))
    }
    return most.isFinite ? min(most, Self.mostOverhang) : 0
  }

  private static let mostOverhang = 4096.0
}

/// One paragraph of a document; its lines are laid out on demand.
///
/// Its size is 48 bytes: a document of 100 MB of text has about a million of them.
struct DocumentParagraph: Sendable {
  /// The lines, as far as they are laid out.
  private enum Lines {
    case none
    /// Shaped, but not broken into lines at the present width.
    case shaped(ShapedText)
    case laidOut(TextLayout)
  }

  private let source: DocumentSource
  private let start: Int
  /// The number of code units, the terminator included.
  let length: Int
  /// The height of the lines: exact if ``isKnown``, else an estimate.
  var height = 0.0
  private var lines = Lines.none
  /// The index of the paragraph's run in `source.text.paragraphs`.
  private let run: UInt32
  private let terminator: UInt8
  var isKnown = false

  private init(
    source: DocumentSource, start: Int, length: Int, terminatorLength: Int, run: Int
  ) {
    self.source = source
    self.start = start
    self.length = length
    self.run = UInt32(truncatingIfNeeded: run)
    terminator = UInt8(truncatingIfNeeded: terminatorLength)
  }

  private var terminatorLength: Int { Int(terminator) }

  var spacingBefore: Double { source.spacing(ofRun: Int(run)).before }

  /// The space after the paragraph, the line spacing included.
  var spacingAfter: Double { source.spacing(ofRun: Int(run)).after }

  /// The height with the space above and below.
  var extent: Double {
    let spacing = source.spacing(ofRun: Int(run))
    return spacing.before + height + spacing.after
  }

  // MARK: - Lines

  var isShaped: Bool { if case .none = lines { false } else { true } }

  var shaped: ShapedText? {
    switch lines {
    case .none: nil
    case .shaped(let shaped): shaped
    case .laidOut(let layout): layout.shaped
    }
  }

  var layout: TextLayout? { if case .laidOut(let layout) = lines { layout } else { nil } }

  /// Sets the lines. The height is exact from now on.
  mutating func setLayout(_ layout: TextLayout) {
    lines = .laidOut(layout)
    height = layout.lineSpaceSize.height
    isKnown = true
  }

  /// Releases the lines and the shaped text, but keeps the height.
  mutating func releaseLayout() { lines = .none }

  /// Drops the lines, and estimates the height at a new width. Shaped text is kept.
  mutating func forgetLines(width: Double) {
    if case .laidOut(let layout) = lines { lines = .shaped(layout.shaped) }
    isKnown = false
    let at = min(start, max(0, source.text.length - 1))
    let style = source.text.paragraphs.value(ofRun: Int(run))
    height = HeightEstimate(
      width: width, size: source.text.shaping.value(at: at).size, lineHeight: style.lineHeight
    ).height(of: length - terminatorLength)
  }

  // MARK: - Text

  /// The text, its terminator included.
  var text: AttributedText { source.text[TextRange(start, start + length)] }

  /// The text without its terminator; an empty paragraph has the terminator's style.
  var content: AttributedText {
    if length > 0, length == terminatorLength {
      let text = source.text
      return AttributedText(
        utf16: [], shaping: RunColumn(text.shaping.value(at: start), length: 0),
        paragraphs: RunColumn(text.paragraphs.value(at: start), length: 0),
        paint: RunColumn(text.paint.value(at: start), length: 0))
    }
    return source.text[TextRange(start, start + length - terminatorLength)]
  }

  /// Whether a following line feed would belong to the terminator.
  var endsWithCarriageReturn: Bool { length > 0 && source.text.utf16[start + length - 1] == 0x0D }

  /// A part of the text, by offsets in the paragraph.
  func text(_ range: TextRange) -> AttributedText {
    source.text[TextRange(start + range.start, start + range.end)]
  }

  /// The boundaries of characters and words, without a layout.
  var boundaries: ParagraphBoundaries {
    let text = source.text
    return ParagraphBoundaries(
      text.utf16, TextRange(start, start + length),
      language: text.shaping.value(at: min(start, max(0, text.length - 1))).language)
  }

  // MARK: - Division

  /// Divides a text into paragraphs at its terminators.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - endsDocument: Whether an empty paragraph follows a terminator at the very end.
  ///   - width: The width of the lines, in points.
  ///   - body: Called with each paragraph, in order.
  static func divide(
    _ source: DocumentSource, endsDocument: Bool, width: Double,
    _ body: (DocumentParagraph) -> Void
  ) {
    let text = source.text
    // `shaping` and `style` are the runs of the columns at the paragraph's start; `current` is the
    // estimate for them, and `runsEnd` the offset at which the first of them ends.
    var (shaping, style) = (0, 0)
    func estimate() -> HeightEstimate {
      HeightEstimate(
        width: width, size: text.shaping.value(ofRun: shaping).size,
        lineHeight: text.paragraphs.value(ofRun: style).lineHeight)
    }
    func end() -> Int { min(text.shaping.end(of: shaping), text.paragraphs.end(of: style)) }
    var (current, runsEnd) = (estimate(), end())
    func add(_ start: Int, _ end: Int, _ terminator: Int) {
      let at = min(start, max(0, text.length - 1))
      if at >= runsEnd {
        while text.shaping.end(of: shaping) <= at, shaping + 1 < text.shaping.count { shaping += 1 }
        while text.paragraphs.end(of: style) <= at, style + 1 < text.paragraphs.count { style += 1 }
        current = estimate()
        runsEnd = min(text.shaping.end(of: shaping), text.paragraphs.end(of: style))
      }
      var paragraph = DocumentParagraph(
        source: source, start: start, length: end - start, terminatorLength: terminator, run: style)
      paragraph.height = current.height(of: end - start - terminator)
      body(paragraph)
    }
    let units = text.utf16.span
    var start = 0
    var isTerminated = true
    while start < units.count {
      let end = ParagraphScanner.end(ofParagraphAt: start, in: units)
      // A line separator at the very end is no terminator: no paragraph follows it.
      let terminator =
        units[end - 1] == ParagraphScanner.lineSeparator
        ? 0 : ParagraphScanner.terminatorLength(units.extracting(start..<end))
      add(start, end, terminator)
      isTerminated = terminator > 0
      start = end
    }
    if isTerminated && (endsDocument || units.isEmpty) { add(start, start, 0) }
  }
}

/// Estimates the height of paragraphs of one style from their length, as if each code unit were
/// half an em wide.
private struct HeightEstimate {
  private let unitsPerLine: Double
  private let lineHeight: Double

  init(width: Double, size: Double, lineHeight: LineHeight) {
    let em = size > 0 && size <= TextLimits.fontSize ? size : 1
    unitsPerLine = max(1, width / (em / 2))
    let natural = em * 1.36
    self.lineHeight =
      switch lineHeight {
      case .natural: natural
      case .multiple(let factor): natural * factor
      case .relative(toSize: let factor): em * factor
      case .fixed(let points), .baselineDistance(let points): points
      case .atLeast(let points): max(natural, points)
      case .atMost(let points): min(natural, points)
      case .between(let least, let most): max(least, min(natural, most))
      }
  }

  func height(of length: Int) -> Double {
    let lines = max(1, (Double(length) / unitsPerLine).rounded(.up))
    // The guess is rounded to 1/64 point, so that sums stay exact.
    let guess = (lines * lineHeight * 64).rounded() / 64
    return guess >= 0 && guess < 1e12 ? guess : 0
  }
}
