// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The description of a property of a style: its place in a style, its help and its option.
package struct StyleRow: Sendable {
  /// The part of a style in which the property lies, which says what a new value changes: glyphs
  /// and their widths, lines, or pixels alone. The field is a closure that is called when the field
  /// is first needed, since the options of the command line need only the rows.
  package enum Place: Sendable {
    case ofShaping(@Sendable () -> StyleField<ShapingStyle.Fields>)
    case ofParagraphs(@Sendable () -> StyleField<ParagraphStyle.Fields>)
    case ofPaint(@Sendable () -> StyleField<PaintStyle>)

    static func shaping(
      _ field: @autoclosure @escaping @Sendable () -> StyleField<ShapingStyle.Fields>
    ) -> Place { .ofShaping(field) }

    static func paragraph(
      _ field: @autoclosure @escaping @Sendable () -> StyleField<ParagraphStyle.Fields>
    ) -> Place { .ofParagraphs(field) }

    static func paint(
      _ field: @autoclosure @escaping @Sendable () -> StyleField<PaintStyle>
    ) -> Place { .ofPaint(field) }
  }

  /// The name of the option of the command line.
  enum Option: Sendable {
    /// The words of the key, joined by hyphens.
    case asKey
    case named(String)
    case none
  }

  package let place: Place
  /// The key in documents and archives.
  package let key: String
  /// The explanation in help, one line long.
  package let summary: String
  let option: Option
  /// Whether a ruby takes the value of its base text; if not, the ruby has the default.
  let reachesRubies: Bool

  init(
    _ key: String, _ place: Place, _ summary: String, option: Option = .asKey,
    reachesRubies: Bool = true
  ) {
    (self.key, self.place, self.summary, self.option) = (key, place, summary, option)
    self.reachesRubies = reachesRubies
  }
}

extension StyleProperty {
  /// The form of the property's value in documents and options.
  package var styleForm: StyleForm {
    ShapingStyle.Fields.fields[index]?.form ?? PaintStyle.fields[index]?.form
      ?? ParagraphStyle.Fields.fields[index]?.form ?? .own
  }
}

/// A part of a style: what shaping, laying out or painting depends on.
package protocol StylePart: Equatable, Sendable {
  static var standard: Self { get }
  /// The field of each property by its index; `nil` if it lies in another part.
  static var fields: [StyleField<Self>?] { get }
  /// The members of archives.
  static var members: CodedFields<Self> { get }
}

extension StylePart {
  fileprivate static func places(
    _ field: (StyleRow.Place) -> StyleField<Self>?
  ) -> [StyleField<Self>?] {
    StyleProperty.allCases.map { field($0.row.place) }
  }

  /// The members of all properties, and members of version 0.2.0 that belong to no property.
  fileprivate static func archive(former: [CodedField<Self>]) -> CodedFields<Self> {
    let members = zip(StyleProperty.allCases, fields).compactMap { property, field in
      var member = field?.coding
      member?.name = property.key
      return member
    }
    return CodedFields(standard, members + former)
  }
}

extension ShapingStyle.Fields: StylePart {
  package static let standard = Self()
  package static let fields = places { if case .ofShaping(let field) = $0 { field() } else { nil } }
  package static let members = archive(former: [])
}

extension ParagraphStyle.Fields: StylePart {
  package static let standard = Self()
  package static let fields = places {
    if case .ofParagraphs(let field) = $0 { field() } else { nil }
  }
  package static let members = archive(former: [
    CodedField(former: "tabInterval") { $1.tabInterval = $0 }
  ])
}

extension PaintStyle: StylePart {
  package static var standard: PaintStyle { .default }
  package static let fields = places { if case .ofPaint(let field) = $0 { field() } else { nil } }
  package static let members = archive(former: [
    CodedField(former: "overline") { $1.overline = $0 }
  ])
}

/// The form of a property's value in documents and options.
package enum StyleForm: Sendable {
  /// A length, which may be relative to the em size.
  ///
  /// - Parameter isSpacing: Whether the word `normal` stands for a length of 0.
  case length(isSpacing: Bool)
  /// One of the words of an enumeration; the string is the placeholder in help.
  case words(String, any Keyword.Type)
  /// True or false.
  case flag
  /// A form that only this property has; `StyledDocuments` reads it.
  case own
}

/// The place of a property in a part of a style, and how its value is set, scaled and archived.
///
/// Key paths are made only when a property is first used: Swift takes 30,000 instructions to build
/// one, so building those of all properties would slow down the program's start. Later uses cost
/// little.
package final class StyleField<Part: StylePart>: Sendable {
  package typealias Place<Value> = @Sendable () -> CodedField<Part>.Place<Value>

  package let form: StyleForm
  private let makeCoding: @Sendable () -> CodedField<Part>
  /// Reads the property if it is a length; `nil` for a property of another type.
  package let length: (@Sendable (Part) -> Double)?
  /// Whether the length may be negative; without meaning for other types.
  package let isSigned: Bool
  private let assign: @Sendable (any Sendable, inout Part) -> Void
  private let enlarge: (@Sendable (Double, inout Part) -> Void)?
  private let reset: @Sendable (inout Part) -> Void

  private init<Value: Sendable>(
    _ place: @escaping Place<Value>, _ form: StyleForm,
    _ coding: @escaping @Sendable () -> CodedField<Part>,
    _ scaling: (@Sendable (inout Value, Double) -> Void)?,
    length: (@Sendable (Part) -> Double)? = nil, isSigned: Bool = true
  ) {
    (self.form, makeCoding, self.length, self.isSigned) = (form, coding, length, isSigned)
    assign = { value, part in
      guard let value = value as? Value else {
        preconditionFailure("a value of another type than \(Value.self): \(value)")
      }
      part[keyPath: place()] = value
    }
    if let scaling {
      enlarge = { factor, part in scaling(&part[keyPath: place()], factor) }
    } else {
      enlarge = nil
    }
    reset = { $0[keyPath: place()] = Part.standard[keyPath: place()] }
  }

  /// The member of archives, without its name.
  var coding: CodedField<Part> { makeCoding() }

  /// A value that archives hold as it is.
  ///
  /// - Parameters:
  ///   - formerly: The name in archives of version 0.2.0, if it was another one.
  ///   - scaling: Multiplies the lengths of the value; `nil` if it has none.
  static func value<Value: Codable & Equatable & Sendable>(
    _ place: @autoclosure @escaping Place<Value>, _ form: StyleForm = .own,
    formerly: String? = nil, scaling: (@Sendable (inout Value, Double) -> Void)? = nil
  ) -> StyleField {
    StyleField(place, form, { CodedField("", formerly: formerly, place()) }, scaling)
  }

  /// A value that archives hold in another form.
  static func value<Form: CodedForm>(
    _ place: @autoclosure @escaping Place<Form.Value>, as archived: Form.Type,
    _ form: StyleForm = .own, formerly: String? = nil,
    scaling: (@Sendable (inout Form.Value, Double) -> Void)? = nil
  ) -> StyleField {
    StyleField(
      place, form, { CodedField("", formerly: formerly, place(), as: archived) }, scaling)
  }

  /// A value that is archived in its own way.
  static func value<Value: Sendable>(
    _ place: @autoclosure @escaping Place<Value>, _ form: StyleForm = .own,
    coding: @autoclosure @escaping @Sendable () -> CodedField<Part>
  ) -> StyleField {
    StyleField(place, form, coding, nil)
  }

  /// A length, which scales with the text.
  static func length(
    _ place: @autoclosure @escaping Place<Double>, isSpacing: Bool = false, isSigned: Bool = true
  ) -> StyleField {
    StyleField(
      place, .length(isSpacing: isSpacing), { CodedField("", place()) }, { $0 *= $1 },
      length: { $0[keyPath: place()] }, isSigned: isSigned)
  }

  /// One of the words of an enumeration.
  static func word<Value: ListedKeyword & RawRepresentable<UInt8>>(
    _ place: @autoclosure @escaping Place<Value>, _ placeholder: String, formerly: String? = nil
  ) -> StyleField {
    value(place(), as: CodedWord.self, .words(placeholder, Value.self), formerly: formerly)
  }

  /// One of the words of an enumeration, or none.
  static func word<Value: ListedKeyword & RawRepresentable<UInt8>>(
    _ place: @autoclosure @escaping Place<Value?>, _ placeholder: String, formerly: String? = nil
  ) -> StyleField {
    value(place(), as: CodedWord?.self, .words(placeholder, Value.self), formerly: formerly)
  }

  /// Sets the property.
  ///
  /// - Precondition: The value is of the property's type.
  package func set(_ value: any Sendable, in part: inout Part) { assign(value, &part) }

  /// Multiplies the lengths of the property by a factor.
  package func scale(_ part: inout Part, by factor: Double) { enlarge?(factor, &part) }

  /// Gives the property the value that it has by default.
  package func reset(_ part: inout Part) { reset(&part) }
}
