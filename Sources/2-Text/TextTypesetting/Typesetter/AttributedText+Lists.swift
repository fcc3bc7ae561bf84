// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextAnalysis
public import TextModel
import TextShaping

extension AttributedText {
  /// Counts the items of lists: each ``TextList/number`` becomes one more than that of the item
  /// before on its level, or ``TextList/start``.
  ///
  /// A list ends, so that the next one counts anew from 1, at a paragraph that is no item, and at
  /// an item of an outer level. A paragraph is an item by the style of its first character.
  ///
  /// - Complexity: O(length + runs of paragraph styles).
  public mutating func numberLists() {
    guard
      (0..<paragraphs.count).contains(where: {
        paragraphs.value(ofRun: $0).storage.isListItem
      })
    else { return }
    var numbered = RunColumn(paragraphs.value(ofRun: 0), length: 0)
    var counters = ListCounters()
    var (start, run) = (0, 0)
    while start < length {
      let end = ParagraphScanner.end(ofParagraphAt: start, in: utf16.span)
      let item = paragraphs.value(at: start).list
      let number = counters.number(of: item)
      while start < end {
        while paragraphs.end(of: run) <= start { run += 1 }
        let part = min(paragraphs.end(of: run), end)
        var style = paragraphs.value(ofRun: run)
        if let number, let list = style.list, list.number != number { style.list?.number = number }
        numbered.append(style, count: part - start)
        start = part
      }
    }
    self = AttributedText(
      utf16: utf16, shaping: shaping, paragraphs: numbered, paint: paint, elements: elements)
  }
}

/// The numbers of the last items, by their levels.
private struct ListCounters {
  private var numbers: [Int] = []

  /// The greatest level; deeper levels count as this one.
  private static let deepest = 63

  /// The number of the next item; `nil` for a paragraph that is no item, which ends all lists.
  mutating func number(of item: TextList?) -> Int? {
    guard let item else {
      numbers.removeAll()
      return nil
    }
    let level = min(max(0, item.level), Self.deepest)
    if numbers.count > level + 1 { numbers.removeSubrange((level + 1)...) }
    while numbers.count <= level { numbers.append(0) }
    numbers[level] = item.start ?? numbers[level] &+ 1
    return numbers[level]
  }
}
