// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing

@testable import CanvasGeometry
@testable import TextModel

/// What follows from the rows of the table of styles. `StyleCodingTests` has a style in which no
/// property has its default.
@Suite struct StylePropertyTests {
  private static let whole = TextStyle(
    shaping: lengthened(StyleCodingTests.shaping),
    paragraph: lengthened(StyleCodingTests.paragraph), paint: StyleCodingTests.paint)

  private static func lengthened(_ style: ShapingStyle) -> ShapingStyle {
    var style = style
    style.update { setLengths(of: &$0) }
    return style
  }

  private static func lengthened(_ style: ParagraphStyle) -> ParagraphStyle {
    var style = style
    style.update { setLengths(of: &$0) }
    return style
  }

  /// Gives lengths that have their defaults another value: those that the sample does not name.
  private static func setLengths<Part: StylePart>(of part: inout Part) {
    for case let field? in Part.fields {
      guard case .length = field.form else { continue }
      var plain = part
      field.reset(&plain)
      if plain == part { field.set(3.0, in: &part) }
    }
  }

  private static func members(_ value: some Encodable) throws -> [String: String] {
    // Each member as JSON: what is inside is not of interest.
    let object = try JSONDecoder().decode([String: Member].self, from: JSONEncoder().encode(value))
    return try object.mapValues {
      String(decoding: try JSONEncoder().encode($0.number), as: UTF8.self)
    }
  }

  /// A member of an object: its number, if it is one.
  private struct Member: Decodable {
    let number: Double?

    init(from decoder: any Decoder) throws {
      number = try? decoder.singleValueContainer().decode(Double.self)
    }
  }

  @Test("A property lies in one part of a style, and its default is that of the part")
  func resets() {
    func check<Part: StylePart>(_ part: Part) -> [StyleProperty] {
      zip(StyleProperty.allCases, Part.fields).compactMap { property, field in
        guard let field else { return nil }
        var copy = part
        field.reset(&copy)
        #expect(copy != part, "\(property) has its default")
        var standard = Part.standard
        field.reset(&standard)
        #expect(standard == Part.standard, "\(property)")
        return property
      }
    }
    let found =
      check(Self.whole.shaping.storage.fields) + check(Self.whole.paragraph.storage.fields)
      + check(Self.whole.paint)
    #expect(found.count == StyleProperty.allCases.count && Set(found).count == found.count)
  }

  @Test("Keys are those of documents; options are named after them")
  func names() {
    #expect(StyleProperty.letterSpacing.key == "letterSpacing")
    #expect(StyleProperty(key: "letterSpacing") == .letterSpacing)
    #expect(StyleProperty(key: "letterspacing") == nil)
    #expect(StyleProperty.letterSpacing.option == "letter-spacing")
    #expect(StyleProperty.size.option == "font-size")
    #expect(StyleProperty.spacingBefore.option == nil)
    let options = StyleProperty.allCases.compactMap(\.option)
    #expect(options.count >= 31 && Set(options).count == options.count)
  }

  @Test("Every length scales with its text, and nothing else does")
  func scaling() throws {
    let text = AttributedText("a", style: Self.whole)
    let twice = text.scaled(by: 2)
    let lengths = Set(
      StyleProperty.allCases.filter { if case .length = $0.styleForm { true } else { false } })
    #expect(lengths.count >= 9)
    for (before, after) in [
      (
        try Self.members(text.shaping.value(at: 0)), try Self.members(twice.shaping.value(at: 0))
      ),
      (
        try Self.members(text.paragraphs.value(at: 0)),
        try Self.members(twice.paragraphs.value(at: 0))
      ),
    ] {
      for (name, value) in before {
        let property = try #require(StyleProperty(key: name))
        guard let number = Double(value) else { continue }
        let scales = lengths.contains(property) || property == .size
        #expect(after[name].flatMap(Double.init) == (scales ? 2 * number : number), "\(name)")
      }
    }
    let paragraph = twice.paragraphs.value(at: 0)
    #expect(paragraph.tabStops.map(\.position) == [14, 18] && paragraph.tabInterval == 16)
    #expect(paragraph.hyphenation?.zone == 24 && paragraph.list?.gap == 6)
    #expect(paragraph.strut?.style.size == 40 && paragraph.lineHeight == .relative(toSize: 1.25))
    var tall = ParagraphStyle()
    tall.lineHeight = .between(least: 10, most: 20)
    tall.scale(by: 3)
    #expect(tall.lineHeight == .between(least: 30, most: 60))
  }

  @Test("A length of paragraphs that is not finite, or negative where it may not be, is not valid")
  func validity() {
    for (property, field) in zip(StyleProperty.allCases, ParagraphStyle.Fields.fields) {
      guard let field, field.length != nil else { continue }
      for (length, isValid) in [(3, true), (-3, field.isSigned), (.infinity, false), (.nan, false)]
      {
        var style = ParagraphStyle()
        style.update { field.set(length, in: &$0) }
        #expect(style.storage.isValid == isValid, "\(property) \(length)")
      }
    }
  }

  @Test("A ruby has the style of its text without what is of the text alone")
  func rubies() {
    let ruby = Self.whole.shaping.ofRuby(0.5)
    var expected = Self.whole.shaping
    expected.scale(by: 0.5)
    #expect((expected.size, expected.letterSpacing, expected.wordSpacing) == (8.75, 0.25, 0.75))
    (expected.baselineOffset, expected.textCombine, expected.emphasis) = (0, .none, nil)
    #expect(ruby == expected)
  }

  @Test("An archive has the keys of documents, all of them")
  func keys() throws {
    let keys = Set(try Self.members(Self.whole).keys)
    // Lines along the text are written as a list.
    let lines = ["underline", "strikethrough"]
    #expect(keys == Set(StyleProperty.allCases.map(\.key)).subtracting(lines))
    #expect(
      try JSONDecoder().decode(TextStyle.self, from: JSONEncoder().encode(Self.whole))
        == Self.whole)
  }

  @Test("What version 0.2.0 wrote is read")
  func formerArchives() throws {
    func read<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
      try JSONDecoder().decode(type, from: Data(json.utf8))
    }
    // That version had no named instances, no optical sizes and no cases of letters.
    var shaping = StyleCodingTests.shaping
    (shaping.font.instance, shaping.font.opticalSizing) = ("", .auto)
    (shaping.letterCase, shaping.smallCapitals) = (.asWritten, .none)
    shaping.makesSmallCapitals = true
    #expect(
      try read(TextStyle.self, Self.former)
        == TextStyle(
          shaping: shaping, paragraph: StyleCodingTests.paragraph,
          paint: StyleCodingTests.formerPaint))
    #expect(
      try read(
        FontDescriptor.self,
        #"{"families":["A","B"],"givenFont":2,"slant":2,"stretch":80,"#
          + #""variations":[{"tag":"wght","value":600}],"weight":650}"#) == shaping.font)
    for (json, height) in [
      (#"{"natural":1}"#, .natural), (#"{"multiple":1.5}"#, .multiple(1.5)),
      (#"{"fixed":3}"#, .fixed(3)), (#"{"atLeast":4}"#, .atLeast(4)),
      (#"{"atMost":5}"#, .atMost(5)), (#"{"between":[1,2]}"#, .between(least: 1, most: 2)),
      (#"{"baselineDistance":9}"#, .baselineDistance(9)),
    ] as [(String, LineHeight)] {
      #expect(try read(LineHeight.self, json) == height)
    }
    for (json, marker) in [
      (#"{"disc":{}}"#, .disc), (#"{"circle":{}}"#, .circle), (#"{"square":{}}"#, .square),
      (#"{"text":{"_0":"*"}}"#, .text("*")),
      (#"{"counter":{"_0":"decimal","prefix":""}}"#, .counter(.decimal)),
    ] as [(String, TextList.Marker)] {
      let item = #"{"gap":6,"level":0,"marker":\#(json),"number":1}"#
      #expect(try read(TextList.self, item) == TextList(marker))
    }
    #expect(try read([Hyphenation].self, #"[{"source":"none"},{}]"#) == [.suppressed, .system])
    #expect(try read([TextCombine].self, "[0,1,2]") == [.none, .all, .digits(2)])
    #expect(
      try read([LineBreaking].self, #"["greedy","balanced","optimal"]"#)
        == [.greedy, .balanced, .optimal])
  }

  @Test("Every value of an archive comes back, also those that documents have no form for")
  func values() throws {
    func comesBack<Value: Codable & Equatable>(_ value: Value) throws {
      #expect(try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value)
    }
    for height in [
      LineHeight.natural, .multiple(0), .multiple(-1.5), .relative(toSize: -2), .fixed(0.1),
      .fixed(-3), .atLeast(4), .atMost(5), .between(least: 2, most: 1), .baselineDistance(1e-9),
    ] { try comesBack(height) }
    for value in [Hyphenation.suppressed, .system, Hyphenation(zone: 3)] {
      var style = ParagraphStyle()
      style.hyphenation = value
      try comesBack(style)
      style.hyphenation?.source = .none
      try comesBack(style)
    }
    var style = ParagraphStyle()
    style.tabStops = [TabStop(position: 9.25), TabStop(position: -3, alignment: .center)]
    try comesBack(style)
    for bits in 0..<UInt8(16) { try comesBack([HangingPunctuation(rawValue: bits)]) }
    for tag in ["a", "A1", "a b", "=,", "smcp", "+x"] {
      let tag = try #require(FontTag(tag))
      for value in [0, 1, 2, UInt32.max] { try comesBack([FontFeature(tag: tag, value: value)]) }
      for value in [0, 1e-300, -1.5, 1e300] {
        try comesBack(
          FontDescriptor(variations: [
            FontVariation(tag: tag, value: value), FontVariation("wght", 1),
            FontVariation(tag: tag, value: value),
          ]))
      }
    }
    for marker in [
      TextList.Marker.text(""), .text("x"), .counter(.upperRoman, suffix: ""),
    ] {
      try comesBack(TextList(marker, level: -1, number: 9, start: nil, gap: -2))
      try comesBack(TextList(marker, number: 9, start: 3))
    }
    for color in [Color.clear, .white, Color(white: 0.3), Color(red: 2, green: -1, blue: 0)] {
      try comesBack([color])
      try comesBack(TextBackground(color))
    }
    #expect(try JSONEncoder().encode([Color.white]) == Data(##"["#ffffff"]"##.utf8))
    #expect(
      try JSONDecoder().decode([Color].self, from: Data(#"["Red","transparent"]"#.utf8))
        == [.red, .clear])
  }

  /// A style in which no property has its default, as version 0.2.0 encoded it.
  private static let former = #"""
    {"paint":{"background":{"color":{"alpha":1,"blue":1,"green":1,"red":1},"shape":{
    "cornerRadius":3,"extent":"block","insets":{"bottom":3,"leading":2,"top":1,"trailing":4},
    "joinsLines":true}},"border":{"color":{"alpha":1,"blue":0,"green":0,"red":0},"shape":{
    "cornerRadius":3,"extent":"block","insets":{"bottom":3,"leading":2,"top":1,"trailing":4},
    "joinsLines":true},"style":"dotted","width":2},"color":{"alpha":0.4,"blue":0.3,"green":0.2,
    "red":0.1},"overline":{"offset":0,"skipsInk":false,"style":"double"},"shadows":[{
    "blurRadius":3,"color":{"alpha":0.4,"blue":0.3,"green":0.2,"red":0.1},"isInner":true,"offset":
    {"x":1,"y":2}},{"blurRadius":0,"color":{"alpha":1,"blue":0,"green":0,"red":0},"isInner":false,
    "offset":{"x":0,"y":1}}],"strikethrough":{"offset":0,"skipsInk":false,"style":"solid",
    "thickness":3},"stroke":{"color":{"alpha":1,"blue":1,"green":1,"red":1},"width":0.5},
    "underline":{"color":{"alpha":0.4,"blue":0.3,"green":0.2,"red":0.1},"offset":1.5,
    "skipsInk":true,"style":"wavy","thickness":2}},"paragraph":{"alignment":5,"direction":2,
    "endIndent":6,"firstLineIndent":4,"hangingPunctuation":5,"hyphenation":{"character":"~",
    "hyphenatesCapitalized":true,"maximumConsecutive":2,"minimumAfter":4,"minimumBefore":3,
    "minimumWordLength":6,"zone":12},"justification":{"gaps":0.2,"isStrict":true,"kashida":0.7,
    "letters":0.1,"shrinksSpaces":false,"spaces":0.5},"lastLineAlignment":4,"lineBreak":3,
    "lineBreaking":{"optimal":{"hyphen":70,"runtLength":0.3}},"lineHeight":{"relative":1.25},
    "lineSpacing":1,"list":{"gap":3,"level":2,"marker":{"counter":{"_0":"lowerRoman","prefix":"(",
    "suffix":")"}},"number":7,"start":7},"overflowWrap":1,"spacingAfter":3,"spacingBefore":2,
    "startIndent":5,"strut":{"isForced":true,"style":{"size":20}},"tabInterval":8,"tabStops":[{
    "alignment":3,"position":7},{"alignment":0,"position":9}],"wordBreak":2},"shaping":{
    "autospace":2,"baselineOffset":-2,"emphasis":"open sesame under","features":[{"tag":"smcp",
    "value":1},{"tag":"liga","value":0}],"font":{"families":["A","B"],"givenFont":2,"slant":2,
    "stretch":80,"variations":[{"tag":"wght","value":600}],"weight":650},"isolation":3,
    "language":"sr-Latn","letterSpacing":0.5,"scriptPosition":1,"size":17.5,"textCombine":3,
    "textOrientation":1,"textSpacingTrim":2,"textWrap":1,"wordSpacing":1.5}}
    """#
}
