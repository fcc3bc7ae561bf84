// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
import TextAnalysis
public import TextModel
import TextShaping

/// A part of a text that is read aloud at once: a link, an attachment, the token, or the plain text
/// of a paragraph between them.
public struct AccessibilityElement: Hashable, Sendable {
  /// A role of an element.
  public enum Trait: Hashable, Sendable {
    /// Text without an action.
    case text
    /// A link with its target.
    case link(String)
    /// An attachment, or a link that consists of attachments.
    case image
    /// The token in place of text that is left out; it also has the links that it holds.
    case token
  }

  /// The characters, in code units of the whole text; for the token, the characters that it
  /// replaces.
  public let range: TextRange
  /// The text that is read, never empty: the plain text, as `AttributedText.plainText(in:)` gives
  /// it, for a link without plain text its target, and for the token that of the token.
  public let label: String
  /// The roles of the element.
  public let traits: Set<Trait>
  /// The rectangles in the layout box, in points: for each line, one for each contiguous stretch.
  public let rects: [Rect]
}

extension TextLayout {
  /// The elements of the text that is shown, in the order of the text.
  ///
  /// White space around plain text is left out, and so are attachments without plain text, which
  /// are decoration. A link without plain text is read as its target. A `TextBinding`, a range
  /// that acts as one character, is part of the text around it.
  ///
  /// - Complexity: O(length of the text + runs).
  public var accessibilityElements: [AccessibilityElement] {
    var elements: [AccessibilityElement] = []
    let shown = visibleRanges
    let head = shown.first.map { $0.start == textStart ? $0 : TextRange(0, 0) }
    if let head { addElements(of: head, to: &elements) }
    if let token = tokenElement { elements.append(token) }
    if let tail = shown.last, tail.start > textStart { addElements(of: tail, to: &elements) }
    return elements
  }

  private func addElements(of range: TextRange, to elements: inout [AccessibilityElement]) {
    var plain = range.start
    var offset = range.start
    while offset < range.end {
      let run = text.elements.run(at: offset)
      let element = text.elements.value(ofRun: run)
      var end = min(text.elements.end(of: run), range.end)
      if let link = element.link {
        end = min(linkRange(at: offset).end, range.end)
        addPlain(TextRange(plain, offset), to: &elements)
        add(link, TextRange(offset, end), to: &elements)
        plain = end
      } else if element.attachment != nil, element.binding == nil {
        for place in offset..<end where text.utf16[place] == TextAttachment.character {
          addPlain(TextRange(plain, place), to: &elements)
          add(TextRange(place, place + 1), [.image], to: &elements)
          plain = place + 1
        }
      }
      offset = end
    }
    addPlain(TextRange(plain, range.end), to: &elements)
  }

  /// Adds the paragraphs of a range without links and attachments.
  private func addPlain(_ range: TextRange, to elements: inout [AccessibilityElement]) {
    var start = range.start
    while start < range.end {
      let end = min(
        ParagraphScanner.end(ofParagraphAt: start, in: text.utf16.span), range.end)
      var part = TextRange(start, end)
      while part.start < part.end, isSpace(part.start) { part.start += 1 }
      while part.start < part.end, isSpace(part.end - 1) { part.end -= 1 }
      add(part, [.text], to: &elements)
      start = end
    }
  }

  private func add(
    _ link: TextLink, _ range: TextRange, to elements: inout [AccessibilityElement]
  ) {
    var traits: Set<AccessibilityElement.Trait> = [.link(link.url)]
    let isImage = range.range.allSatisfy {
      text.utf16[$0] == TextAttachment.character && text.elements.value(at: $0).attachment != nil
    }
    if isImage { traits.insert(.image) }
    add(range, traits, else: link.url, to: &elements)
  }

  private func add(
    _ range: TextRange, _ traits: Set<AccessibilityElement.Trait>, else other: String = "",
    to elements: inout [AccessibilityElement]
  ) {
    let plainText = text.plainText(in: range)
    let label = plainText.isEmpty ? other : plainText
    if label.isEmpty { return }
    elements.append(
      AccessibilityElement(
        range: range, label: label, traits: traits, rects: rectangles(for: range)))
  }

  private func isSpace(_ offset: Int) -> Bool {
    Unicode.Scalar(text.utf16[offset])?.properties.isWhitespace ?? false
  }

  private var tokenElement: AccessibilityElement? {
    guard let rect = tokenRect else { return nil }
    let token = container.token ?? AttributedText(container.ellipsis)
    let label = token.plainText(in: token.range)
    if label.isEmpty { return nil }
    var traits: Set<AccessibilityElement.Trait> = [.token]
    for element in token.elements.values {
      if let link = element.link { traits.insert(.link(link.url)) }
    }
    return AccessibilityElement(range: leftOut, label: label, traits: traits, rects: [rect])
  }
}
