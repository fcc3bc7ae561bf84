// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TextModel

@Suite struct AttributedStringRangeTests {
  @Test func rangesGoThereAndBack() throws {
    var string = AttributedString("naïve 👩‍🚀 ")
    string += AttributedString("мир 日本")
    let range = try #require(string.range(of: "мир"))
    let units = TextRange(range, in: string)
    #expect(units == TextRange(12, 15))
    #expect(string.range(of: units) == range)
    #expect(string.index(atUTF16Offset: 0) == string.startIndex)
    #expect(string.index(atUTF16Offset: 999) == string.endIndex)
    #expect(string.index(atUTF16Offset: -3) == string.startIndex)
  }
}
