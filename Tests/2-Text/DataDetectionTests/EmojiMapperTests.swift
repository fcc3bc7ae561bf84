// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import DataDetection
import Testing
import TextModel
import TextTestSupport

@Suite struct EmojiMapperTests {
  private static func mapper(_ keys: String...) -> EmojiMapper {
    var attachments: [String: TextAttachment] = [:]
    for key in keys { attachments[key] = TextAttachment(.reserved("of " + key)) }
    return EmojiMapper(attachments)
  }

  /// The text with attachments as their plain texts in brackets.
  private static func shown(_ text: AttributedText) -> String {
    var result = ""
    for (offset, unit) in text.utf16.enumerated() {
      if let attachment = text.elements.value(at: offset).attachment {
        #expect(unit == 0xFFFC)
        #expect(attachment.content.isEqual(to: .reserved("of " + attachment.plainText)))
        result += "[\(attachment.plainText)]"
      } else {
        result += String(decoding: [unit], as: UTF16.self)
      }
    }
    return result
  }

  private static func parsed(_ string: String, _ mapper: EmojiMapper) -> String {
    var text = AttributedText(string)
    var selection: TextRange?
    let changed = mapper.parse(&text, selection: &selection)
    #expect(changed == (text != AttributedText(string)))
    #expect(selection == nil)
    return shown(text)
  }

  @Test func keysBecomeAttachments() {
    let mapper = Self.mapper(":cat:", ":dog:")
    #expect(Self.parsed("a :cat: b :dog::cat:", mapper) == "a [:cat:] b [:dog:][:cat:]")
    #expect(Self.parsed(":cat:", mapper) == "[:cat:]")
    #expect(Self.parsed(":cat:dog:", mapper) == "[:cat:]dog:")
    #expect(Self.parsed(":ca:cat:t:", mapper) == ":ca[:cat:]t:")
    #expect(Self.parsed(":cat", mapper) == ":cat")
    #expect(Self.parsed("", mapper) == "")
  }

  @Test func theLongestKeyWins() {
    let mapper = Self.mapper(":)", ":))", ":)))!", "b")
    #expect(Self.parsed(":):)):)))!:)))", mapper) == "[:)][:))][:)))!][:))])")
  }

  @Test func keysMayBeOfAnyScript() {
    let mapper = Self.mapper("[猫]", "😀", "é")
    #expect(Self.parsed("x[猫]😀é", mapper) == "x[[猫]][😀][é]")
  }

  @Test func emptyAndOverlongKeysAreIgnored() {
    let long = String(repeating: "a", count: EmojiMapper.maximumKeyLength + 1)
    #expect(Self.parsed(long, Self.mapper("", long)) == long)
    let longest = String(long.dropFirst())
    #expect(Self.parsed(longest, Self.mapper(longest)) == "[\(longest)]")
  }

  /// A selection as `|` marks in a text, before and after.
  @Test(arguments: [
    ("|a:cat:", "|a*"), ("a|:cat:", "a|*"), ("a:|cat:b", "a*|b"), ("a:cat|:b", "a*|b"),
    ("a:cat:|b", "a*|b"), ("a:cat:b|", "a*b|"), (":cat::c|at::cat:", "**|*"),
    ("|a:cat:|b", "|a*|b"), ("a|:cat:|b", "a|*|b"), ("a:|cat:b|", "a|*b|"), ("|a:c|at:b", "|a*|b"),
    ("a:|ca|t:b", "a|*|b"), ("a:ca|t::cat:b:c|at:", "a|**b*|"), ("a:cat:|b|", "a*|b|"),
    (":cat:|:cat:|:cat:", "*|*|*"),
  ])
  func theSelectionMoves(_ before: String, _ after: String) throws {
    func read(_ marked: String) throws -> (String, TextRange) {
      let places = marked.utf16.enumerated().filter { $0.element == 0x7C }.map(\.offset)
      let start = try #require(places.first)
      let end = places.count == 1 ? start : places[1] - 1
      return (String(marked.filter { $0 != "|" }), TextRange(start, end))
    }
    let (string, range) = try read(before)
    let (expected, moved) = try read(after)
    var text = AttributedText(string)
    var selection: TextRange? = range
    #expect(Self.mapper(":cat:").parse(&text, selection: &selection))
    #expect(text.string == expected.replacing("*", with: "\u{FFFC}"))
    #expect(selection == moved)
  }

  @Test func aSelectionBeyondTheTextIsClamped() {
    var text = AttributedText("a:cat:")
    var selection: TextRange? = TextRange(3, 99)
    Self.mapper(":cat:").parse(&text, selection: &selection)
    #expect(selection == TextRange(1, 2))
  }

  @Test func stylesAndLinksOfTheKeyStay() {
    var text = AttributedText("ab:cat:cd")
    text.updatePaint(TextRange(2, 4)) { $0.color = .white }
    text[link: TextRange(1, 8)] = TextLink("x")
    var selection: TextRange?
    Self.mapper(":cat:").parse(&text, selection: &selection)
    #expect(text.paint.ends == [2, 3, 5])
    #expect(text.paint.value(at: 2).color == .white)
    #expect(text.elements.ends == [1, 2, 3, 4, 5])
    #expect(text.elements.values.map(\.link?.url) == [nil, "x", "x", "x", nil])
    #expect(text.elements.value(at: 2).attachment?.plainText == ":cat:")
  }

  @Test func aTextWithoutKeysIsTheSame() {
    var text = AttributedText("abc")
    let before = text
    var selection: TextRange? = TextRange(1, 9)
    #expect(!Self.mapper(":cat:").parse(&text, selection: &selection))
    #expect(text == before)
    #expect(selection == TextRange(1, 9))
  }

  @Test func timeIsLinear() {
    let mapper = Self.mapper(":cat:", ":", "aaaaaaaab")
    func time(_ piece: String, _ count: Int) -> Double {
      var text = AttributedText(String(repeating: piece, count: count))
      var selection: TextRange?
      return ThreadTime.measure { mapper.parse(&text, selection: &selection) }
    }
    for piece in [":cat:", ":cat", "aaaaaaaa"] {
      let small = time(piece, 1 << 11)
      #expect(time(piece, 1 << 14) < small * 24 + 0.1)
    }
  }
}
