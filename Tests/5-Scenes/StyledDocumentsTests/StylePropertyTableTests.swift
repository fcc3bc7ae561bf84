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

  private struct NumberOrOther: Decodable {
    let number: Double?

    init(from decoder: any Decoder) throws { number = try? Double(from: decoder) }
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

    /// A length, as an archive has it.
    func length(_ property: StyleProperty) throws -> Double {
      let style = TextStyle(shaping: shaping, paragraph: paragraph, paint: paint)
      let members = try JSONDecoder().decode(
        [String: NumberOrOther].self, from: JSONEncoder().encode(style))
      return members[property.key]?.number ?? 0
    }
  }

  /// A value that is not the default. A property with a form of its own needs one here.
  private func sample(of property: StyleProperty) -> String {
    switch property.styleForm {
    case .length: return "3"
    case .words(_, let type) where property != .overflowWrap: return "\"\(type.words.last ?? "")\""
    default: break
    }
    switch property {
    case .size: return "31"
    case .family: return #""X""#
    case .font: return "0"
    case .weight: return "850"
    case .stretch: return "75"
    case .variations: return #"{"wght":650}"#
    case .instance: return #""Bold""#
    case .features: return #"["smcp"]"#
    case .language: return #""sr""#
    case .textCombine: return #"{"digits":3}"#
    case .emphasis: return #""open sesame under""#
    case .wrap: return "false"
    case .hangingPunctuation: return #"["first","allow-end"]"#
    case .capsSynthesis: return "false"
    case .color: return #""red""#
    case .fill: return ##"{"gradient":{"colors":["red","#00f8"]},"over":"run"}"##
    case .background: return #""lime""#
    case .border: return #"{"width":2,"color":"red"}"#
    case .underline, .strikethrough: return "true"
    case .decorations: return #"[{"line":"overline"}]"#
    case .shadows: return #"[{"offset":[1,1],"blur":2}]"#
    case .stroke: return #"{"width":1,"color":"red"}"#
    case .justify: return #"{"spaces":0.5}"#
    case .overflowWrap: return #""normal""#
    case .lineBreaking: return #"{"optimal":{"hyphen":70,"runtLength":0.3}}"#
    case .hyphens: return #""auto""#
    case .lineHeight: return "2"
    case .strut: return #"{"size":30,"forced":true}"#
    case .list: return #"{"marker":"lower-roman","start":4}"#
    case .tabs: return #""40,80""#
    default:
      Issue.record("\(property) has no sample")
      return "1"
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
    let lengths = StyleProperty.allCases.filter {
      if case .length = $0.styleForm { true } else { false }
    }
    #expect(lengths.count >= 9)
    for property in lengths {
      func value(_ style: Style) throws -> Double { try style.length(property) }
      for (length, size, expected) in [
        ("1.5em", nil, 24), ("1.5em", "20", 30), ("1.5em", "2em", 48), ("1.5em", "50%", 12),
        ("1.5em", "9pt", 18), ("1.5rem", "20", 24), ("3px", "20", 3), ("3", "20", 3),
        ("3pt", "20", 4),
      ] as [(String, String?, Double)] {
        let size = size.map { #","size":"\#($0)""# } ?? ""
        let whole = try text(#"{"text":"a","style":{"\#(property.key)":"\#(length)"\#(size)}}"#)
        #expect(try value(Style(whole, at: 0)) == expected, "\(property) \(length)\(size)")
      }
      for (own, expected) in [("", 30), (#","size":10"#, 15), (#","size":"2em""#, 60)] {
        let part = try text(
          #"{"text":"a\nb","style":{"size":20},"#
            + #""spans":[{"start":2,"end":3,"style":{"\#(property.key)":"1.5em"\#(own)}}]}"#)
        #expect(try value(Style(part, at: 2)) == Double(expected), "\(property)\(own)")
        #expect(try value(Style(part, at: 0)) == 0, "\(property)\(own)")
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
