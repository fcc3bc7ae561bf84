// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

extension TextSpacingTrim: Codable {}

extension ShapingStyle: Codable {
  private enum CodingKeys: String, CodingKey {
    case font, size, features, language, letterSpacing, wordSpacing, baselineOffset
    case textSpacingTrim, textOrientation, textCombine, scriptPosition, emphasis
    case autospace, textWrap, isolation
  }

  /// Decodes a style; members that are absent have their defaults.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    var fields = Fields()
    func read<Value: Decodable>(_ value: inout Value, _ key: CodingKeys) throws {
      value = try members.decode(forKey: key, default: value)
    }
    try read(&fields.font, .font)
    try read(&fields.size, .size)
    try read(&fields.features, .features)
    try read(&fields.language, .language)
    try read(&fields.letterSpacing, .letterSpacing)
    try read(&fields.wordSpacing, .wordSpacing)
    try read(&fields.baselineOffset, .baselineOffset)
    try read(&fields.textSpacingTrim, .textSpacingTrim)
    try read(&fields.textOrientation, .textOrientation)
    try read(&fields.textCombine, .textCombine)
    try read(&fields.scriptPosition, .scriptPosition)
    fields.emphasis = try members.decodeIfPresent(EmphasisMark.self, forKey: .emphasis)
    try read(&fields.autospace, .autospace)
    try read(&fields.textWrap, .textWrap)
    try read(&fields.isolation, .isolation)
    self = fields == Fields() ? .default : ShapingStyle(storage: Storage(fields))
  }

  /// Encodes the style; members that have their defaults are left out.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    let (fields, standard) = (storage.fields, Fields())
    func write<Value: Encodable & Equatable>(
      _ field: KeyPath<Fields, Value>, _ key: CodingKeys
    ) throws {
      try members.encode(fields[keyPath: field], forKey: key, default: standard[keyPath: field])
    }
    try write(\.font, .font)
    try write(\.size, .size)
    try write(\.features, .features)
    try write(\.language, .language)
    try write(\.letterSpacing, .letterSpacing)
    try write(\.wordSpacing, .wordSpacing)
    try write(\.baselineOffset, .baselineOffset)
    try write(\.textSpacingTrim, .textSpacingTrim)
    try write(\.textOrientation, .textOrientation)
    try write(\.textCombine, .textCombine)
    try write(\.scriptPosition, .scriptPosition)
    try members.encodeIfPresent(fields.emphasis, forKey: .emphasis)
    try write(\.autospace, .autospace)
    try write(\.textWrap, .textWrap)
    try write(\.isolation, .isolation)
  }
}

extension PaintStyle: Codable {
  private enum CodingKeys: String, CodingKey {
    case color, background, border, underline, overline, strikethrough, shadows, stroke
  }

  /// Decodes a style; members that are absent have their defaults.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      color: try members.decode(forKey: .color, default: .black),
      background: try members.decodeIfPresent(TextBackground.self, forKey: .background),
      border: try members.decodeIfPresent(TextBorder.self, forKey: .border),
      underline: try members.decodeIfPresent(TextDecoration.self, forKey: .underline),
      overline: try members.decodeIfPresent(TextDecoration.self, forKey: .overline),
      strikethrough: try members.decodeIfPresent(TextDecoration.self, forKey: .strikethrough),
      shadows: try members.decode(forKey: .shadows, default: []),
      stroke: try members.decodeIfPresent(TextStroke.self, forKey: .stroke))
  }

  /// Encodes the style; members that have their defaults are left out.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(color, forKey: .color, default: .black)
    try members.encodeIfPresent(background, forKey: .background)
    try members.encodeIfPresent(border, forKey: .border)
    try members.encodeIfPresent(underline, forKey: .underline)
    try members.encodeIfPresent(overline, forKey: .overline)
    try members.encodeIfPresent(strikethrough, forKey: .strikethrough)
    try members.encode(shadows, forKey: .shadows, default: [])
    try members.encodeIfPresent(stroke, forKey: .stroke)
  }
}

extension TextStyle: Codable {
  private enum CodingKeys: String, CodingKey {
    case shaping, paragraph, paint
  }

  /// Decodes a style; parts that are absent are the default ones.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      shaping: try members.decode(forKey: .shaping, default: .default),
      paragraph: try members.decode(forKey: .paragraph, default: .default),
      paint: try members.decode(forKey: .paint, default: .default))
  }

  /// Encodes the style; parts that are the default ones are left out.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(shaping, forKey: .shaping, default: .default)
    try members.encode(paragraph, forKey: .paragraph, default: .default)
    try members.encode(paint, forKey: .paint, default: .default)
  }
}
