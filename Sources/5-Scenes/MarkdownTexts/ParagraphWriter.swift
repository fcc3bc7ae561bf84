// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

/// Writes paragraphs whose white space is that of HTML: several spaces are one, and none begins or
/// ends a paragraph.
struct ParagraphWriter {
  /// The style and the link of characters.
  struct Run {
    var style: TextStyle
    var link: TextLink?

    var element: TextElement { link.map { TextElement(link: $0) } ?? .none }
  }

  private(set) var text = AttributedText()
  /// Where the last paragraph begins.
  private(set) var start = 0
  /// Whether more text belongs to the last paragraph.
  private(set) var isOpen = false
  private var hasParagraph = false
  /// The style of the last paragraph, whatever its characters have.
  private var paragraph = ParagraphStyle.default
  /// The style of the character that ends the last paragraph.
  private var last = TextStyle.default
  /// A space that stands before the next character of the paragraph.
  private var space: Run?
  /// Whether the paragraph ends with a break, behind which no space stands.
  private var endsWithBreak = true

  /// Begins a paragraph.
  mutating func open(_ style: TextStyle) {
    if hasParagraph { text.append("\n", style: last) }
    (start, isOpen, hasParagraph, paragraph) = (text.length, true, true, style.paragraph)
    (last, space, endsWithBreak) = (style, nil, true)
  }

  /// Ends the paragraph: what follows is in another one.
  mutating func close() { (isOpen, space) = (false, nil) }

  /// Appends text as it is to the paragraph, which is open.
  mutating func append(_ string: String, _ run: Run) {
    var style = run.style
    style.paragraph = paragraph
    text.append(string, style: style, element: run.element)
    (last, endsWithBreak) = (style, false)
  }

  /// Appends an attachment to the paragraph, which is open.
  mutating func append(_ attachment: TextAttachment, _ run: Run) {
    writeSpace()
    var (style, element) = (run.style, run.element)
    style.paragraph = paragraph
    element.attachment = attachment
    text.append("\u{FFFC}", style: style, element: element)
    (last, endsWithBreak) = (style, false)
  }

  /// Appends a break within the paragraph, which is open.
  mutating func appendBreak(_ run: Run) {
    space = nil
    append("\u{2028}", run)
    endsWithBreak = true
  }

  /// Whether a character is white space of HTML (Infra, §4.6).
  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " ", "\t", "\n", "\r", "\u{C}": true
    default: false
    }
  }

  /// Appends text with the white space of HTML to the paragraph, which is open.
  mutating func flow(_ string: String, _ run: Run) {
    var word = String.UnicodeScalarView()
    for scalar in string.unicodeScalars {
      if Self.isSpace(scalar) {
        if !word.isEmpty || !endsWithBreak { space = space ?? run }
        continue
      }
      if word.isEmpty {
        writeSpace()
      } else if space != nil {
        word.append(" ")
        space = nil
      }
      word.append(scalar)
    }
    if !word.isEmpty { append(String(word), run) }
  }

  private mutating func writeSpace() {
    guard let run = space else { return }
    space = nil
    append(" ", run)
  }

  /// Changes the styles of a part of the text, clamped to it.
  mutating func update(_ range: TextRange, _ change: MarkdownStyle.Change) {
    text.updateShaping(range) { shaping in
      var style = TextStyle(shaping: shaping)
      change(&style)
      shaping = style.shaping
    }
    text.updatePaint(range) { paint in
      var style = TextStyle(paint: paint)
      change(&style)
      paint = style.paint
    }
  }

  /// Makes the space below the last paragraph at least so large, in points.
  mutating func space(after points: Double) {
    guard hasParagraph else { return }
    text.updateParagraphs(TextRange(start, text.length)) {
      $0.spacingAfter = max($0.spacingAfter, points)
    }
    last.paragraph.spacingAfter = max(last.paragraph.spacingAfter, points)
  }
}
