// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension ShapingStyle: Codable {
  /// Decodes a style; members that are absent have their defaults.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields.members.value(from: decoder)
    self = fields == .standard ? .default : ShapingStyle(storage: Storage(fields))
  }

  /// Encodes the style by the names of documents; members that have their defaults are left out.
  public func encode(to encoder: any Encoder) throws {
    try Fields.members.encode(storage.fields, to: encoder)
  }
}

extension ParagraphStyle: Codable {
  /// Decodes a style; members that are absent have their defaults.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields.members.value(from: decoder)
    self = fields == .standard ? .default : ParagraphStyle(storage: Storage(fields))
  }

  /// Encodes the style by the names of documents; members that have their defaults are left out.
  ///
  /// - Throws: `EncodingError.invalidValue` for hyphenation by a given `Hyphenator`.
  public func encode(to encoder: any Encoder) throws {
    try Fields.members.encode(storage.fields, to: encoder)
  }
}

extension PaintStyle: Codable {
  /// Decodes a style; members that are absent have their defaults.
  public init(from decoder: any Decoder) throws {
    self = try Self.members.value(from: decoder)
  }

  /// Encodes the style by the names of documents; members that have their defaults are left out.
  public func encode(to encoder: any Encoder) throws { try Self.members.encode(self, to: encoder) }
}

extension TextStyle: Codable {
  /// The three parts; archives of version 0.2.0 hold each as an object of its own.
  private static let parts = CodedFields(
    TextStyle.default,
    [
      CodedField(former: "shaping") { $1.shaping = $0 },
      CodedField(former: "paragraph") { $1.paragraph = $0 },
      CodedField(former: "paint") { $1.paint = $0 },
    ])

  /// Decodes one object with the members of all three parts; absent members have their defaults.
  public init(from decoder: any Decoder) throws {
    let style = TextStyle(
      shaping: try ShapingStyle(from: decoder), paragraph: try ParagraphStyle(from: decoder),
      paint: try PaintStyle(from: decoder))
    self = try Self.parts.value(from: decoder, changing: style)
  }

  /// Encodes the style as that of a document; members that have their defaults are left out.
  ///
  /// - Throws: `EncodingError.invalidValue` for hyphenation by a given `Hyphenator`.
  public func encode(to encoder: any Encoder) throws {
    try shaping.encode(to: encoder)
    try paragraph.encode(to: encoder)
    try paint.encode(to: encoder)
  }
}
