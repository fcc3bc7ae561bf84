// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import TextTypesetting

/// The numbers of lists.
@Suite struct ListNumberingTests {
  /// A text of paragraphs with the levels of their items; `nil` is no item.
  private func numbers(_ items: [(level: Int?, start: Int?)], _ end: String = "\n") -> [Int?] {
    var text = AttributedText("")
    for (index, item) in items.enumerated() {
      var style = ParagraphStyle.default
      if let level = item.level {
        style.list = TextList(.counter(.decimal), level: level, start: item.start)
      }
      text.append("item \(index)\(end)", style: TextStyle(paragraph: style))
    }
    text.numberLists()
    var result: [Int?] = []
    var start = 0
    for unit in text.utf16.indices where text.utf16[unit] == 0x0A {
      let values = Set((start...unit).map { text.paragraphs.value(at: $0).list?.number })
      #expect(values.count == 1)
      result.append(text.paragraphs.value(at: start).list?.number)
      start = unit + 1
    }
    return result
  }

  private func levels(_ levels: [Int?]) -> [(level: Int?, start: Int?)] {
    levels.map { ($0, nil) }
  }

  @Test func counting() {
    #expect(numbers(levels([0, 0, 0])) == [1, 2, 3])
    #expect(numbers(levels([0, 0, nil, 0])) == [1, 2, nil, 1])
    #expect(numbers(levels([0, 1, 1, 0, 1, 2, 1])) == [1, 1, 2, 2, 1, 1, 2])
    // A deeper list does not end the one around; one that begins deep has no list around.
    #expect(numbers(levels([2, 2, 0, 2, 0])) == [1, 2, 1, 1, 2])
    #expect(numbers(levels([nil, nil])) == [nil, nil])
    #expect(numbers([(0, 5), (0, nil), (0, -3), (0, nil)]) == [5, 6, -3, -2])
    #expect(numbers([(0, .max), (0, nil)]) == [.max, .min])
    #expect(numbers(levels([-4, 1000, 1000, 0])) == [1, 1, 2, 2])
    #expect(numbers(levels([0, 0]), "\r\n") == [1, 2])
  }

  @Test("Line separators, and styles that change within an item, do not count")
  func oneItem() {
    var text = AttributedText("")
    for string in ["one", " more", "\u{2028}still\n", "two"] {
      var style = TextStyle(size: Double(string.utf16.count + 10))
      style.paragraph.list = TextList(.disc)
      text.append(string, style: style)
    }
    text.numberLists()
    #expect(text.paragraphs.value(at: 0).list?.number == 1)
    #expect(text.paragraphs.value(at: text.length - 1).list?.number == 2)
    #expect(text.paragraphs.count == 2 && text.shaping.count == 4)
  }

  @Test("Many items take linear time")
  func many() {
    var text = AttributedText("")
    var style = TextStyle.default
    style.paragraph.list = TextList(.counter(.decimal))
    text.append(String(repeating: "item\n", count: 50_000), style: style)
    text.numberLists()
    #expect(text.paragraphs.count == 50_000)
    #expect(text.paragraphs.value(at: text.length - 1).list?.number == 50_000)
    let again = text
    text.numberLists()
    #expect(text == again)
  }
}
