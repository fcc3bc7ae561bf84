// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// Numbers in a list, as documents write points and insets; archives of version 0.2.0 have an
/// object.
private protocol NumberList: Codable, Equatable, Sendable {
  init?(numbers: [Double])
  var numbers: [Double] { get }
}

extension Point: NumberList {
  fileprivate init?(numbers: [Double]) {
    guard numbers.count == 2 else { return nil }
    self.init(x: numbers[0], y: numbers[1])
  }

  fileprivate var numbers: [Double] { [x, y] }
}

extension EdgeInsets: NumberList {
  fileprivate init?(numbers: [Double]) {
    guard numbers.count == 4 else { return nil }
    self.init(top: numbers[0], leading: numbers[1], bottom: numbers[2], trailing: numbers[3])
  }

  fileprivate var numbers: [Double] { [top, leading, bottom, trailing] }
}

private struct CodedNumbers<Value: NumberList>: CodedForm {
  let value: Value

  init(_ value: Value) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let numbers = try? container.decode([Double].self) else {
      value = try container.decode(Value.self)
      return
    }
    guard let value = Value(numbers: numbers) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "The list has another count of numbers.")
    }
    self.value = value
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value.numbers)
  }
}

/// A box with a shape, of whose object the parts of the shape are members.
private protocol ShapedBox: Sendable {
  var shape: TextBoxShape { get set }
}

extension ShapedBox {
  fileprivate static var shapeFields: [CodedField<Self>] {
    [
      CodedField("cornerRadius", \.shape.cornerRadius, standard: 0),
      CodedField("insets", \.shape.insets, as: CodedNumbers.self, standard: .zero),
      CodedField("extent", \.shape.extent, standard: .range),
      CodedField("joinsLines", \.shape.joinsLines, standard: false),
      // Archives of version 0.2.0.
      CodedField(reading: "shape") { $1.shape = $0 },
    ]
  }
}

extension TextBoxShape: ShapedBox, Codable {
  fileprivate var shape: TextBoxShape {
    get { self }
    set { self = newValue }
  }

  private static let fields = shapeFields

  /// Decodes a shape; members that are absent have their defaults.
  public init(from decoder: any Decoder) throws {
    self = try Self.fields.decoded(.plain, from: decoder)
  }

  /// Encodes the shape; members that have their defaults are left out.
  public func encode(to encoder: any Encoder) throws { try Self.fields.encode(self, to: encoder) }
}

extension TextBackground: ShapedBox, Codable {
  private static let fields = [CodedField("color", \.color, standard: nil)] + shapeFields

  /// Decodes a background: a colour as documents write it, or an object.
  public init(from decoder: any Decoder) throws {
    if (try? decoder.singleValueContainer().decode(String.self)) != nil {
      self.init(try Color(from: decoder))
      return
    }
    self = try Self.fields.decoded(TextBackground(.black), from: decoder)
  }

  /// Encodes the colour and, of the shape, what is not that of a rectangle.
  public func encode(to encoder: any Encoder) throws { try Self.fields.encode(self, to: encoder) }
}

extension TextBorder: ShapedBox, Codable {
  private static let fields =
    [
      CodedField("color", \.color, standard: .some(nil)), CodedField("width", \.width, standard: 1),
      CodedField("style", \.style, standard: .solid),
    ] + shapeFields

  /// Decodes a border; members that are absent have their defaults.
  public init(from decoder: any Decoder) throws {
    self = try Self.fields.decoded(TextBorder(), from: decoder)
  }

  /// Encodes the border; members that have their defaults are left out.
  public func encode(to encoder: any Encoder) throws { try Self.fields.encode(self, to: encoder) }
}

extension TextDecoration: Codable {
  private static let fields: [CodedField<TextDecoration>] = [
    CodedField("color", \.color, standard: .some(nil)),
    CodedField("style", \.style, standard: .solid),
    CodedField("thickness", \.thickness, standard: .some(nil)),
    CodedField("offset", \.offset, standard: 0),
    CodedField("skipInk", formerly: "skipsInk", \.skipsInk, standard: false),
  ]

  /// Decodes a decoration; members that are absent have their defaults.
  public init(from decoder: any Decoder) throws {
    self = try Self.fields.decoded(TextDecoration(), from: decoder)
  }

  /// Encodes the decoration; members that have their defaults are left out.
  public func encode(to encoder: any Encoder) throws { try Self.fields.encode(self, to: encoder) }
}

extension TextShadow: Codable {
  private static let fields: [CodedField<TextShadow>] = [
    CodedField("color", \.color, standard: nil),
    CodedField("offset", \.offset, as: CodedNumbers.self, standard: Point(x: 0, y: 1)),
    CodedField("blur", formerly: "blurRadius", \.blurRadius, standard: 0),
    CodedField("inner", formerly: "isInner", \.isInner, standard: false),
  ]

  /// Decodes a shadow; members that are absent have their defaults.
  public init(from decoder: any Decoder) throws {
    self = try Self.fields.decoded(TextShadow(color: .black), from: decoder)
  }

  /// Encodes the shadow; members that have their defaults are left out.
  public func encode(to encoder: any Encoder) throws { try Self.fields.encode(self, to: encoder) }
}

/// The lines along a text: in documents and archives one list.
package struct TextDecorations: Hashable, Codable, Sendable {
  /// The place of a line.
  package enum Line: String, CaseIterable, Codable, Keyword {
    case underline
    case overline
    case strikethrough
  }

  private struct Element: Codable {
    let line: Line
    let decoration: TextDecoration

    private static let lineKey = MemberName("line")

    init(_ line: Line, _ decoration: TextDecoration) {
      (self.line, self.decoration) = (line, decoration)
    }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: MemberName.self)
      line = try members.decode(Line.self, forKey: Self.lineKey)
      decoration = try TextDecoration(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: MemberName.self)
      try members.encode(line, forKey: Self.lineKey)
      try decoration.encode(to: encoder)
    }
  }

  package private(set) var lines: [Line: TextDecoration] = [:]

  package init() {}

  package subscript(line: Line) -> TextDecoration? {
    get { lines[line] }
    set { lines[line] = newValue }
  }

  package init(from decoder: any Decoder) throws {
    for element in try [Element](from: decoder) { lines[element.line] = element.decoration }
  }

  package func encode(to encoder: any Encoder) throws {
    let elements = Line.allCases.compactMap { line in lines[line].map { Element(line, $0) } }
    try elements.encode(to: encoder)
  }
}

extension PaintStyle {
  /// The lines along the text.
  package var decorations: TextDecorations {
    get {
      var lines = TextDecorations()
      for line in TextDecorations.Line.allCases { lines[line] = self[line] }
      return lines
    }
    set { for line in TextDecorations.Line.allCases { self[line] = newValue[line] } }
  }

  /// The line at a place.
  package subscript(line: TextDecorations.Line) -> TextDecoration? {
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
}

extension CodedField<PaintStyle> {
  /// A line that is read as a flag of documents, or as archives of version 0.2.0 have it; written
  /// are ``TextDecorations``.
  static func decoration(_ line: TextDecorations.Line) -> CodedField {
    CodedField(reading: "") { (form: FlagOrDecoration, style) in style[line] = form.decoration }
  }
}

private struct FlagOrDecoration: Decodable {
  let decoration: TextDecoration?

  init(from decoder: any Decoder) throws {
    if let flag = try? decoder.singleValueContainer().decode(Bool.self) {
      decoration = flag ? TextDecoration() : nil
    } else {
      decoration = try TextDecoration(from: decoder)
    }
  }
}

extension TextStroke: Codable {
  private static let fields: [CodedField<TextStroke>] = [
    CodedField("color", \.color, standard: .some(nil)),
    CodedField("width", \.width, standard: nil),
  ]

  /// Decodes a stroke; without a width it has none.
  public init(from decoder: any Decoder) throws {
    self = try Self.fields.decoded(TextStroke(width: 0), from: decoder)
  }

  /// Encodes the stroke, its colour only if it has one.
  public func encode(to encoder: any Encoder) throws { try Self.fields.encode(self, to: encoder) }
}
