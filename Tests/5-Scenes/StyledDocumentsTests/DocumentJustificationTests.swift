// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel
import TextTypesetting

@testable import StyledDocuments

/// The keys `alignLast`, `justify`, `lineHeight` as an object, and `trim`.
struct DocumentJustificationTests {
  private static func document(_ members: String) throws -> StyledDocument {
    var reader = DocumentText.reader()
    let document = try reader.document(from: Array(#"{"text":"a",\#(members)}"#.utf8))
    #expect(reader.unknownKeys.isEmpty)
    return document
  }

  private static func style(_ members: String) throws -> ParagraphStyle {
    try document(members).attributedText().paragraphs.value(at: 0)
  }

  @Test func justification() throws {
    #expect(try Self.style(#""alignLast":"justify""#).lastLineAlignment == .justify)
    #expect(try Self.style(#""align":"end""#).lastLineAlignment == nil)
    #expect(try Self.style(#""justify":{}"#).justification == JustificationLimits())
    let all = #""justify":{"spaces":0.5,"gaps":0.2,"letters":0.1,"shrink":false,"strict":true}"#
    #expect(
      try Self.style(all).justification
        == JustificationLimits(
          spaces: 0.5, gaps: 0.2, letters: 0.1, shrinksSpaces: false, isStrict: true))
    #expect(try Self.style(#""justify":{"gaps":null}"#).justification.gaps == nil)
  }

  @Test func kashida() throws {
    for (value, kashida) in [("true", 1.0), ("false", 0), ("0.5", 0.5), ("null", 0)] {
      let style = try Self.style(#""justify":{"kashida":\#(value)}"#)
      #expect(style.justification.kashida == kashida, "\(value)")
    }
  }

  @Test func autospaceAndWrap() throws {
    func shaping(_ members: String) throws -> ShapingStyle {
      try Self.document(#""style":{\#(members)}"#).attributedText().shaping.value(at: 0)
    }
    for mode in TextAutospace.allCases {
      #expect(try shaping(#""autospace":"\#(mode.keyword)""#).autospace == mode)
    }
    for isolation in TextIsolation.allCases {
      #expect(try shaping(#""isolate":"\#(isolation.keyword)""#).isolation == isolation)
    }
    #expect(try shaping(#""wrap":false"#).textWrap == .noWrap)
    #expect(try shaping(#""wrap":true"#).textWrap == .wrap)
  }

  @Test func hangingPunctuation() throws {
    let values: [(String, HangingPunctuation)] = [
      (#""none""#, []), (#""first""#, .first), (#""first allow-end""#, [.first, .allowEnd]),
      (#"["last","force-end"]"#, [.last, .forceEnd]), ("[]", []),
      (#"["first last"]"#, [.first, .last]),
    ]
    for (value, marks) in values {
      let style = try Self.style(#""hangingPunctuation":\#(value)"#)
      #expect(style.hangingPunctuation == marks, "\(value)")
    }
  }

  @Test func lineHeights() throws {
    let heights: [(String, LineHeight)] = [
      ("{}", .natural), (#"{"min":12}"#, .atLeast(12)), (#"{"max":"9pt"}"#, .atMost(12)),
      (#"{"min":"8px","max":20}"#, .between(least: 8, most: 20)), ("2", .multiple(2)),
      (#""150%""#, .relative(toSize: 1.5)), (#""24px""#, .fixed(24)),
    ]
    for (value, height) in heights {
      #expect(try Self.style(#""lineHeight":\#(value)"#).lineHeight == height, "\(value)")
    }
  }

  @Test func edges() throws {
    let edges: [(String, TextBoxTrim)] = [
      ("none", .none), ("text", TextBoxTrim(over: .text, under: .text)),
      ("cap", TextBoxTrim(over: .cap, under: .text)),
      ("cap alphabetic", TextBoxTrim(over: .cap, under: .alphabetic)),
      ("none alphabetic", TextBoxTrim(over: .none, under: .alphabetic)),
      ("ideographic", TextBoxTrim(over: .ideographic, under: .ideographic)),
    ]
    for (value, trim) in edges {
      #expect(try Self.document(#""trim":"\#(value)""#).container().trim == trim, "\(value)")
    }
    #expect(try Self.document(#""trim":null"#).container().trim == .none)
  }

  @Test(arguments: [
    (#""alignLast":"middle""#, "alignLast"), (#""justify":"all""#, "justify"),
    (#""justify":{"spaces":-1}"#, "justify.spaces"), (#""justify":{"gaps":1001}"#, "justify.gaps"),
    (#""lineHeight":{"min":-1}"#, "lineHeight.min"),
    (#""lineHeight":{"max":"2em"}"#, "lineHeight.max"), (#""lineHeight":[]"#, "lineHeight"),
    (#""trim":"""#, "trim"), (#""trim":"alphabetic""#, "trim"), (#""trim":"cap cap""#, "trim"),
    (#""trim":"cap text text""#, "trim"), (#""trim":1"#, "trim"),
    (#""justify":{"kashida":-1}"#, "justify.kashida"),
    (#""justify":{"kashida":"1"}"#, "justify.kashida"),
    (#""hangingPunctuation":"middle""#, "hangingPunctuation"),
    (#""hangingPunctuation":["none","first"]"#, "hangingPunctuation"),
    (#""hangingPunctuation":true"#, "hangingPunctuation"),
    (#""style":{"autospace":true}"#, "style.autospace"),
    (#""style":{"wrap":"nowrap"}"#, "style.wrap"),
  ])
  func wrongValues(_ members: String, _ path: String) {
    let error = #expect(throws: DocumentError.self) { try Self.document(members) }
    #expect(error?.keyPath == path)
  }
}
