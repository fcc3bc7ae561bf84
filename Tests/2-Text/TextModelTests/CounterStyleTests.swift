// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

/// The signs of numbers, beside those of CSS Counter Styles 3 and of Chromium's list items.
@Suite struct CounterStyleTests {
  @Test func signs() {
    let expected: [(CounterStyle, [Int: String])] = [
      (.decimal, [1: "1", -7: "-7", 0: "0"]),
      (.decimalLeadingZero, [1: "01", 9: "09", 10: "10", 0: "00", -3: "-3"]),
      (
        .lowerAlpha, [1: "a", 26: "z", 27: "aa", 52: "az", 53: "ba", 702: "zz", 703: "aaa", 0: "0"]
      ),
      (.upperAlpha, [3: "C", 28: "AB", -1: "-1"]),
      (
        .upperRoman,
        [4: "IV", 9: "IX", 14: "XIV", 1949: "MCMXLIX", 3999: "MMMCMXCIX", 4000: "4000"]
      ),
      (.lowerRoman, [8: "viii", 0: "0"]),
      (.lowerGreek, [1: "α", 18: "σ", 24: "ω", 25: "αα"]),
      (.devanagari, [12: "१२", -4: "-४"]), (.arabicIndic, [305: "٣٠٥"]), (.persian, [456: "۴۵۶"]),
      (.bengali, [9: "৯"]), (.gurmukhi, [9: "੯"]), (.gujarati, [9: "૯"]), (.tamil, [9: "௯"]),
      (.telugu, [9: "౯"]), (.kannada, [9: "೯"]), (.malayalam, [9: "൯"]), (.thai, [9: "๙"]),
      (.lao, [9: "໙"]), (.tibetan, [9: "༩"]), (.myanmar, [9: "၉"]), (.khmer, [9: "៩"]),
      (.cjkDecimal, [10: "一〇", 205: "二〇五"]),
      (.hiragana, [1: "あ", 48: "ん", 49: "ああ"]), (.katakana, [2: "イ", 47: "ヲ"]),
    ]
    for (style, numbers) in expected {
      for (number, string) in numbers { #expect(style.string(number) == string, "\(style)") }
    }
    #expect(Set(expected.map(\.0)) == Set(CounterStyle.allCases))
    #expect(CounterStyle.decimal.string(.min) == "\(Int.min)")
  }

  @Test func labels() {
    #expect(TextList(.counter(.decimal), number: 3).label == "3.")
    #expect(TextList(.counter(.lowerAlpha, prefix: "(", suffix: ")"), number: 2).label == "(b)")
    #expect(TextList(.counter(.cjkDecimal), number: 3).label == "三、")
    #expect(TextList(.disc).label == "•" && TextList(.text("→")).label == "→")
    #expect(TextList(.counter(.decimal), start: 7).label == "7.")
    let long = String(repeating: "x", count: 100_000)
    #expect(TextList(.text(long)).label.count == TextLimits.markerLength)
    #expect(
      TextList(.counter(.decimal, prefix: long)).label.count == TextLimits.markerLength)
  }
}
