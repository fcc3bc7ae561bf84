// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// Points and insets as a list of numbers; archives of version 0.2.0 hold an object with a name for
/// each number.
private struct CodedNumbers<Value: NumberList>: CodedForm {
  let value: Value

  init(_ value: Value) { self.value = value }

  init(from decoder: any Decoder) throws {
    let numbers = try? [Double](from: decoder)
    value = try numbers.flatMap { Value($0) } ?? Value(from: decoder)
  }

  func encode(to encoder: any Encoder) throws { try value.numbers.encode(to: encoder) }
}

private protocol NumberList: Codable, Equatable, Sendable, SendableMetatype {
  init?(_ numbers: [Double])
  var numbers: [Double] { get }
}

extension Point: NumberList {
  fileprivate init?(_ numbers: [Double]) {
    if numbers.count != 2 { return nil }
    self.init(x: numbers[0], y: numbers[1])
  }

  fileprivate var numbers: [Double] { [x, y] }
}

extension EdgeInsets: NumberList {
  fileprivate init?(_ numbers: [Double]) {
    if numbers.count != 4 { return nil }
    self.init(top: numbers[0], leading: numbers[1], bottom: numbers[2], trailing: numbers[3])
  }

  fileprivate var numbers: [Double] { [top, leading, bottom, trailing] }
}

/// A box around text: archives hold the parts of its shape as members of the box's own object.
private protocol ShapedBox: Sendable {
  var shape: TextBoxShape { get set }
}

extension ShapedBox {
  fileprivate static var fieldsOfShape: [CodedField<Self>] {
    [
      CodedField("cornerRadius", \.shape.cornerRadius),
      CodedField("insets", \.shape.insets, as: CodedNumbers.self),
      CodedField("extent", \.shape.extent), CodedField("joinsLines", \.shape.joinsLines),
      CodedField(former: "shape") { $1.shape = $0 },
    ]
  }
}

extension TextBoxShape: ShapedBox, FieldCodable {
  fileprivate var shape: TextBoxShape {
    get { self }
    set { self = newValue }
  }

  package static let fields = CodedFields(TextBoxShape(), fieldsOfShape)
}

extension TextBackground: ShapedBox, FieldCodable {
  package static let fields = CodedFields(
    TextBackground(.black),
    [CodedField("color", \.color, isRequired: true)] + fieldsOfShape)

  /// Decodes an object, or a colour in one string.
  public init(from decoder: any Decoder) throws {
    if (try? String(from: decoder)) != nil {
      self.init(try Color(from: decoder))
    } else {
      self = try Self.fields.value(from: decoder)
    }
  }
}

extension TextBorder: ShapedBox, FieldCodable {
  package static let fields = CodedFields(
    TextBorder(),
    [
      CodedField("color", \.color), CodedField("width", \.width), CodedField("style", \.style),
    ] + fieldsOfShape)
}

extension TextDecoration: FieldCodable {
  package static let fields = CodedFields(
    TextDecoration(),
    [
      CodedField("color", \.color), CodedField("style", \.style),
      CodedField("thickness", \.thickness), CodedField("offset", \.offset),
      CodedField("skipInk", formerly: "skipsInk", \.skipsInk),
    ])
}

extension TextShadow: FieldCodable {
  package static let fields = CodedFields(
    TextShadow(color: .black),
    [
      CodedField("color", \.color), CodedField("offset", \.offset, as: CodedNumbers.self),
      CodedField("blur", formerly: "blurRadius", \.blurRadius),
      CodedField("inner", formerly: "isInner", \.isInner),
    ])
}

extension TextStroke: FieldCodable {
  package static let fields = CodedFields(
    TextStroke(width: 0),
    [
      CodedField("color", \.color), CodedField("width", \.width, isRequired: true),
      CodedField("fill", \.fill),
    ])
}

/// The kinds of lines along a text; documents and archives list the lines of all kinds together.
package enum DecorationLine: String, CaseIterable, Codable, Keyword {
  case underline
  case overline
  case strikethrough
}

extension PaintStyle {
  /// The decoration of a kind.
  package subscript(line: DecorationLine) -> TextDecoration? {
    get {
      switch line {
      case .underline: underline
      case .overline: overline
      case .strikethrough: strikethrough
      }
    }
    set {
      switch line {
      case .underline: underline = newValue
      case .overline: overline = newValue
      case .strikethrough: strikethrough = newValue
      }
    }
  }

  /// The lines along the text by kind.
  package var decorations: [DecorationLine: TextDecoration] {
    get {
      let lines = DecorationLine.allCases.compactMap { line in self[line].map { (line, $0) } }
      return Dictionary(uniqueKeysWithValues: lines)
    }
    set { for line in DecorationLine.allCases { self[line] = newValue[line] } }
  }
}

/// The lines along a text as a list.
struct CodedDecorations: CodedForm {
  let value: [DecorationLine: TextDecoration]

  init(_ value: [DecorationLine: TextDecoration]) { self.value = value }

  private struct Element: Codable {
    private enum CodingKeys: CodingKey { case line }

    let line: DecorationLine
    let decoration: TextDecoration

    init(_ line: DecorationLine, _ decoration: TextDecoration) {
      (self.line, self.decoration) = (line, decoration)
    }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      line = try members.decode(DecorationLine.self, forKey: .line)
      decoration = try TextDecoration(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: CodingKeys.self)
      try members.encode(line, forKey: .line)
      try decoration.encode(to: encoder)
    }
  }

  init(from decoder: any Decoder) throws {
    let lines = try [Element](from: decoder).map { ($0.line, $0.decoration) }
    value = Dictionary(lines) { $1 }
  }

  func encode(to encoder: any Encoder) throws {
    try DecorationLine.allCases.compactMap { line in value[line].map { Element(line, $0) } }
      .encode(to: encoder)
  }
}

extension PaintStyle {
  /// The member of one kind of line, such as `underline`, which is read but no longer written:
  /// documents hold a flag, archives of version 0.2.0 an object. ``CodedDecorations`` writes all
  /// lines.
  static func codedLine(_ line: DecorationLine) -> CodedField<PaintStyle> {
    CodedField(former: line.rawValue) { (form: FlagOrDecoration, style) in
      style[line] = form.decoration
    }
  }
}

private struct FlagOrDecoration: Decodable {
  let decoration: TextDecoration?

  init(from decoder: any Decoder) throws {
    if let flag = try? Bool(from: decoder) {
      decoration = flag ? TextDecoration() : nil
    } else {
      decoration = try TextDecoration(from: decoder)
    }
  }
}
