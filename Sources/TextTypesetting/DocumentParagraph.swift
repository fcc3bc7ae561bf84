// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextShaping

/// A text that was divided into paragraphs of a document, which share it until they are edited.
final class DocumentSource: Sendable {
  let text: AttributedText

  init(_ text: AttributedText) { self.text = text }

  /// The distance that ink may reach beyond its line, in points, estimated: fonts draw outside
  /// their ascent, marks stack, and spans are raised.
  var overhang: Double {
    var most = 0.0
    for run in 0..<text.shaping.count {
      let fields = text.shaping.value(ofRun: run).storage.fields
      most = max(most, fields.size * 8 + abs(fields.baselineOffset))
    }
    return most.isFinite ? min(most, Self.mostOverhang) : 0
  }

  private static let mostOverhang = 4096.0
}

/// One paragraph of a document; its lines are laid out on demand.
struct DocumentParagraph: Sendable {
  private let source: DocumentSource
  private let start: Int
  /// The number of code units, the terminator included.
  let length: Int
  private let terminatorLength: Int
  let spacingBefore: Double
  /// The space after the paragraph, the line spacing included.
  let spacingAfter: Double
  /// The height of the lines: exact if ``isKnown``, else an estimate.
  var height = 0.0
  var isKnown = false
  var shaped: ShapedText?
  var layout: TextLayout?

  /// The height with the space above and below.
  var extent: Double { spacingBefore + height + spacingAfter }

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

  private init(
    source: DocumentSource, start: Int, length: Int, terminatorLength: Int, style: ParagraphStyle
  ) {
    self.source = source
    self.start = start
    self.length = length
    self.terminatorLength = terminatorLength
    let fields = style.storage.fields
    spacingBefore = Self.spacing(fields.spacingBefore)
    spacingAfter = Self.spacing(fields.lineSpacing) + Self.spacing(fields.spacingAfter)
  }

  /// A spacing in points, 0 if it is invalid: the error is thrown when the paragraph is laid out.
  private static func spacing(_ value: Double) -> Double {
    value >= 0 && value <= TextLimits.containerSide ? LineMetrics.exact(value) : 0
  }

  /// Estimates the height from the number of code units: half an em wide each.
  mutating func estimate(width: Double) {
    let at = min(start, max(0, source.text.length - 1))
    estimate(
      width: width, size: source.text.shaping.value(at: at).size,
      lineHeight: source.text.paragraphs.value(at: at).lineHeight)
  }

  private mutating func estimate(width: Double, size: Double, lineHeight: LineHeight) {
    let em = size > 0 && size <= TextLimits.fontSize ? size : 1
    let perLine = max(1, width / (em / 2))
    let lines = max(1, (Double(length - terminatorLength) / perLine).rounded(.up))
    let natural = em * 1.36
    let each =
      switch lineHeight {
      case .natural: natural
      case .multiple(let factor): natural * factor
      case .relative(toSize: let factor): em * factor
      case .fixed(let points): points
      case .atLeast(let points): max(natural, points)
      }
    // Rounded to 1/64 point, so that sums stay exact.
    let guess = (lines * each * 64).rounded() / 64
    height = guess >= 0 && guess < 1e12 ? guess : 0
  }

  /// Divides a text into paragraphs at its terminators.
  ///
  /// - Parameter endsDocument: Whether an empty paragraph follows a terminator at the very end.
  static func divide(
    _ source: DocumentSource, endsDocument: Bool, width: Double
  ) -> [DocumentParagraph] {
    let text = source.text
    var result: [DocumentParagraph] = []
    // The runs of the columns at the paragraph's start.
    var (shaping, style) = (0, 0)
    func add(_ start: Int, _ end: Int, _ terminator: Int) {
      let at = min(start, max(0, text.length - 1))
      while text.shaping.end(of: shaping) <= at, shaping + 1 < text.shaping.count { shaping += 1 }
      while text.paragraphs.end(of: style) <= at, style + 1 < text.paragraphs.count { style += 1 }
      var paragraph = DocumentParagraph(
        source: source, start: start, length: end - start, terminatorLength: terminator,
        style: text.paragraphs.value(ofRun: style))
      paragraph.estimate(
        width: width, size: text.shaping.value(ofRun: shaping).storage.fields.size,
        lineHeight: text.paragraphs.value(ofRun: style).storage.fields.lineHeight)
      result.append(paragraph)
    }
    let units = text.utf16.span
    var start = 0
    var isTerminated = true
    while start < units.count {
      let end = ParagraphScanner.end(ofParagraphAt: start, in: units)
      // A line separator at the very end belongs to the text: its empty line has no paragraph.
      let terminator =
        units[end - 1] == ParagraphScanner.lineSeparator
        ? 0 : ParagraphScanner.terminatorLength(units.extracting(start..<end))
      add(start, end, terminator)
      isTerminated = terminator > 0
      start = end
    }
    if isTerminated && (endsDocument || units.isEmpty) { add(start, start, 0) }
    return result
  }
}
