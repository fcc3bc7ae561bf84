// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The paint styles of a text, for changes that need no new layout.
public struct TextPaint: Sendable {
  package private(set) var text: AttributedText

  package init(text: AttributedText) { self.text = text }

  /// The paint styles.
  public var styles: RunColumn<PaintStyle> { text.paint }

  /// Changes the paint style of a range, which is clamped to the text.
  public mutating func update(_ range: TextRange, _ change: (inout PaintStyle) -> Void) {
    text.updatePaint(range, change)
  }

  /// Changes the paint style of the whole text.
  public mutating func updateAll(_ change: (inout PaintStyle) -> Void) {
    text.updatePaint(text.range, change)
  }
}

extension AttributedText {
  /// Whether another text of the same characters and fonts has boxes of the same size and alignment
  /// at the same places.
  package func hasSameBoxes(as other: AttributedText) -> Bool {
    func isPlain(_ text: AttributedText) -> Bool {
      text.elements.count == 1 && text.elements.value(ofRun: 0).isNone
    }
    if isPlain(self), isPlain(other) { return true }
    var offset = 0
    while offset < length {
      let (a, b) = (elements.run(at: offset), other.elements.run(at: offset))
      let end = min(elements.end(of: a), other.elements.end(of: b))
      let (old, new) = (elements.value(ofRun: a), other.elements.value(ofRun: b))
      if old.hasRuby || new.hasRuby, old.ruby != new.ruby { return false }
      if old != new, utf16[offset..<end].contains(TextAttachment.character) {
        guard let old = old.attachment, let new = new.attachment else {
          if old.attachment == nil && new.attachment == nil {
            offset = end
            continue
          }
          return false
        }
        let size = shaping.value(at: offset).size
        guard old.resolvedSize(fontSize: size) == new.resolvedSize(fontSize: size),
          old.margins == new.margins, old.alignment == new.alignment,
          old.wrap == new.wrap, old.side == new.side, old.inlinePart == new.inlinePart,
          old.clear == new.clear
        else { return false }
      }
      offset = end
    }
    return true
  }
}
