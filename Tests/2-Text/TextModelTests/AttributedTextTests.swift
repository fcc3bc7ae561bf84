// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CanvasGeometry
@testable import TextModel

@Suite struct AttributedTextTests {
  @Test(arguments: ["", "plain ASCII", "naïve", "日本語", "👩‍🚀 नमस्ते مرحبا", "\0a\u{FFFD}"])
  func textSurvivesTheTripToUTF16(_ string: String) {
    let text = AttributedText(string)
    #expect(text.utf16 == Array(string.utf16))
    #expect(text.string == string)
    #expect(text.length == string.utf16.count)
  }

  @Test func textIsAddedInAnyAlphabet() {
    var text = AttributedText("", style: TextStyle(size: 20))
    text.append("", style: TextStyle(size: 21))
    #expect(text.shaping.value(at: 0).size == 21)
    for piece in ["plain ", "naïve ", "", "日本語", " 👩‍🚀", "\u{7F}\u{80}"] {
      text.append(piece, style: TextStyle(size: 22))
    }
    #expect(text.utf16 == Array("plain naïve 日本語 👩‍🚀\u{7F}\u{80}".utf16))
    #expect(text.shaping.count == 1 && text.paint.length == text.length)
  }

  @Test func aColourDoesNotTouchTheShapingColumn() {
    var text = AttributedText("one two three")
    let before = text.shaping
    text.updatePaint(TextRange(4, 7)) { $0.color = Color(red: 1, green: 0, blue: 0) }
    #expect(text.shaping == before)
    #expect(text.paint.count == 3)
  }

  @Test func appendedTextKeepsItsStyle() {
    var text = AttributedText("", style: TextStyle(size: 20))
    text.append("big", style: TextStyle(size: 30))
    text.append("ger", style: TextStyle(size: 30))
    text.append(" small", style: TextStyle(size: 10))
    #expect(text.string == "bigger small")
    #expect(text.shaping.count == 2)
    #expect(text.shaping.value(at: 5).size == 30)
    #expect(text.shaping.value(at: 6).size == 10)
  }

  @Test func copiesOfAStyleAreEqualAndChangedOnesAreNot() {
    let a = ShapingStyle(size: 12)
    var b = a
    #expect(a == b)
    b.letterSpacing = 1
    #expect(a != b)
    b.letterSpacing = 0
    #expect(a == b)
    #expect(a.hashValue == b.hashValue)
  }

  /// Every mutation of a copy leaves the original as it was.
  @Test(arguments: 0..<5)
  func aCopyIsNotChangedWithItsOriginal(change: Int) {
    var text = AttributedText("one two", style: TextStyle(size: 20))
    let copy = text
    #expect(text == copy)
    switch change {
    case 0: text.append(" three", style: TextStyle(size: 30))
    case 1: text.append(AttributedText(" three"))
    case 2: text.updateShaping(TextRange(0, 3)) { $0.size = 9 }
    case 3: text.updateParagraphs(TextRange(0, 7)) { $0.alignment = .end }
    default: text.updatePaint(TextRange(0, 3)) { $0.color = .white }
    }
    #expect(text != copy)
    #expect(copy == AttributedText("one two", style: TextStyle(size: 20)))
    #expect(copy.hashValue == AttributedText("one two", style: TextStyle(size: 20)).hashValue)
  }

  @Test("UTF-8 is read as the standard library reads it")
  func fromUTF8() {
    let samples: [String] = [
      "", "a", "plain ASCII, longer than one block of thirty-two bytes, so that it is widened",
      "größer und höher, auch nach mehr als zweiunddreißig Zeichen, ÄÖÜ", "世界" + "世界世界世界世界世界",
      "😀", "a😀bc\u{10FFFF}\u{10000}\u{FFFF}\u{800}\u{7FF}\u{80}\u{7F}\u{0}",
      String(repeating: "x", count: 31) + "é", String(repeating: "x", count: 32) + "é😀",
    ]
    for sample in samples {
      #expect(AttributedText(utf8: Array(sample.utf8).span).utf16 == Array(sample.utf16))
      #expect(AttributedText(sample).utf16 == Array(sample.utf16))
      var text = AttributedText("né")
      text.append(sample, style: .default)
      #expect(text.utf16 == Array("né".utf16) + Array(sample.utf16))
    }
    var number: UInt64 = 1
    for length in 0..<400 {
      let bytes = (0..<length).map { _ in
        number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: number >> (number >> 62 == 0 ? 56 : 57))
      }
      let expected = Array(String(decoding: bytes, as: UTF8.self).utf16)
      #expect(AttributedText(utf8: bytes.span).utf16 == expected, "\(bytes)")
    }
  }
}
