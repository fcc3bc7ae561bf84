// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension AttributedText {
  /// The plain text of a range, for copying and for reading aloud.
  ///
  /// Attachments and bindings give the text that they stand for; an attachment made by
  /// `EmojiMapper`, for example, gives its key, such as `:cat:`. U+FFFC without an attachment is
  /// left out. A binding of which only a part lies in the range gives its whole text. The range is
  /// clamped to the text; an empty one gives an empty string. Ruby is not part of it.
  ///
  /// - Complexity: O(length of the range + its runs).
  public func plainText(in range: TextRange) -> String {
    let clamped = range.clamped(to: self.range)
    if clamped.isEmpty { return "" }
    let range = wideningToBindings(clamped)
    var units: [UInt16] = []
    units.reserveCapacity(range.count)
    var offset = range.start
    while offset < range.end {
      let run = elements.run(at: offset)
      let element = elements.value(ofRun: run)
      var end = min(elements.end(of: run), range.end)
      if let plainText = element.binding?.plainText {
        units += plainText.utf16
        end = bindingRange(at: offset)?.end ?? end
      } else {
        let plainText = element.attachment.map { Array($0.plainText.utf16) } ?? []
        for unit in utf16[offset..<end] {
          if unit == TextAttachment.character { units += plainText } else { units.append(unit) }
        }
      }
      offset = end
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Whether some character has an attachment, a link, a binding or a ruby.
  package var hasElements: Bool { elements.count > 1 || !elements.value(ofRun: 0).isNone }

  /// Whether some run has an attachment, even if no character of the run is U+FFFC.
  ///
  /// - Complexity: O(runs of elements).
  package var hasAttachments: Bool {
    for run in 0..<elements.count where elements.value(ofRun: run).hasAttachment { return true }
    return false
  }

  /// The range of the binding of the code unit at an offset: its run and all neighbouring runs that
  /// have an equal binding; `nil` if the code unit has no binding.
  ///
  /// - Complexity: O(log runs + runs of the binding).
  package func bindingRange(at offset: Int) -> TextRange? {
    guard offset >= 0, offset < length else { return nil }
    var first = elements.run(at: offset)
    guard let binding = elements.value(ofRun: first).binding else { return nil }
    var last = first
    while first > 0, elements.value(ofRun: first - 1).binding == binding { first -= 1 }
    while last + 1 < elements.count, elements.value(ofRun: last + 1).binding == binding {
      last += 1
    }
    return TextRange(elements.start(of: first), elements.end(of: last))
  }

  /// The range, widened to all of each binding that it overlaps in part; an empty range within a
  /// binding moves to the binding's start.
  package func wideningToBindings(_ range: TextRange) -> TextRange {
    guard hasElements else { return range }
    let start = bindingRange(at: range.start)?.start ?? range.start
    if range.isEmpty { return TextRange(start, start) }
    return TextRange(start, bindingRange(at: range.end - 1)?.end ?? range.end)
  }
}
