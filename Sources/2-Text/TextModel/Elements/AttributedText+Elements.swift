// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension AttributedText {
  /// Adds an attachment as one U+FFFC.
  ///
  /// - Parameters:
  ///   - attachment: The box.
  ///   - style: The style of the character, whose font the box is aligned to; `nil` for the style
  ///     of the text's last character.
  /// - Complexity: O(1), amortised.
  public mutating func append(_ attachment: TextAttachment, style: TextStyle? = nil) {
    append(
      "\u{FFFC}", style: style ?? self.style(at: length - 1),
      element: TextElement(attachment: attachment))
  }

  /// Replaces a range by an attachment, as one U+FFFC in the style of the range's beginning. The
  /// range is clamped to the text.
  ///
  /// - Complexity: O(length of the text + runs).
  public mutating func replace(_ range: TextRange, with attachment: TextAttachment) {
    let range = range.clamped(to: self.range)
    var text = self[TextRange(0, range.start)]
    text.append(attachment, style: style(at: range.start))
    text.append(self[TextRange(range.end, length)])
    self = text
  }

  /// The style of the character at an offset, which is clamped to the text.
  public func style(at offset: Int) -> TextStyle {
    let offset = min(max(0, offset), max(0, length - 1))
    return TextStyle(
      shaping: shaping.value(at: offset), paragraph: paragraphs.value(at: offset),
      paint: paint.value(at: offset))
  }

  /// The link of a range: reading gives the link of its first character, setting a link replaces
  /// all others in the range, setting `nil` removes them. The range is clamped to the text.
  public subscript(link range: TextRange) -> TextLink? {
    get {
      range.start >= 0 && range.start < length ? elements.value(at: range.start).link : nil
    }
    set { updateElements(range) { $0.link = newValue } }
  }

  /// The binding of a range, which makes the range act as one character: reading gives the binding
  /// of its first character, setting `nil` removes bindings. The range is clamped to the text.
  public subscript(binding range: TextRange) -> TextBinding? {
    get {
      range.start >= 0 && range.start < length ? elements.value(at: range.start).binding : nil
    }
    set { setApart(newValue, in: range, \.binding, number: \.number) }
  }

  /// Sets a link, binding or ruby that covers a range as one unit. An equal unit beside the range
  /// would merge with the new one, so the new one gets another number. The range is clamped to the
  /// text.
  mutating func setApart<Unit: Equatable>(
    _ unit: Unit?, in range: TextRange, _ part: WritableKeyPath<TextElement, Unit?>,
    number: WritableKeyPath<Unit, Int>
  ) {
    let range = range.clamped(to: self.range)
    var unit = unit
    while let made = unit,
      (range.start > 0 && elements.value(at: range.start - 1)[keyPath: part] == made)
        || (range.end < length && elements.value(at: range.end)[keyPath: part] == made)
    {
      unit?[keyPath: number] &+= 1
    }
    updateElements(range) { $0[keyPath: part] = unit }
  }
}
