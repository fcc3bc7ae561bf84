// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing

@testable import CanvasGeometry
@testable import TextModel

/// Styles and columns in archives.
@Suite struct StyleCodingTests {
  private static func coded<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  private static func decoded<Value: Decodable>(
    _ type: Value.Type, _ json: String
  ) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  /// Expects that no stored property of a value has its default, and that coding keeps all.
  private static func expectWhole<Value: Codable & Equatable, Fields>(
    _ value: Value, default standard: Value, count: Int, _ fields: (Value) -> Fields
  ) throws {
    func properties(_ value: Value) -> [(name: String, text: String)] {
      Mirror(reflecting: fields(value)).children.map { child in
        var text = ""
        dump(child.value, to: &text)
        return (child.label ?? "", text)
      }
    }
    let (all, standards) = (properties(value), properties(standard))
    #expect(all.count == count)
    for (own, other) in zip(all, standards) {
      #expect(own.text != other.text, "\(own.name) has its default")
    }
    #expect(try coded(value) == value)
    #expect(try coded(standard) == standard)
  }

  static let font: FontDescriptor = {
    var font = FontDescriptor(
      families: ["A", "B"], weight: 650, slant: .oblique, stretch: 80,
      variations: [FontVariation("wght", 600)], givenFont: 2)
    (font.instance, font.opticalSizing) = ("Bold", .none)
    return font
  }()
  static let shape = TextBoxShape(
    cornerRadius: 3, insets: EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4),
    extent: .block, joinsLines: true)
  static let red = Color(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
  static let decoration = TextDecoration(
    color: red, style: .wavy, thickness: 2, offset: 1.5, skipsInk: true)

  static let paragraph: ParagraphStyle = {
    var style = ParagraphStyle(alignment: .justify, direction: .rightToLeft)
    style.lineHeight = .relative(toSize: 1.25)
    (style.lineSpacing, style.spacingBefore, style.spacingAfter) = (1, 2, 3)
    (style.firstLineIndent, style.startIndent, style.endIndent) = (4, 5, 6)
    style.tabStops = [TabStop(position: 7, alignment: .decimal), TabStop(position: 9)]
    style.tabInterval = 8
    (style.lineBreak, style.wordBreak, style.overflowWrap) = (.loose, .keepAll, .normal)
    style.lastLineAlignment = .center
    style.justification = JustificationLimits(
      spaces: 0.5, gaps: 0.2, letters: 0.1, kashida: 0.7, shrinksSpaces: false, isStrict: true)
    style.hangingPunctuation = [.first, .allowEnd]
    style.lineBreaking = .optimal(BreakCosts(hyphen: 70, runtLength: 0.3))
    style.hyphenation = Hyphenation(
      maximumConsecutive: 2, minimumWordLength: 6, minimumBefore: 3, minimumAfter: 4, zone: 12,
      hyphenatesCapitalized: true, character: "~")
    style.strut = LineStrut(ShapingStyle(size: 20), isForced: true)
    style.list = TextList(
      .counter(.lowerRoman, prefix: "(", suffix: ")"), level: 2, start: 7, gap: 3)
    return style
  }()
  static let shaping: ShapingStyle = {
    var style = ShapingStyle(
      font: font, size: 17.5, features: [FontFeature("smcp"), FontFeature("liga", 0)],
      language: "sr-Latn", letterSpacing: 0.5, wordSpacing: 1.5, baselineOffset: -2,
      textSpacingTrim: .spaceAll)
    (style.textOrientation, style.textCombine) = (.upright, .digits(3))
    style.scriptPosition = .superscript
    (style.letterCase, style.smallCapitals) = (.uppercase, .ofAllLetters)
    style.makesSmallCapitals = false
    style.emphasis = EmphasisMark(.sesame, isFilled: false, position: .under)
    (style.autospace, style.textWrap) = (.ideographNumeric, .noWrap)
    style.isolation = .rightToLeft
    return style
  }()
  static let paint: PaintStyle = {
    var style = formerPaint
    style.fill = .gradient(
      TextGradient(
        .conic, stops: [.init(offset: 0.25, color: red), .init(offset: 1, color: .white)],
        from: Point(x: 0.5, y: 0.5), to: Point(x: 1, y: 0)), over: .line)
    return style
  }()
  /// Without the properties that version 0.2.0 had not.
  static let formerPaint = PaintStyle(
    color: red, background: TextBackground(.white, shape: shape),
    border: TextBorder(color: .black, width: 2, style: .dotted, shape: shape),
    underline: decoration, overline: TextDecoration(style: .double),
    strikethrough: TextDecoration(thickness: 3),
    shadows: [
      TextShadow(color: red, offset: Point(x: 1, y: 2), blurRadius: 3, isInner: true),
      TextShadow(color: .black),
    ], stroke: TextStroke(color: .white, width: 0.5))

  @Test func nothingIsForgotten() throws {
    try Self.expectWhole(Self.font, default: FontDescriptor(), count: 8) { $0 }
    // The table has a row for each field, but for the eight of fonts one by one, and for those that
    // few paragraphs have, which lie behind one reference; tab stops and their interval are one.
    // Inline boxes, the height of lines
    // around small capitals, and the slashes in lines, belong to pages, which are no archives.
    func rows<Part: StylePart>(_ part: Part.Type) -> Int { Part.fields.count { $0 != nil } }
    let (glyphs, lines) = (rows(ShapingStyle.Fields.self), rows(ParagraphStyle.Fields.self))
    #expect(Mirror(reflecting: ShapingStyle.Fields()).children.count == glyphs - 8 + 1 + 1 + 1)
    #expect(Mirror(reflecting: ParagraphStyle.Fields()).children.count == lines + 1 - 6 + 1 + 1)
    #expect(try Self.coded(Self.shaping) == Self.shaping)
    #expect(try Self.coded(Self.paragraph) == Self.paragraph)
    try Self.expectWhole(Self.paint, default: .default, count: 2) { $0 }
    try Self.expectWhole(Self.paint, default: PaintStyle(underline: .init()), count: 8) {
      Mirror(reflecting: $0).descendant("storage", "some", "rare") ?? ()
    }
    try Self.expectWhole(
      TextStyle(shaping: Self.shaping, paragraph: Self.paragraph, paint: Self.paint),
      default: .default, count: 3
    ) { $0 }
    try Self.expectWhole(Self.shape, default: .plain, count: 4) { $0 }
    try Self.expectWhole(Self.decoration, default: TextDecoration(), count: 5) { $0 }
    try Self.expectWhole(
      Self.paint.shadows[0], default: TextShadow(color: .black), count: 4
    ) { $0 }
    let highlight = TextHighlight(
      color: Self.red, background: Self.paint.background, border: Self.paint.border,
      underline: Self.decoration)
    try Self.expectWhole(highlight, default: TextHighlight(), count: 4) { $0 }
    try Self.expectWhole(TextLink("u", highlight: highlight), default: TextLink(""), count: 2) {
      $0
    }
    var binding = TextBinding(plainText: "x")
    binding.number = 3
    try Self.expectWhole(binding, default: TextBinding(), count: 2) { $0 }
  }

  @Test func everyCaseIsCoded() throws {
    func all<Value: CaseIterable & Codable & Equatable>(_ type: Value.Type) throws {
      for value in Value.allCases { #expect(try Self.coded([value]) == [value]) }
    }
    try all(FontSlant.self)
    try all(TextSpacingTrim.self)
    try all(TextAlignment.self)
    try all(TextDirection.self)
    try all(LineBreakStrictness.self)
    try all(WordBreak.self)
    try all(OverflowWrap.self)
    try all(TabStop.Alignment.self)
    try all(TextDecoration.Style.self)
    try all(TextBoxShape.Extent.self)
    for height in [
      LineHeight.natural, .multiple(1.5), .relative(toSize: 2), .fixed(3), .atLeast(4),
    ] {
      #expect(try Self.coded(height) == height)
    }
    for tag in [FontTag("wght")!, FontTag("a")!, FontTag(value: 0), FontTag(value: 0xFF00_FF00)] {
      #expect(try Self.coded([tag]) == [tag])
    }
  }

  @Test func defaultsAreLeftOut() throws {
    func json(_ value: some Encodable) throws -> String {
      String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
    #expect(try json(TextStyle.default) == "{}")
    #expect(try json(TextStyle(size: 20)) == #"{"size":20}"#)
    #expect(try json(FontFeature("smcp")).contains(#""smcp""#))
    // Equal styles of an archive share the default's storage.
    let style = try Self.decoded(ParagraphStyle.self, "{}")
    #expect(style.storage === ParagraphStyle.default.storage)
  }

  @Test func columns() throws {
    var column = RunColumn("a", length: 3)
    column.append("b", count: 2)
    column.append("a", count: 7)
    #expect(try Self.coded(column) == column)
    #expect(try Self.coded(RunColumn("a", length: 0)) == RunColumn("a", length: 0))
    let read = try Self.decoded(
      RunColumn<String>.self, #"{"values":["a","b","a"],"runs":[0,3,2,1,1,2,0,7]}"#)
    #expect(read.ends == [4, 6, 13] && read.values == ["a", "b", "a"])
    let json = String(decoding: try JSONEncoder().encode(column), as: UTF8.self)
    #expect(json.contains("[0,3,1,2,0,7]"))
  }

  @Test(arguments: [
    "[]", "[0]", "[0,1,0]", "[0,0,0,1]", "[0,1,0,0]", "[0,-1]", "[1,1]", "[-1,1]", "[0,1,9,1]",
    "[0,9223372036854775807]", "[0,1,0,9223372036854775807]", "[0,-9223372036854775808]",
    "[9223372036854775807,1]", "[0,16777217]", "[0,16777216,0,1]", "[0.5,1]", "[null,1]", "{}",
  ])
  func damagedColumns(_ runs: String) {
    #expect(throws: DecodingError.self) {
      _ = try Self.decoded(RunColumn<String>.self, #"{"values":["a"],"runs":\#(runs)}"#)
    }
    #expect(throws: DecodingError.self) {
      _ = try Self.decoded(RunColumn<String>.self, #"{"values":[],"runs":\#(runs)}"#)
    }
  }

  @Test func damagedStyles() {
    func fails<Value: Decodable>(_ type: Value.Type, _ json: String) {
      #expect(throws: DecodingError.self) { try Self.decoded(type, json) }
    }
    fails(LineHeight.self, "{}")
    fails(LineHeight.self, #"{"fixed":1,"multiple":2}"#)
    fails(LineHeight.self, #"{"tall":1}"#)
    fails([FontTag].self, #"["abcde"]"#)
    fails([FontTag].self, #"[""]"#)
    fails([FontTag].self, "[-1]")
    fails([TextAlignment].self, "[6]")
    fails(ShapingStyle.self, #"{"size":"20"}"#)
    fails(PaintStyle.self, #"{"shadows":{}}"#)
  }

  /// A number of a decoded binding may be any.
  @Test func bindingsBesideTheLargestNumber() throws {
    let binding = try Self.decoded(TextBinding.self, #"{"number":9223372036854775807}"#)
    var text = AttributedText("abcd")
    text[binding: TextRange(0, 2)] = binding
    text[binding: TextRange(2, 4)] = binding
    #expect(text.elements.ends == [2, 4])
  }
}
