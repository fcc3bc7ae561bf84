// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension FontTag: Codable {
  /// Decodes four characters, or a number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(UInt32.self) {
      self.init(value: number)
      return
    }
    let string = try container.decode(String.self)
    guard let tag = FontTag(string) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "A tag has one to four printable ASCII characters, unlike '\(string)'.")
    }
    self = tag
  }

  /// Encodes the four characters; a number if they are not printable.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if FontTag(description) == self {
      try container.encode(description)
    } else {
      try container.encode(value)
    }
  }
}

extension FontVariation {
  /// Parses one axis position: `wght=700`.
  package init?(setting text: some StringProtocol) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, let tag = FontTag(String(parts[0])),
      let value = Double(decimal: String(parts[1]))
    else { return nil }
    self.init(tag: tag, value: value)
  }
}

/// Axis positions as documents write them, `wght=700,wdth=85.5`; if that string would not be read
/// back as the same positions, a list of objects, as in archives of version 0.2.0.
struct CodedVariations: CodedForm {
  let value: [FontVariation]

  init(_ value: [FontVariation]) { self.value = value }

  private init?(_ text: String) {
    let read = text.split(separator: ",").map { FontVariation(setting: $0) }
    value = read.compactMap(\.self)
    if value.count != read.count { return nil }
  }

  init(from decoder: any Decoder) throws {
    let text = try? String(from: decoder)
    self = try text.flatMap { Self($0) } ?? Self([FontVariation](from: decoder))
  }

  func encode(to encoder: any Encoder) throws {
    let text = value.map { "\($0.tag)=\($0.value)" }.joined(separator: ",")
    if Self(text)?.value == value {
      try text.encode(to: encoder)
    } else {
      try value.encode(to: encoder)
    }
  }
}

extension FontFeature: FieldCodable {
  package static let fields = CodedFields(
    FontFeature(tag: FontTag(value: 0), value: .max),
    [CodedField("tag", \.tag, isRequired: true), CodedField("value", \.value, isRequired: true)])

  /// Parses `smcp` or `liga=0`.
  private init?(setting text: String) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    let isWord = parts[0].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard isWord, parts.count <= 2, let tag = FontTag(String(parts[0])),
      let value = parts.count == 1 ? 1 : UInt32(parts[1])
    else { return nil }
    self.init(tag: tag, value: value)
  }

  /// Decodes a setting as documents write it, such as `smcp` or `liga=0`.
  public init(from decoder: any Decoder) throws {
    let text = try? String(from: decoder)
    self = try text.flatMap { FontFeature(setting: $0) } ?? Self.fields.value(from: decoder)
  }

  /// Encodes the setting as documents write it; as an object of tag and value if the string would
  /// not be read back as the same setting.
  public func encode(to encoder: any Encoder) throws {
    let name = tag.description.prefix { $0 != " " }
    let text = value == 1 ? "\(name)" : "\(name)=\(value)"
    if FontFeature(setting: text) == self {
      try text.encode(to: encoder)
    } else {
      try Self.fields.encode(self, to: encoder)
    }
  }
}

extension FontDescriptor: Codable {
  /// Decodes a descriptor; members that are absent have their defaults.
  public init(from decoder: any Decoder) throws { self = try ShapingStyle(from: decoder).font }

  /// Encodes the descriptor by the names of documents; members that have their defaults are left
  /// out.
  public func encode(to encoder: any Encoder) throws {
    try ShapingStyle(font: self).encode(to: encoder)
  }

  /// The index of a font in `FontCollection.given`. In archives of version 0.2.0 the member is
  /// called `givenFont`, and may hold a whole descriptor instead.
  static let codedIndex = CodedField<ShapingStyle.Fields>("", formerly: "givenFont") { fields, _ in
    fields.font.givenFont
  } read: { (form: IndexOrDescriptor, fields) in
    switch form {
    case .index(let index): fields.font.givenFont = index
    case .descriptor(let descriptor): fields.font = descriptor
    }
  }

  private enum IndexOrDescriptor: Decodable {
    case index(Int)
    case descriptor(FontDescriptor)

    init(from decoder: any Decoder) throws {
      if let index = try? Int(from: decoder) {
        self = .index(index)
      } else {
        self = .descriptor(try FontDescriptor(from: decoder))
      }
    }
  }
}
