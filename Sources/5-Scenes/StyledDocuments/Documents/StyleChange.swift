// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextModel

/// A partial style, from options, a document's style or a span: the properties that it sets.
///
/// Lengths may be relative to the em size until ``resolve(em:)`` makes them absolute.
package struct StyleChange: Sendable {
  /// The value of a property.
  enum Value: Sendable {
    /// A value that is stored in the field of the style as it is.
    case plain(any Sendable)
    case length(Length)
    /// A value of paragraphs that contains lengths, or that sets more than its own property.
    case paragraph(any ParagraphValue)
    /// Features, which are added to the features of the style.
    case features([RangedFeature])
    /// Lines along the text; `nil` removes the line of a kind.
    case lines([DecorationLine: TextDecoration?])
  }

  /// A property that is set.
  private struct Setting {
    let property: StyleProperty
    var value: Value
  }

  /// The properties that are set, each once, in the order of setting.
  private var settings: [Setting] = []

  /// Creates a style that changes nothing.
  package init() {}

  subscript(property: StyleProperty) -> Value? {
    get { index(of: property).map { settings[$0].value } }
    set {
      if let index = index(of: property) { settings.remove(at: index) }
      guard let newValue else { return }
      if settings.isEmpty { settings.reserveCapacity(4) }
      settings.append(Setting(property: property, value: newValue))
    }
  }

  private func index(of property: StyleProperty) -> Int? {
    settings.indices.first { settings[$0].property == property }
  }

  private func plain<Wanted>(_ property: StyleProperty) -> Wanted? {
    if case .plain(let value)? = self[property] { value as? Wanted } else { nil }
  }

  // MARK: - Properties on which more than the style depends

  package var size: Length? {
    get { if case .length(let size)? = self[.size] { size } else { nil } }
    set { self[.size] = newValue.map { .length($0) } }
  }

  package var features: [RangedFeature]? {
    if case .features(let features)? = self[.features] { features } else { nil }
  }

  package var alignment: TextAlignment? {
    get { plain(.align) }
    set { self[.align] = newValue.map { .plain($0) } }
  }

  package var language: String? {
    get { plain(.language) }
    set { self[.language] = newValue.map { .plain($0) } }
  }

  package var font: Int? { plain(.font) }
  var families: [String]? { plain(.family) }

  // MARK: - Applying

  /// Whether a property is set that lies in a given part of styles.
  func changes<Part: StylePart>(_ part: Part.Type) -> Bool {
    settings.contains { Part.fields[$0.property.index] != nil }
  }

  /// The properties of paragraphs that are set, in the order of ``StyleProperty``.
  package var paragraphProperties: [StyleProperty] {
    StyleProperty.allCases.filter { $0.isParagraph && self[$0] != nil }
  }

  /// Makes all lengths absolute.
  ///
  /// - Parameter em: The em size of the surrounding text, in px: ``size`` is relative to it, other
  ///   lengths are relative to ``size``.
  package mutating func resolve(em: Double) {
    let own = size?.pixels(em: em) ?? em
    for index in settings.indices {
      switch settings[index].value {
      case .length(var length):
        length.resolve(em: settings[index].property == .size ? em : own)
        settings[index].value = .length(length)
      case .paragraph(var value):
        value.resolve(em: own)
        settings[index].value = .paragraph(value)
      case .plain, .features, .lines: break
      }
    }
  }

  /// Applies the properties of shaping, except features with a range.
  package func apply(to style: inout ShapingStyle) {
    guard changes(ShapingStyle.Fields.self) else { return }
    style.update {
      apply(to: &$0) { value, fields in
        guard case .features(let features) = value else { return }
        fields.features += features.filter(\.isGlobal).map(\.feature)
      }
    }
  }

  /// Applies the properties of paragraphs.
  package func apply(to style: inout ParagraphStyle) {
    guard changes(ParagraphStyle.Fields.self) else { return }
    style.update {
      apply(to: &$0) { value, fields in
        if case .paragraph(let value) = value { value.apply(to: &fields, of: self) }
      }
    }
  }

  /// Applies the properties of painting.
  package func apply(to style: inout PaintStyle) {
    apply(to: &style) { value, style in
      guard case .lines(let lines) = value else { return }
      for (line, decoration) in lines { style[line] = decoration }
    }
  }

  /// Applies the properties of one part of styles; a function applies the values that are not
  /// simply stored in a field.
  private func apply<Part: StylePart>(to part: inout Part, _ other: (Value, inout Part) -> Void) {
    let fields = Part.fields
    for setting in settings {
      guard let field = fields[setting.property.index] else { continue }
      switch setting.value {
      case .plain(let value): field.set(value, in: &part)
      case .length(let length): field.set(length.value, in: &part)
      case .paragraph, .features, .lines: other(setting.value, &part)
      }
    }
  }
}

/// A value of paragraphs that contains lengths, or that sets more than its own property.
protocol ParagraphValue: Sendable {
  /// Makes all lengths absolute.
  mutating func resolve(em: Double)

  /// Sets the property, and other fields that follow from the value.
  ///
  /// - Parameter change: The style that contains the value.
  func apply(to fields: inout ParagraphStyle.Fields, of change: StyleChange)
}
