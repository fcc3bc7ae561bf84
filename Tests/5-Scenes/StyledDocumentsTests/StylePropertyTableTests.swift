// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TextModel

@testable import StyledDocuments

/// Every property of a style and every length, one by one.
struct StylePropertyTableTests {
  private func text(_ json: String) throws -> AttributedText {
    var reader = DocumentText.reader()
    let document = try reader.document(from: Array(json.utf8))
    #expect(reader.unknownKeys.isEmpty, "\(json)")
    return try document.attributedText()
  }

  private struct Style: Equatable {
    var shaping: ShapingStyle
    var paragraph: ParagraphStyle
    var paint: PaintStyle

    init(_ text: AttributedText, at offset: Int) {
      shaping = text.shaping.value(at: offset)
      paragraph = text.paragraphs.value(at: offset)
      paint = text.paint.value(at: offset)
    }
  }

  /// A value that is not the default; no `default` case, so that a new property needs one.
  private func sample(of property: StyleProperty) -> String {
    switch property {
    case .size: "31"
    case .family: #""X""#
    case .font: "0"
    case .weight: "850"
    case .slant: #""italic""#
    case .stretch: "75"
    case .variations: #"{"wght":650}"#
    case .features: #"["smcp"]"#
    case .language: #""sr""#
    case .letterSpacing, .wordSpacing, .baselineOffset, .lineSpacing, .spacingBefore,
      .spacingAfter, .firstLineIndent, .startIndent, .endIndent:
      "3"
    case .textSpacingTrim: #""space-all""#
    case .textOrientation: #""upright""#
    case .textCombine: #"{"digits":3}"#
    case .emphasis: #""open sesame under""#
    case .autospace: #""normal""#
    case .wrap: "false"
    case .isolate: #""auto""#
    case .hangingPunctuation: #"["first","allow-end"]"#
    case .color: #""red""#
    case .background: #""lime""#
    case .border: #"{"width":2,"color":"red"}"#
    case .underline, .strikethrough: "true"
    case .decorations: #"[{"line":"overline"}]"#
    case .shadows: #"[{"offset":[1,1],"blur":2}]"#
    case .stroke: #"{"width":1,"color":"red"}"#
    case .direction: #""rtl""#
    case .align, .alignLast: #""center""#
    case .justify: #"{"spaces":0.5}"#
    case .lineBreak: #""strict""#
    case .wordBreak: #""keep-all""#
    case .overflowWrap: #""normal""#
    case .lineBreaking: #"{"optimal":{"hyphen":70,"runtLength":0.3}}"#
    case .hyphens: #""auto""#
    case .lineHeight: "2"
    case .strut: #"{"size":30,"forced":true}"#
    case .list: #"{"marker":"lower-roman","start":4}"#
    case .scriptPosition: #""subscript""#
    case .tabs: #""40,80""#
    }
  }

  @Test("A property alone changes its text, of the whole document and of a span, and no other")
  func eachAlone() throws {
    for property in StyleProperty.allCases {
      let member = "\"\(property.key)\":\(sample(of: property))"
      let fonts = property == .font ? #""fonts":["A.ttf"],"# : ""
      let whole = try text(#"{\#(fonts)"text":"ab","style":{\#(member)}}"#)
      let plain = try text(#"{\#(fonts)"text":"ab"}"#)
      #expect(Style(whole, at: 0) != Style(plain, at: 0), "\(property)")
      let part = try text(
        #"{\#(fonts)"text":"ab\ncd","spans":[{"start":3,"end":5,"style":{\#(member)}}]}"#)
      #expect(Style(part, at: 3) == Style(whole, at: 0), "\(property)")
      #expect(Style(part, at: 0) == Style(plain, at: 0), "\(property)")
    }
  }

  @Test("A style in an archive is the style of a document")
  func archived() throws {
    for property in StyleProperty.allCases {
      let fonts = property == .font ? #""fonts":["A.ttf"],"# : ""
      let whole = Style(
        try text(#"{\#(fonts)"text":"a","style":{"\#(property.key)":\#(sample(of: property))}}"#),
        at: 0)
      let archive = try JSONEncoder().encode(
        TextStyle(shaping: whole.shaping, paragraph: whole.paragraph, paint: whole.paint))
      let style = String(decoding: archive, as: UTF8.self)
      #expect(style != "{}", "\(property)")
      let again = Style(try text(#"{\#(fonts)"text":"a","style":\#(style)}"#), at: 0)
      #expect(again == whole, "\(property): \(style)")
    }
  }

  @Test("Lengths in em are those of the size that holds where they stand, rem those of 16")
  func lengths() throws {
    let lengths: [(StyleProperty, (Style) -> Double)] = [
      (.letterSpacing, \.shaping.letterSpacing), (.wordSpacing, \.shaping.wordSpacing),
      (.baselineOffset, \.shaping.baselineOffset), (.lineSpacing, \.paragraph.lineSpacing),
      (.spacingBefore, \.paragraph.spacingBefore), (.spacingAfter, \.paragraph.spacingAfter),
      (.firstLineIndent, \.paragraph.firstLineIndent), (.startIndent, \.paragraph.startIndent),
      (.endIndent, \.paragraph.endIndent),
    ]
    let all = StyleProperty.allCases.filter { sample(of: $0) == "3" }
    #expect(Set(lengths.map(\.0)) == Set(all))
    for (property, value) in lengths {
      for (length, size, expected) in [
        ("1.5em", nil, 24), ("1.5em", "20", 30), ("1.5em", "2em", 48), ("1.5em", "50%", 12),
        ("1.5em", "9pt", 18), ("1.5rem", "20", 24), ("3px", "20", 3), ("3", "20", 3),
        ("3pt", "20", 4),
      ] as [(String, String?, Double)] {
        let size = size.map { #","size":"\#($0)""# } ?? ""
        let whole = try text(#"{"text":"a","style":{"\#(property.key)":"\#(length)"\#(size)}}"#)
        #expect(value(Style(whole, at: 0)) == expected, "\(property) \(length)\(size)")
      }
      for (own, expected) in [("", 30), (#","size":10"#, 15), (#","size":"2em""#, 60)] {
        let part = try text(
          #"{"text":"a\nb","style":{"size":20},"#
            + #""spans":[{"start":2,"end":3,"style":{"\#(property.key)":"1.5em"\#(own)}}]}"#)
        #expect(value(Style(part, at: 2)) == Double(expected), "\(property)\(own)")
        #expect(value(Style(part, at: 0)) == 0, "\(property)\(own)")
      }
    }
  }

  @Test("Sizes in em of a span are those of the whole text, not of the span around it")
  func sizes() throws {
    let sizes = try text(
      #"{"text":"abc","style":{"size":"2em"},"spans":[{"start":1,"end":3,"style":{"size":"0.5em"}},"#
        + #"{"start":2,"end":3,"style":{"size":"200%"}}]}"#)
    #expect((0..<3).map { sizes.shaping.value(at: $0).size } == [32, 16, 64])
  }
}
